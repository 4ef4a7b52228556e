//! A chart that was drawn, or the reason why it was not.

use std::fmt;

use serde::Serialize;

use super::query::ChartKind;

/// A chart that was drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Chart {
    /// The picture: an SVG document.
    pub svg: String,
    /// The kind that it shows: never [`ChartKind::Auto`].
    pub kind: ChartKind,
    /// How many rows it shows.
    pub shown: u32,
    /// How many rows the query asks for.
    pub total: u32,
    /// The parts that it omits for a reason other than its size, a sentence each.
    pub notes: Vec<String>,
}

/// The reason why the chart was not drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChartError {
    /// The report has no such table.
    NoSuchTable(usize),
    /// The table has no such row.
    NoSuchRow(u32),
    /// The table has no such column.
    NoSuchColumn(u32),
    /// The chart has nothing to show; the sentence says why.
    Nothing(String),
}

impl fmt::Display for ChartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChartError::NoSuchTable(table) => write!(f, "the report has no table {table}"),
            ChartError::NoSuchRow(row) => write!(f, "the table has no row {row}"),
            ChartError::NoSuchColumn(column) => write!(f, "the table has no column {column}"),
            ChartError::Nothing(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for ChartError {}

/// Returns the values of a cell in run order, by the indexes of its table, row and column in the report.
pub type Samples<'s> = dyn Fn(usize, usize, usize) -> Vec<f64> + 's;

/// The result of drawing one kind of chart.
pub(super) struct Drawn {
    pub(super) svg: String,
    /// How many rows it shows.
    pub(super) shown: usize,
    /// How many rows the query asks for.
    pub(super) total: usize,
    /// The same as [`Chart::notes`].
    pub(super) notes: Vec<String>,
}
