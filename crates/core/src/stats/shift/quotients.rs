//! The quotients (or differences) of all pairs of two samples, by rank.
//!
//! Takes two ascending slices; gives single quotients, and the pattern of ties between two of
//! them. Guarantees that memory stays small for large samples. Must not know: any test.

use super::groups::Groups;
use super::listed::Listed;
use super::scale::ShiftScale;
use super::staircase::Staircase;
use super::stairs::Stairs;
use super::written::Written;
use crate::base::pace::{ENDLESS, Pace, now};
use crate::base::sort::from_place;

/// Up to this many pairs of different values are listed in order, and
const LISTED: usize = 36;
/// up to this many pairs of values are written down; of more, the wanted ones are looked for. Where a
/// staircase cannot be,
const WRITTEN: usize = 512;
/// so many are written down.
const WRITTEN_MOST: usize = 1 << 14;

/// How quotients are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Listed,
    Written,
    Staircase,
}

/// What is kept from one pair of samples to the next: memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    old: Groups,
    new: Groups,
    listed: Listed,
    written: Written,
    staircase: Staircase,
    /// The quotients of some ranks.
    found: Vec<(usize, f64)>,
}

impl Scratch {
    /// Groups the equal values of both samples, and gives the tie sum of both.
    pub(super) fn group(&mut self, [old, new]: [&[f64]; 2]) -> f64 {
        self.old.fill(old);
        self.new.fill(new);
        self.old.tie_sum() + self.new.tie_sum()
    }
}

#[derive(Debug)]
pub(super) struct Quotients<'a> {
    old: &'a [f64],
    new: &'a [f64],
    scale: ShiftScale,
    scratch: &'a mut Scratch,
    way: Way,
}

impl<'a> Quotients<'a> {
    /// Neither sample may be empty. `scratch` has grouped them.
    pub(super) fn new(
        [old, new]: [&'a [f64]; 2],
        scale: ShiftScale,
        scratch: &'a mut Scratch,
        patterned: bool,
    ) -> Self {
        scratch.found.clear();
        let different = scratch.old.values().len() * scratch.new.values().len();
        let way = if patterned || different <= LISTED {
            scratch.listed.fill(&scratch.old, &scratch.new, scale);
            Way::Listed
        } else if old.len() * new.len() <= WRITTEN
            || old.len() * new.len() <= WRITTEN_MOST
                && Stairs::new([old, new], [&scratch.old, &scratch.new], scale).is_none()
        {
            scratch.written.fill(old, new, scale);
            Way::Written
        } else {
            Way::Staircase
        };
        Quotients { old, new, scale, scratch, way }
    }

    pub(super) fn len(&self) -> usize {
        self.old.len() * self.new.len()
    }

    /// The quotients, if they are written down, as those between whose places are stretches.
    pub(super) fn listed(&self) -> &Listed {
        &self.scratch.listed
    }

    /// Finds the quotients of several ranks at once, which costs less than one after the other.
    pub(super) async fn find(&mut self, ranks: &mut [usize], pace: &Pace) {
        if self.way != Way::Staircase {
            return;
        }
        ranks.sort_unstable();
        let Scratch { old, new, staircase, found, .. } = &mut *self.scratch;
        if let Some(stairs) = Stairs::new([self.old, self.new], [old, new], self.scale) {
            staircase.find(&stairs, ranks, found, pace).await;
        }
    }

    /// The quotient of rank `rank`, from 0.
    pub(super) fn nth(&mut self, rank: usize) -> f64 {
        match self.way {
            Way::Listed => return self.scratch.listed.nth(rank).unwrap_or(f64::NAN),
            Way::Written => return self.scratch.written.nth(rank),
            Way::Staircase => {}
        }
        if let Some(quotient) = self.found(rank) {
            return quotient;
        }
        now(self.find(&mut [rank], &Pace::new(ENDLESS)));
        self.found(rank).unwrap_or_else(|| self.search(rank))
    }

    fn found(&self, rank: usize) -> Option<f64> {
        let mut found = self.scratch.found.iter();
        found.find(|&&(known, _)| known == rank).map(|&(_, quotient)| quotient)
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
            below += more.take_while(|&&y| self.scale.of(x, y).total_cmp(&bound).is_le()).count();
            count += below;
        }
        count
    }

    /// Which values equal the one before them, in the merged order of both samples, when the old
    /// one is scaled to the stretch above the lowest `below` quotients. Only values of one sample
    /// are equal there. For up to 64 values.
    pub(super) fn pattern(&self, below: usize) -> u64 {
        let last = below.checked_sub(1).and_then(|rank| self.scratch.listed.nth(rank));
        let (mut i, mut j, mut place, mut joined) = (0, 0, 0, 0_u64);
        while i < self.old.len() || j < self.new.len() {
            let (x, y) = (self.old.get(i), self.new.get(j));
            // The new value comes first if its quotient is among the lowest.
            let new_first = match (x, y) {
                (Some(&x), Some(&y)) => last.is_some_and(|last| self.scale.of(x, y) <= last),
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
