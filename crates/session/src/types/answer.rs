//! The answer to a query, without the rows.

use benchlens_core::Query;
use benchlens_core::grid::BarAxis;
use benchlens_core::query::Suggestion;
use benchlens_core::table::{BaseChoice, Counts};
use benchlens_core::unit::Direction;
use serde::Serialize;

use super::CardView;

/// The answer to a query, without the rows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RunResult {
    /// What is compared with what, in one line.
    pub heading: String,
    /// The answer in words.
    pub sentence: String,
    /// The answer at a glance: a card for each unit, in the order of their first tables.
    pub cards: Vec<CardView>,
    /// The layout in words.
    pub pivot: PivotWords,
    /// How the runs were recorded that are compared, as a sentence, where that is known.
    pub order: Option<String>,
    /// What most rows have in common, as a sentence, if they moved together.
    pub shift: Option<String>,
    /// The command line that prints this, for a POSIX shell.
    pub command: String,
    /// Notes about the whole.
    pub notes: Vec<NoteView>,
    /// The summary of the analysis, if the query asked for one: the number of each outcome, the number of
    /// tests, then machines that differ and sample-quality warnings.
    pub analysis: Vec<String>,
    /// The columns that the others can be compared with.
    pub bases: Vec<BaseChoice>,
    /// The heading of comparisons: `vs base` or `vs previous`.
    pub versus: String,
    /// The tables.
    pub tables: Vec<TableView>,
}

/// A note.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NoteView {
    /// Its name for programs: `sequential`, `common-shift`, …
    pub code: String,
    /// The note.
    pub text: String,
    /// Whether it speaks against the recording: a difference may be none of the code.
    pub warning: bool,
    /// A query that helps, where one is known.
    pub fix: Option<Suggestion>,
}

/// A table without its rows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableView {
    /// The values in which it differs from the other tables.
    pub title: String,
    /// The names and values of its key, those without a value left out.
    pub keys: Vec<(String, String)>,
    /// The unit.
    pub unit: String,
    /// Per column the values of its key.
    pub columns: Vec<Vec<String>>,
    /// Per column its label; `(none)` where all values are empty.
    pub column_labels: Vec<String>,
    /// The keys of its rows, one for each of [`RowView::parts`](crate::RowView::parts).
    pub row_fields: Vec<String>,
    /// The axis that the bars of its rows share; nothing where nothing is compared.
    pub bar_axis: Option<BarAxis>,
    /// Per column the place of the one that it is compared with; nothing for a baseline.
    pub bases: Vec<Option<u32>>,
    /// How many rows there are.
    pub rows: usize,
    /// Whether its columns are a history: more than four that follow each other. Its chart then says more than its rows.
    pub over_time: bool,
    /// Which way is better.
    pub direction: Option<Direction>,
    /// How many comparisons have each outcome: by the analysis if the query asked for one, or else
    /// by significance.
    pub counts: Counts,
    /// The counts in words.
    pub sentence: String,
}

/// The layout in words, for a sentence such as "Rows benchmark · Columns file · base old.txt".
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PivotWords {
    /// What makes rows: `benchmark`, `/size`.
    pub rows: String,
    /// What makes columns: `file`.
    pub columns: String,
    /// What makes tables: `configuration`.
    pub tables: String,
    /// What the columns are compared with: the label of a column, or `previous`. Empty where nothing is.
    pub base: String,
    /// The filter; empty if all results count.
    pub filter: String,
}

/// A comparison that makes sense, as a change of the query that is asked.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SuggestionView {
    /// A title for it.
    pub title: String,
    /// The query: what the present one filters and how it analyses, laid out for this comparison.
    pub query: Query,
    /// Whether the present query is laid out so.
    pub pressed: bool,
    /// Whether it is what such an input is asked first, without a click.
    pub first: bool,
}

/// An answer that is being worked out.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AskView {
    /// The answer, if it is there.
    pub answer: Option<RunResult>,
    /// How far it is.
    pub progress: ProgressView,
}

/// How far an answer is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ProgressView {
    /// So much is done
    pub done: u64,
    /// of so much.
    pub total: u64,
    /// The same in words: `comparing values, 41 %`.
    pub text: String,
}
