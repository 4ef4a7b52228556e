//! Estimates by what factor one sample exceeds another, and the bounds of that factor.
//!
//! Takes two ascending slices and a level; gives the Hodges-Lehmann estimate with the interval of the shifts that the
//! Mann-Whitney test does not reject, made of the same distributions. If values tie at "no change" itself, the test
//! may reject it inside the interval, or accept it outside, so the caller chooses which one decides. Must not know
//! what the values measure, or which change matters.
//!
//! Method: Hodges and Lehmann, "Estimates of location based on rank tests" (1963); the interval by inverting the test,
//! as in Bauer, "Constructing confidence sets using rank statistics" (1972). The first sample is multiplied by a ratio
//! (or shifted by a difference) and tested against the second; the interval contains every ratio that is not rejected.
//!
//! ```text
//! ratio   0 ─── q₁ ─── q₂ ─ … ─ q_N ─── ∞      qₖ: the quotients of all pairs, ascending
//! U           0     1      2  …      N          pairs whose scaled old value exceeds the new one
//! ```
//!
//! U changes only at a quotient, so the test is not needed anywhere else. Between two quotients no value of one sample
//! ties with a value of the other. The lower tail never falls as the ratio grows, and the upper tail never rises, not
//! even at ties: U of tied values is the mean of U over both orders of each tied pair, so a tail at a quotient lies
//! between the tails on both sides of it. So one bound is where the lower tail first exceeds half the level *between*
//! quotients, the other where the upper tail last does, and nothing beyond them is accepted.
//!
//! - No two values of one sample are equal, or the test is approximate: the tails depend only on U,
//!   and the bounds are the quotients of one rank, counted from either end.
//! - Otherwise every stretch has its own pattern of ties and its own exact distribution: a search
//!   over the stretches starts at the bound of the normal approximation.

mod groups;
mod interval;
mod pairs;
mod quotients;
mod scale;
mod search;
mod sorted;
mod tails;
mod unsorted;

use std::cmp::Ordering;

use super::mann_whitney::{EXACT_TIED, rank};
use super::{AllEqual, MannWhitney};
use benchlens_base::pace::{ENDLESS, Pace, block_on};
pub use interval::{Interval, Shift};
pub use pairs::Pairs;
use quotients::{Quotients, Scratch};
pub use scale::ShiftScale;
use search::Search;
use tails::Tails;

/// The maximum number of levels in one request.
const LEVELS: usize = 2;

/// Shifts of pairs of samples. Keep one per thread and reuse it: the cache never changes an answer.
#[derive(Clone, Debug, Default)]
pub struct Shifts {
    quotients: Scratch,
    tails: Tails,
}

impl Shifts {
    /// Returns all pairs of a value of `old` and one of `new`, both ascending. Returns `None` if a sample is empty or
    /// has a value that is not finite.
    pub fn pairs<'a>(&'a mut self, old: &'a [f64], new: &'a [f64]) -> Option<Pairs<'a>> {
        let ends = [*old.first()?, *old.last()?, *new.first()?, *new.last()?];
        if !ends.iter().all(|v| v.is_finite()) {
            return None;
        }
        let positive = 0.0 < ends[0] && 0.0 < ends[2];
        let scale = if positive { ShiftScale::Ratio } else { ShiftScale::Difference };
        let tie_sum = self.quotients.group([old, new]);
        let patterned = 0.0 < tie_sum && old.len().max(new.len()) <= EXACT_TIED;
        let quotients = Quotients::new([old, new], scale, &mut self.quotients, patterned);
        let tails = &mut self.tails;
        Some(Pairs { old, new, scale, tie_sum, patterned, quotients, tails, is_found: false })
    }
}

/// Returns whether, over all pairs, the new value is more often greater or smaller, which is the side of the
/// Mann-Whitney statistic.
#[must_use]
pub fn stochastic_order(old: &[f64], new: &[f64]) -> Ordering {
    if are_numbers(old, new) {
        return order_by_u(old, new, rank(old, new).twice_u);
    }
    let (mut greater, mut less) = (0_u64, 0_u64);
    for y in new {
        let below = old.partition_point(|x| x < y);
        let equal = old[below..].partition_point(|x| x <= y);
        greater += below as u64;
        less += (old.len() - below - equal) as u64;
    }
    greater.cmp(&less)
}

/// The result of one merge of two samples.
pub struct Merged {
    /// `None` if all values are equal.
    pub p: Option<f64>,
    /// Whether the new values tend to be less or greater.
    pub order: Ordering,
    /// Twice the U statistic of the old sample, if there is a p and all values are numbers.
    pub twice_u: Option<u64>,
}

/// Tests two samples, and finds their stochastic order.
pub fn merged(test: &mut MannWhitney, old: &[f64], new: &[f64]) -> Merged {
    match test.p_and_twice_u(old, new) {
        Ok((p, twice_u)) if are_numbers(old, new) => {
            let order = order_by_u(old, new, twice_u);
            Merged { p: Some(p), order, twice_u: Some(twice_u) }
        }
        Ok((p, _)) => Merged { p: Some(p), order: stochastic_order(old, new), twice_u: None },
        Err(AllEqual) => Merged { p: None, order: Ordering::Equal, twice_u: None },
    }
}

/// Returns whether ascending samples are free of NaN.
fn are_numbers(old: &[f64], new: &[f64]) -> bool {
    let ends = [old.first(), old.last(), new.first(), new.last()];
    ends.into_iter().flatten().all(|value| !value.is_nan())
}

/// Returns the stochastic order from twice the U statistic of the old sample.
fn order_by_u(old: &[f64], new: &[f64], twice_u: u64) -> Ordering {
    (old.len() as u64).wrapping_mul(new.len() as u64).cmp(&twice_u)
}

impl Pairs<'_> {
    /// Returns the smallest closed interval that contains every shift which the test does not reject at level `alpha`.
    /// If alpha is 1 or above, or NaN, it contains only the estimate.
    pub fn interval(&mut self, test: &mut MannWhitney, alpha: f64) -> Interval {
        if alpha.is_nan() || 1.0 <= alpha {
            let estimate = self.estimate();
            return Interval { lo: estimate, hi: estimate, error: 1.0 };
        }
        let mut search = Search { pairs: self, test, alpha };
        if search.pairs.patterned { search.by_pattern() } else { search.by_rank() }
    }

    /// Returns the estimate and the interval.
    pub fn shift(&mut self, test: &mut MannWhitney, alpha: f64) -> Shift {
        block_on(self.find(test, &[alpha], &Pace::new(ENDLESS)));
        // The middle comes first, so that later selections search one half only.
        let estimate = self.estimate();
        Shift { scale: self.scale, estimate, interval: self.interval(test, alpha) }
    }

    /// Returns the estimate and the interval at level `alpha`, and the interval at twice the level, which is the
    /// interval of two one-sided tests. This takes less time than one by one.
    pub fn shift_and_equivalence(
        &mut self,
        test: &mut MannWhitney,
        alpha: f64,
    ) -> (Shift, Interval) {
        block_on(self.find(test, &[alpha, 2.0 * alpha], &Pace::new(ENDLESS)));
        let estimate = self.estimate();
        let interval = self.interval(test, alpha);
        (Shift { scale: self.scale, estimate, interval }, self.interval(test, 2.0 * alpha))
    }

    /// Finds at once the quotients for the estimate and the intervals at these levels, unless they are known.
    pub async fn find(&mut self, test: &mut MannWhitney, levels: &[f64], pace: &Pace) {
        if self.patterned || std::mem::replace(&mut self.is_found, true) {
            return;
        }
        let len = self.quotients.len();
        // The ranks of the estimate, and two bounds for each level.
        let (mut ranks, mut count) = ([0; 2 + 2 * LEVELS], 2);
        (ranks[0], ranks[1]) = ((len - 1) / 2, len / 2);
        for &alpha in levels.iter().take(LEVELS).filter(|&&alpha| alpha < 1.0) {
            let (accepted, _) = Search { pairs: self, test, alpha }.accepted();
            if let Some(k) = accepted.checked_sub(1) {
                (ranks[count], ranks[count + 1]) = (k, len - 1 - k);
                count += 2;
            }
        }
        self.quotients.find(&mut ranks[..count], pace).await;
    }
}
