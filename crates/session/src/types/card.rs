//! Cards: the answer for a unit at a glance, and the data for bars.

use benchlens_core::grid::Look;
use benchlens_core::table::Outcome;
use serde::Serialize;

/// The answer for one unit at a glance.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CardView {
    /// The unit.
    pub unit: String,
    /// The indices of its tables.
    pub tables: Vec<usize>,
    /// The compared columns with the largest changes of the geometric mean, largest first. They belong to the first
    /// table of the unit in which columns are compared.
    pub columns: Vec<CardColumn>,
    /// The number of other compared columns.
    pub more: usize,
    /// The number of comparisons with each outcome in all its tables, worst first; outcomes that do not occur are
    /// omitted.
    pub words: Vec<CardWord>,
    /// The number of rows: `9 benchmarks`.
    pub rows: String,
    /// Estimated changes for a small picture of their distribution: at most 60 pairs of a position from 0 to 1, in
    /// ascending order, and an outcome.
    pub strip: Vec<(f64, Outcome)>,
    /// The position of no change in the picture; `null` if it is outside.
    pub zero: Option<f64>,
}

/// A compared column of a card.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CardColumn {
    /// Its index in the table.
    pub column: usize,
    /// Its label.
    pub label: String,
    /// The geometric mean of new/old: `−72.6 %`; empty if it does not exist.
    pub geomean: String,
    /// The interval of the geometric mean: `−73.0 % to −72.1 %`; empty if the runs give none.
    pub interval: String,
    /// The look of the geometric mean.
    pub look: Look,
}

/// The number of comparisons with an outcome.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CardWord {
    /// The outcome.
    pub outcome: Outcome,
    /// The number.
    pub count: u64,
    /// The text: `6 improved`.
    pub text: String,
}

/// A change with its interval on the axis of its table, as positions from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BarView {
    /// The index of the column.
    pub column: usize,
    /// The change.
    pub at: f64,
    /// The lower end of its interval, or the change itself if there is no interval.
    pub lo: f64,
    /// The upper end.
    pub hi: f64,
}
