//! Values summarized by means or geometric means, and compared by Student's t distribution.
//!
//! Takes values of both sides, in any order or in pairs; gives summaries, p and changes. A change is relative to the
//! baseline's mean if all values are positive, and the ratio of geometric means for logarithms. Must not know outcomes.
//!
//! Nothing here is inlined, because most answers do without it and the web app loads it later.

use std::cmp::Ordering;

use crate::spec::TestKind;
use crate::stats::{Interval, Mean, MeanDifference, Shift, ShiftScale, Summary, exp, ln, sqrt};
use crate::table::model::Warning;

/// Means of values, or of their logarithms.
#[derive(Debug, Clone, Copy)]
pub(super) struct Means {
    is_log: bool,
    confidence: f64,
}

/// The difference of two sides, and the scale on which a change is reported.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    found: MeanDifference,
    base_mean: f64,
    scale: ShiftScale,
    is_log: bool,
    /// The standard deviation of single values, on the scale of the difference.
    deviation: f64,
}

impl Means {
    /// Returns the means that a test compares, if it compares means.
    pub(super) fn of(test: TestKind, confidence: f64) -> Option<Means> {
        match test {
            TestKind::U => None,
            TestKind::T => Some(Means { is_log: false, confidence }),
            TestKind::LogT => Some(Means { is_log: true, confidence }),
        }
    }

    /// Returns the mean of values; NaN where a logarithm does not exist.
    fn mean(self, values: &[f64]) -> Mean {
        if self.is_log {
            let logarithm = |&value: &f64| if 0.0 < value { ln(value) } else { f64::NAN };
            return Mean::of(values.iter().map(logarithm));
        }
        Mean::of(values.iter().copied())
    }

    pub(super) fn is_log(self) -> bool {
        self.is_log
    }

    /// Returns the average of values.
    #[inline(never)]
    pub(super) fn center(self, values: &[f64]) -> f64 {
        let mean = self.mean(values).mean;
        if self.is_log { exp(mean) } else { mean }
    }

    /// Returns the mean of a sample with its t interval, and a warning.
    #[inline(never)]
    pub(super) fn summarize(self, values: &[f64]) -> (Summary, Option<Warning>) {
        let mean = self.mean(values);
        let width = mean.half_width(self.confidence);
        let [center, lo, hi] = [mean.mean, mean.mean - width, mean.mean + width];
        let summary = if self.is_log {
            Summary { center: exp(center), lo: exp(lo), hi: exp(hi) }
        } else {
            Summary { center, lo, hi }
        };
        let warning = match width {
            _ if self.is_log && mean.mean.is_nan() => Some(Warning::NotPositive),
            _ if width.is_infinite() => Some(Warning::FewRunsForInterval),
            _ => None,
        };
        // No mean lies below the lowest possible number.
        let lo = if warning == Some(Warning::FewRunsForInterval) {
            f64::NEG_INFINITY
        } else {
            summary.lo
        };
        (Summary { lo, ..summary }, warning)
    }

    /// Returns the change between independent runs.
    #[inline(never)]
    pub(super) fn unpaired(self, old: &[f64], new: &[f64]) -> Change {
        let [base, other] = [old, new].map(|values| self.mean(values));
        let deviation = sqrt((base.variance + other.variance) / 2.0);
        let is_ratio = self.is_ratio([old, new]);
        self.change(base.mean, is_ratio, base.difference_to(&other), deviation)
    }

    /// Returns the change within pairs.
    #[inline(never)]
    pub(super) fn paired(self, old: &[f64], new: &[f64]) -> Change {
        let pairs = old.iter().zip(new);
        let differences: Vec<f64> = if self.is_log {
            pairs.map(|(&old, &new)| ln(new / old)).collect()
        } else {
            pairs.map(|(&old, &new)| new - old).collect()
        };
        let mean = Mean::of(differences.iter().copied());
        let is_ratio = self.is_ratio([old, new]);
        // The difference of a pair has the variance of two runs.
        let deviation = sqrt(mean.variance / 2.0);
        self.change(self.mean(old).mean, is_ratio, mean.difference_from_zero(), deviation)
    }

    /// Returns whether a change is a ratio: of positive values, as in the test of ranks.
    fn is_ratio(self, sides: [&[f64]; 2]) -> bool {
        self.is_log || sides.into_iter().flatten().all(|&value| 0.0 < value)
    }

    fn change(
        self,
        base_mean: f64,
        is_ratio: bool,
        found: MeanDifference,
        deviation: f64,
    ) -> Change {
        let scale = if is_ratio { ShiftScale::Ratio } else { ShiftScale::Difference };
        Change { found, base_mean, scale, is_log: self.is_log, deviation }
    }
}

impl Change {
    /// Returns the p-value, or `None` if nothing varies and nothing differs.
    #[inline(never)]
    pub(super) fn p(&self) -> Option<f64> {
        self.found.p()
    }

    /// Returns whether the new side is greater.
    pub(super) fn order(&self) -> Ordering {
        self.found.estimate.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
    }

    /// Returns the change with its interval at a level, or `None` if it is not finite.
    #[inline(never)]
    pub(super) fn shift(&self, level: f64) -> Option<Shift> {
        let estimate = self.on_scale(self.found.estimate);
        let interval = self.interval(level);
        estimate.is_finite().then_some(Shift { scale: self.scale, estimate, interval })
    }

    /// Returns the interval of the change at a level.
    #[inline(never)]
    pub(super) fn interval(&self, level: f64) -> Interval {
        let width = self.found.half_width(level);
        let [lo, hi] = [-width, width].map(|width| self.on_scale(self.found.estimate + width));
        Interval { lo, hi, error: level }
    }

    /// Returns a difference as the report shows it. Ratios are never negative, and the ratio zero means that nothing is
    /// known.
    fn on_scale(&self, difference: f64) -> f64 {
        match self.scale {
            ShiftScale::Ratio if self.is_log => exp(difference),
            ShiftScale::Ratio => match 1.0 + difference / self.base_mean {
                f64::NEG_INFINITY => 0.0,
                ratio if ratio < f64::MIN_POSITIVE => f64::MIN_POSITIVE,
                ratio => ratio,
            },
            ShiftScale::Difference => difference,
        }
    }

    /// Returns the spread of single runs, on the scale of the change: logarithms for ratios.
    #[inline(never)]
    pub(super) fn spread(&self) -> Option<f64> {
        let spread = match self.scale {
            ShiftScale::Ratio if !self.is_log => self.deviation / self.base_mean,
            ShiftScale::Ratio | ShiftScale::Difference => self.deviation,
        };
        spread.is_finite().then_some(spread)
    }
}
