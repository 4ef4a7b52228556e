//! A comparison: one column of a row against its baseline, as numbers.
//!
//! Takes nothing: these are the types that [`Row`](super::Row) contains and every output reads. A number that does not
//! exist is `None`. Must not know how a number is printed.

use std::cmp::Ordering;

use super::comparison_warning::{ComparisonWarning, Refusal};
use super::effect::{Effect, Power};
use super::outcome::Outcome;
use crate::stats::{BlockValue, Deciding, Shift};
use crate::unit::Direction;

/// A column of a row against its baseline.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Comparison {
    /// The index of the column in [`Table::columns`](super::Table::columns).
    pub column: u32,
    /// The index of its baseline in the same list.
    pub base: u32,
    /// The outcome: from the analysis if the query asked for one, otherwise from significance.
    pub outcome: Outcome,
    /// Whether its runs are sequential, so that the machine can hide a change where the outcome does not show one.
    pub(crate) is_sequential: bool,
    /// The sides that were compared, and the findings.
    pub state: State,
}

/// The sides that were compared, and the findings.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum State {
    /// Only the new side exists.
    New,
    /// Only the baseline exists.
    Missing,
    /// A control benchmark: its code is assumed to be the same, so it has no verdict.
    Control(Sides),
    /// The runs of both sides could not be paired, so nothing was tested.
    Refused {
        /// The numbers of both sides.
        sides: Sides,
        /// The reason.
        refusal: Refusal,
        /// How many runs could not be paired.
        matching: Box<Matching>,
    },
    /// Both sides were compared.
    Compared(BothSides),
}

/// A comparison of two sides.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct BothSides {
    /// The numbers of both sides.
    pub sides: Sides,
    /// How they were compared.
    pub method: Method,
    /// The result of the test.
    pub tested: Tested,
    /// The estimated difference between the values. Only with an analysis.
    pub effect: Option<Box<Effect>>,
}

/// How two sides are compared.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum Method {
    /// The runs of both sides are independent, or their values are exact.
    Unpaired,
    /// The runs of both sides are compared within pairs or blocks.
    Paired(Box<Matching>),
}

/// The result of a test.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum Tested {
    /// The values are exact (`assume=exact`), so no test is needed: any difference is a change.
    Exact,
    /// All values of both sides are equal, so there was nothing to test.
    AllEqual {
        /// Whether a p of 1 is at most alpha.
        significant: bool,
    },
    /// In each pair or block all values are equal, so there was nothing to test.
    AllPairsEqual {
        /// Whether a p of 1 is at most alpha.
        significant: bool,
    },
    /// A center is not a number, because a value has no logarithm, so there was nothing to test.
    Undefined,
    /// The result of a test.
    P(Test),
}

/// The numbers of both sides of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Sides {
    /// How many values of the baseline are compared; in a paired comparison, the number of pairs.
    pub base_n: u32,
    /// How many values of the new side are compared.
    pub n: u32,
    /// The center of the baseline.
    pub base_center: f64,
    /// The center of the new side.
    pub center: f64,
}

/// How the runs of both sides were paired, and which test compares them.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Matching {
    /// The test.
    pub test: PairTest,
    /// Whether the new values of the pairs tend to be greater.
    #[serde(with = "crate::base::ordering")]
    pub order: Ordering,
    /// The number of pairs or blocks; 0 if no runs could be paired.
    pub pairs: u32,
    /// How many runs of the baseline and of the new side have no partner.
    pub left_out: [u32; 2],
    /// How many runs of the baseline and of the new side the pairs are medians of, because a block of a recording
    /// counts as one value even if it has several runs. `None` if each pair consists of two runs.
    pub medians_of: Option<[u32; 2]>,
    /// Which values of the blocks the centers of both sides come from, if they do not come from all runs.
    pub centers_of: Option<BlockValue>,
    /// The centers of the medians of both sides, if the centers come from the best runs.
    pub(crate) medians: Option<[f64; 2]>,
    /// How many blocks the pairs come from, if blocks that use one build count as one pair.
    pub blocks: Option<u32>,
    /// Which blocks count, if the row exceeded the limit of a gate and was measured again.
    pub confirmation: Option<Confirmation>,
    /// How many runs of either side have the key by which they are paired.
    pub(crate) keyed: [u32; 2],
    /// The movement of the control benchmarks, as the median of new/old over pairs or blocks, if they correct this
    /// comparison: the test and the effect exclude it.
    pub control: Option<f64>,
    /// The least possible p for this number of pairs.
    pub(crate) least_p: f64,
    /// The statistic that decided, if the test uses several.
    pub deciding: Option<Deciding>,
    /// The interim checks of the recording, if p and intervals allow for them.
    pub looks: Option<Looks>,
}

/// Which blocks of a row count after it exceeded the limit of a gate and was measured again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Confirmation {
    /// Only the confirming blocks. The row was measured again because of its change in the blocks before, so these
    /// exaggerate the change.
    Only,
    /// Only the blocks before, because some confirming blocks are missing.
    Incomplete,
}

/// The interim checks of a recording that may stop early. Each of them may find a change by chance.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Looks {
    /// The number of checks so far, including this one.
    pub used: u32,
    /// How many blocks the recording has at most.
    pub most: u32,
    /// The p of the test without regard to the checks. 1 where there was nothing to test.
    pub p: f64,
}

/// A test of pairs or blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum PairTest {
    /// Wilcoxon's signed rank test on pairs.
    SignedRank,
    /// A randomization test on the blocks of a recording, whose order was drawn.
    Randomization,
    /// Van Elteren's test on blocks with several runs.
    VanElteren,
    /// Student's t-test on the differences of pairs.
    T,
    /// Student's t-test on the differences of logarithms of pairs.
    LogT,
}

impl PairTest {
    /// Returns its name in machine-readable output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PairTest::SignedRank => "signed-rank",
            PairTest::Randomization => "randomization",
            PairTest::VanElteren => "van-elteren",
            PairTest::T => "paired-t",
            PairTest::LogT => "paired-log-t",
        }
    }
}

impl Matching {
    /// Returns a matching without any pairs.
    pub(in crate::table) fn refused(sizes: [u32; 2], keyed: [u32; 2]) -> Matching {
        let (test, order) = (PairTest::SignedRank, Ordering::Equal);
        Matching {
            test,
            order,
            pairs: 0,
            left_out: sizes,
            medians_of: None,
            centers_of: None,
            medians: None,
            blocks: None,
            confirmation: None,
            keyed,
            control: None,
            least_p: 1.0,
            deciding: None,
            looks: None,
        }
    }
}

/// The result of a significance test.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Test {
    /// The probability that two samples of independent runs of one distribution differ at least this much, over all
    /// [looks](Looks) if there are any.
    pub p: f64,
    /// The normal approximation of `p`, where it is known and differs, because one side is small and the other large.
    /// Tables without outcomes show it.
    pub(crate) approximate_p: Option<f64>,
    /// The same probability, adjusted for the number of comparisons; equal to `p` if nothing is adjusted.
    pub adjusted_p: f64,
    /// Whether `p` is at most the report's alpha, before adjustment.
    pub significant: bool,
    /// Whether there are too few values for any difference to be significant.
    pub(crate) has_too_few: bool,
}

impl Test {
    /// Returns the p that tables without outcomes show.
    pub(crate) fn approximate_p(self) -> f64 {
        self.approximate_p.unwrap_or(self.p)
    }
}

/// The difference between a center and its baseline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Delta {
    /// The difference is not significant.
    Insignificant,
    /// A center is not a number.
    Undefined,
    /// The centers are equal.
    Equal,
    /// The baseline is zero, so no ratio exists.
    FromZero,
    /// The ratio new/old.
    Ratio(f64),
}

impl Sides {
    /// Returns new/old of the centers, significant or not; `None` if the baseline is zero or a center is not finite.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        let is_finite = self.base_center.is_finite() && self.center.is_finite();
        self.plain_ratio().filter(|_| is_finite)
    }

    /// Returns whether a side has only one value, so that nothing can be tested.
    pub(crate) fn is_of_one(&self) -> bool {
        self.base_n.min(self.n) == 1
    }

    /// Returns whether a center is not a number.
    pub(in crate::table) fn is_undefined(&self) -> bool {
        self.base_center.is_nan() || self.center.is_nan()
    }

    /// Returns the ratio by plain arithmetic: -100% from infinity.
    pub(in crate::table) fn plain_ratio(&self) -> Option<f64> {
        match (self.base_center, self.center) {
            (base, center) if base == center => Some(1.0),
            (0.0, _) => None,
            (base, center) => Some(center / base),
        }
    }
}

impl Comparison {
    /// Returns a comparison of which one side is missing.
    pub(in crate::table) fn one_sided(column: u32, base: u32, state: State) -> Comparison {
        let outcome = if state == State::New { Outcome::New } else { Outcome::Missing };
        Comparison { column, base, outcome, is_sequential: false, state }
    }

    /// Returns a comparison without a test: a control benchmark, or runs that could not be paired.
    pub(in crate::table) fn untested(column: u32, base: u32, state: State) -> Comparison {
        let is_control = matches!(state, State::Control(_));
        let outcome = if is_control { Outcome::Control } else { Outcome::Inconclusive };
        Comparison { column, base, outcome, is_sequential: false, state }
    }

    /// Returns a comparison of both sides, with its outcome by p.
    pub(in crate::table) fn compared(
        column: u32,
        base: u32,
        both: BothSides,
        direction: Option<Direction>,
    ) -> Comparison {
        let outcome = both.outcome_by_p(direction);
        Comparison { column, base, outcome, is_sequential: false, state: State::Compared(both) }
    }

    /// Returns the numbers of both sides; `None` if one is missing.
    #[must_use]
    pub fn sides(&self) -> Option<Sides> {
        match &self.state {
            State::New | State::Missing => None,
            State::Control(sides) | State::Refused { sides, .. } => Some(*sides),
            State::Compared(both) => Some(both.sides),
        }
    }

    /// Returns the numbers of both sides with the centers of the medians, even if the cells show best runs.
    pub(crate) fn sides_of_medians(&self) -> Option<Sides> {
        let sides = self.sides()?;
        let medians = self.matching().and_then(|matching| matching.medians);
        let [base_center, center] = medians.unwrap_or([sides.base_center, sides.center]);
        Some(Sides { base_center, center, ..sides })
    }

    /// Returns both sides with the findings; `None` if they were not compared.
    fn both(&self) -> Option<&BothSides> {
        match &self.state {
            State::Compared(both) => Some(both),
            State::New | State::Missing | State::Control(_) | State::Refused { .. } => None,
        }
    }

    /// Returns the significance test; `None` if there was nothing to test because a side is missing, all values are
    /// equal or exact, or a value has no logarithm.
    #[must_use]
    pub fn test(&self) -> Option<Test> {
        match self.both()?.tested {
            Tested::P(test) => Some(test),
            Tested::Exact
            | Tested::AllEqual { .. }
            | Tested::AllPairsEqual { .. }
            | Tested::Undefined => None,
        }
    }

    /// Returns how the runs of both sides were paired, if the query asked for pairs.
    #[must_use]
    pub fn matching(&self) -> Option<&Matching> {
        match &self.state {
            State::Refused { matching, .. } => Some(matching),
            State::Compared(BothSides { method: Method::Paired(matching), .. }) => Some(matching),
            State::Compared(_) | State::New | State::Missing | State::Control(_) => None,
        }
    }

    /// Returns the estimated difference between the values. Only with an analysis, for two comparable sides.
    #[must_use]
    pub fn effect(&self) -> Option<&Effect> {
        self.both()?.effect.as_deref()
    }

    /// Returns the estimated change with its interval. On the scale [`Ratio`](crate::stats::ShiftScale::Ratio), the
    /// numbers are fractions of the baseline: 0.05 is 5% more. Otherwise they are differences in the unit of the table,
    /// because a value is zero or negative. `None` if a side is missing, a value is infinite, or the query has no
    /// analysis.
    ///
    /// ```
    /// use benchlens_core::{Input, Query, Store, run};
    ///
    /// let [old, new] = [20, 10].map(|bytes| format!("BenchmarkA 1 {bytes} B/op\n").repeat(10));
    /// let store = Store::read([Input::new("old", &old), Input::new("new", &new)]);
    /// let report = run(&store, &Query::default())?.into_report();
    /// let change = report.comparisons().next().and_then(|compared| compared.comparison.change());
    /// assert_eq!(change.map(|change| (change.estimate, change.interval.lo)), Some((-0.5, -0.5)));
    /// # Ok::<(), benchlens_core::Error>(())
    /// ```
    #[must_use]
    pub fn change(&self) -> Option<Shift> {
        Some(self.effect()?.shift?.relative())
    }

    /// Adds an effect, if both sides were compared.
    pub(in crate::table) fn set_effect(&mut self, effect: Effect) {
        if let State::Compared(both) = &mut self.state {
            both.effect = Some(Box::new(effect));
        }
    }

    /// Replaces the center of the baseline and of the new side, if both exist.
    pub(in crate::table) fn set_centers(&mut self, [base, new]: [f64; 2]) {
        match &mut self.state {
            State::New | State::Missing => {}
            State::Control(sides)
            | State::Refused { sides, .. }
            | State::Compared(BothSides { sides, .. }) => {
                (sides.base_center, sides.center) = (base, new);
            }
        }
    }

    /// Says which values of the blocks the centers come from, with the centers of the medians.
    pub(in crate::table) fn set_centers_of(&mut self, of: BlockValue, medians: [f64; 2]) {
        if let State::Compared(BothSides { method: Method::Paired(matching), .. }) = &mut self.state
        {
            matching.centers_of = Some(of);
            matching.medians = (of == BlockValue::Best).then_some(medians);
        }
    }

    /// Replaces an outcome that the machine can have caused, or marks one that hides what the machine did. More runs in
    /// the same order do not help then.
    pub(in crate::table) fn mark_sequential(&mut self) {
        if [Outcome::Regressed, Outcome::Improved, Outcome::Changed].contains(&self.outcome) {
            self.outcome = Outcome::Differs;
        } else {
            self.is_sequential = true;
        }
        if let State::Compared(BothSides { effect: Some(effect), .. }) = &mut self.state
            && let Some(power) = &mut effect.power
        {
            power.runs_needed = None;
        }
    }

    /// Returns the significance test, to adjust its p.
    pub(in crate::table) fn test_mut(&mut self) -> Option<&mut Test> {
        let State::Compared(BothSides { tested: Tested::P(test), .. }) = &mut self.state else {
            return None;
        };
        Some(test)
    }

    /// Returns the warning about the comparison.
    #[must_use]
    pub fn warning(&self) -> Option<ComparisonWarning> {
        let both = match &self.state {
            State::New | State::Missing | State::Control(_) => return None,
            State::Refused { refusal, .. } => return Some(ComparisonWarning::Refused(*refusal)),
            State::Compared(both) => both,
        };
        match (both.tested, &both.method) {
            (Tested::Exact | Tested::Undefined, _) => None,
            (Tested::P(Test { has_too_few: false, .. }), _) => {
                let apart = both.effect.as_ref().and_then(|effect| effect.apart());
                let sequential = self.is_sequential.then_some(ComparisonWarning::Sequential);
                apart.map(|_| ComparisonWarning::SomeRunsChanged).or(sequential)
            }
            (Tested::AllEqual { .. }, _) => Some(ComparisonWarning::AllEqual),
            (Tested::AllPairsEqual { .. }, _) => Some(ComparisonWarning::AllPairsEqual),
            (Tested::P(_), Method::Paired(_)) => Some(ComparisonWarning::FewPairsForDifference),
            (Tested::P(_), Method::Unpaired) => Some(ComparisonWarning::FewRunsForDifference),
        }
    }

    /// Returns how many runs would be enough. Only with an analysis, for [`Outcome::Inconclusive`].
    #[must_use]
    pub fn power(&self) -> Option<Power> {
        self.effect()?.power
    }

    /// Returns whether the centers differ significantly: p is at most alpha before adjustment, or the values are exact.
    #[must_use]
    pub fn is_significant(&self) -> bool {
        matches!(self.delta(), Some(Delta::FromZero | Delta::Ratio(_)))
    }

    /// Returns how the centers differ, if the difference is significant; `None` if a side is missing.
    #[must_use]
    pub fn delta(&self) -> Option<Delta> {
        match &self.state {
            State::New | State::Missing => None,
            State::Control(_) | State::Refused { .. } => Some(Delta::Insignificant),
            State::Compared(both) => Some(both.delta()),
        }
    }

    /// Returns whether runs could not be paired, so that there is no test and no outcome.
    pub(crate) fn is_refused(&self) -> bool {
        matches!(self.state, State::Refused { .. })
    }

    /// Returns whether p allows for several interim checks.
    pub(crate) fn has_looks(&self) -> bool {
        self.matching().is_some_and(|matching| matching.looks.is_some())
    }

    /// Returns whether blocks with several runs were compared.
    pub(crate) fn has_blocks(&self) -> bool {
        self.matching().is_some_and(|matching| matching.test == PairTest::VanElteren)
    }

    /// Returns whether pairs were compared.
    pub(crate) fn has_pairs(&self) -> bool {
        self.matching().is_some_and(|matching| matching.test != PairTest::VanElteren)
    }

    /// Returns whether all values of both sides are equal.
    pub(crate) fn is_all_equal(&self) -> bool {
        self.both().is_some_and(|both| match both.tested {
            Tested::AllEqual { .. } | Tested::AllPairsEqual { .. } => true,
            Tested::Exact => both.sides.base_center == both.sides.center,
            Tested::Undefined | Tested::P(_) => false,
        })
    }

    /// Returns whether it is a control benchmark, and so has no verdict.
    pub(crate) fn is_control(&self) -> bool {
        matches!(self.state, State::Control(_))
    }

    /// Returns the movement of the control benchmarks, if it is removed from this comparison.
    fn control(&self) -> Option<f64> {
        self.matching()?.control
    }

    /// Returns whether the movement of the control benchmarks is removed from this comparison.
    pub(crate) fn is_corrected(&self) -> bool {
        self.control().is_some()
    }

    /// Returns the new center without the movement of the control benchmarks.
    pub(in crate::table) fn corrected_center(&self, sides: &Sides) -> f64 {
        sides.center / self.control().unwrap_or(1.0)
    }

    /// Returns whether both sides exist and their values are exact, so that nothing was tested.
    pub(crate) fn is_exact(&self) -> bool {
        self.both().is_some_and(|both| both.tested == Tested::Exact)
    }

    /// Returns the p-value that every output shows: 1 if all values are equal, `None` if a value is exact or has no
    /// logarithm.
    #[must_use]
    pub fn shown_p(&self) -> Option<f64> {
        match self.both()?.tested {
            Tested::Exact | Tested::Undefined => None,
            Tested::AllEqual { .. } | Tested::AllPairsEqual { .. } => Some(1.0),
            Tested::P(test) => Some(test.p),
        }
    }
}

impl BothSides {
    pub(super) fn delta(&self) -> Delta {
        let is_significant = match self.tested {
            Tested::Exact => true,
            Tested::Undefined => return Delta::Undefined,
            Tested::AllEqual { significant } | Tested::AllPairsEqual { significant } => significant,
            Tested::P(test) => test.significant,
        };
        match (self.sides.base_center, self.sides.center) {
            _ if !is_significant => Delta::Insignificant,
            (base, center) if base == center => Delta::Equal,
            (0.0, _) => Delta::FromZero,
            (base, center) => Delta::Ratio(center / base),
        }
    }

    pub(super) fn outcome_by_p(&self, direction: Option<Direction>) -> Outcome {
        let BothSides { sides, method, tested, .. } = self;
        let order = match (method, tested) {
            // Centers include runs without a partner, so pairs can differ from them.
            (Method::Paired(matching), Tested::P(test)) if test.significant => Some(matching.order),
            (Method::Paired(_), _) => None,
            (Method::Unpaired, _) => match self.delta() {
                Delta::Insignificant | Delta::Undefined | Delta::Equal => None,
                Delta::FromZero | Delta::Ratio(_) => sides.center.partial_cmp(&sides.base_center),
            },
        };
        let is_equal = match tested {
            Tested::AllEqual { .. } | Tested::AllPairsEqual { .. } => true,
            Tested::Exact => sides.base_center == sides.center,
            Tested::Undefined | Tested::P(_) => false,
        };
        match (order, direction) {
            (None | Some(Ordering::Equal), _) if is_equal => Outcome::Unchanged,
            (None | Some(Ordering::Equal), _) => Outcome::Inconclusive,
            (Some(_), None) => Outcome::Changed,
            (Some(Ordering::Less), Some(Direction::Lower))
            | (Some(Ordering::Greater), Some(Direction::Higher)) => Outcome::Improved,
            (Some(_), Some(_)) => Outcome::Regressed,
        }
    }
}
