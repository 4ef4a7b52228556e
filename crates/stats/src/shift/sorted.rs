//! A sorted list of few quotients.
//!
//! Takes the distinct values of two samples; gives quotients by rank, and the stretches between them. The number of a
//! stretch is the number of quotients below it. Must not know any test.

use super::groups::Groups;
use super::scale::ShiftScale;
use benchlens_base::sort::{accumulate, from_sort_key, to_sort_key};

/// Quotients, each once and ascending.
#[derive(Clone, Debug, Default)]
pub(super) struct Sorted {
    /// The quotients as integers in the same order, which compare in one instruction, with the number of occurrences.
    keys: Vec<(u64, usize)>,
}

impl Sorted {
    pub(super) fn fill(&mut self, old: &Groups, new: &Groups, scale: ShiftScale) {
        let keys = &mut self.keys;
        keys.clear();
        for (i, &x) in old.values().iter().enumerate() {
            let size = old.size(i) as usize;
            let of = |(j, &y)| (to_sort_key(scale.of(x, y)), size * new.size(j) as usize);
            keys.extend(new.values().iter().enumerate().map(of));
        }
        accumulate(keys);
    }

    /// Returns the key of the quotient of rank `rank`.
    fn find(&self, rank: usize) -> usize {
        self.keys.partition_point(|&(_, end)| end <= rank)
    }

    fn start(&self, at: usize) -> usize {
        at.checked_sub(1).map_or(0, |before| self.keys[before].1)
    }

    /// Returns the quotient of rank `rank`, from 0.
    pub(super) fn nth(&self, rank: usize) -> Option<f64> {
        self.keys.get(self.find(rank)).map(|&(key, _)| from_sort_key(key))
    }

    /// Returns the stretch that the gap above the lowest `rank` quotients belongs to, or the stretch below it if there
    /// is no gap because equal quotients follow each other.
    pub(super) fn stretch_at(&self, rank: usize) -> usize {
        self.start(self.find(rank))
    }

    /// Returns the next stretch downward.
    pub(super) fn stretch_below(&self, stretch: usize) -> Option<usize> {
        Some(self.start(self.find(stretch.checked_sub(1)?)))
    }

    /// Returns the next stretch upward.
    pub(super) fn stretch_above(&self, stretch: usize) -> Option<usize> {
        self.keys.get(self.find(stretch)).map(|&(_, end)| end)
    }
}
