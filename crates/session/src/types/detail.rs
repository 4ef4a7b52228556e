//! A row with its samples.

use benchlens_core::table::Outcome;
use serde::Serialize;

use super::rows::CellView;

/// A row with its samples.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DetailView {
    /// The label of the row.
    pub label: String,
    /// The row in words.
    pub sentence: String,
    /// The kind of average of a sample: `median`, `mean` or `geometric mean`.
    pub average: String,
    /// The outcomes of the analysis in words, by column, if the query requests one.
    pub outcomes: Vec<String>,
    /// The samples as a picture: the text of an SVG element.
    pub strip: String,
    /// The cells.
    pub columns: Vec<DetailColumn>,
    /// The benchmark in each unit, such as the quantiles of a load test; empty if there is only one.
    pub units: Vec<DetailUnit>,
}

/// A benchmark in one unit.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DetailUnit {
    /// The unit.
    pub unit: String,
    /// The cells, for the columns of the row whose details these are. Their footnotes are empty.
    pub cells: Vec<CellView>,
}

/// A cell with its samples.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DetailColumn {
    /// The index of its column.
    pub column: usize,
    /// The label of its column.
    pub label: String,
    /// The number of values.
    pub n: u32,
    /// The center.
    pub center: String,
    /// The interval; nothing if there are too few runs.
    pub interval: Option<String>,
    /// The p-value, if there was a test.
    pub p: Option<String>,
    /// The outcome, from the analysis if the query requests one, otherwise from significance; nothing for a baseline.
    pub outcome: Option<Outcome>,
    /// Sample-quality warnings, if the query requests an analysis.
    pub sample_issues: Vec<String>,
    /// The values in run order, at most 1,000.
    pub values: Vec<String>,
    /// The number of further values, in words: `and 599,000 more`; empty if there are none.
    pub more: String,
}
