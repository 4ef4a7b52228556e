//! Rows as texts.

use benchlens_core::query::{RowSelection, Sort};
use benchlens_core::render::ChartQuery;
use benchlens_core::table::Outcome;
use serde::{Deserialize, Serialize};

use super::BarView;

/// Selects a table and its rows.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct RowsQuery {
    /// The index of the table.
    pub table: usize,
    /// The order of the rows.
    pub sort: Sort,
    /// Select only rows whose label contains all words of this text; ASCII letters match in both cases.
    pub search: String,
    /// Select only rows with a change or a missing side.
    pub changed: bool,
    /// Select only rows that regressed by more than this fraction of the baseline; 0 selects every regression.
    pub worse: Option<f64>,
    /// The first index in this order.
    pub start: usize,
    /// The index after the last. The default, 0, selects no rows.
    pub end: usize,
}

/// The part of the answer that a report in one file shows before the first query.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct ReportView {
    /// The units, the rows, and their order.
    pub focus: RowSelection,
    /// Select only rows that match this text, as in a [`RowsQuery`].
    pub search: String,
    /// The chart of the table; without one, the most suitable chart.
    pub chart: Option<ChartQuery>,
}

/// A range of a table's rows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RowsPage {
    /// The number of rows that match the search.
    pub total: usize,
    /// The requested rows.
    pub rows: Vec<RowView>,
    /// The last row of the table, by column, if there is one.
    pub geomean: Option<Vec<GeomeanView>>,
    /// The footnotes that these rows and the geomean refer to.
    pub footnotes: Vec<(u32, String)>,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RowView {
    /// Its index in the report.
    pub row: u32,
    /// Its label; `(none)` if all values of its key are empty.
    pub label: String,
    /// The values of its key, one for each of [`TableView::row_fields`](crate::TableView::row_fields); `(none)` for
    /// an empty value.
    pub parts: Vec<String>,
    /// Its cells, by column; columns without a value are omitted.
    pub cells: Vec<CellView>,
    /// The outcomes of the analysis, if the query requests one, by column, including columns without a value.
    pub outcomes: Vec<OutcomeView>,
    /// A bar for each comparison that fits on the table's axis, by column.
    pub bars: Vec<BarView>,
    /// If the table has [`lengths`](crate::TableView::lengths): its value as a fraction of the greatest value of its
    /// group, and the ratio to the best value of its group, such as `3.20×`, which is empty if the best value is 0.
    /// Rows whose names have the same first part, up to the first `/`, are a group, and so are all other rows.
    pub length: Option<(f64, String)>,
}

/// An outcome of the analysis.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OutcomeView {
    /// The index of the column.
    pub column: usize,
    /// The outcome.
    pub outcome: Outcome,
    /// Additional values: `adj=0.041`, `24 runs needed`.
    pub more: String,
    /// The estimated change: `−2.10 %`; empty if it cannot be estimated.
    pub change: String,
    /// The interval of the estimated change: `[−3.10 %, −1.20 %]`; empty if it cannot be estimated.
    pub interval: String,
    /// The outcome in sentences.
    pub words: String,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CellView {
    /// The index of its column.
    pub column: usize,
    /// The center.
    pub center: String,
    /// The size of the interval on both sides.
    pub range: String,
    /// Footnotes for the center and its range.
    pub notes: Vec<u32>,
    /// The index of the column that it is compared with; nothing if nothing is compared. With `previous` and a gap in
    /// the row, this column is farther back than the column that the whole column is compared with.
    pub base: Option<u32>,
    /// The change; empty if nothing is compared.
    pub delta: String,
    /// The odds; empty if nothing is compared.
    pub odds: String,
    /// Footnotes for the comparison.
    pub delta_notes: Vec<u32>,
    /// The outcome, from the analysis if the query requests one, otherwise from significance; nothing for a baseline.
    pub outcome: Option<Outcome>,
}

/// The geometric mean of a column.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GeomeanView {
    /// The geometric mean of the centers; empty if it does not exist.
    pub center: String,
    /// The geometric mean of new/old; empty for the baseline.
    pub ratio: String,
    /// Footnotes.
    pub notes: Vec<u32>,
    /// Its bar, if it fits on the table's axis.
    pub bar: Option<BarView>,
}
