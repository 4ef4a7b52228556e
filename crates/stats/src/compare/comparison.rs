//! The answer of a comparison.
//!
//! Takes what a test found, and the levels; gives the outcome, power and warnings. Guarantees that the outcome, p and
//! the interval do not contradict each other. Must not know which test it was.

use std::cmp::Ordering;
use std::fmt;

use super::method::Method;
use super::warning::Warning;
use crate::level::raised_level;
use crate::min_runs::Arrangement;
use crate::options::Options;
use crate::power::{Shown, min_detectable_effect, runs_needed};
use crate::shift::{Interval, Shift, ShiftScale};
use crate::summary::Summary;

/// The conclusion of a comparison. Which direction is better depends on the unit, so the caller decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// The new values are significantly greater.
    Increased,
    /// The new values are significantly less.
    Decreased,
    /// The change is within the margin, by two one-sided tests (Schuirmann, "A comparison of the two one-sided tests
    /// procedure and the power approach for assessing the equivalence of average bioavailability", 1987). A change as
    /// large as the margin has this outcome with at most the probability alpha.
    Unchanged,
    /// The values show neither a change nor its absence. [`Comparison::runs_needed`] estimates how many would.
    Inconclusive,
}

impl Outcome {
    /// Returns `increased`, `decreased`, `unchanged` or `inconclusive`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Increased => "increased",
            Outcome::Decreased => "decreased",
            Outcome::Unchanged => "unchanged",
            Outcome::Inconclusive => "inconclusive",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a test found.
pub(super) struct Found {
    pub(super) method: Method,
    pub(super) is_exact: bool,
    /// `None` if all values are equal.
    pub(super) p: Option<f64>,
    /// The side on which the new values are.
    pub(super) order: Ordering,
    /// The estimated change with its interval at level alpha.
    pub(super) shift: Shift,
    /// The interval at twice alpha.
    pub(super) equivalence: Interval,
    pub(super) arrangement: Arrangement,
    /// The spread of single runs, if the values show one.
    pub(super) spread: Option<f64>,
    pub(super) old: Summary,
    pub(super) new: Summary,
    pub(super) warnings: Vec<Warning>,
}

/// The answer of [`compare`](crate::compare), [`compare_pairs`](crate::compare_pairs) or
/// [`compare_blocks`](crate::compare_blocks).
///
/// Changes are relative, as fractions of the old value: −0.05 is 5% less. If a value is 0 or less, changes are
/// differences in the unit of the values instead; [`scale`](Comparison::scale) says which.
///
/// Its text is a line such as `-9.9% [-10.9%, -8.8%] (p=0.002 n=6+6 decreased)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    options: Options,
    method: Method,
    is_exact: bool,
    p: Option<f64>,
    order: Ordering,
    shift: Shift,
    equivalence: Interval,
    arrangement: Arrangement,
    spread: Option<f64>,
    old: Summary,
    new: Summary,
    warnings: Vec<Warning>,
}

impl Comparison {
    /// Returns the answer, with the warnings that every test can have.
    pub(super) fn new(options: Options, found: Found) -> Comparison {
        let Found { method, is_exact, p, order, shift, equivalence, .. } = found;
        let Found { arrangement, spread, old, new, mut warnings, .. } = found;
        let is_significant = p.is_some_and(|p| p <= raised_level(options.alpha));
        // A shift that the test does not reject is inside, whatever ties do at "no change" itself.
        let interval =
            if is_significant { shift.interval } else { shift.interval.with(shift.scale.null()) };
        if p.is_none() {
            warnings.insert(0, Warning::AllEqual);
        }
        if !arrangement.can_show(options.alpha) {
            let (least_p, needed) =
                (arrangement.least_p(), arrangement.runs_for_level(options.alpha));
            warnings.insert(0, Warning::TooFewRuns { least_p, needed });
        }
        let shift = Shift { interval, ..shift };
        Comparison {
            options,
            method,
            is_exact,
            p,
            order,
            shift,
            equivalence,
            arrangement,
            spread,
            old,
            new,
            warnings,
        }
    }

    /// Returns the estimated change, by Hodges and Lehmann: a relative change, or a difference.
    ///
    /// For independent runs, it is the median of all changes from an old to a new value. It is usually close to the
    /// change of the medians, but varies less.
    #[must_use]
    pub fn estimate(&self) -> f64 {
        self.shift.relative().estimate
    }

    /// Returns the changes that the test does not reject: relative changes, or differences. It misses the true change
    /// with the probability [`Interval::error`], at most alpha, if the assumptions of the [`Method`] are true.
    ///
    /// Too few values leave bounds open: −1 (or −∞) and ∞. If values tie, a bound can be at "no change" although p is
    /// significant; then p decides.
    #[must_use]
    pub fn interval(&self) -> Interval {
        self.shift.interval.relative(self.shift.scale)
    }

    /// Returns the changes that the test does not reject at twice alpha, in the unit of
    /// [`interval`](Comparison::interval). The values are [unchanged](Outcome::Unchanged) if they are all within the
    /// margin.
    #[must_use]
    pub fn equivalence_interval(&self) -> Interval {
        self.equivalence.relative(self.shift.scale)
    }

    /// Returns whether changes are ratios of new to old values, or differences.
    #[must_use]
    pub fn scale(&self) -> ShiftScale {
        self.shift.scale
    }

    /// Returns the estimate and the interval as they were computed: ratios such as 1.05 instead of relative changes
    /// such as 0.05.
    #[must_use]
    pub fn shift(&self) -> Shift {
        self.shift
    }

    /// Returns the probability that the values differ at least this much if nothing changed, two-sided; 1 if all values
    /// are equal.
    #[must_use]
    pub fn p(&self) -> f64 {
        self.p.unwrap_or(1.0)
    }

    /// Returns whether p is exact instead of approximated by the normal distribution.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// Returns whether p is at most alpha.
    #[must_use]
    pub fn is_significant(&self) -> bool {
        self.p.is_some_and(|p| p <= raised_level(self.options.alpha))
    }

    /// Returns the conclusion.
    ///
    /// Values are [unchanged](Outcome::Unchanged) if the
    /// [equivalence interval](Comparison::equivalence_interval), the estimate and the change of the medians are all
    /// within the margin. Otherwise, they increased or decreased if p is significant.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let Shift { scale, estimate, .. } = self.shift;
        let margin = self.margin();
        let is_within = margin.holds(scale.of(self.old.center, self.new.center))
            && margin.holds(estimate)
            && margin.includes(&self.equivalence);
        if is_within {
            return Outcome::Unchanged;
        }
        match self.order {
            Ordering::Greater if self.is_significant() => Outcome::Increased,
            Ordering::Less if self.is_significant() => Outcome::Decreased,
            Ordering::Less | Ordering::Equal | Ordering::Greater => Outcome::Inconclusive,
        }
    }

    /// Returns the test, whose documentation has its assumptions and its source.
    #[must_use]
    pub fn method(&self) -> Method {
        self.method
    }

    /// Returns the signs that an assumption is broken, the most important first.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Returns the median of all old values with its interval, in their unit.
    #[must_use]
    pub fn old_median(&self) -> Summary {
        self.old
    }

    /// Returns the median of all new values with its interval, in their unit.
    #[must_use]
    pub fn new_median(&self) -> Summary {
        self.new
    }

    /// Returns the number of old and new values that were compared.
    #[must_use]
    pub fn runs(&self) -> [u32; 2] {
        self.arrangement.runs()
    }

    /// Returns the smallest increase that runs like these show in about four of five cases, in the unit of
    /// [`estimate`](Comparison::estimate). In simulations, they show it in 70 to 90 of 100 cases.
    ///
    /// Returns `None` if no values of this number of runs could be significant, or if all values are equal.
    #[must_use]
    pub fn min_detectable_change(&self) -> Option<f64> {
        let Shift { scale, interval, .. } = self.shift;
        let alpha = self.options.alpha;
        let shift =
            min_detectable_effect(self.spread?, self.arrangement, scale, alpha, interval.error)?;
        Some(scale.relative(shift))
    }

    /// Returns how many runs on each side, arranged in the same way, decide in about four of five cases whether the
    /// values changed; always more than these runs. For pairs it is the number of pairs.
    ///
    /// Returns `None` unless the outcome is [inconclusive](Outcome::Inconclusive), and if no number of runs is enough,
    /// for example for a margin of 0.
    #[must_use]
    pub fn runs_needed(&self) -> Option<u32> {
        let margin = self.margin();
        // Then only the medians are outside the margin, and more runs need not change that.
        let is_settled = margin.includes(&self.shift.interval);
        if self.outcome() != Outcome::Inconclusive || is_settled {
            return None;
        }
        let (arrangement, shift) = (self.arrangement, self.shift);
        let shown = Shown { arrangement, spread: self.spread?, shift, margin: margin.hi };
        let [old, new] = self.runs();
        runs_needed(&shown, self.options.alpha).map(|runs| runs.max(old.min(new) + 1))
    }

    /// Returns the shifts within the margin.
    fn margin(&self) -> Interval {
        Interval::of_margin(self.options.margin, self.shift.scale, self.old.center)
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { lo, hi, .. } = self.interval();
        self.write_change(f, self.estimate())?;
        f.write_str(" [")?;
        self.write_change(f, lo)?;
        f.write_str(", ")?;
        self.write_change(f, hi)?;
        let ([old, new], p) = (self.runs(), self.p());
        let runs = if self.method == Method::SignedRank {
            format!("{old}")
        } else {
            format!("{old}+{new}")
        };
        let p = if p < 0.0005 { "p<0.001".to_owned() } else { format!("p={p:.3}") };
        write!(f, "] ({p} n={runs} {})", self.outcome())
    }
}

impl Comparison {
    fn write_change(&self, f: &mut fmt::Formatter<'_>, change: f64) -> fmt::Result {
        if change.is_infinite() {
            return f.write_str(if 0.0 < change { "+∞" } else { "-∞" });
        }
        match self.shift.scale {
            ShiftScale::Ratio => write!(f, "{:+.1}%", 100.0 * change),
            ShiftScale::Difference => write!(f, "{change:+}"),
        }
    }
}
