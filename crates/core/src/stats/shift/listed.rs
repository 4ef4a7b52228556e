//! A sorted list of few quotients.
//!
//! Takes the distinct values of two samples; gives quotients by rank, and the stretches between them. The number of a
//! stretch is the number of quotients below it. Must not know any test.

use super::groups::Groups;
use super::scale::ShiftScale;
use crate::base::sort::{accumulate, from_place, to_place};

/// Quotients, each once and ascending.
#[derive(Clone, Debug, Default)]
pub(super) struct Listed {
    /// The quotients as integers in the same order, which compare in one instruction, with the number of occurrences.
    places: Vec<(u64, usize)>,
}

impl Listed {
    pub(super) fn fill(&mut self, old: &Groups, new: &Groups, scale: ShiftScale) {
        let places = &mut self.places;
        places.clear();
        for (i, &x) in old.values().iter().enumerate() {
            let size = old.size(i) as usize;
            let of = |(j, &y)| (to_place(scale.of(x, y)), size * new.size(j) as usize);
            places.extend(new.values().iter().enumerate().map(of));
        }
        accumulate(places);
    }

    /// Returns the index of the quotient of rank `rank`.
    fn find(&self, rank: usize) -> usize {
        self.places.partition_point(|&(_, end)| end <= rank)
    }

    fn start(&self, at: usize) -> usize {
        at.checked_sub(1).map_or(0, |before| self.places[before].1)
    }

    /// Returns the quotient of rank `rank`, from 0.
    pub(super) fn nth(&self, rank: usize) -> Option<f64> {
        self.places.get(self.find(rank)).map(|&(place, _)| from_place(place))
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
        self.places.get(self.find(stretch)).map(|&(_, end)| end)
    }
}
