//! Notes: facts that a reader should know in addition to the tables.

use std::cmp::Ordering;

use super::comparison::PairTest;
use super::run_order::RunOrder;
use crate::base::Text;
use crate::format::Kind;
use crate::project::PresentValues;
use crate::spec::TestKind;
use crate::store::Recorded;
use crate::unit::Direction;

/// A note on a state that is not wrong, but may not be intended.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// An input has no benchmark results, although others have some.
    NoResults {
        /// The input's name.
        input: Text,
        /// Its likely format.
        kind: Kind,
    },
    /// A query names a key that is in no result.
    UnknownKey {
        /// The setting that names it: `filter`, `row`, …
        part: &'static str,
        /// The key.
        key: Text,
        /// A key of the results with a similar name.
        nearest: Option<Text>,
        /// If there is no similar key, some of the results' keys.
        known: Vec<Text>,
    },
    /// There are results, but the query keeps none of them.
    NothingMatched {
        /// How many results there are.
        results: u64,
        /// Some of the values of the query's keys, for the keys that results have.
        values: Vec<PresentValues>,
    },
    /// Results without the column key form a separate column that is compared with nothing.
    WithoutKey {
        /// The key.
        key: Text,
        /// How many benchmarks lack it.
        benchmarks: usize,
    },
    /// A column has nothing in common with the first one, so it is not compared.
    NothingCompared {
        /// The first column.
        base: Text,
        /// The column.
        column: Text,
        /// The keys that separate them, at most 64; empty if the benchmarks are different.
        keys: Vec<SplitKey>,
        /// How many more keys separate them.
        more_keys: usize,
        /// An `-ignore` that makes them compare, if one is enough and there are no more keys.
        ignore: Option<Text>,
        /// Whether fewer keys may be enough, because not all were tried.
        is_ignore_least: bool,
    },
    /// More columns are not compared.
    NothingComparedOthers {
        /// The number of columns.
        columns: usize,
    },
    /// Both sides have rows that the table keys separate, so these rows are not compared.
    Mismatch {
        /// The first column.
        base: Text,
        /// The column.
        column: Text,
        /// The keys that separate them, with one value each.
        keys: Vec<SplitKey>,
        /// Whether more keys than these separate them.
        more_keys: bool,
        /// The `-ignore` that makes them compare, if one is enough.
        ignore: Option<Text>,
        /// The number of rows.
        rows: u64,
        /// The first rows.
        names: Vec<Text>,
    },
    /// Further keys or values separate more rows.
    MismatchOthers {
        /// The number of rows.
        rows: u64,
    },
    /// A log gives a unit the opposite of its usual direction.
    DirectionOverridden {
        /// The unit.
        unit: Text,
        /// The direction that the log gives it.
        better: Direction,
        /// The input that gives this direction.
        input: Text,
    },
    /// Values of a unit that is assumed to be exact vary within a cell.
    ExactVaries {
        /// The unit.
        unit: Text,
        /// The number of cells whose values vary.
        cells: u64,
        /// The row of the first such cell.
        row: Text,
    },
    /// Cells combine results that differ in what ran, because no projection shows a key of their metadata.
    MixedResults {
        /// The key.
        key: Text,
    },
    /// Some tables lack the column that `-base` names, so nothing in them is compared.
    NoBaseline {
        /// The column, in the form that `-base` accepts.
        base: Text,
        /// The number of tables.
        tables: usize,
    },
    /// Too many cells are missing to list them all: if several neighboring columns lack a benchmark, only the first one
    /// has a comparison that says so.
    MissingShortened,
    /// Rows lack a quantile on all sides although they were measured: it requires more requests.
    WithoutQuantile {
        /// The unit of the quantile.
        unit: Text,
        /// The first such row.
        row: Text,
        /// The number of further rows.
        others: u64,
    },
    /// A derived unit could not be computed for some samples: a division by zero, an infinite value, or a key of the
    /// name that is not a number.
    DerivedLeftOut {
        /// The derived unit.
        unit: Text,
        /// The number of samples.
        samples: u64,
        /// The name of the first benchmark.
        name: Text,
    },
    /// Comparisons were tested within pairs or blocks.
    Paired {
        /// The test.
        test: PairTest,
    },
    /// Blocks of a recording have several runs of a side, and count as their median.
    BlockMedians {
        /// The test, which determines the kind of average.
        test: TestKind,
        /// Whether control benchmarks correct the changes, so that cells show all runs.
        is_controlled: bool,
    },
    /// Some runs have no partner on the other side, so paired comparisons skip them.
    WithoutPartner {
        /// The number of runs.
        runs: u64,
        /// The number of comparisons.
        comparisons: u64,
        /// The row of the first such comparison.
        row: Text,
        /// Whether some of these runs were skipped because their block lacks control benchmarks.
        is_controlled: bool,
    },
    /// Rows have both wall time and CPU time. The more precise one is the better judge.
    Clocks {
        /// How far the bounds of a change of wall time are from their middle, in the median: 0.05 is 5%.
        wall: f64,
        /// The same for CPU time.
        cpu: f64,
    },
    /// Some rows exceeded the limit of a gate and were measured again, so only the confirming blocks count.
    Confirmed {
        /// The number of comparisons.
        comparisons: u64,
    },
    /// Some rows exceeded the limit of a gate and were not completely measured again, so their confirming blocks do
    /// not count.
    Unconfirmed {
        /// The number of comparisons.
        comparisons: u64,
    },
    /// A recording may stop early, and p and intervals allow for that.
    Looks {
        /// The numbers of blocks at the interim checks so far; the last is the report's.
        looks: Vec<u32>,
        /// The maximum number of blocks.
        most: u32,
        /// Whether some rows have other checks, because they have fewer blocks.
        fewer: bool,
        /// The numbers of blocks at all interim checks, if the recording does not stop.
        plan: Vec<u32>,
    },
    /// Blocks that use one build count as one pair.
    SharedBuilds {
        /// The number of comparisons.
        comparisons: u64,
    },
    /// A recording may stop early, and p does not allow for that.
    LooksIgnored {
        /// The number of comparisons.
        comparisons: u64,
    },
    /// All inputs share their recordings, so the runs of a block are pairs.
    Recorded {
        /// Whether the order within blocks was drawn.
        is_drawn: bool,
    },
    /// Some results come from a recording, but the inputs do not share it, so runs are not paired.
    NotPaired {
        /// Whether some results come from no recording; if not, inputs come from different ones.
        is_mixed: bool,
    },
    /// The control benchmarks moved, and their movement is removed from the other rows.
    Control {
        /// The unit.
        unit: Text,
        /// The column.
        column: Text,
        /// The number of control benchmarks.
        rows: u32,
        /// The lowest movement of all tables: the median of new/old over the pairs or blocks.
        low: f64,
        /// The highest movement of all tables.
        high: f64,
        /// How many of their pairs or blocks have no ratio, because a value is not positive.
        without: u64,
    },
    /// The run order, if it cannot have caused the differences of the report.
    RunOrder {
        /// The order.
        order: RunOrder,
    },
    /// The runs are not interleaved, and machine drift may have caused differences of the report.
    NotInterleaved {
        /// Whether the data give a reason for that suspicion: serial dependence, a common shift, or unlike machines.
        is_suspicious: bool,
    },
    /// Far more rows moved in one direction than chance allows. If runs are in rounds, they moved by similar
    /// percentages; if runs are sequential, it is enough that far more rows differ than chance allows.
    CommonShift {
        /// The unit.
        unit: Text,
        /// The column.
        column: Text,
        /// Whether they rose; `Equal` if they moved in both directions.
        order: Ordering,
        /// How many rows of the unit vary and can be compared.
        rows: u32,
        /// How many of them moved in this direction, or differ significantly if they moved in both.
        moved: u32,
        /// The lower quartile of new/old over all of them.
        low: f64,
        /// The upper quartile.
        high: f64,
    },
    /// Two columns have the same samples in the same order, or one contains the samples of the other, so they contain
    /// one recording.
    SameSamples {
        /// The baseline.
        base: Text,
        /// The column.
        column: Text,
        /// The number of rows with these samples, among those whose samples vary.
        rows: u64,
        /// Whether the columns have no other samples.
        is_whole: bool,
    },
    /// An input has one number for each benchmark instead of samples, so it cannot be tested.
    SummaryOnly {
        /// The input.
        input: Text,
        /// How to measure samples.
        how: Text,
    },
    /// There is only one column, and one table for each value of a key whose values could be the columns.
    OneColumn {
        /// The key.
        key: Text,
        /// Some of its values.
        values: Vec<Text>,
    },
}

/// A key that has no value in common in two columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplitKey {
    /// The key.
    pub key: Text,
    /// Some of its values in the first column; one is empty if the key is not set.
    pub base: Vec<Text>,
    /// Some of its values in the other column.
    pub new: Vec<Text>,
}

impl Note {
    /// Returns the note on recordings, if there are any.
    pub(in crate::table) fn of_recordings(found: Recorded) -> Option<Note> {
        match found {
            Recorded::Not => None,
            Recorded::Shared { is_drawn } => Some(Note::Recorded { is_drawn }),
            Recorded::Mixed => Some(Note::NotPaired { is_mixed: true }),
            Recorded::Different => Some(Note::NotPaired { is_mixed: false }),
        }
    }

    /// Returns whether it repeats the query or a default, so that a terminal need not show it.
    #[must_use]
    pub fn is_expected(&self) -> bool {
        matches!(
            self,
            Note::RunOrder { .. }
                | Note::Paired { .. }
                | Note::BlockMedians { .. }
                | Note::Recorded { is_drawn: true }
                | Note::Looks { .. }
        )
    }

    /// Returns whether it is a warning about the measurement: something other than the code may have caused a
    /// difference.
    #[must_use]
    pub fn is_warning(&self) -> bool {
        matches!(
            self,
            Note::NotInterleaved { is_suspicious: true }
                | Note::CommonShift { .. }
                | Note::SameSamples { .. }
                | Note::MixedResults { .. }
        )
    }

    /// Returns whether no gate may pass because of it: a change can hide in these results.
    pub(crate) fn can_hide_changes(&self) -> bool {
        matches!(self, Note::SameSamples { .. } | Note::MixedResults { .. })
    }

    /// Returns whether it concerns the measurement or its correction.
    #[must_use]
    pub fn is_of_recording(&self) -> bool {
        matches!(
            self,
            Note::RunOrder { .. }
                | Note::NotInterleaved { .. }
                | Note::CommonShift { .. }
                | Note::SameSamples { .. }
                | Note::SummaryOnly { .. }
                | Note::Control { .. }
                | Note::Recorded { .. }
                | Note::Clocks { .. }
                | Note::SharedBuilds { .. }
                | Note::Confirmed { .. }
                | Note::Unconfirmed { .. }
                | Note::Looks { .. }
                | Note::LooksIgnored { .. }
                | Note::NotPaired { .. }
        )
    }

    /// Returns its name in machine-readable output.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Note::NoResults { .. } => "no-results",
            Note::UnknownKey { .. } => "unknown-key",
            Note::NothingMatched { .. } => "nothing-matched",
            Note::WithoutKey { .. } => "without-key",
            Note::NothingCompared { .. } => "nothing-compared",
            Note::NothingComparedOthers { .. } => "nothing-compared-others",
            Note::MissingShortened => "missing-shortened",
            Note::Mismatch { .. } => "mismatch",
            Note::MismatchOthers { .. } => "mismatch-others",
            Note::DirectionOverridden { .. } => "direction-overridden",
            Note::ExactVaries { .. } => "exact-varies",
            Note::MixedResults { .. } => "mixed-results",
            Note::NoBaseline { .. } => "no-baseline",
            Note::WithoutQuantile { .. } => "without-quantile",
            Note::DerivedLeftOut { .. } => "derived-left-out",
            Note::Paired { .. } => "paired",
            Note::BlockMedians { .. } => "block-medians",
            Note::WithoutPartner { .. } => "without-partner",
            Note::Clocks { .. } => "clocks",
            Note::Confirmed { .. } => "confirmed",
            Note::Unconfirmed { .. } => "unconfirmed",
            Note::SharedBuilds { .. } => "shared-builds",
            Note::Recorded { .. } => "recorded",
            Note::Looks { .. } => "interim-checks",
            Note::LooksIgnored { .. } => "interim-checks-ignored",
            Note::NotPaired { .. } => "not-paired",
            Note::Control { .. } => "control",
            Note::RunOrder { .. } => "run-order",
            Note::NotInterleaved { .. } => "not-interleaved",
            Note::CommonShift { .. } => "common-shift",
            Note::SameSamples { .. } => "same-samples",
            Note::SummaryOnly { .. } => "summary-only",
            Note::OneColumn { .. } => "one-column",
        }
    }
}
