//! By what factor one sample exceeds another, and between which bounds that factor lies.
//!
//! Takes two ascending slices and a level; gives the Hodges-Lehmann estimate with the interval that
//! the Mann-Whitney test leaves, made of the same distributions. Where values tie at "no change" itself,
//! the test may reject it inside the interval, or accept it beside: the caller says what then decides.
//! Must not know: what the values measure, or which change matters.
//!
//! Method: Hodges and Lehmann, "Estimates of location based on rank tests" (1963); the interval by
//! inverting the test, as in Bauer, "Constructing confidence sets using rank statistics" (1972). The
//! first sample is multiplied by a ratio (or shifted by a difference) and tested against the second;
//! the interval holds every ratio that is not rejected.
//!
//! ```text
//! ratio   0 ─── q₁ ─── q₂ ─ … ─ q_N ─── ∞      qₖ: the quotients of all pairs, ascending
//! U           0     1      2  …      N          pairs whose scaled old value exceeds the new one
//! ```
//!
//! U changes only at a quotient, so the test need not be run anywhere else. Between two quotients
//! no value of one sample ties with one of the other. The lower tail never falls as the ratio grows,
//! and the upper tail never rises, not even where ties come and go: U of tied values is the mean of
//! U over both orders of each tied pair, so a tail at a quotient lies between the tails beside it.
//! So one bound is where the lower tail first exceeds half the level *between* quotients, the other
//! where the upper tail last does, and nothing beyond them is accepted.
//!
//! - No two values of one sample are equal, or the test is approximate: the tails depend on U alone,
//!   and the bounds are the quotients of one rank, counted from either end.
//! - Otherwise every stretch has its own pattern of ties and its own exact distribution: a search
//!   over the stretches, beginning where the normal approximation points.

mod groups;
mod interval;
mod listed;
mod pairs;
mod quotients;
mod scale;
mod search;
mod tails;
mod written;

use std::cmp::Ordering;

use super::mann_whitney::{EXACT_TIED, rank};
use super::{AllEqual, MannWhitney};
use crate::base::pace::{ENDLESS, Pace, now};
pub use interval::{Interval, Shift};
pub use pairs::Pairs;
use quotients::{Quotients, Scratch};
pub use scale::ShiftScale;
use search::Search;
use tails::Tails;

/// Levels that are asked for together.
const LEVELS: usize = 2;

/// Shifts of pairs of samples. Keep one per thread and reuse it: what it remembers never changes an
/// answer.
#[derive(Clone, Debug, Default)]
pub struct Shifts {
    quotients: Scratch,
    tails: Tails,
}

impl Shifts {
    /// All pairs of a value of `old` and one of `new`, both ascending. `None` if a sample is empty
    /// or has a value that is not finite.
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

/// Whether, of all pairs, the new value is more often the greater one or the lesser: the side on
/// which the Mann-Whitney statistic lies.
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

/// What one merge of two samples gives.
pub(crate) struct Merged {
    /// Nothing if all values are equal.
    pub(crate) p: Option<f64>,
    pub(crate) order: Ordering,
    /// Twice the U statistic of the old sample, if there is a p and all values are numbers.
    pub(crate) twice_u: Option<u64>,
}

/// Tests two samples, and finds their stochastic order.
pub(crate) fn merged(test: &mut MannWhitney, old: &[f64], new: &[f64]) -> Merged {
    match test.p_and_twice_u(old, new) {
        Ok((p, twice_u)) if are_numbers(old, new) => {
            let order = order_by_u(old, new, twice_u);
            Merged { p: Some(p), order, twice_u: Some(twice_u) }
        }
        Ok((p, _)) => Merged { p: Some(p), order: stochastic_order(old, new), twice_u: None },
        Err(AllEqual) => Merged { p: None, order: Ordering::Equal, twice_u: None },
    }
}

/// Whether no value of ascending samples is not a number.
fn are_numbers(old: &[f64], new: &[f64]) -> bool {
    let ends = [old.first(), old.last(), new.first(), new.last()];
    ends.into_iter().flatten().all(|value| !value.is_nan())
}

/// The stochastic order by twice the U statistic of the old sample.
fn order_by_u(old: &[f64], new: &[f64], twice_u: u64) -> Ordering {
    (old.len() as u64).wrapping_mul(new.len() as u64).cmp(&twice_u)
}

impl Pairs<'_> {
    /// The smallest closed interval that holds every shift which the test does not reject at level
    /// `alpha`. At 1 and above, and if alpha is not a number, only the estimate is left.
    pub fn interval(&mut self, test: &mut MannWhitney, alpha: f64) -> Interval {
        if alpha.is_nan() || 1.0 <= alpha {
            let estimate = self.estimate();
            return Interval { lo: estimate, hi: estimate, error: 1.0 };
        }
        let mut search = Search { pairs: self, test, alpha };
        if search.pairs.patterned { search.by_pattern() } else { search.by_rank() }
    }

    /// Estimate and interval.
    pub fn shift(&mut self, test: &mut MannWhitney, alpha: f64) -> Shift {
        now(self.find(test, &[alpha], &Pace::new(ENDLESS)));
        // The middle first: what is selected later then lies in one half.
        let estimate = self.estimate();
        Shift { scale: self.scale, estimate, interval: self.interval(test, alpha) }
    }

    /// Estimate and interval at level `alpha`, and the interval at twice the level: what two
    /// one-sided tests leave. Costs less than one after the other.
    pub fn shift_and_equivalence(
        &mut self,
        test: &mut MannWhitney,
        alpha: f64,
    ) -> (Shift, Interval) {
        now(self.find(test, &[alpha, 2.0 * alpha], &Pace::new(ENDLESS)));
        let estimate = self.estimate();
        let interval = self.interval(test, alpha);
        (Shift { scale: self.scale, estimate, interval }, self.interval(test, 2.0 * alpha))
    }

    /// Finds at once what the estimate and intervals at these levels are made of, unless it is known.
    pub(crate) async fn find(&mut self, test: &mut MannWhitney, levels: &[f64], pace: &Pace) {
        if self.patterned || std::mem::replace(&mut self.is_found, true) {
            return;
        }
        let len = self.quotients.len();
        // Those of the estimate, and for each level two bounds.
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
