//! A chart that was drawn, or why there is none.

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
    /// What it shows: never [`ChartKind::Auto`].
    pub kind: ChartKind,
    /// How many rows it shows.
    pub shown: u32,
    /// How many rows were to be shown.
    pub total: u32,
    /// What it does not show for another reason than its size, a sentence each.
    pub notes: Vec<String>,
}

/// Why there is no chart.
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

/// Gives the values of a cell in run order, by the places of its table, row and column in the report.
pub type Samples<'s> = dyn Fn(usize, usize, usize) -> Vec<f64> + 's;

/// What a kind of chart gives.
pub(super) struct Drawn {
    pub(super) svg: String,
    /// How many rows it shows.
    pub(super) shown: usize,
    /// Of so many.
    pub(super) total: usize,
    /// As [`Chart::notes`].
    pub(super) notes: Vec<String>,
}
