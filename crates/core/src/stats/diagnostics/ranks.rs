//! The ranks of values in run order.
//!
//! Takes a sample in run order and ascending; gives for each run where its value stands among all.
//! Guarantees places in range for any slices. Must not know: what the ranks are for.

/// Ranks of one sample. Keep it and reuse it: it only keeps memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranks {
    /// For each run how many values are less than its own.
    below: Vec<u32>,
    /// For each number of lesser values how many are not greater: where a group of equal values
    /// ends.
    ends: Vec<u32>,
    /// The sizes of the groups of equal values.
    sizes: Vec<u32>,
}

impl Ranks {
    pub(super) fn fill(&mut self, in_order: &[f64], ascending: &[f64]) {
        self.ends.clear();
        self.sizes.clear();
        for group in ascending.chunk_by(|x, y| x == y) {
            let end = self.ends.len() + group.len();
            self.ends.resize(end, end as u32);
            self.sizes.push(group.len() as u32);
        }
        self.below.clear();
        let below = |value: &f64| ascending.partition_point(|other| other < value) as u32;
        self.below.extend(in_order.iter().map(below));
    }

    pub(super) fn len(&self) -> usize {
        self.below.len()
    }

    /// The sizes of the groups of equal values, in ascending order of value.
    pub(super) fn sizes(&self) -> impl Iterator<Item = u32> {
        self.sizes.iter().copied()
    }

    /// For each run how many values are less than its own, and how many are not greater.
    pub(super) fn bounds(&self) -> impl Iterator<Item = (usize, usize)> {
        self.below.iter().map(|&below| {
            let end = self.ends.get(below as usize).copied().unwrap_or(below);
            (below as usize, end as usize)
        })
    }

    /// Kendall's score: pairs of runs of which the later has the greater value, less those of which
    /// it has the lesser. For up to `64 · WORDS` values.
    ///
    /// A set of bits has those values that were seen so far, by rank. What a run scores is counted in
    /// it.
    pub(super) fn score<const WORDS: usize>(&self) -> i64 {
        let mut seen = [0_u64; WORDS];
        let mut score = 0;
        for (before, (below, end)) in self.bounds().enumerate() {
            let (less, not_greater) = (count_below(&seen, below), count_below(&seen, end));
            score += i64::from(less) - (before as i64 - i64::from(not_greater));
            // Equal values take the places of their group one after the other.
            let place = below + (not_greater - less) as usize;
            if let Some(word) = seen.get_mut(place / 64) {
                *word |= 1 << (place % 64);
            }
        }
        score
    }
}

/// How many of the lowest `end` bits are set.
fn count_below<const WORDS: usize>(words: &[u64; WORDS], end: usize) -> u32 {
    let mut count = 0;
    for (word, start) in words.iter().zip((0..).step_by(64)) {
        let bits = end.saturating_sub(start).min(64) as u32;
        // Two shifts: 64 is too far for one.
        let mask = !(u64::MAX << (bits / 2) << (bits - bits / 2));
        count += (word & mask).count_ones();
    }
    count
}
