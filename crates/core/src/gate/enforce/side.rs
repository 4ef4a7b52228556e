//! Both sides of a comparison in numbers, checked against the limits of a rule.
//!
//! Takes a rule and a comparison; says whether the new side is worse than allowed, and whether the samples prove that
//! it is not. Guarantees that infinite values and NaN never pass, because values that cannot be ordered are not within
//! a limit. Must not know other comparisons.

use std::cmp::Ordering;

use super::chance;
use super::compared::Compared;
use super::units::unknown_direction;
use crate::base::{Error, quoted};
use crate::gate::{Quantity, Rule, Term};
use crate::stats::{Shift, ShiftScale};
use crate::table::{Cell, Confirmation, Effect};
use crate::unit::Direction;

/// Returns whether a tendency is for the worse; any tendency is if the better direction is unknown.
pub(super) fn is_bad(better: Option<Direction>, tendency: Ordering) -> bool {
    match better {
        Some(Direction::Lower) => tendency == Ordering::Greater,
        Some(Direction::Higher) => tendency == Ordering::Less,
        None => tendency != Ordering::Equal,
    }
}

/// Limits are compared with this relative tolerance: 3.3 is not more than 10% above 3.
pub(super) const ROUNDING: f64 = 1e-9;

/// Both centers, and how a rule judges them.
pub(super) struct Side<'a> {
    rule: &'a Rule,
    pub(super) compared: &'a Compared<'a>,
    pub(super) base: f64,
    center: f64,
    /// How many values the baseline and the new side have.
    pub(super) sizes: [u32; 2],
    /// The smallest and the largest value of both sides, for exact values.
    extremes: Option<[[f64; 2]; 2]>,
}

impl<'a> Side<'a> {
    /// Returns the sides, or `None` if one is missing after all.
    pub(super) fn new(rule: &'a Rule, compared: &'a Compared<'a>) -> Option<Self> {
        let comparison = compared.comparison;
        let is_of_medians = rule.has(Term::MedianOnly);
        let sides = if is_of_medians { comparison.sides_of_medians() } else { comparison.sides() }?;
        let row = &compared.table.rows[compared.row];
        let ends = |cell: &Cell| [cell.summary.lo, cell.summary.hi];
        let extremes = if compared.facts.is_exact {
            let base = row.cell(compared.comparison.base)?;
            Some([ends(base), ends(row.cell(compared.comparison.column)?)])
        } else {
            None
        };
        let sizes = [sides.base_n, sides.n];
        let (base, center) = (sides.base_center, sides.center);
        Some(Side { rule, compared, base, center, sizes, extremes })
    }

    fn effect(&self) -> Option<&Effect> {
        self.compared.comparison.effect()
    }

    /// Returns whether the sizes of changes mean something: both centers are finite, and ratios have a nonzero
    /// baseline.
    pub(super) fn has_sizes(&self) -> bool {
        let is_ratio = |shift: Shift| shift.scale == ShiftScale::Ratio;
        let is_of_nothing = self.base == 0.0 && self.tested_shift().is_some_and(is_ratio);
        self.base.is_finite() && self.center.is_finite() && !is_of_nothing
    }

    /// Returns whether the size of the change is the estimated change rather than the change of the centers.
    pub(super) fn goes_by_effect(&self) -> bool {
        self.tested_shift().is_some() && self.has_sizes()
    }

    /// Returns the estimated change if a test decides, so that test, interval and size describe one quantity. `None` if
    /// the values decide.
    fn tested_shift(&self) -> Option<Shift> {
        let is_tested = !self.rule.has(Term::MedianOnly) && !self.compared.facts.is_exact;
        self.effect().filter(|_| is_tested)?.shift
    }

    /// Returns a shift as an amount.
    fn amount(&self, scale: ShiftScale, shift: f64) -> f64 {
        match scale {
            ShiftScale::Ratio => (shift - 1.0) * self.base.abs(),
            ShiftScale::Difference => shift,
        }
    }

    /// Returns the probability that the rule fails this row by chance. `None` for rules without a limit or a test, for
    /// exact values, and for a row that was measured again because it failed.
    pub(super) fn fails_by_chance(&self, allowed: Option<f64>, alpha: f64) -> Option<f64> {
        let matching = self.compared.comparison.matching();
        let is_confirmed = matching.is_some_and(|m| m.confirmation == Some(Confirmation::Only));
        let shift = self.tested_shift().filter(|_| self.has_sizes() && !is_confirmed)?;
        let allowed = allowed.filter(|_| !self.rule.has(Term::Warn))?;
        let limits = [self.share_of_base(allowed), allowed];
        Some(chance::fails(shift, alpha, self.compared.facts.better, limits))
    }

    /// Returns whether all values are finite.
    pub(super) fn is_finite(&self) -> bool {
        match self.extremes {
            Some(extremes) => extremes.as_flattened().iter().all(|value| value.is_finite()),
            // Samples with infinite values have no shift.
            None => self.effect().is_some_and(|effect| effect.shift.is_some()),
        }
    }

    /// Returns whether the samples tend to be better.
    pub(super) fn tends_to_better(&self) -> bool {
        let tendency = self.compared.order();
        self.compared.facts.better.is_some()
            && tendency != Ordering::Equal
            && !is_bad(self.compared.facts.better, tendency)
    }

    /// Returns how much worse one value is than another; either direction is worse if the better one is unknown.
    fn worse(&self, base: f64, new: f64) -> f64 {
        if base == new {
            return 0.0;
        }
        match self.compared.facts.better {
            Some(Direction::Lower) => new - base,
            Some(Direction::Higher) => base - new,
            None => (new - base).abs(),
        }
    }

    /// Returns how much worse the estimated change is; without a test, how much worse the new center is. Exact values
    /// must all be equal, so the worst one counts if it is worse than the center.
    pub(super) fn worse_by(&self) -> f64 {
        if let Some(shift) = self.tested_shift().filter(|_| self.has_sizes()) {
            return self.worse(0.0, self.amount(shift.scale, shift.estimate));
        }
        let center = self.worse(self.base, self.center);
        let Some([[base_lo, base_hi], [lo, hi]]) = self.extremes else { return center };
        let worst = match self.compared.facts.better {
            Some(Direction::Lower) => self.worse(base_hi, hi),
            Some(Direction::Higher) => self.worse(base_lo, lo),
            None => self.worse(base_hi, hi).max(self.worse(base_lo, lo)),
        };
        if base_lo == base_hi && lo == hi { center } else { center.max(worst) }
    }

    pub(super) fn share_of_base(&self, amount: f64) -> f64 {
        if amount == 0.0 { 0.0 } else { amount / self.base.abs() }
    }

    /// Returns whether the center (for `any`, the sample) is worse than allowed.
    pub(super) fn is_worse_than(&self, allowed: Option<f64>) -> bool {
        let worse = self.worse_by();
        match allowed {
            Some(allowed) => allowed * (1.0 + ROUNDING) < worse,
            // Half of the values may have moved although the median is unchanged.
            None if !self.rule.has(Term::MedianOnly) => {
                0.0 < worse || is_bad(self.compared.facts.better, self.compared.order())
            }
            None => 0.0 < worse,
        }
    }

    /// Returns whether the value of the blocks that did not decide became worse than allowed: the medians can become
    /// worse although the best runs became better, or the reverse.
    pub(super) fn is_other_worse_than(&self, allowed: Option<f64>) -> bool {
        let is_tested = self.goes_by_effect();
        let Some(other) = self.effect().and_then(|effect| effect.other).filter(|_| is_tested)
        else {
            return false;
        };
        let worse = self.worse(0.0, self.amount(other.scale, other.estimate));
        let is_changed = !other.interval.holds(other.scale.null());
        is_changed && allowed.unwrap_or(0.0) * (1.0 + ROUNDING) < worse
    }

    /// Returns an error if only the new side claims that its values are exact, because then nothing was tested.
    pub(super) fn unproven_exactness(&self) -> Option<Error> {
        let is_claimed = self.compared.facts.is_exact_by_new_alone && !self.rule.has(Term::Warn);
        let unit = &self.compared.table.unit;
        let message = format!(
            "the baseline does not say that {unit} is exact, so the gate does not take it from the \
             other side: add `Unit {unit} assume=exact` to the baseline's log"
        );
        is_claimed.then(|| self.rule.place.error(message))
    }

    /// Returns whether the samples prove that the new side is worse by at most this amount: the bound of the one-sided
    /// interval decides.
    pub(super) fn is_proven(&self, tolerance: f64) -> bool {
        // Without a test there was nothing to test: all values are equal, or exact.
        if self.compared.comparison.test().is_none()
            && self.base == self.center
            && self.worse_by() <= 0.0
        {
            return true;
        }
        let Some(effect) = self.effect() else { return false };
        let (Some(shift), Some(narrow)) = (effect.shift, effect.equivalence_interval) else {
            return false;
        };
        let amount = |bound: f64| self.amount(shift.scale, bound);
        let worst = match self.compared.facts.better {
            Some(Direction::Lower) => amount(narrow.hi),
            Some(Direction::Higher) => -amount(narrow.lo),
            None => amount(narrow.hi).max(-amount(narrow.lo)),
        };
        worst <= tolerance * (1.0 + ROUNDING)
    }

    /// Returns an error if the rule has no meaning for this unit.
    pub(super) fn checks(&self) -> Option<Error> {
        let Side { rule, compared, .. } = self;
        let unit = compared.table.unit.as_bytes();
        let text = String::from_utf8_lossy(unit);
        if compared.facts.better.is_none() && !rule.has(Term::Warn) {
            let message = unknown_direction(&quoted(unit), unit);
            return Some(rule.place.error(message));
        }
        let all = rule.limit.share.filter(|&share| 1.0 <= share);
        if all.is_some() && compared.facts.better == Some(Direction::Higher) {
            let message =
                format!("{text} is better when higher, so it cannot drop by 100% or more");
            return Some(rule.limit_place.error(message));
        }
        let amount = rule.limit.amount?;
        let what = match (Quantity::of_unit(unit), amount.of) {
            (Some(Quantity::Time), Some(Quantity::Time))
            | (Some(Quantity::Bytes), Some(Quantity::Bytes))
            | (None, None) => return None,
            (Some(Quantity::Time), _) => "an amount of time such as 20ns",
            (Some(Quantity::Bytes), _) => "an amount of bytes such as 16B",
            (None, Some(_)) => "a plain number such as 2",
        };
        Some(rule.limit_place.error(format!("{text} needs {what}, or a percentage such as 5%")))
    }
}
