//! Tests whether the new value of a pair exceeds the old one, and estimates by how much and between which bounds.
//!
//! Takes two slices whose values correspond by index, and a level; gives a two-sided p, the estimated change, and the
//! interval of the changes that the test does not reject. Guarantees that interval and p never contradict each other,
//! the same bits whatever was asked before, and that exchanging the samples changes signs and nothing else in p. Must
//! not know what the values measure, or what made them pairs.
//!
//! Method: Wilcoxon, "Individual comparisons by ranking methods" (1945). Pairs of equal values are handled by Pratt,
//! "Remarks on zeros and ties in the Wilcoxon signed rank procedures" (1959): they get the lowest ranks, which then
//! count for neither side; equal changes share their mean rank. The estimate is by Hodges and Lehmann (1963): the
//! median of the Walsh averages, which are the means of all pairs of changes, including each with itself. The interval
//! inverts the test (Tukey 1949). The assumption is that if nothing changed, a pair is equally likely to be the other
//! way round, independently of the other pairs.
//!
//! If all values are positive, changes are ratios: the larger of two values over the smaller, rounded once, with a
//! sign that shows which of them was the new one. Ratios are compared directly, without logarithms; the Walsh average
//! of two is the root of their product. Otherwise changes are differences. Everything is computed from the changes:
//! equal ratios tie, and products that would be equal except for the rounding of their factors may come in either
//! order, which moves a bound by a unit in its last place or two.
//!
//! ```text
//! shift   0 ─── w₁ ─── w₂ ─ … ─ w_N ─── ∞      wₖ: the Walsh averages, ascending
//! T       0     1      2  …      N               the ranks of the changes below the shift
//! ```
//!
//! T changes only at a Walsh average. Between two of them no change is zero, and only equal changes tie. As the shift
//! grows, the signed rank of each change falls, even at ties and zeros. So for any set of reversed signs, the
//! difference in T falls or stays. Therefore the tails are monotonic, and the shifts that the test accepts are one
//! interval.
//!
//! - No two changes are equal, or there are more than 50: tails depend only on T, and the bounds are the
//!   Walsh averages of one rank, counted from either end.
//! - Otherwise each stretch has its own ties and its own exact distribution: a search over the stretches.
//! - At no change itself there may be zeros and other ties. p is computed there, and decides
//!   whether the interval contains it.

mod changes;
mod counts;
mod memory;
mod ranks;
mod search;
mod sorted;
mod walsh;

use std::cmp::Ordering;

use super::inversion::agreeing;
use super::{AllEqual, Interval, Shift, ShiftScale};
use counts::EXACT;
pub use memory::SignedRank;
use ranks::approximate;

impl SignedRank {
    /// Returns the pairs of the values at each index. Returns `None` if there are no pairs, if one sample is longer,
    /// or if a value or a difference is not finite.
    pub fn pairs(&mut self, old: &[f64], new: &[f64]) -> Option<Paired<'_>> {
        self.changes.fill(old, new)?;
        self.ranks.fill(&self.changes);
        self.walsh.forget();
        Some(Paired { all: self })
    }

    /// Returns the smallest p that this number of pairs can have: 2/2ⁿ up to 50 pairs, and the normal approximation
    /// beyond. Returns 1 without pairs.
    #[must_use]
    pub fn least_p(pairs: usize) -> f64 {
        match pairs {
            0 => 1.0,
            1..=EXACT => 2.0 / (1_u64 << pairs) as f64,
            _ => not_zero(approximate(0, ranks::sum(pairs), ranks::deviation(pairs, 0, 0.0))),
        }
    }
}

/// Pairs of values.
#[derive(Debug)]
pub struct Paired<'a> {
    all: &'a mut SignedRank,
}

impl Paired<'_> {
    /// Returns whether the changes are ratios or differences.
    #[must_use]
    pub fn scale(&self) -> ShiftScale {
        self.all.changes.scale()
    }

    /// Returns whether p is exact instead of approximated.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.all.ranks.len <= EXACT
    }

    /// Returns whether the new values of the pairs tend to be greater.
    #[must_use]
    pub fn order(&self) -> Ordering {
        let ranks = &self.all.ranks;
        (ranks.twice_all() - ranks.twice_minus).cmp(&ranks.twice_minus)
    }

    /// Returns the probability that the ranks of rises and falls differ at least this much if each pair could equally
    /// well be the other way round: twice the smaller tail, at most 1.
    ///
    /// It is exact up to 50 pairs: an integer over 2ⁿ, without any rounding. Beyond that it is the normal
    /// approximation, corrected for ties, zeros and continuity; a p below the range of `f64` is the smallest positive
    /// number.
    ///
    /// # Errors
    ///
    /// Returns [`AllEqual`] if both values are equal in each pair.
    pub fn p(&mut self) -> Result<f64, AllEqual> {
        let SignedRank { ranks, counts, .. } = &mut *self.all;
        if ranks.zeros == ranks.len {
            return Err(AllEqual);
        }
        let low = ranks.twice_minus.min(ranks.twice_all() - ranks.twice_minus);
        let p = match ranks.len {
            len if EXACT < len => approximate(low, ranks.twice_all(), ranks.deviation()),
            len if !ranks.tied && ranks.zeros == 0 => counts.untied(len, (low / 2) as usize),
            _ => counts.tied(&ranks.doubled, low as usize),
        };
        Ok(not_zero(p.min(1.0)))
    }

    /// Returns the Hodges-Lehmann estimate: the median of the Walsh averages. If two are in the middle, it is their
    /// mean, which is geometric for ratios.
    ///
    /// It is within a unit or two in the last place of the estimate that exact arithmetic would give for the changes.
    pub fn estimate(&mut self) -> f64 {
        let SignedRank { changes, walsh, .. } = &mut *self.all;
        let count = changes.walsh_count();
        let [below, above] = [(count - 1) / 2, count / 2].map(|rank| walsh.nth(changes, rank));
        changes.mean(below, above)
    }

    /// Returns the smallest and the greatest of the shifts which the test does not reject at level `alpha`. They are 0
    /// (or −∞) and ∞ if there are too few pairs for any bound. If the level is 1 or above, or NaN, both are the
    /// estimate.
    ///
    /// The interval contains no change if and only if [`p`](Paired::p) is above the level or there is no p. A bound at
    /// which the test rejects no change is moved to the next number. If most pairs have equal values, the test may
    /// reject both no change and every other shift: then both bounds are the number next to no change, on the side to
    /// which the others moved.
    pub fn interval(&mut self, alpha: f64) -> Interval {
        if alpha.is_nan() || 1.0 <= alpha {
            let estimate = self.estimate();
            return Interval { lo: estimate, hi: estimate, error: 1.0 };
        }
        let found = search::interval(self.all, alpha);
        let accepts = self.p().map_or(true, |p| alpha < p);
        agreeing(found, self.scale().null(), accepts, self.order())
    }

    /// Returns the estimate and the interval. If more than half of the Walsh averages are no change and the test
    /// nevertheless rejects it, the estimate is the bound next to it.
    pub fn shift(&mut self, alpha: f64) -> Shift {
        search::prepare(self.all, &[alpha]);
        let interval = self.interval(alpha);
        self.shift_within(interval)
    }

    /// Returns the estimate and the interval at level `alpha`, and the interval at twice the level, which is the
    /// interval of two one-sided tests.
    pub fn shift_and_equivalence(&mut self, alpha: f64) -> (Shift, Interval) {
        self.shift_and_wider([alpha, 2.0 * alpha])
    }

    /// Returns the estimate and the interval at the first level, and the interval at the second, which must not be
    /// less.
    pub fn shift_and_wider(&mut self, levels: [f64; 2]) -> (Shift, Interval) {
        search::prepare(self.all, &levels);
        let interval = self.interval(levels[0]);
        (self.shift_within(interval), self.interval(levels[1]))
    }

    fn shift_within(&mut self, interval: Interval) -> Shift {
        let estimate = self.estimate().max(interval.lo).min(interval.hi);
        Shift { scale: self.scale(), estimate, interval }
    }
}

/// Replaces 0 by the smallest positive number, because 0 is less than the truth.
fn not_zero(p: f64) -> f64 {
    p.max(f64::from_bits(1))
}
