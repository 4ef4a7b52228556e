//! Rows in texts.

use benchlens_core::query::{Focus, Sort};
use benchlens_core::render::ChartQuery;
use benchlens_core::table::Outcome;
use serde::{Deserialize, Serialize};

use super::BarView;

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
    /// Only rows with something to tell: a change, or a side that is missing.
    pub changed: bool,
    /// Only rows that regressed by more than this fraction of the baseline; 0 for any regression.
    pub worse: Option<f64>,
    /// The first place in that order.
    pub start: usize,
    /// One past the last.
    pub end: usize,
}

/// What of the answer a report in one file shows before it is asked anything.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReportView {
    /// Which units and rows, and in which order.
    pub focus: Focus,
    /// Only rows that match this, as in a [`RowsQuery`].
    pub search: String,
    /// The chart of its table; without one, that which suits it.
    pub chart: Option<ChartQuery>,
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
    /// Its label; `(none)` where all values of its key are empty.
    pub label: String,
    /// The values of its key, one for each of [`TableView::row_fields`](crate::TableView::row_fields); `(none)`
    /// for one that is empty.
    pub parts: Vec<String>,
    /// Its cells, by column; columns without a value are left out.
    pub cells: Vec<CellView>,
    /// The outcomes of the analysis, if the query asked for one, by column; also of columns that lack a
    /// value.
    pub outcomes: Vec<OutcomeView>,
    /// A bar for each comparison that has a place on the table's axis, by column.
    pub bars: Vec<BarView>,
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
    /// The estimated change: `−2.10 %`; empty where none can be told.
    pub change: String,
    /// The interval of the estimated change: `[−3.10 %, −1.20 %]`; empty where none can be told.
    pub interval: String,
    /// The outcome in sentences.
    pub words: String,
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
    /// Its bar, where it has a place on the table's axis.
    pub bar: Option<BarView>,
}
