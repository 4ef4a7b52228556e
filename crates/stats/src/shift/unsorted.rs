//! The quotients of small samples, all computed.
//!
//! Takes two samples; gives quotients by rank. Selected quotients stay in place, so the next rank is searched among
//! fewer. Must not know any test.

use super::scale::ShiftScale;
use benchlens_base::sort::{from_sort_key, to_sort_key};

/// Quotients as integers in the same order, because those compare in one instruction.
#[derive(Clone, Debug, Default)]
pub(super) struct Unsorted {
    indices: Vec<u64>,
    /// The ranks that were selected, ascending: all indexes before one contain smaller or equal quotients, all indexes
    /// after it greater or equal ones.
    settled: Vec<usize>,
}

impl Unsorted {
    pub(super) fn fill(&mut self, old: &[f64], new: &[f64], scale: ShiftScale) {
        self.indices.clear();
        self.settled.clear();
        for &x in old {
            self.indices.extend(new.iter().map(|&y| to_sort_key(scale.of(x, y))));
        }
    }

    /// Returns the quotient of rank `rank`, which is searched between the ranks that are settled.
    pub(super) fn nth(&mut self, rank: usize) -> f64 {
        let Unsorted { indices, settled } = self;
        let at = match settled.binary_search(&rank) {
            Ok(_) => return from_sort_key(indices[rank]),
            Err(at) => at,
        };
        let start = at.checked_sub(1).map_or(0, |before| settled[before] + 1);
        let end = settled.get(at).copied().unwrap_or(indices.len());
        settled.insert(at, rank);
        from_sort_key(*indices[start..end].select_nth_unstable(rank - start).1)
    }
}
