//! Does the new value of a pair exceed the old one, by how much, and between which bounds?
//!
//! Takes two slices in which the values of one place belong together, and a level; gives a two-sided
//! p, the estimated change, and the interval that the test leaves. Guarantees that interval and p never
//! contradict each other, the same bits whatever was asked before, and that exchanging the samples
//! changes signs and nothing else in p. Must not know: what the values measure, or what made them
//! pairs.
//!
//! Method: Wilcoxon, "Individual comparisons by ranking methods" (1945); pairs of equal values by
//! Pratt, "Remarks on zeros and ties in the Wilcoxon signed rank procedures" (1959): they take the
//! lowest ranks, which then count for neither side; equal changes share their mean rank. The estimate is
//! that of Hodges and Lehmann (1963), the median of the Walsh averages, which are the means of all
//! pairs of changes, each with itself, too. The interval inverts the test (Tukey 1949). Assumes that
//! if nothing changed, a pair is as likely to have come the other way round, each independently of the
//! others.
//!
//! If all values are positive, changes are ratios: of two values the larger over the smaller, rounded
//! once, with a sign that says which of them was the new one. Those are compared as they are, without
//! logarithms; the Walsh average of two is the root of their product. Otherwise changes are differences.
//! Everything is made of the changes: ratios that are equal tie, and products that would be equal but
//! for the rounding of their factors may come in either order, which moves a bound by a unit in its last
//! place or two.
//!
//! ```text
//! shift   0 ─── w₁ ─── w₂ ─ … ─ w_N ─── ∞      wₖ: the Walsh averages, ascending
//! T       0     1      2  …      N               the ranks of the changes below the shift
//! ```
//!
//! T changes only at a Walsh average. Between two of them no change is zero, and only equal ones
//! tie. As the shift grows each change's signed rank falls, also where ties and zeros come and go; so
//! whichever signs are turned round, the difference that makes to T falls or stays. Therefore no tail
//! turns back, and what the test accepts is one stretch.
//!
//! - No two changes are equal, or there are more than 50: tails depend on T alone, and the bounds are the
//!   Walsh averages of one rank, counted from either end.
//! - Otherwise each stretch has its own ties and its own exact distribution: a search over the stretches.
//! - At no change itself there may be zeros and other ties. p is worked out there, and has the last word
//!   about whether the interval holds it.

mod changes;
mod counts;
mod listed;
mod memory;
mod ranks;
mod search;
mod walsh;

use std::cmp::Ordering;

use super::agree::agreeing;
use super::{AllEqual, Interval, Shift, ShiftScale};
use counts::EXACT;
pub use memory::SignedRank;
use ranks::approximate;

impl SignedRank {
    /// The pairs of the values of each place. `None` if there are none, if one sample is longer, or if
    /// a value or a difference is not finite.
    pub fn pairs(&mut self, old: &[f64], new: &[f64]) -> Option<Paired<'_>> {
        self.changes.fill(old, new)?;
        self.ranks.fill(&self.changes);
        self.walsh.forget();
        Some(Paired { all: self })
    }

    /// The least p that so many pairs can have: 2/2ⁿ up to 50 of them, and what the normal approximation
    /// gives beyond. 1 without pairs.
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
    /// Whether the changes are ratios or differences.
    #[must_use]
    pub fn scale(&self) -> ShiftScale {
        self.all.changes.scale()
    }

    /// Whether the new values of the pairs tend to be the greater ones.
    #[must_use]
    pub fn order(&self) -> Ordering {
        let ranks = &self.all.ranks;
        (ranks.twice_all() - ranks.twice_minus).cmp(&ranks.twice_minus)
    }

    /// The probability that the ranks of rises and falls part at least this far if each pair could as
    /// well have come the other way round: twice the smaller tail, at most 1.
    ///
    /// Exact up to 50 pairs: a whole number of 2ⁿ ways, without any rounding. Beyond that the normal
    /// approximation, corrected for ties, zeros and continuity; a p below the range of `f64` is the
    /// smallest positive number.
    ///
    /// # Errors
    ///
    /// [`AllEqual`] if in each pair both values are equal.
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

    /// The Hodges-Lehmann estimate: the median of the Walsh averages. Of two in the middle the mean,
    /// which is the geometric one for ratios.
    ///
    /// Within a unit or two in the last place of the one that exact arithmetic would give for the changes.
    pub fn estimate(&mut self) -> f64 {
        let SignedRank { changes, walsh, .. } = &mut *self.all;
        let count = changes.walsh_count();
        let [below, above] = [(count - 1) / 2, count / 2].map(|rank| walsh.nth(changes, rank));
        changes.mean(below, above)
    }

    /// All shifts which the test does not reject at level `alpha`: the least and the greatest of them.
    /// 0 (or −∞) and ∞ if there are too few pairs for any bound. At a level of 1 and above, and if it
    /// is not a number, only the estimate is left.
    ///
    /// It holds the shift of no change exactly if [`p`](Paired::p) is above the level or there is none.
    /// A bound at which the test rejects no change is moved to the next number. Where most pairs are of
    /// equal values, the test may reject no change and every other shift, too: then both bounds are
    /// the number next to no change, on the side to which the others moved.
    pub fn interval(&mut self, alpha: f64) -> Interval {
        if alpha.is_nan() || 1.0 <= alpha {
            let estimate = self.estimate();
            return Interval { lo: estimate, hi: estimate, error: 1.0 };
        }
        let found = search::interval(self.all, alpha);
        let accepts = self.p().map_or(true, |p| alpha < p);
        agreeing(found, self.scale().null(), accepts, self.order())
    }

    /// Estimate and interval. If more than half of the Walsh averages are no change and the test
    /// nevertheless rejects it, the estimate is the bound next to it.
    pub fn shift(&mut self, alpha: f64) -> Shift {
        search::prepare(self.all, &[alpha]);
        let interval = self.interval(alpha);
        self.shift_within(interval)
    }

    /// Estimate and interval at level `alpha`, and the interval at twice the level: what two one-sided
    /// tests leave.
    pub fn shift_and_equivalence(&mut self, alpha: f64) -> (Shift, Interval) {
        self.shift_and_wider([alpha, 2.0 * alpha])
    }

    /// Estimate and interval at the first level, and the interval at the second, which is not less.
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

/// Never 0: that is less than the truth.
fn not_zero(p: f64) -> f64 {
    p.max(f64::from_bits(1))
}
