//! Unpaired runs, summarized by medians and compared by ranks.
//!
//! Takes ascending values; gives the median with its interval by order statistics, p by Mann and Whitney's U test, and
//! the change that inverts this test. Guarantees that p and the interval agree. Must not know outcomes.

use super::levels::{Levels, unbounded_effect};
use crate::base::pace::Pace;
use crate::stats::{
    MannWhitney, MedianInterval, Merged, Shift, Shifts, Summary, merged, stochastic_order,
};
use crate::table::model::{Effect, Sides, Test, Warning};

/// The buffers of one thread.
pub(super) struct Ranks {
    interval: MedianInterval,
    test: MannWhitney,
    shifts: Shifts,
    /// The result of merging both sides for the last test, if its p was not known before.
    merged: Option<Merged>,
}

impl Ranks {
    pub(super) fn new(confidence: f64) -> Ranks {
        Ranks {
            interval: MedianInterval::new(confidence),
            test: MannWhitney::default(),
            shifts: Shifts::default(),
            merged: None,
        }
    }

    /// Returns the summary of an ascending sample, with its warning.
    pub(super) fn summarize(&mut self, sorted: &[f64]) -> (Summary, Option<Warning>) {
        let summary = self.interval.summarize(sorted);
        // Values may be infinite themselves; benchstat does not distinguish these cases.
        let few = summary.lo.is_infinite() || summary.hi.is_infinite();
        (summary, few.then_some(Warning::FewRunsForInterval))
    }

    /// Begins another comparison.
    pub(super) fn begin(&mut self) {
        self.merged = None;
    }

    /// Returns the p-value; `None` if all values are equal.
    pub(super) fn p(&mut self, old: &[f64], new: &[f64]) -> Option<f64> {
        self.merged.insert(merged(&mut self.test, old, new)).p
    }

    /// Returns the exact p if [`p`](Ranks::p) is an approximation although one side is small. If one run is ten times
    /// slower than sixty others, the approximation gives p = 0.094, but the run is the slowest of 61 by chance in two
    /// of 61 cases.
    pub(super) fn exact_p(&mut self, old: &[f64], new: &[f64]) -> Option<f64> {
        self.test.exact_p(old, new).ok()
    }

    /// Returns the effect, and the change as it was estimated.
    pub(super) async fn effect(
        &mut self,
        sides: &Sides,
        test: Option<Test>,
        [old, new]: [&[f64]; 2],
        levels: &Levels,
        pace: &Pace,
    ) -> (Effect, Option<Shift>) {
        let merged = self.merged.as_ref();
        let order = || merged.map_or_else(|| stochastic_order(old, new), |merged| merged.order);
        let Some(mut pairs) = self.shifts.pairs(old, new) else {
            return (unbounded_effect(order()), None);
        };
        let (shift, equivalence) = levels.shift(sides, &mut pairs, &mut self.test, pace).await;
        let effect = levels.effect(test, order(), shift, equivalence);
        let twice_u = merged.and_then(|merged| merged.twice_u);
        let brunner_munzel_p = levels.brunner_munzel_p(test, [old, new], twice_u);
        let effect = Effect { brunner_munzel_p, ..effect };
        (effect, Some(shift))
    }
}
