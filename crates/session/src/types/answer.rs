//! The answer to a query, without the rows.

use benchlens_core::Query;
use benchlens_core::grid::BarAxis;
use benchlens_core::query::Suggestion;
use benchlens_core::table::{BaseChoice, Counts, Outcome};
use benchlens_core::unit::Direction;
use serde::Serialize;

use super::CardView;

/// The answer to a query, without the rows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RunResult {
    /// The compared columns, in one line.
    pub heading: String,
    /// The changes of whole suites, if they are known.
    pub suites: Vec<SuiteView>,
    /// The answer in words.
    pub sentence: String,
    /// The answer at a glance: a card for each unit, in the order of the units' first tables.
    pub cards: Vec<CardView>,
    /// The layout in words.
    pub pivot: PivotWords,
    /// The command line that prints this answer, for a POSIX shell.
    pub command: String,
    /// The notes about the whole answer.
    pub notes: Vec<NoteView>,
    /// The summary of the analysis, if the query requests one: the number of each outcome, the number of tests, then
    /// differing machines and sample-quality warnings.
    pub analysis: Vec<String>,
    /// The columns that can be the baseline.
    pub bases: Vec<BaseChoice>,
    /// The tables.
    pub tables: Vec<TableView>,
}

/// A note.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NoteView {
    /// Its identifier for programs: `sequential`, `common-shift`, …
    pub code: String,
    /// The text.
    pub text: String,
    /// Whether it is a warning about the measurement: a difference may have another cause than the code.
    pub warning: bool,
    /// A query that helps, if one is known.
    pub fix: Option<Suggestion>,
}

/// A table without its rows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableView {
    /// The values in which it differs from the other tables.
    pub title: String,
    /// The names and values of its key, without empty values.
    pub keys: Vec<(String, String)>,
    /// The unit.
    pub unit: String,
    /// The values of each column's key.
    pub columns: Vec<Vec<String>>,
    /// The label of each column; `(none)` if all values are empty.
    pub column_labels: Vec<String>,
    /// The keys of its rows, one for each of [`RowView::parts`](crate::RowView::parts).
    pub row_fields: Vec<String>,
    /// The axis that the bars of its rows share; nothing if nothing is compared.
    pub bar_axis: Option<BarAxis>,
    /// Whether its values have [lengths](crate::RowView::length), because it has one column.
    pub lengths: bool,
    /// The heading of changes: `vs base`, `vs previous (pairs)`, …
    pub versus: String,
    /// For each column, the index of the column that it is compared with; nothing for a baseline.
    pub bases: Vec<Option<u32>>,
    /// The number of rows.
    pub rows: usize,
    /// Whether its columns are a history: more than four columns in sequence. Its chart is then more useful than its
    /// rows.
    pub over_time: bool,
    /// Whether higher or lower values are better.
    pub direction: Option<Direction>,
    /// The number of comparisons with each outcome, from the analysis if the query requests one, otherwise from
    /// significance.
    pub counts: Counts,
    /// The counts in words.
    pub sentence: String,
}

/// The layout in words, for a sentence such as "Rows benchmark · Columns file · base old.txt".
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PivotWords {
    /// The keys of the rows: `benchmark`, `/size`.
    pub rows: String,
    /// The keys of the columns: `file`.
    pub columns: String,
    /// The keys of the tables: `configuration`.
    pub tables: String,
    /// The baseline: the label of a column, or `previous`. Empty if nothing is compared.
    pub base: String,
    /// The filter; empty if all results are included.
    pub filter: String,
}

/// A useful comparison, as a change of the current query.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SuggestionView {
    /// The title.
    pub title: String,
    /// The query: the filter and the analysis of the current query, with the layout of this comparison.
    pub query: Query,
    /// Whether the current query has this layout.
    pub pressed: bool,
    /// Whether this query runs first for such an input, without a click.
    pub first: bool,
}

/// An answer that is being computed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AskView {
    /// The answer, if it is complete.
    pub answer: Option<RunResult>,
    /// The progress.
    pub progress: ProgressView,
}

/// The progress of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ProgressView {
    /// The amount of work done,
    pub done: u64,
    /// out of this total.
    pub total: u64,
    /// The progress in words: `comparing values, 41 %`.
    pub text: String,
}

/// The change of a whole suite.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SuiteView {
    /// The change in words.
    pub text: String,
    /// Its outcome; `None` without an interval.
    pub outcome: Option<Outcome>,
}
