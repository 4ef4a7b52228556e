//! The shapes of all answers. Their serialised form is the page's and the npm package's interface.

use benchlens::project::KeyKind;
use benchlens::query::{Sort, Suggestion};
use benchlens::table::{BaseChoice, Counts, Outcome};
use benchlens::unit::Direction;
use serde::{Deserialize, Serialize};

/// One input.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct InputView {
    /// Its name in messages.
    pub name: String,
    /// Its `.file` value.
    pub label: String,
    /// How many lines it has.
    pub lines: u64,
    /// How many of them are benchmark results.
    pub results: u64,
    /// How many diagnostics there are about it.
    pub malformed: usize,
    /// Its state as a sentence.
    pub kind: String,
}

/// A stretch of the list of diagnostics.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DiagnosticPage {
    /// How many there are.
    pub total: usize,
    /// The stretch that was asked for.
    pub items: Vec<DiagnosticView>,
}

/// A line that does not count, or not wholly.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DiagnosticView {
    /// The name of the input.
    pub input: String,
    /// The line, from 1.
    pub line: u64,
    /// The problem.
    pub text: String,
}

/// A key that results have.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct KeyView {
    /// As it is written in a query.
    pub key: String,
    /// Its origin.
    pub kind: KeyKind,
    /// What a query's `pair` says to pair runs by it; nothing if it makes no pairs.
    pub pair: Option<String>,
    /// How many different values there are.
    pub distinct: usize,
    /// Values by first appearance; an empty one, for results without the key, is the last.
    pub values: Vec<ValueView>,
}

/// A value of a key.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ValueView {
    /// The value.
    pub value: String,
    /// How many results have it.
    pub count: u64,
}

/// The answer to a query, without the rows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RunResult {
    /// The answer in words.
    pub sentence: String,
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
    /// Per column the place of the one that it is compared with; nothing for a baseline.
    pub bases: Vec<Option<u32>>,
    /// How many rows there are.
    pub rows: usize,
    /// Which way is better.
    pub direction: Option<Direction>,
    /// How many comparisons have each outcome: by the analysis if the query asked for one, or else
    /// by significance.
    pub counts: Counts,
    /// The counts in words.
    pub sentence: String,
}

/// Which rows of which table to show.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct RowsQuery {
    /// The place of the table.
    pub table: usize,
    /// The order of its rows.
    pub sort: Sort,
    /// Only rows whose label has all words of this in it; capital letters of ASCII are as good as small ones.
    pub search: String,
    /// The first place in that order.
    pub start: usize,
    /// One past the last.
    pub end: usize,
}

/// A stretch of a table's rows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RowsPage {
    /// How many rows match the search.
    pub total: usize,
    /// The rows that were asked for.
    pub rows: Vec<RowView>,
    /// The last row of the table, by column, where there is one.
    pub geomean: Option<Vec<GeomeanView>>,
    /// The footnotes that these rows and the geomean refer to.
    pub footnotes: Vec<(u32, String)>,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RowView {
    /// Its place in the report.
    pub row: u32,
    /// Its label.
    pub label: String,
    /// Its cells, by column; columns without a value are left out.
    pub cells: Vec<CellView>,
    /// The outcomes of the analysis, if the query asked for one, by column; also of columns that lack a
    /// value.
    pub outcomes: Vec<OutcomeView>,
}

/// An outcome of the analysis.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OutcomeView {
    /// The place of the column.
    pub column: usize,
    /// The outcome.
    pub outcome: Outcome,
    /// Details beside it: `adj=0.041`, `24 runs needed`.
    pub more: String,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CellView {
    /// The place of its column.
    pub column: usize,
    /// The centre.
    pub center: String,
    /// How far the interval reaches.
    pub range: String,
    /// Footnotes on the centre and its range.
    pub notes: Vec<u32>,
    /// The place of the column that it is compared with; nothing where nothing is compared. With
    /// `previous`, it is farther back than that of the whole column where the row has a gap.
    pub base: Option<u32>,
    /// The change, empty where nothing is compared.
    pub delta: String,
    /// The odds, empty where nothing is compared.
    pub odds: String,
    /// Footnotes on the comparison.
    pub delta_notes: Vec<u32>,
    /// The outcome: by the analysis if the query asked for one, or else by significance; nothing for a
    /// baseline.
    pub outcome: Option<Outcome>,
}

/// The geometric mean of a column.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GeomeanView {
    /// Over the centres; empty if there is none.
    pub center: String,
    /// Over new/old; empty for the baseline.
    pub ratio: String,
    /// Footnotes.
    pub notes: Vec<u32>,
}

/// A row with its samples.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DetailView {
    /// The label of the row.
    pub label: String,
    /// The row in words.
    pub sentence: String,
    /// The outcomes of the analysis in words, by column, if the query asked for one.
    pub outcomes: Vec<String>,
    /// The samples as a picture: the text of an SVG element.
    pub strip: String,
    /// The cells.
    pub columns: Vec<DetailColumn>,
}

/// A cell with its samples.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DetailColumn {
    /// The place of its column.
    pub column: usize,
    /// The label of its column.
    pub label: String,
    /// How many values.
    pub n: u32,
    /// The centre.
    pub center: String,
    /// The interval; nothing where there are too few runs.
    pub interval: Option<String>,
    /// The p-value, where something was tested.
    pub p: Option<String>,
    /// The outcome: by the analysis if the query asked for one, or else by significance; nothing for a
    /// baseline.
    pub outcome: Option<Outcome>,
    /// Sample-quality warnings, if the query asked for an analysis.
    pub sample_issues: Vec<String>,
    /// The values in run order.
    pub values: Vec<String>,
}
