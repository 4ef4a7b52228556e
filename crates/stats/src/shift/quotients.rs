//! The quotients (or differences) of all pairs of two samples, by rank.
//!
//! Takes two ascending slices; gives single quotients, and the pattern of ties between two of them. Guarantees that
//! memory stays small for large samples. Must not know any test.

use super::super::math;
use super::super::ranked::{Guess, Ranked, Table, slack};
use super::groups::Groups;
use super::scale::ShiftScale;
use super::sorted::Sorted;
use super::unsorted::Unsorted;
use benchlens_base::pace::{ENDLESS, Pace, block_on};

/// The maximum number of pairs of distinct values to list in order.
const LISTED: usize = 36;
/// The maximum number of pairs of values to compute in full; if there are more, only the requested quotients are
/// searched.
const WRITTEN: usize = 512;
/// The interquartile range of a normal distribution, in standard deviations.
const QUARTILES: f64 = 1.349;

/// How quotients are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Sorted,
    Unsorted,
    Ranked,
}

/// The memory that is reused from one pair of samples to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    old: Groups,
    new: Groups,
    listed: Sorted,
    written: Unsorted,
    ranked: Ranked,
}

impl Scratch {
    /// Groups the equal values of both samples, and returns the tie sum of both.
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
    /// Returns the quotients of two samples, neither of which may be empty. `scratch` must have grouped them.
    pub(super) fn new(
        [old, new]: [&'a [f64]; 2],
        scale: ShiftScale,
        scratch: &'a mut Scratch,
        patterned: bool,
    ) -> Self {
        scratch.ranked.forget();
        let different = scratch.old.values().len() * scratch.new.values().len();
        let way = if patterned || different <= LISTED {
            scratch.listed.fill(&scratch.old, &scratch.new, scale);
            Way::Sorted
        } else if old.len() * new.len() <= WRITTEN {
            scratch.written.fill(old, new, scale);
            Way::Unsorted
        } else {
            Way::Ranked
        };
        Quotients { old, new, scale, scratch, way }
    }

    pub(super) fn len(&self) -> usize {
        self.old.len() * self.new.len()
    }

    /// Returns the quotients as a list with stretches between them, if they are listed.
    pub(super) fn listed(&self) -> &Sorted {
        &self.scratch.listed
    }

    /// Finds the quotients of several ranks at once, which takes less time than one by one.
    pub(super) async fn find(&mut self, ranks: &mut [usize], pace: &Pace) {
        if self.way == Way::Ranked {
            let Scratch { old, new, ranked, .. } = &mut *self.scratch;
            let table =
                Across { old: self.old, new: self.new, groups: [old, new], scale: self.scale };
            ranked.find(&table, ranks, pace).await;
        }
    }

    /// Returns the quotient of rank `rank`, from 0.
    pub(super) fn nth(&mut self, rank: usize) -> f64 {
        match self.way {
            Way::Sorted => self.scratch.listed.nth(rank).unwrap_or(f64::NAN),
            Way::Unsorted => self.scratch.written.nth(rank),
            Way::Ranked => {
                if self.scratch.ranked.get(rank).is_none() {
                    block_on(self.find(&mut [rank], &Pace::new(ENDLESS)));
                }
                self.scratch.ranked.get(rank).unwrap_or(f64::NAN)
            }
        }
    }

    /// Returns which values equal the previous one, in the merged order of both samples, if the old sample is scaled
    /// to the stretch above the lowest `below` quotients. Only values of one sample are equal there. For up to 64
    /// values.
    pub(super) fn pattern(&self, below: usize) -> u64 {
        let last = below.checked_sub(1).and_then(|rank| self.scratch.listed.nth(rank));
        let (mut i, mut j, mut index, mut joined) = (0, 0, 0, 0_u64);
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
            joined |= ((1_u64 << (group - 1)) - 1) << (index + 1);
            *at += group;
            index += group;
        }
        joined
    }
}

/// The table of all quotients, with the old values in descending order so that quotients grow from row to row.
struct Across<'a> {
    old: &'a [f64],
    new: &'a [f64],
    /// The distinct values of both.
    groups: [&'a Groups; 2],
    scale: ShiftScale,
}

impl Table for Across<'_> {
    fn rows(&self) -> impl Iterator<Item = f64> {
        self.old.iter().rev().copied()
    }

    fn columns(&self) -> &[f64] {
        self.new
    }

    fn tied(
        &self,
    ) -> Option<(impl Iterator<Item = (f64, usize)>, impl Iterator<Item = (f64, usize)>)> {
        let [old, new] = self.groups;
        // A few equal values are faster as several rows and columns.
        let is_tied = 2 * old.values().len() * new.values().len() <= self.count();
        is_tied.then(|| (old.sized().rev(), new.sized()))
    }

    fn first(&self, _: usize) -> usize {
        0
    }

    fn at(&self, row: f64, column: f64) -> f64 {
        self.scale.of(row, column)
    }

    fn bound(&self, row: f64, threshold: f64) -> f64 {
        match self.scale {
            ShiftScale::Ratio => row * threshold,
            ShiftScale::Difference => row + threshold,
        }
    }

    fn slack(&self, threshold: f64) -> f64 {
        let slack = |terms| slack(self.scale == ShiftScale::Ratio, terms, threshold);
        slack(self.old).max(slack(self.new))
    }

    fn count(&self) -> usize {
        self.old.len() * self.new.len()
    }

    fn guess(&self) -> Guess {
        let quarter = |sample: &[f64], i: usize| sample[(sample.len() - 1) * i / 4];
        let range = |sample: &[f64]| quarter(sample, 3) - quarter(sample, 1);
        let [x, y] = [self.old, self.new].map(|sample| quarter(sample, 2));
        let is_relative = self.scale == ShiftScale::Ratio;
        let (a, b, least) = if is_relative {
            (range(self.old) / x, range(self.new) / y, 1e-9)
        } else {
            let ends = [self.old[0], self.new[0], quarter(self.old, 4), quarter(self.new, 4)];
            let largest = ends.into_iter().fold(0.0_f64, |most, end| most.max(end.abs()));
            (range(self.old), range(self.new), largest * 1e-9)
        };
        let spread = (math::sqrt(a * a + b * b) / QUARTILES).max(least);
        Guess { center: self.scale.of(x, y), spread, is_relative }
    }
}
