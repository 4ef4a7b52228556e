//! Cards: the answer for a unit at a glance, and what bars are drawn from.

use benchlens_core::grid::Look;
use benchlens_core::table::Outcome;
use serde::Serialize;

/// The answer for one unit at a glance.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CardView {
    /// The unit.
    pub unit: String,
    /// The places of its tables.
    pub tables: Vec<usize>,
    /// Of the columns that are compared in the first of its tables in which any is: those whose geometric mean
    /// changed most, the largest change first.
    pub columns: Vec<CardColumn>,
    /// How many compared columns there are beside these.
    pub more: usize,
    /// How many comparisons have each outcome, in all its tables, the worst first; those that none has are
    /// left out.
    pub words: Vec<CardWord>,
    /// How many rows there are: `9 benchmarks`.
    pub rows: String,
    /// Estimated changes for a small picture of their distribution: places from 0 to 1, ascending, and outcomes;
    /// at most 60.
    pub strip: Vec<(f64, Outcome)>,
}

/// A compared column of a card.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CardColumn {
    /// Its place in the table.
    pub column: usize,
    /// Its label.
    pub label: String,
    /// The geometric mean of new/old: `−72.6 %`; empty if there is none.
    pub geomean: String,
    /// How that looks.
    pub look: Look,
}

/// How many comparisons have an outcome.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CardWord {
    /// The outcome.
    pub outcome: Outcome,
    /// How many.
    pub count: u64,
    /// `6 improved`
    pub text: String,
}

/// A change with its interval on the axis of its table, as places from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BarView {
    /// The place of the column.
    pub column: usize,
    /// The change.
    pub at: f64,
    /// The lower end of its interval; the change itself where there is none.
    pub lo: f64,
    /// The upper end.
    pub hi: f64,
}
