//! All sums (or products) of two changes, in order.
//!
//! Takes ascending terms; gives the value of a rank, the stretches between distinct values, and which changes have
//! equal sizes there. The number of a stretch is the number of distinct values below it. Must not know any test.

use benchlens_base::sort::{accumulate, from_sort_key, to_sort_key};

/// Distinct values, ascending. Keep and reuse it, because it only keeps memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Sorted {
    /// The distinct terms, and how often each occurs.
    groups: Vec<(f64, u32)>,
    /// The distinct values as integers in the same order, with the cumulative count.
    keys: Vec<(u64, usize)>,
    are_factors: bool,
}

impl Sorted {
    pub(super) fn fill(&mut self, terms: &[f64], are_factors: bool) {
        let Sorted { groups, keys, .. } = self;
        groups.clear();
        groups.extend(terms.chunk_by(|x, y| x == y).map(|group| (group[0], group.len() as u32)));
        keys.clear();
        for (i, &(x, size)) in groups.iter().enumerate() {
            let size = size as usize;
            let both = |y: f64| to_sort_key(if are_factors { x * y } else { x + y });
            keys.push((both(x), size * (size + 1) / 2));
            keys.extend(groups[i + 1..].iter().map(|&(y, times)| (both(y), size * times as usize)));
        }
        accumulate(keys);
        self.are_factors = are_factors;
    }

    /// Returns the value of rank `rank`, from 0.
    pub(super) fn nth(&self, rank: usize) -> Option<f64> {
        self.different(self.stretch_at(rank))
    }

    /// Returns the number of distinct values, which is the number of the last stretch.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns the distinct value at key `at`, which is above the stretch of this number.
    pub(super) fn different(&self, at: usize) -> Option<f64> {
        self.keys.get(at).map(|&(key, _)| from_sort_key(key))
    }

    /// Returns the last stretch with at most `rank` of all values below it.
    pub(super) fn stretch_at(&self, rank: usize) -> usize {
        self.keys.partition_point(|&(_, end)| end <= rank)
    }

    /// Returns how many of all values are below a stretch.
    pub(super) fn below(&self, stretch: usize) -> usize {
        stretch.checked_sub(1).map_or(0, |last| self.keys[last].1)
    }

    /// Computes twice the ranks by size of the changes, if the shift lies in this stretch.
    pub(super) fn doubled_ranks(&self, stretch: usize, ranks: &mut Vec<u32>) {
        let last = stretch.checked_sub(1).and_then(|last| self.different(last));
        let is_below = |x: f64, y: f64| {
            let both = if self.are_factors { x * y } else { x + y };
            last.is_some_and(|last| both <= last)
        };
        // From the shift outward on both sides.
        let mut above = self.groups.partition_point(|&(x, _)| is_below(x, x));
        let mut below = above;
        ranks.clear();
        while 0 < below || above < self.groups.len() {
            let low = below.checked_sub(1).map(|below| self.groups[below]);
            // The nearer one: the lower if the middle between both lies above the shift.
            let size = match (low, self.groups.get(above)) {
                (Some((x, size)), Some(&(y, _))) if !is_below(x, y) => (below -= 1, size).1,
                (_, Some(&(_, size))) => (above += 1, size).1,
                (Some((_, size)), None) => (below -= 1, size).1,
                (None, None) => return,
            };
            let doubled = 2 * ranks.len() as u32 + size + 1;
            ranks.resize(ranks.len() + size as usize, doubled);
        }
    }
}
