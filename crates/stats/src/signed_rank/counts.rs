//! The exact distribution of the sum of ranks.
//!
//! Takes ranks and a sum; gives tails. Guarantees that they are not rounded: counts are integers up to 2⁵⁰, and a
//! division by a power of two is exact. Must not know the changes.

/// Doubled lower tails by number of pairs, computed on demand, and a buffer for one distribution.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    untied: Vec<Option<Box<[f64]>>>,
    ways: Vec<f64>,
}

impl Counts {
    /// Returns twice P(T ≤ t) of the ranks 1 to `len`, at most 50; 2 from the center on, where it is at least 1.
    pub(super) fn untied(&mut self, len: usize, t: usize) -> f64 {
        self.untied_tails(len).get(t).copied().unwrap_or(2.0)
    }

    /// Returns twice P(T ≤ t) for every t below the center.
    pub(super) fn untied_tails(&mut self, len: usize) -> &[f64] {
        if self.untied.len() <= EXACT {
            self.untied.resize(EXACT + 1, None);
        }
        let ways = &mut self.ways;
        self.untied[len].get_or_insert_with(|| {
            let below = (len * (len + 1)).div_ceil(4);
            count(ways, (1..=len as u32).map(|rank| rank as usize), below);
            let whole = (1_u64 << len) as f64;
            let mut tail = 0.0;
            let doubled = |count: &f64| {
                tail += count;
                2.0 * tail / whole
            };
            ways.iter().map(doubled).collect()
        })
    }

    /// Returns twice P(T ≤ t) for some doubled ranks, ascending, at most 50 of them, and twice t.
    pub(super) fn tied(&mut self, doubled: &[u32], twice_t: usize) -> f64 {
        // Without groups of an even number, all doubled ranks are even.
        let halve = u32::from(doubled.iter().all(|rank| rank % 2 == 0));
        let ranks = doubled.iter().map(|&rank| (rank >> halve) as usize);
        count(&mut self.ways, ranks, (twice_t >> halve) + 1);
        2.0 * self.ways.iter().sum::<f64>() / (1_u64 << doubled.len()) as f64
    }
}

/// Counts the sets of ranks that have a sum of 0, 1, … `len` − 1.
fn count(ways: &mut Vec<f64>, ranks: impl Iterator<Item = usize>, len: usize) {
    ways.clear();
    ways.resize(len.max(1), 0.0);
    ways[0] = 1.0;
    let mut most = 0;
    for rank in ranks {
        most += rank;
        let end = ways.len().min(most + 1);
        add_moved(&mut ways[..end], rank);
    }
}

/// Adds to each entry the entry `by` indexes before it, from the end on and in blocks, so that entries are read before
/// they are changed.
fn add_moved(ways: &mut [f64], by: usize) {
    let mut end = ways.len();
    while by < end {
        let start = (end - by).max(by);
        let (before, sums) = ways[..end].split_at_mut(start);
        let terms = before[start - by..].iter();
        sums.iter_mut().zip(terms).for_each(|(sum, ways)| *sum += ways);
        end = start;
    }
}

/// The number of pairs up to which the distribution is exact.
pub(super) const EXACT: usize = 50;
