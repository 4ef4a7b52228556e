//! A comparison: one column of a row against its baseline, as numbers.
//!
//! Takes nothing; these are the types that [`Row`](super::Row) holds and every output reads. A number that
//! does not exist is `None`. Must not know how a number is printed.

use std::cmp::Ordering;

use serde::Serialize;

use super::Warning;
use crate::stats::{Interval, Shift};
use crate::unit::Direction;

/// A column of a row against its baseline. One of the two sides may be missing.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Comparison {
    /// The place of the column in [`Table::columns`](super::Table::columns).
    pub column: u32,
    /// The place of its baseline in the same list.
    pub base: u32,
    /// The outcome: by the analysis if the query asked for one, or else by significance alone.
    pub outcome: Outcome,
    /// The numbers of both sides; nothing where one is missing.
    pub sides: Option<Sides>,
    /// The significance test; nothing where there was nothing to test: a side is missing, all
    /// values are equal, or the values are exact.
    pub test: Option<Test>,
    /// How the runs of both sides were paired, if they were.
    pub matching: Option<Matching>,
    /// By how much the values differ. Only with an analysis, where both sides are there and comparable.
    pub effect: Option<Box<Effect>>,
}

/// The numbers of both sides of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Sides {
    /// How many values of the baseline are compared: in pairs, as many as there are pairs.
    pub base_n: u32,
    /// How many values of the new side are compared.
    pub n: u32,
    /// The centre of the baseline.
    pub base_center: f64,
    /// The centre of the new side.
    pub center: f64,
    /// Whether a difference of the centres counts: p is at most alpha before adjustment, or the values
    /// are exact.
    pub significant: bool,
    /// A warning about the comparison.
    pub warning: Option<Warning>,
}

/// How the runs of both sides were paired, and what tests them.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Matching {
    /// The test.
    pub test: PairTest,
    /// Whether the new values of the pairs tend to be the greater ones.
    #[serde(with = "crate::base::ordering")]
    pub order: Ordering,
    /// How many pairs there are, or blocks; none if nothing could be paired.
    pub pairs: u32,
    /// How many runs of the baseline and of the new side have no partner.
    pub left_out: [u32; 2],
    /// How many runs of the baseline and of the new side the pairs are medians of: blocks of a recording that have
    /// several count as one value each. Nothing where each pair is of two runs.
    pub medians_of: Option<[u32; 2]>,
    /// How many runs of either side have the key by which they are paired.
    pub(super) keyed: [u32; 2],
    /// By how much the control rows moved, as the median over pairs or blocks of new/old, if they correct this
    /// comparison: the test and the effect are without it.
    pub control: Option<f64>,
    /// The least p that so many pairs can have.
    pub(crate) least_p: f64,
    /// The looks of the recording, if p and intervals allow for them.
    pub looks: Option<Looks>,
}

/// The looks of a recording that may stop early: at each it may find a change that is none.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Looks {
    /// How many there were up to these blocks, with this one.
    pub used: u32,
    /// How many blocks the recording has at most.
    pub most: u32,
    /// The p of the test alone. 1 where there was nothing to test.
    pub p: f64,
}

/// A test of pairs or blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum PairTest {
    /// Wilcoxon's signed rank test on pairs.
    SignedRank,
    /// Van Elteren's test on blocks with several runs.
    VanElteren,
}

impl PairTest {
    /// Its name for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PairTest::SignedRank => "signed-rank",
            PairTest::VanElteren => "van-elteren",
        }
    }
}

impl Matching {
    /// Nothing could be paired.
    pub(super) fn refused(sizes: [u32; 2], keyed: [u32; 2]) -> Matching {
        let (test, order) = (PairTest::SignedRank, Ordering::Equal);
        Matching {
            test,
            order,
            pairs: 0,
            left_out: sizes,
            medians_of: None,
            keyed,
            control: None,
            least_p: 1.0,
            looks: None,
        }
    }
}

/// The result of a significance test.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Test {
    /// How often two samples of independent runs of one distribution would differ at least this much. By all
    /// [looks](Looks), if there are any.
    pub p: f64,
    /// The same, adjusted for the number of comparisons; `p` itself where nothing is adjusted.
    pub adjusted_p: f64,
    /// Whether `p` is at most the report's alpha, before adjustment.
    pub significant: bool,
}

/// By how much the values of both sides differ.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Effect {
    /// Which side tends to be greater, by all pairs of values.
    #[serde(with = "crate::base::ordering")]
    pub stochastic_order: Ordering,
    /// The typical change with its interval at the level of the report's alpha. Nothing where a
    /// value is infinite.
    pub shift: Option<Shift>,
    /// The interval at twice alpha. Within the margin, it proves that nothing changed that matters,
    /// each side at level alpha (two one-sided tests). Nothing where a value is infinite, and where
    /// neither the plan nor the outcome needs it.
    pub equivalence_interval: Option<Interval>,
    /// The p of Brunner and Munzel's test where it finds no difference and p does: then the samples may
    /// differ in their scatter alone. Only of samples that are not paired.
    pub brunner_munzel_p: Option<f64>,
    /// Whether p is significant although the interval of the shift includes "no change". Ties can
    /// make the test reject exactly that and not its neighbours. p decides.
    pub p_decides: bool,
    /// How many runs would be enough. Only for [`Outcome::Inconclusive`].
    pub power: Option<Power>,
}

/// The statistical power of an inconclusive comparison.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Power {
    /// The spread of single runs, on the scale of the shift.
    pub spread: f64,
    /// How many runs of each side resolve a change as large as the margin, in four of five cases, at the
    /// level that this comparison needs among the others if p is adjusted. The estimate assumes that
    /// later runs have the same spread. It is for logs that are recorded afresh: runs that are added
    /// because the first ones were not significant make chance look like a change.
    pub runs_needed: Option<u32>,
    /// The smallest change that these runs would probably have shown: a ratio above 1 or a
    /// difference above 0.
    pub min_detectable_effect: Option<f64>,
}

/// How a centre differs from its baseline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Delta {
    /// Not significantly.
    Insignificant,
    /// The centres are the same.
    Equal,
    /// The baseline is zero: no ratio exists.
    FromZero,
    /// new/old.
    Ratio(f64),
}

impl Sides {
    /// How the centres differ, if the difference is significant.
    #[must_use]
    pub fn delta(&self) -> Delta {
        match (self.base_center, self.center) {
            _ if !self.significant => Delta::Insignificant,
            (base, center) if base == center => Delta::Equal,
            (0.0, _) => Delta::FromZero,
            (base, center) => Delta::Ratio(center / base),
        }
    }

    /// new/old of the centres, significant or not; nothing from zero, and nothing where a centre is not
    /// finite.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        let is_finite = self.base_center.is_finite() && self.center.is_finite();
        self.plain_ratio().filter(|_| is_finite)
    }

    /// Whether a side has one value only, so that nothing can be tested.
    pub(crate) fn is_of_one(&self) -> bool {
        self.base_n.min(self.n) == 1
    }

    /// The same as arithmetic has it: minus 100 % from infinity.
    pub(super) fn plain_ratio(&self) -> Option<f64> {
        match (self.base_center, self.center) {
            (base, center) if base == center => Some(1.0),
            (0.0, _) => None,
            (base, center) => Some(center / base),
        }
    }
}

impl Comparison {
    /// A comparison of which one side is missing.
    pub(super) fn one_sided(column: u32, base: u32, outcome: Outcome) -> Comparison {
        Comparison { column, base, outcome, sides: None, test: None, matching: None, effect: None }
    }

    /// How many runs would be enough. Only with an analysis, for [`Outcome::Inconclusive`].
    #[must_use]
    pub fn power(&self) -> Option<Power> {
        self.effect.as_ref()?.power
    }

    /// Whether the centres differ significantly: p is at most alpha before adjustment, or the values
    /// are exact.
    #[must_use]
    pub fn is_significant(&self) -> bool {
        let delta = self.sides.as_ref().map(Sides::delta);
        matches!(delta, Some(Delta::FromZero | Delta::Ratio(_)))
    }

    /// Whether runs could not be paired, so that nothing was tested and nothing can be said.
    pub(crate) fn is_refused(&self) -> bool {
        self.sides.and_then(|sides| sides.warning).is_some_and(Warning::is_refusal)
    }

    /// Whether p allows for several looks.
    pub(crate) fn has_looks(&self) -> bool {
        self.matching.is_some_and(|matching| matching.looks.is_some())
    }

    /// Whether blocks with several runs were compared.
    pub(crate) fn has_blocks(&self) -> bool {
        self.matching.is_some_and(|matching| matching.test == PairTest::VanElteren)
    }

    /// Whether pairs were compared.
    pub(crate) fn has_pairs(&self) -> bool {
        self.matching.is_some_and(|matching| matching.test == PairTest::SignedRank)
    }

    /// Whether all values of both sides are equal.
    pub(crate) fn is_all_equal(&self) -> bool {
        self.sides.is_some_and(|sides| match sides.warning {
            Some(warning) if warning.is_equality() => true,
            _ => self.is_exact() && sides.base_center == sides.center,
        })
    }

    /// Whether it is a control row, and so has no verdict.
    pub(crate) fn is_control(&self) -> bool {
        self.outcome == Outcome::Control
    }

    /// Whether what control rows moved by is taken out of it.
    pub(super) fn is_corrected(&self) -> bool {
        let control = self.matching.and_then(|matching| matching.control);
        control.is_some()
    }

    /// The new centre without what control rows moved by.
    pub(super) fn corrected_center(&self, sides: &Sides) -> f64 {
        let control = self.matching.and_then(|matching| matching.control);
        sides.center / control.unwrap_or(1.0)
    }

    /// Whether both sides are there and their values are exact, so that nothing was tested.
    pub(crate) fn is_exact(&self) -> bool {
        let is_testable = |warning: Warning| warning.is_equality() || warning.is_refusal();
        let tested = |sides: &Sides| self.test.is_some() || sides.warning.is_some_and(is_testable);
        !self.is_control() && self.sides.is_some_and(|sides| !tested(&sides))
    }

    /// The p-value that tables show: 1 where all values are equal, nothing for exact values.
    #[must_use]
    pub fn shown_p(&self) -> Option<f64> {
        let warning = self.sides.and_then(|sides| sides.warning);
        let all_equal = warning.is_some_and(Warning::is_equality);
        self.test.map(|test| test.p).or(all_equal.then_some(1.0))
    }

    /// The outcome without an analysis: by the significance of the difference of the centres alone.
    pub(crate) fn outcome_by_p(&self, direction: Option<Direction>) -> Outcome {
        if self.is_control() {
            return self.outcome;
        }
        let Some(sides) = &self.sides else { return self.outcome };
        // Centres are those of all runs, also of those without a partner: pairs can say otherwise.
        let (delta, order) = match self.matching {
            Some(matching) if sides.significant => {
                (Delta::Ratio(1.0), Some(matching.order).filter(|_| self.test.is_some()))
            }
            _ => (sides.delta(), sides.center.partial_cmp(&sides.base_center)),
        };
        match (delta, order, direction) {
            (Delta::Insignificant | Delta::Equal, ..) | (_, None | Some(Ordering::Equal), _) => {
                if self.is_all_equal() {
                    Outcome::Unchanged
                } else {
                    Outcome::Inconclusive
                }
            }
            (_, Some(_), None) => Outcome::Changed,
            (_, Some(order), Some(direction)) => match (direction, order.is_lt()) {
                (Direction::Lower, true) | (Direction::Higher, false) => Outcome::Improved,
                _ => Outcome::Regressed,
            },
        }
    }
}

/// The outcome of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Outcome {
    /// Significantly worse.
    Regressed,
    /// Significantly better.
    Improved,
    /// Significantly different; which way is better is not known.
    Changed,
    /// The interval at twice alpha lies within the margin, or exact values are equal.
    Unchanged,
    /// Neither a change nor its absence is proven.
    Inconclusive,
    /// Only the new side exists.
    New,
    /// Only the baseline exists.
    Missing,
    /// It has no verdict: its code is said to be the same, and what it moved by is taken out of the others.
    Control,
}

impl Outcome {
    /// All outcomes, the worst first.
    pub const ALL: [Outcome; 8] = [
        Outcome::Regressed,
        Outcome::Missing,
        Outcome::Changed,
        Outcome::Inconclusive,
        Outcome::New,
        Outcome::Improved,
        Outcome::Unchanged,
        Outcome::Control,
    ];

    /// The outcome in one word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Regressed => "regressed",
            Outcome::Improved => "improved",
            Outcome::Changed => "changed",
            Outcome::Unchanged => "unchanged",
            Outcome::Inconclusive => "inconclusive",
            Outcome::New => "new",
            Outcome::Missing => "missing",
            Outcome::Control => "control",
        }
    }
}

/// How many comparisons have each outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Counts {
    /// [`Outcome::Regressed`]
    pub regressed: u32,
    /// [`Outcome::Improved`]
    pub improved: u32,
    /// [`Outcome::Changed`]
    pub changed: u32,
    /// [`Outcome::Unchanged`]
    pub unchanged: u32,
    /// [`Outcome::Inconclusive`]
    pub inconclusive: u32,
    /// [`Outcome::New`]
    pub new: u32,
    /// [`Outcome::Missing`]
    pub missing: u32,
    /// [`Outcome::Control`]
    #[serde(skip_serializing_if = "is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<u32>"))]
    pub control: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_none(count: &u32) -> bool {
    *count == 0
}

impl Counts {
    /// How many have this outcome.
    #[must_use]
    pub fn of(&self, outcome: Outcome) -> u32 {
        let mut counts = *self;
        *counts.place(outcome)
    }

    /// How many there are.
    #[must_use]
    pub fn total(&self) -> u32 {
        Outcome::ALL.into_iter().map(|outcome| self.of(outcome)).sum()
    }

    fn place(&mut self, outcome: Outcome) -> &mut u32 {
        match outcome {
            Outcome::Regressed => &mut self.regressed,
            Outcome::Improved => &mut self.improved,
            Outcome::Changed => &mut self.changed,
            Outcome::Unchanged => &mut self.unchanged,
            Outcome::Inconclusive => &mut self.inconclusive,
            Outcome::New => &mut self.new,
            Outcome::Missing => &mut self.missing,
            Outcome::Control => &mut self.control,
        }
    }
}

impl FromIterator<Outcome> for Counts {
    fn from_iter<I: IntoIterator<Item = Outcome>>(outcomes: I) -> Self {
        let mut counts = Counts::default();
        outcomes.into_iter().for_each(|outcome| *counts.place(outcome) += 1);
        counts
    }
}

/// Two lists of comparisons, each by column, as one.
pub(super) fn by_column(found: Vec<Comparison>, missing: Vec<Comparison>) -> Vec<Comparison> {
    if missing.is_empty() {
        return found;
    }
    let mut all = Vec::with_capacity(found.len() + missing.len());
    let mut missing = missing.into_iter().peekable();
    for comparison in found {
        while let Some(before) = missing.next_if(|before| before.column < comparison.column) {
            all.push(before);
        }
        all.push(comparison);
    }
    all.extend(missing);
    all
}
