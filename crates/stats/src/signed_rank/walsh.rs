//! The sums (or products) of two changes, by rank.
//!
//! Takes changes and ranks; gives the numbers that a sorted list of all sums would have at those ranks. Few sums are
//! listed; if there are more, only the requested ones are searched. Must not know any test.

use super::super::ranked::{Guess, Ranked, Table, slack};
use super::changes::Changes;
use super::sorted::Sorted;
use benchlens_base::pace::{ENDLESS, Pace, block_on};

/// The maximum number of pairs of distinct changes to list in order.
const LISTED: usize = 60;
/// The interquartile range of a normal distribution, in standard deviations of the sum of two.
const QUARTILES: f64 = 0.954;

/// The known numbers of one table, and memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Walsh {
    listed: Option<bool>,
    list: Sorted,
    ranked: Ranked,
}

impl Walsh {
    /// Forgets the previous table.
    pub(super) fn forget(&mut self) {
        self.listed = None;
        self.ranked.forget();
    }

    /// Returns the list of all sums, and makes it first if necessary.
    pub(super) fn list(&mut self, changes: &Changes) -> &Sorted {
        if self.listed != Some(true) {
            self.list.fill(changes.terms(), changes.are_factors());
            self.listed = Some(true);
        }
        &self.list
    }

    /// Finds the sums of several ranks at once, which takes less time than one by one.
    pub(super) fn find(&mut self, changes: &Changes, ranks: &mut [usize]) {
        let terms = changes.terms();
        if self.listed.is_none() {
            let different = 1 + terms.windows(2).filter(|pair| pair[0] != pair[1]).count();
            self.listed = Some(false);
            if different * (different + 1) / 2 <= LISTED {
                self.list(changes);
            }
        }
        if self.listed == Some(false) {
            let table = Within { terms, are_factors: changes.are_factors() };
            block_on(self.ranked.find(&table, ranks, &Pace::new(ENDLESS)));
        }
    }

    /// Returns the sum of rank `rank`, from 0.
    pub(super) fn nth(&mut self, changes: &Changes, rank: usize) -> f64 {
        if self.listed != Some(true) && self.ranked.get(rank).is_none() {
            self.find(changes, &mut [rank]);
        }
        let number = match self.listed {
            Some(true) => self.list.nth(rank),
            _ => self.ranked.get(rank),
        };
        number.unwrap_or(f64::NAN)
    }
}

/// The table of the sums or products of each term with itself and the terms after it.
struct Within<'a> {
    terms: &'a [f64],
    are_factors: bool,
}

impl Table for Within<'_> {
    fn rows(&self) -> impl Iterator<Item = f64> {
        self.terms.iter().copied()
    }

    fn columns(&self) -> &[f64] {
        self.terms
    }

    fn tied(
        &self,
    ) -> Option<(impl Iterator<Item = (f64, usize)>, impl Iterator<Item = (f64, usize)>)> {
        None::<(std::iter::Empty<_>, std::iter::Empty<_>)>
    }

    fn first(&self, row: usize) -> usize {
        row
    }

    fn at(&self, row: f64, column: f64) -> f64 {
        if self.are_factors { row * column } else { row + column }
    }

    fn bound(&self, row: f64, threshold: f64) -> f64 {
        if self.are_factors { threshold / row } else { threshold - row }
    }

    fn slack(&self, threshold: f64) -> f64 {
        slack(self.are_factors, self.terms, threshold)
    }

    fn count(&self) -> usize {
        self.terms.len() * (self.terms.len() + 1) / 2
    }

    fn guess(&self) -> Guess {
        let terms = self.terms;
        let quarter = |i: usize| terms[(terms.len() - 1) * i / 4];
        let (center, range) = (quarter(2), quarter(3) - quarter(1));
        let largest = quarter(4).abs().max(quarter(0).abs());
        let is_relative = self.are_factors;
        if is_relative {
            let spread = (range / center / QUARTILES).max(1e-12);
            Guess { center: center * center, spread, is_relative }
        } else {
            let spread = (range / QUARTILES).max(largest * 1e-12).max(f64::MIN_POSITIVE);
            Guess { center: center + center, spread, is_relative }
        }
    }
}
