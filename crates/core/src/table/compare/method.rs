//! The tests that a query can select: how values are summarized and compared.
//!
//! The one place that chooses between the tests: the pass over all cells and the comparisons within pairs use it. Takes
//! ascending values; gives summaries, p and effects. Must not know outcomes.

use super::levels::{Levels, unbounded_effect};
use super::means::{Change, Means};
use super::ranks::Ranks;
use crate::base::pace::Pace;
use crate::spec::TestKind;
use crate::stats::{self, Shift, Summary};
use crate::table::model::{Effect, Sides, Test, Warning};

/// A test with the buffers of one thread.
pub(super) enum TestMethod {
    Ranks(Box<Ranks>),
    /// The means, with the last change that was found, unless its p was known before.
    Means(Means, Option<Change>),
}

impl TestMethod {
    pub(super) fn new(test: TestKind, confidence: f64) -> TestMethod {
        match Means::of(test, confidence) {
            Some(means) => TestMethod::Means(means, None),
            None => TestMethod::Ranks(Box::new(Ranks::new(confidence))),
        }
    }

    /// Returns the summary of an ascending sample, with its warning.
    pub(super) fn summarize(&mut self, sorted: &[f64]) -> (Summary, Option<Warning>) {
        match self {
            TestMethod::Ranks(ranks) => ranks.summarize(sorted),
            TestMethod::Means(means, _) => means.summarize(sorted),
        }
    }

    /// Begins another comparison.
    pub(super) fn begin(&mut self) {
        match self {
            TestMethod::Ranks(ranks) => ranks.begin(),
            TestMethod::Means(_, change) => *change = None,
        }
    }

    /// Returns the p-value of independent runs; `None` if all values are equal.
    pub(super) fn p(&mut self, old: &[f64], new: &[f64]) -> Option<f64> {
        match self {
            TestMethod::Ranks(ranks) => ranks.p(old, new),
            TestMethod::Means(means, change) => change.insert(means.unpaired(old, new)).p(),
        }
    }

    /// Returns the exact p if [`p`](TestMethod::p) is an approximation although one side is small.
    pub(super) fn exact_p(&mut self, old: &[f64], new: &[f64]) -> Option<f64> {
        match self {
            TestMethod::Ranks(ranks) => ranks.exact_p(old, new),
            TestMethod::Means(..) => None,
        }
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
        match self {
            TestMethod::Ranks(ranks) => ranks.effect(sides, test, [old, new], levels, pace).await,
            TestMethod::Means(means, change) => {
                let change = change.get_or_insert_with(|| means.unpaired(old, new));
                let Some(shift) = change.shift(levels.alpha) else {
                    return (unbounded_effect(change.order()), None);
                };
                let equivalence = change.interval(2.0 * levels.alpha);
                (levels.effect(test, change.order(), shift, Some(equivalence)), Some(shift))
            }
        }
    }

    /// Returns the spread of single runs, on the scale of a change.
    pub(super) fn spread(&self, old: &[f64], new: &[f64], shift: &Shift) -> Option<f64> {
        match self {
            TestMethod::Ranks(_) => stats::spread(old, new, shift.scale, &shift.interval),
            TestMethod::Means(_, change) => change.and_then(|change| change.spread()),
        }
    }
}

/// Returns how many runs an interval needs, or `None` if more than 50.
pub(in crate::table) fn runs_for_interval(test: TestKind, confidence: f64) -> Option<u32> {
    match test {
        TestKind::U => stats::runs_for_interval(confidence),
        TestKind::T | TestKind::LogT => Some(2),
    }
}

/// Returns how many runs on each side a significant difference needs, or `None` if more than 10.
pub(in crate::table) fn runs_for_difference(test: TestKind, alpha: f64) -> Option<u32> {
    match test {
        TestKind::U => stats::runs_for_difference(alpha),
        TestKind::T | TestKind::LogT => Some(2),
    }
}
