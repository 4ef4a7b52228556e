//! Both sides of a comparison in numbers, against the limits of a rule.
//!
//! Takes a rule and a comparison; says whether it is worse than allowed, and whether that it is not is
//! proven. Guarantees that values that are not finite never count as good: what arithmetic cannot
//! order is not within a limit. Must not know other comparisons.

use std::cmp::Ordering;

use super::compared::Compared;
use crate::base::{Error, quoted};
use crate::gate::{Quantity, Rule};
use crate::stats::{Shift, ShiftScale};
use crate::table::{Cell, Effect};
use crate::unit::Direction;

/// Whether a tendency is for the worse; either is where the direction is not known.
pub(super) fn is_bad(better: Option<Direction>, tendency: Ordering) -> bool {
    match better {
        Some(Direction::Lower) => tendency == Ordering::Greater,
        Some(Direction::Higher) => tendency == Ordering::Less,
        None => tendency != Ordering::Equal,
    }
}

/// Limits are compared to so many parts: 3.3 is not more than 10 % above 3.
pub(super) const ROUNDING: f64 = 1e-9;

/// Both centres, and what a rule makes of them.
pub(super) struct Side<'a> {
    rule: &'a Rule,
    pub(super) compared: &'a Compared<'a>,
    pub(super) base: f64,
    center: f64,
    /// How many values the baseline and the new side have.
    pub(super) sizes: [u32; 2],
    /// The least and the greatest value of both sides, for exact ones.
    extremes: Option<[[f64; 2]; 2]>,
}

impl<'a> Side<'a> {
    /// Nothing if a side is not there after all.
    pub(super) fn new(rule: &'a Rule, compared: &'a Compared<'a>) -> Option<Self> {
        let sides = compared.comparison.sides()?;
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

    /// Whether the sizes of changes mean something: both centres are finite, and a ratio is of something.
    pub(super) fn has_sizes(&self) -> bool {
        let is_ratio = |shift: Shift| shift.scale == ShiftScale::Ratio;
        let is_of_nothing = self.base == 0.0 && self.tested_shift().is_some_and(is_ratio);
        self.base.is_finite() && self.center.is_finite() && !is_of_nothing
    }

    /// Whether the size of the change is the effect, and not the change of the centres.
    pub(super) fn goes_by_effect(&self) -> bool {
        self.tested_shift().is_some() && self.has_sizes()
    }

    /// The estimated change, where a test decides: test, interval and size are then about one quantity.
    /// Nothing where the values decide.
    fn tested_shift(&self) -> Option<Shift> {
        let is_tested = self.rule.significant && !self.compared.facts.is_exact;
        self.effect().filter(|_| is_tested)?.shift
    }

    /// A shift as an amount.
    fn amount(&self, scale: ShiftScale, shift: f64) -> f64 {
        match scale {
            ShiftScale::Ratio => (shift - 1.0) * self.base.abs(),
            ShiftScale::Difference => shift,
        }
    }

    /// Whether all values are finite.
    pub(super) fn is_finite(&self) -> bool {
        match self.extremes {
            Some(extremes) => extremes.as_flattened().iter().all(|value| value.is_finite()),
            // There is no shift of samples with infinite values.
            None => self.effect().is_some_and(|effect| effect.shift.is_some()),
        }
    }

    /// Whether the samples tend to the better.
    pub(super) fn tends_to_better(&self) -> bool {
        let tendency = self.compared.order();
        self.compared.facts.better.is_some()
            && tendency != Ordering::Equal
            && !is_bad(self.compared.facts.better, tendency)
    }

    /// By how much one value is worse than another; either way where the direction is not known.
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

    /// By how much the estimated change is for the worse; without a test, by how much the new centre is. Of
    /// exact values, of which none may differ from the others, the worst one counts where that is worse.
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

    /// Whether the centre, or for `any` the sample, is worse than allowed.
    pub(super) fn is_worse_than(&self, allowed: Option<f64>) -> bool {
        let worse = self.worse_by();
        match allowed {
            Some(allowed) => allowed * (1.0 + ROUNDING) < worse,
            // Half of the values may have moved while the median stands.
            None if self.rule.significant => {
                0.0 < worse || is_bad(self.compared.facts.better, self.compared.order())
            }
            None => 0.0 < worse,
        }
    }

    /// An error where the new side alone claims that its values are exact, so that nothing was tested.
    pub(super) fn unproven_exactness(&self) -> Option<Error> {
        let is_claimed = self.compared.facts.is_exact_by_new_alone && !self.rule.warns;
        let unit = &self.compared.table.unit;
        let message = format!(
            "the baseline does not say that {unit} is exact, so the gate does not take it from the \
             other side: add `Unit {unit} assume=exact` to the baseline's log"
        );
        is_claimed.then(|| self.rule.place.error(message))
    }

    /// Whether the samples prove that the new side is worse by no more than this: the bound of the
    /// one-sided interval says so.
    pub(super) fn is_proven(&self, tolerance: f64) -> bool {
        // Without a test there was nothing to test: all values are the same, or exact.
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

    /// What keeps the rule from meaning anything for this unit.
    pub(super) fn checks(&self) -> Option<Error> {
        let Side { rule, compared, .. } = self;
        let unit = compared.table.unit.as_bytes();
        let text = String::from_utf8_lossy(unit);
        if compared.facts.better.is_none() && !rule.warns {
            let message = format!(
                "which way is better is not known for {}: say -better {text}=lower or =higher",
                quoted(unit)
            );
            return Some(rule.place.error(message));
        }
        let all = rule.limit.share.filter(|&share| 1.0 <= share);
        if all.is_some() && compared.facts.better == Some(Direction::Higher) {
            let message = format!("{text} is better when higher: a fall by 100% or more cannot be");
            return Some(rule.limit_place.error(message));
        }
        let amount = rule.limit.amount?;
        let what = match (Quantity::of_unit(unit), amount.of) {
            (Some(Quantity::Time), Some(Quantity::Time))
            | (Some(Quantity::Bytes), Some(Quantity::Bytes))
            | (None, None) => return None,
            (Some(Quantity::Time), _) => "an amount of time such as 20ns",
            (Some(Quantity::Bytes), _) => "an amount of bytes such as 16B",
            (None, Some(_)) => "a number alone such as 2",
        };
        Some(rule.limit_place.error(format!("{text} needs {what}, or a share such as 5%")))
    }
}
