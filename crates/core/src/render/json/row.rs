//! A row: its cells, and the comparison of each cell with the baseline.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use super::value::{Coded, Hex, Number, label, warning};
use crate::base::Texts;
use crate::grid::describe;
use crate::stats::{
    BlockValue, ClockSteps, Deciding, Drift, Interval, Modes, Outliers, Serial, Shift,
};
use crate::table::{
    Cell, Compared, Comparison, Confirmation, Effect, Looks, Matching, Outcome, Report, Row,
    SampleIssue, Suite, Table,
};

#[derive(Serialize)]
pub(super) struct RowDocument<'a> {
    key: &'a Texts,
    #[serde(skip_serializing_if = "Option::is_none")]
    key_bytes: Option<Hex<&'a Texts>>,
    label: Cow<'a, str>,
    cells: Cells<'a>,
    comparisons: Comparisons<'a>,
}

impl<'a> RowDocument<'a> {
    pub(super) fn new(report: &'a Report, table: &'a Table, row: &'a Row) -> Self {
        RowDocument {
            key: &row.key,
            key_bytes: Hex::of_key(&row.key),
            label: label(&row.key),
            cells: Cells(report, table, row),
            comparisons: Comparisons(report, table, row),
        }
    }
}

struct Cells<'a>(&'a Report, &'a Table, &'a Row);

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Cells(report, table, row) = *self;
        serializer.collect_seq(row.cells.iter().map(|cell| CellDocument::new(report, table, cell)))
    }
}

struct Comparisons<'a>(&'a Report, &'a Table, &'a Row);

impl Serialize for Comparisons<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Comparisons(report, table, row) = *self;
        let comparison = |compared| ComparisonDocument::new(report, &compared);
        serializer.collect_seq(table.compared(row).map(comparison))
    }
}

#[derive(Serialize)]
struct CellDocument<'a> {
    column: u32,
    n: u32,
    center: Number,
    lo: Number,
    hi: Number,
    warnings: Vec<Coded>,
    sample_issues: Vec<IssueDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<Samples<'a>>,
}

impl<'a> CellDocument<'a> {
    fn new(report: &Report, table: &Table, cell: &'a Cell) -> Self {
        CellDocument {
            column: cell.column,
            n: cell.n,
            center: Number(cell.summary.center),
            lo: Number(cell.summary.lo),
            hi: Number(cell.summary.hi),
            warnings: report
                .cell_warnings(cell)
                .map(|found| warning(report, found, Some(cell)))
                .collect(),
            sample_issues: cell.issues().iter().map(|s| IssueDocument::new(s, table)).collect(),
            samples: cell.samples().map(Samples),
        }
    }
}

struct Samples<'a>(&'a [f64]);

impl Serialize for Samples<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().copied().map(Number))
    }
}

#[derive(Serialize)]
struct IssueDocument {
    #[serde(flatten)]
    coded: Coded,
    #[serde(flatten)]
    numbers: IssueNumbers,
}

/// The numbers of an issue; each kind has its own.
#[derive(Serialize)]
#[serde(untagged)]
enum IssueNumbers {
    Drift { rise: Number, tau: Number, p: Number },
    Serial { correlation: Number, p: Number },
    Modes { lower: Number, lower_n: u32, upper: Number, upper_n: u32 },
    ClockSteps { step: Number, share: Number },
    Outliers { low: u32, high: u32, lower_fence: Number, upper_fence: Number },
}

impl IssueDocument {
    fn new(issue: &SampleIssue, table: &Table) -> Self {
        let coded = Coded::new(issue.code(), describe(issue, table).as_bytes());
        let numbers = match *issue {
            SampleIssue::Drift(Drift { rise, tau, p, .. }) => {
                IssueNumbers::Drift { rise: Number(rise), tau: Number(tau), p: Number(p) }
            }
            SampleIssue::Serial(Serial { correlation, p, .. }) => {
                IssueNumbers::Serial { correlation: Number(correlation), p: Number(p) }
            }
            SampleIssue::Modes(Modes { lower, lower_n, upper, upper_n, .. }) => {
                let (lower, upper) = (Number(lower), Number(upper));
                IssueNumbers::Modes { lower, lower_n, upper, upper_n }
            }
            SampleIssue::ClockSteps(ClockSteps { step, share, .. }) => {
                IssueNumbers::ClockSteps { step: Number(step), share: Number(share) }
            }
            SampleIssue::Outliers(Outliers { low, high, lower_fence, upper_fence, .. }) => {
                let (lower_fence, upper_fence) = (Number(lower_fence), Number(upper_fence));
                IssueNumbers::Outliers { low, high, lower_fence, upper_fence }
            }
        };
        IssueDocument { coded, numbers }
    }
}

#[derive(Serialize)]
pub(super) struct ComparisonDocument {
    column: u32,
    base_column: u32,
    outcome: Outcome,
    base: Option<Number>,
    base_n: Option<u32>,
    center: Option<Number>,
    n: Option<u32>,
    median_change: Option<Number>,
    significant: bool,
    p: Option<Number>,
    adjusted_p: Option<Number>,
    change: Option<Number>,
    change_lo: Option<Number>,
    change_hi: Option<Number>,
    change_scale: Option<&'static str>,
    change_error: Option<Number>,
    equivalence_interval: Option<IntervalDocument>,
    p_decides: bool,
    brunner_munzel_p: Option<Number>,
    runs_needed: Option<u32>,
    min_detectable_effect: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pairing: Option<PairingDocument>,
    warnings: Vec<Coded>,
}

impl ComparisonDocument {
    fn new(report: &Report, compared: &Compared<'_>) -> Self {
        let Compared { base, cell, comparison, .. } = *compared;
        let side = |cell: &Cell| (cell.summary.center, cell.n);
        Self::of(report, comparison, [base, cell].map(|cell| cell.map(side)))
    }

    /// Returns the comparison of a whole suite. Its values are relative to the baseline, and their number is that of blocks.
    pub(super) fn of_suite(report: &Report, suite: &Suite) -> Self {
        let sides = suite.comparison.sides();
        let base = sides.map(|sides| (sides.base_center, sides.base_n));
        Self::of(report, &suite.comparison, [base, sides.map(|sides| (sides.center, sides.n))])
    }

    /// Returns a comparison; the sides are centers with their numbers of values.
    fn of(report: &Report, comparison: &Comparison, [base, cell]: [Option<(f64, u32)>; 2]) -> Self {
        let effect = comparison.effect();
        let (test, power) = (comparison.test(), comparison.power());
        let ratio = comparison.sides().and_then(|sides| sides.ratio());
        let equivalence = effect.and_then(|effect| effect.equivalence_interval);
        let change = comparison.change();
        let adjusted = test.filter(|_| report.analysis.is_some());
        let effect_found = power.and_then(|power| power.min_detectable_effect);
        ComparisonDocument {
            column: comparison.column,
            base_column: comparison.base,
            outcome: comparison.outcome,
            base: base.map(|(center, _)| Number(center)),
            base_n: base.map(|(_, n)| n),
            center: cell.map(|(center, _)| Number(center)),
            n: cell.map(|(_, n)| n),
            median_change: ratio.map(|ratio| Number(ratio - 1.0)),
            significant: comparison.is_significant(),
            p: comparison.shown_p().map(Number),
            adjusted_p: adjusted.map(|test| Number(test.adjusted_p)),
            change: change.map(|change| Number(change.estimate)),
            change_lo: change.map(|change| Number(change.interval.lo)),
            change_hi: change.map(|change| Number(change.interval.hi)),
            change_scale: change.map(|change| change.scale.name()),
            change_error: change.map(|change| Number(change.interval.error)),
            equivalence_interval: equivalence
                .zip(change)
                .map(|(interval, change)| IntervalDocument::new(interval.relative(change.scale))),
            p_decides: effect.is_some_and(|effect| effect.p_decides),
            brunner_munzel_p: effect.and_then(|effect| effect.brunner_munzel_p).map(Number),
            runs_needed: power.and_then(|power| power.runs_needed),
            min_detectable_effect: effect_found.map(Number),
            pairing: comparison.matching().map(|matching| PairingDocument::new(*matching, effect)),
            warnings: comparison_warning(report, comparison).into_iter().collect(),
        }
    }
}

/// Returns the warning about a comparison.
fn comparison_warning(report: &Report, comparison: &Comparison) -> Option<Coded> {
    let warning = comparison.warning()?;
    Some(Coded::new(warning.code(), report.comparison_warning_text(comparison)?.as_bytes()))
}

/// How runs were paired; without a test if they could not be paired.
#[derive(Serialize)]
struct PairingDocument {
    test: Option<&'static str>,
    pairs: u32,
    skipped: [u32; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_by: Option<DecidingDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    medians_of: Option<[u32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    centers_of: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmation: Option<Confirmation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    control_change: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interim_checks: Option<LooksDocument>,
}

/// The statistic of a randomization test that decided.
#[derive(Serialize)]
struct DecidingDocument {
    statistic: &'static str,
    of: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<OtherDocument>,
}

/// The change of the other value of the blocks.
#[derive(Serialize)]
struct OtherDocument {
    change: Number,
    change_lo: Number,
    change_hi: Number,
}

/// The interim checks that p and intervals allow for.
#[derive(Serialize)]
struct LooksDocument {
    used: u32,
    most: u32,
    p: Number,
}

impl LooksDocument {
    fn new(looks: Looks) -> Self {
        LooksDocument { used: looks.used, most: looks.most, p: Number(looks.p) }
    }
}

impl PairingDocument {
    fn new(matching: Matching, effect: Option<&Effect>) -> Self {
        let Matching { pairs, left_out, medians_of, deciding, blocks, .. } = matching;
        let Matching { confirmation, looks, .. } = matching;
        let test = (pairs != 0).then(|| matching.test.name());
        let decided_by = deciding.map(|Deciding { statistic, of, .. }| DecidingDocument {
            statistic: statistic.name(),
            of: of.name(),
            other: effect.and_then(|effect| effect.other).map(Shift::relative).map(|shift| {
                OtherDocument {
                    change: Number(shift.estimate),
                    change_lo: Number(shift.interval.lo),
                    change_hi: Number(shift.interval.hi),
                }
            }),
        });
        let control_change = matching.control.map(|ratio| Number(ratio - 1.0));
        let interim_checks = looks.map(LooksDocument::new);
        PairingDocument {
            test,
            pairs,
            skipped: left_out,
            decided_by,
            medians_of,
            centers_of: matching.centers_of.map(BlockValue::name),
            blocks,
            confirmation,
            control_change,
            interim_checks,
        }
    }
}

#[derive(Serialize)]
struct IntervalDocument {
    lo: Number,
    hi: Number,
    error: Number,
}

impl IntervalDocument {
    fn new(interval: Interval) -> Self {
        let Interval { lo, hi, error, .. } = interval;
        IntervalDocument { lo: Number(lo), hi: Number(hi), error: Number(error) }
    }
}
