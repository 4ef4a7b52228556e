//! Notes: facts that a reader should know besides the tables.

use super::comparison::PairTest;
use super::run_order::RunOrder;
use crate::base::Text;
use crate::format::Kind;
use crate::project::PresentValues;
use crate::stats::TestKind;
use crate::store::Recorded;
use crate::unit::Direction;

/// Something that is not wrong, but may not be what was meant.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// An input has no benchmark result, though others have.
    NoResults {
        /// The input's name.
        input: Text,
        /// Its likely format.
        kind: Kind,
    },
    /// A query names a key that no result has.
    UnknownKey {
        /// The setting that names it: `filter`, `row`, …
        part: &'static str,
        /// The key.
        key: Text,
        /// A key that results have and that looks like it.
        nearest: Option<Text>,
        /// Where none looks like it, some of the keys that results have.
        known: Vec<Text>,
    },
    /// There are results, but the query keeps none of them.
    NothingMatched {
        /// How many results there are.
        results: u64,
        /// Some of the values that a key of the query has, for the keys that results have.
        values: Vec<PresentValues>,
    },
    /// Results without the key of the columns are a column of their own, which compares with nothing.
    WithoutKey {
        /// The key.
        key: Text,
        /// How many benchmarks lack it.
        benchmarks: usize,
    },
    /// A column has nothing in common with the first one, so that nothing of it is compared.
    NothingCompared {
        /// The first column.
        base: Text,
        /// The column.
        column: Text,
        /// The keys that keep them apart, at most 64; none if the benchmarks themselves are different.
        keys: Vec<SplitKey>,
        /// How many more keys keep them apart.
        more_keys: usize,
        /// An `-ignore` with which they compare, if that is enough and there are no more keys.
        ignore: Option<Text>,
        /// Whether fewer keys may be enough: not all were tried.
        is_ignore_least: bool,
    },
    /// Nothing is compared in more columns.
    NothingComparedOthers {
        /// How many columns.
        columns: usize,
    },
    /// Both sides have rows that the keys of the tables keep apart, so that these are not compared.
    Mismatch {
        /// The first column.
        base: Text,
        /// The column.
        column: Text,
        /// The keys that keep them apart, with one value each.
        keys: Vec<SplitKey>,
        /// Whether there are more keys than these.
        more_keys: bool,
        /// What `-ignore` must be for them to compare, if that is enough.
        ignore: Option<Text>,
        /// How many rows.
        rows: u64,
        /// The first of them.
        names: Vec<Text>,
    },
    /// More rows are kept apart, by further keys or values.
    MismatchOthers {
        /// How many rows.
        rows: u64,
    },
    /// A log says that a unit is better the other way round than it is by its nature.
    DirectionOverridden {
        /// The unit.
        unit: Text,
        /// The direction that the log gives it.
        better: Direction,
        /// The input that says so.
        input: Text,
    },
    /// Values of a unit that is assumed to be exact vary within one cell.
    ExactVaries {
        /// The unit.
        unit: Text,
        /// How many cells vary.
        cells: u64,
        /// The row of the first one.
        row: Text,
    },
    /// Some tables lack the column that `-base` names, so that nothing in them is compared.
    NoBaseline {
        /// The column, as `-base` takes it.
        base: Text,
        /// How many tables.
        tables: usize,
    },
    /// So much is missing that not all of it is listed: of neighbouring columns that lack a benchmark, only
    /// the first one has a comparison that says so.
    MissingShortened,
    /// A derived unit could not be computed for some samples: a division by zero, an infinite value, or a
    /// key of the name that is not a number.
    DerivedLeftOut {
        /// The derived unit.
        unit: Text,
        /// How many samples.
        samples: u64,
        /// The name of the first one.
        name: Text,
    },
    /// Comparisons were tested within pairs or blocks.
    Paired {
        /// The test.
        test: PairTest,
    },
    /// Blocks of a recording have several runs of a side, and count as the median of these.
    BlockMedians {
        /// The test, which says what the average is.
        test: TestKind,
    },
    /// Some runs have no partner on the other side: paired comparisons leave them out.
    WithoutPartner {
        /// How many runs.
        runs: u64,
        /// In how many comparisons.
        comparisons: u64,
        /// The row of the first one.
        row: Text,
        /// Whether runs without control rows beside them are among them.
        is_controlled: bool,
    },
    /// A recording may stop early, and p and intervals allow for that.
    Looks {
        /// At which numbers of blocks it looked; the last is that of the report.
        looks: Vec<u32>,
        /// How many blocks it has at most.
        most: u32,
        /// Whether some rows have other looks, because they have fewer blocks.
        fewer: bool,
        /// At which numbers of blocks it looks if it does not stop.
        plan: Vec<u32>,
    },
    /// A recording may stop early, and p does not allow for that.
    LooksIgnored {
        /// In how many comparisons.
        comparisons: u64,
    },
    /// All inputs share their recordings: the runs of a block are pairs.
    Recorded,
    /// Some results are of a recording, but the inputs do not share it, so that runs are not paired.
    NotPaired {
        /// Whether some results are of no recording; if not, inputs are of different ones.
        is_mixed: bool,
    },
    /// Control rows moved, and that is taken out of the others.
    Control {
        /// The unit.
        unit: Text,
        /// The column.
        column: Text,
        /// How many control rows.
        rows: u32,
        /// By how much they moved: the median of new/old over the pairs or blocks, the least of all tables.
        low: f64,
        /// The greatest of all tables.
        high: f64,
        /// How many of their pairs or blocks have no ratio, because a value is not positive.
        without: u64,
    },
    /// The order of the runs, if it cannot have made the differences of the report.
    RunOrder {
        /// The order.
        order: RunOrder,
    },
    /// The runs are not interleaved, and differences of the report may come from machine drift.
    NotInterleaved {
        /// Whether the data give a reason to suspect that: serial dependence, a common shift, or unlike machines.
        is_suspicious: bool,
    },
    /// Far more rows moved one way than chance allows, and by similar shares.
    CommonShift {
        /// The unit.
        unit: Text,
        /// The column.
        column: Text,
        /// How many rows of the unit vary and can be compared.
        rows: u32,
        /// How many of them moved this way.
        moved: u32,
        /// The lower quartile of new/old over all of them.
        low: f64,
        /// The upper quartile.
        high: f64,
    },
    /// Two columns have the same samples in the same order: they are one recording.
    SameSamples {
        /// The baseline.
        base: Text,
        /// The column.
        column: Text,
        /// How many rows have samples that vary.
        rows: u64,
    },
    /// An input has one number for each benchmark instead of its samples: nothing of it can be tested.
    SummaryOnly {
        /// The input.
        input: Text,
        /// How to record samples.
        how: Text,
    },
    /// There is one column, and tables for each value of a key whose values could be the columns.
    OneColumn {
        /// The key.
        key: Text,
        /// Some of its values.
        values: Vec<Text>,
    },
}

/// A key whose values have nothing in common in two columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplitKey {
    /// The key.
    pub key: Text,
    /// Some of its values in the first column; an empty one where it is not set.
    pub base: Vec<Text>,
    /// Some of its values in the other column.
    pub new: Vec<Text>,
}

impl Note {
    /// The note on recordings, if there are any.
    pub(in crate::table) fn of_recordings(found: Recorded) -> Option<Note> {
        match found {
            Recorded::Not => None,
            Recorded::Shared => Some(Note::Recorded),
            Recorded::Mixed => Some(Note::NotPaired { is_mixed: true }),
            Recorded::Different => Some(Note::NotPaired { is_mixed: false }),
        }
    }

    /// Whether it repeats the query or a default: true of reports, but not worth a line at a terminal.
    #[must_use]
    pub fn is_expected(&self) -> bool {
        matches!(
            self,
            Note::RunOrder { .. }
                | Note::Paired { .. }
                | Note::BlockMedians { .. }
                | Note::Recorded
                | Note::Looks { .. }
        )
    }

    /// Whether it is a warning about the measurement: a difference may have another cause than the code.
    #[must_use]
    pub fn is_warning(&self) -> bool {
        matches!(
            self,
            Note::NotInterleaved { is_suspicious: true }
                | Note::CommonShift { .. }
                | Note::SameSamples { .. }
        )
    }

    /// Whether it is about the measurement or its correction.
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
                | Note::Recorded
                | Note::Looks { .. }
                | Note::LooksIgnored { .. }
                | Note::NotPaired { .. }
        )
    }

    /// Its name for programs.
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
            Note::NoBaseline { .. } => "no-baseline",
            Note::DerivedLeftOut { .. } => "derived-left-out",
            Note::Paired { .. } => "paired",
            Note::BlockMedians { .. } => "block-medians",
            Note::WithoutPartner { .. } => "without-partner",
            Note::Recorded => "recorded",
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
