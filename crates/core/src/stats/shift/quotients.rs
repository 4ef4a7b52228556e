//! The quotients (or differences) of all pairs of two samples, by rank.
//!
//! Takes two ascending slices; gives single quotients, and the pattern of ties between two of
//! them. Guarantees that memory stays small for large samples. Must not know: any test.

use super::ShiftScale;
use crate::base::sort::{from_place, to_place};

/// Up to this many pairs are written down; of more, each one wanted is searched for.
const WRITTEN: usize = 1 << 14;

/// Quotients that are written down, as integers in the same order: those compare in one instruction.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    places: Vec<u64>,
    /// The ranks that were selected, ascending: all places before one hold lesser quotients or equal
    /// ones, all places behind it greater ones or equal ones.
    settled: Vec<usize>,
}

#[derive(Debug)]
pub(super) struct Quotients<'a> {
    old: &'a [f64],
    new: &'a [f64],
    scale: ShiftScale,
    /// All of them, or none if there are too many. Ascending if they were wanted so.
    written: &'a mut Written,
    sorted: bool,
}

impl<'a> Quotients<'a> {
    pub(super) fn new(
        old: &'a [f64],
        new: &'a [f64],
        scale: ShiftScale,
        sorted: bool,
        written: &'a mut Written,
    ) -> Self {
        let Written { places, settled } = &mut *written;
        places.clear();
        settled.clear();
        if old.len() * new.len() <= WRITTEN || sorted {
            for &x in old {
                match scale {
                    ShiftScale::Ratio => places.extend(new.iter().map(|y| to_place(y / x))),
                    ShiftScale::Difference => places.extend(new.iter().map(|y| to_place(y - x))),
                }
            }
            if sorted {
                places.sort_unstable();
            }
        }
        Quotients { old, new, scale, written, sorted }
    }

    pub(super) fn len(&self) -> usize {
        self.old.len() * self.new.len()
    }

    fn of(&self, x: f64, y: f64) -> f64 {
        match self.scale {
            ShiftScale::Ratio => y / x,
            ShiftScale::Difference => y - x,
        }
    }

    /// The quotient of rank `rank`, from 0.
    pub(super) fn nth(&mut self, rank: usize) -> f64 {
        if self.sorted {
            from_place(self.written.places[rank])
        } else if self.written.places.is_empty() {
            self.search(rank)
        } else {
            from_place(self.written.select(rank))
        }
    }

    /// Bisects over all numbers. Quotients grow with the new value and fall with the old one, even
    /// rounded, so those up to a bound are counted in one pass.
    fn search(&self, rank: usize) -> f64 {
        let (mut least, mut most) = (0, u64::MAX);
        while least < most {
            let middle = least + (most - least) / 2;
            if rank < self.up_to(from_place(middle)) {
                most = middle;
            } else {
                least = middle + 1;
            }
        }
        from_place(least)
    }

    /// How many quotients are at most `bound`.
    fn up_to(&self, bound: f64) -> usize {
        let (mut count, mut below) = (0, 0);
        for &x in self.old {
            let more = self.new[below..].iter();
            below += more.take_while(|&&y| self.of(x, y).total_cmp(&bound).is_le()).count();
            count += below;
        }
        count
    }

    /// The stretch that the gap above the lowest `rank` quotients belongs to, or the one below it if
    /// there is no gap because equal quotients follow each other. Stretches are named by how many
    /// quotients lie below them. Here and in the next two the quotients must be ascending.
    pub(super) fn stretch_at(&self, rank: usize) -> usize {
        let places = &self.written.places;
        match places.get(rank) {
            Some(next) => places.partition_point(|q| q < next),
            None => self.len(),
        }
    }

    /// The next stretch downwards.
    pub(super) fn stretch_below(&self, stretch: usize) -> Option<usize> {
        let places = &self.written.places;
        let quotient = *places.get(stretch.checked_sub(1)?)?;
        Some(places[..stretch].partition_point(|&q| q < quotient))
    }

    /// The next stretch upwards.
    pub(super) fn stretch_above(&self, stretch: usize) -> Option<usize> {
        let places = &self.written.places;
        let quotient = *places.get(stretch)?;
        Some(stretch + places[stretch..].partition_point(|&q| q <= quotient))
    }

    /// Which values equal the one before them, in the merged order of both samples, when the old
    /// one is scaled to the stretch above the lowest `below` quotients. Only values of one sample
    /// are equal there. For up to 64 values.
    pub(super) fn pattern(&self, below: usize) -> u64 {
        let last = below.checked_sub(1).and_then(|i| self.written.places.get(i));
        let last = last.map(|&place| from_place(place));
        let (mut i, mut j, mut place, mut joined) = (0, 0, 0, 0_u64);
        while i < self.old.len() || j < self.new.len() {
            let (x, y) = (self.old.get(i), self.new.get(j));
            // The new value comes first if its quotient is among the lowest.
            let new_first = match (x, y) {
                (Some(&x), Some(&y)) => last.is_some_and(|last| self.of(x, y) <= last),
                (None, _) => true,
                (_, None) => false,
            };
            let (sample, at) = if new_first { (self.new, &mut j) } else { (self.old, &mut i) };
            let group = sample[*at..].iter().take_while(|&&v| v == sample[*at]).count();
            joined |= ((1_u64 << (group - 1)) - 1) << (place + 1);
            *at += group;
            place += group;
        }
        joined
    }
}

impl Written {
    /// The place of rank `rank`, looked for between the ranks that are settled.
    fn select(&mut self, rank: usize) -> u64 {
        let Written { places, settled } = self;
        let at = match settled.binary_search(&rank) {
            Ok(_) => return places[rank],
            Err(at) => at,
        };
        let start = at.checked_sub(1).map_or(0, |before| settled[before] + 1);
        let end = settled.get(at).copied().unwrap_or(places.len());
        settled.insert(at, rank);
        *places[start..end].select_nth_unstable(rank - start).1
    }
}
