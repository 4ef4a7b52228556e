//! From numbers to outcomes.
//!
//! Takes the numbers of a comparison, and the levels; gives its outcome. Must not know where the numbers come from.

use std::cmp::Ordering;

use crate::base::pace::Pace;
use crate::spec::TestKind;
use crate::stats::{
    Adjustment, Arrangement, Interval, MannWhitney, Pairs, Shift, ShiftScale, Shown,
    brunner_munzel, brunner_munzel_at_most, min_detectable_effect, raised_level, runs_needed,
};
use crate::table::group::settings::{AnalysisSettings, Settings};
use crate::table::model::{
    Comparison, Confirmation, Effect, Matching, Outcome, PairTest, Power, Sides, Test,
};
use crate::unit::Direction;

/// The levels that decide outcomes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::table) struct Levels {
    pub(super) alpha: f64,
    test: TestKind,
    margin: f64,
    pub(super) adjust: Adjustment,
    /// Whether all effects have the interval at twice alpha.
    equivalence: bool,
}

impl Levels {
    pub(in crate::table) fn new(settings: Settings, analysis: &AnalysisSettings) -> Levels {
        let Settings { alpha, test, .. } = settings;
        let AnalysisSettings { margin, adjust, equivalence, .. } = *analysis;
        Levels { alpha, test, margin, adjust, equivalence }
    }

    pub(super) fn significant(&self, p: f64) -> bool {
        // Everything is significant if alpha is not a number. For p at the level itself, the last digits do not decide,
        // because they do not decide for the intervals either.
        p <= raised_level(self.alpha) || self.alpha.is_nan()
    }

    /// Returns the effect with this shift. Makes sure that its interval includes "no change" unless the test rejects
    /// "no change".
    pub(super) fn effect(
        &self,
        test: Option<Test>,
        stochastic_order: Ordering,
        shift: Shift,
        equivalence: Option<Interval>,
    ) -> Effect {
        let null = shift.scale.null();
        let rejected = test.map(|test| self.significant(test.p));
        let interval = match rejected {
            Some(false) => shift.interval.with(null),
            _ => shift.interval,
        };
        Effect {
            stochastic_order,
            shift: Some(Shift { interval, ..shift }),
            other: None,
            equivalence_interval: equivalence,
            brunner_munzel_p: None,
            p_decides: rejected == Some(true) && shift.interval.holds(null),
            power: None,
        }
    }

    /// Returns the estimated change, and its interval at twice alpha if it is needed.
    pub(super) async fn shift(
        &self,
        sides: &Sides,
        pairs: &mut Pairs<'_>,
        test: &mut MannWhitney,
        pace: &Pace,
    ) -> (Shift, Option<Interval>) {
        let levels = [self.alpha, 2.0 * self.alpha];
        pairs.find(test, &levels[..if self.equivalence { 2 } else { 1 }], pace).await;
        if self.equivalence {
            let (shift, equivalence) = pairs.shift_and_equivalence(test, self.alpha);
            return (shift, Some(equivalence));
        }
        let shift = pairs.shift(test, self.alpha);
        let is_needed = self.needs_equivalence(sides, &shift);
        (shift, is_needed.then(|| pairs.interval(test, 2.0 * self.alpha)))
    }

    /// Returns [`Effect::brunner_munzel_p`]. Twice the U statistic mostly decides it already.
    pub(super) fn brunner_munzel_p(
        &self,
        test: Option<Test>,
        [old, new]: [&[f64]; 2],
        twice_u: Option<u64>,
    ) -> Option<f64> {
        let is_found = test.is_some_and(|test| self.significant(test.p));
        let sizes = [old.len(), new.len()];
        let is_known = twice_u.is_some_and(|u| brunner_munzel_at_most(u, sizes, self.alpha));
        if !is_found || is_known {
            return None;
        }
        brunner_munzel(old, new).filter(|&p| !self.significant(p))
    }

    /// Returns the outcome of a comparison by its test and its effect.
    pub(super) fn outcome(
        &self,
        comparison: &Comparison,
        effect: &Effect,
        direction: Option<Direction>,
    ) -> Outcome {
        if self.is_unchanged(comparison, effect) {
            return Outcome::Unchanged;
        }
        let significant = match comparison.test() {
            Some(test) => self.significant(test.adjusted_p),
            None => comparison.is_exact(),
        };
        match (significant, effect.stochastic_order, direction) {
            (false, ..) | (_, Ordering::Equal, _) => Outcome::Inconclusive,
            (true, _, None) => Outcome::Changed,
            _ if effect.is_mixed() => Outcome::Changed,
            (true, Ordering::Greater, Some(Direction::Higher))
            | (true, Ordering::Less, Some(Direction::Lower)) => Outcome::Improved,
            (true, ..) => Outcome::Regressed,
        }
    }

    /// Returns whether a comparison is unchanged.
    fn is_unchanged(&self, comparison: &Comparison, effect: &Effect) -> bool {
        // A few equal runs prove no more than a few different ones, so their interval decides.
        let is_exactly_equal = comparison.is_exact() && comparison.is_all_equal();
        is_exactly_equal || self.is_within_margin(comparison, effect)
    }

    /// Returns whether a comparison is unchanged at another margin. Its interval may be wider than that margin needs, so
    /// the answer may be "no" too often.
    pub(super) fn is_unchanged_at(&self, margin: f64, comparison: &Comparison) -> bool {
        let levels = Levels { margin, ..*self };
        comparison.effect().is_some_and(|effect| levels.is_unchanged(comparison, effect))
    }

    /// Applies two one-sided tests (Schuirmann 1987), by the interval at twice alpha. The printed table must not
    /// contradict them, so the medians and the estimated change must lie within the margin as well: if runs form two
    /// groups, the median may jump although few of them changed.
    fn is_within_margin(&self, comparison: &Comparison, effect: &Effect) -> bool {
        let (Some(sides), Some(shift)) = (comparison.sides(), effect.shift) else { return false };
        let matching = comparison.matching();
        let is_confirmed = matching.is_some_and(|m| m.confirmation == Some(Confirmation::Only));
        // The medians are of all values, but only the confirming blocks count.
        let center =
            if is_confirmed { sides.base_center } else { comparison.corrected_center(&sides) };
        let sides = Sides { center, ..sides };
        // The wider interval includes the narrower one.
        let interval = effect.equivalence_interval.unwrap_or(shift.interval);
        self.may_be_within_margin(&sides, &shift)
            && self.margin_of(shift.scale, sides.base_center).includes(&interval)
    }

    /// Returns whether the medians and the estimated change all lie within the margin.
    fn may_be_within_margin(&self, sides: &Sides, shift: &Shift) -> bool {
        let margin = self.margin_of(shift.scale, sides.base_center);
        let medians = shift.scale.of(sides.base_center, sides.center);
        margin.holds(medians) && margin.holds(shift.estimate)
    }

    /// Returns whether the interval at twice alpha decides, because it lies within the interval of the shift.
    fn needs_equivalence(&self, sides: &Sides, shift: &Shift) -> bool {
        let margin = self.margin_of(shift.scale, sides.base_center);
        self.may_be_within_margin(sides, shift) && !margin.includes(&shift.interval)
    }

    /// Returns the shifts within the margin.
    fn margin_of(&self, scale: ShiftScale, base: f64) -> Interval {
        Interval::of_margin(self.margin, scale, base)
    }

    /// Returns how many runs would be enough, for a comparison that is inconclusive or becomes so when p is adjusted.
    /// `spread` returns the spread of single runs.
    pub(super) fn power(
        &self,
        comparison: &Comparison,
        effect: &Effect,
        spread: impl FnOnce() -> Option<f64>,
    ) -> Option<Power> {
        let may_change = self.adjust != Adjustment::None && comparison.test().is_some();
        if comparison.outcome != Outcome::Inconclusive
            && (comparison.outcome == Outcome::Unchanged || !may_change)
        {
            return None;
        }
        let (sides, matching) = (comparison.sides()?, comparison.matching());
        let shift = effect.shift?;
        let power = self.power_at(self.alpha, sides, matching, shift, spread()?)?;
        // Only the medians lie outside the margin, and more runs need not change that.
        let is_settled = self.margin_of(shift.scale, sides.base_center).includes(&shift.interval);
        Some(Power { runs_needed: power.runs_needed.filter(|_| !is_settled), ..power })
    }

    /// Returns the power at a given level.
    pub(super) fn power_at(
        &self,
        alpha: f64,
        sides: Sides,
        matching: Option<&Matching>,
        shift: Shift,
        spread: f64,
    ) -> Option<Power> {
        let arrangement = arrangement(self.test, &sides, matching);
        let margin = self.margin_of(shift.scale, sides.base_center).hi;
        let shown = Shown { arrangement, spread, shift, margin };
        Some(Power {
            spread,
            runs_needed: more_runs_needed(&shown, &sides, alpha),
            min_detectable_effect: min_detectable_effect(
                spread,
                arrangement,
                shift.scale,
                alpha,
                shift.interval.error,
            ),
        })
    }
}

/// Returns whether a test is significant; without a p, all values are equal. Every difference is significant if alpha
/// is not a number, as in benchstat; so are equal values at alpha 1. Without the levels of an analysis, the last digits
/// of p decide as in benchstat, whose p of 0.1 is above a level of 0.1; with them, the outcome and the gate agree.
pub(super) fn is_significant(p: Option<f64>, alpha: f64, levels: Option<&Levels>) -> bool {
    let p = p.unwrap_or(1.0);
    levels.map_or(p <= alpha || alpha.is_nan(), |levels| levels.significant(p))
}

/// Returns how many runs on each side decide a comparison at another level than that of its outcome; without a known
/// spread, the fewest that this level allows.
pub(crate) fn runs_needed_at(
    level: f64,
    comparison: &Comparison,
    test: TestKind,
    margin: f64,
) -> Option<u32> {
    let (sides, shift) = (comparison.sides()?, comparison.effect()?.shift?);
    let arrangement = arrangement(test, &sides, comparison.matching());
    let spread = comparison.power().map_or(0.0, |power| power.spread);
    let margin = Interval::of_margin(margin, shift.scale, sides.base_center).hi;
    more_runs_needed(&Shown { arrangement, spread, shift, margin }, &sides, level)
}

/// Returns how many runs on each side decide a comparison. The present number was not enough this time, even if it is
/// enough in most cases.
fn more_runs_needed(shown: &Shown, sides: &Sides, alpha: f64) -> Option<u32> {
    runs_needed(shown, alpha).map(|runs| runs.max(sides.base_n.min(sides.n) + 1))
}

/// Returns how the runs of a comparison were compared.
fn arrangement(test: TestKind, sides: &Sides, matching: Option<&Matching>) -> Arrangement {
    let runs = [sides.base_n, sides.n];
    match matching {
        None if test == TestKind::U => Arrangement::Samples(runs),
        None => Arrangement::Means(runs),
        Some(Matching { test: PairTest::T | PairTest::LogT, pairs, .. }) => {
            Arrangement::PairedMeans(*pairs)
        }
        Some(Matching { test: PairTest::SignedRank | PairTest::Randomization, pairs, .. }) => {
            Arrangement::Pairs(*pairs)
        }
        Some(Matching { test: PairTest::VanElteren, pairs: blocks, least_p, .. }) => {
            Arrangement::Blocks { blocks: *blocks, runs, least_p: *least_p }
        }
    }
}

/// Returns the effect of samples with an infinite value: no shift has bounds.
pub(super) fn unbounded_effect(stochastic_order: Ordering) -> Effect {
    Effect {
        stochastic_order,
        shift: None,
        other: None,
        equivalence_interval: None,
        brunner_munzel_p: None,
        p_decides: false,
        power: None,
    }
}

/// Returns the effect of a change from one exact value to another.
pub(super) fn exact_effect(sides: &Sides) -> Effect {
    let (base, center) = (sides.base_center, sides.center);
    let (scale, estimate) = if 0.0 < base && 0.0 < center {
        (ShiftScale::Ratio, center / base)
    } else {
        (ShiftScale::Difference, center - base)
    };
    let interval = Interval { lo: estimate, hi: estimate, error: 0.0 };
    Effect {
        stochastic_order: center.total_cmp(&base),
        shift: Some(Shift { scale, estimate, interval }),
        other: None,
        equivalence_interval: Some(interval),
        brunner_munzel_p: None,
        p_decides: false,
        power: None,
    }
}
