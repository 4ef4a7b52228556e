//! The estimated difference between both sides of a comparison, and what more runs would show.

use std::cmp::Ordering;

use crate::stats::{Interval, Shift};

/// The estimated difference between the values of both sides.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Effect {
    /// Which side tends to be greater, by all pairs of values.
    #[serde(with = "crate::base::ordering")]
    pub stochastic_order: Ordering,
    /// The estimated change with its interval at the level of the report's alpha. `None` if a value is infinite.
    pub shift: Option<Shift>,
    /// The change of the other value of the blocks of a recording with several runs each: of the best runs if the
    /// medians [decided](super::Matching::deciding), of the medians if the best runs did. Both intervals hold at once.
    pub other: Option<Shift>,
    /// The interval at twice alpha, of both values if blocks have two. If it lies within the margin, it proves that
    /// nothing relevant changed, with each side at level alpha (two one-sided tests). `None` if a value is infinite, or
    /// if neither the plan nor the outcome needs it.
    pub equivalence_interval: Option<Interval>,
    /// The p of Brunner and Munzel's test, if this test finds no difference and p does: then the samples may differ
    /// only in their spread. Only for samples that are not paired.
    pub brunner_munzel_p: Option<f64>,
    /// Whether p is significant although the interval of the shift includes "no change". With ties, the test can reject
    /// "no change" but not the values around it. In that case, p decides.
    pub p_decides: bool,
    /// How many runs would be enough. Only for [`Outcome::Inconclusive`](super::Outcome::Inconclusive).
    pub power: Option<Power>,
}

impl Effect {
    /// Returns the changes of both values of blocks, if they have no change in common: then not all runs changed alike.
    pub(crate) fn apart(&self) -> Option<[Shift; 2]> {
        let (shift, other) = (self.shift?, self.other?);
        let (one, two) = (shift.interval, other.interval);
        (one.hi < two.lo || two.hi < one.lo).then_some([shift, other])
    }

    /// Returns whether one of both values of blocks rose and the other fell, so that neither side is better.
    pub(crate) fn is_mixed(&self) -> bool {
        self.apart().is_some_and(|[shift, other]| {
            let null = shift.scale.null();
            let (one, two) = (shift.interval, other.interval);
            one.hi < null && null < two.lo || two.hi < null && null < one.lo
        })
    }
}

/// The statistical power of an inconclusive comparison.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Power {
    /// The spread of single runs, on the scale of the shift.
    pub spread: f64,
    /// How many runs of each side decide the comparison in four of five cases, at the level that it needs among the
    /// others if p is adjusted. The estimate assumes that later runs have the same spread.
    /// It applies to new logs: adding runs because the first ones were not significant makes chance look like a change.
    pub runs_needed: Option<u32>,
    /// The smallest change that these runs would probably have shown: a ratio above 1 or a difference above 0.
    pub min_detectable_effect: Option<f64>,
}
