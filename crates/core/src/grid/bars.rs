//! Delta bars: the change of each comparison of a table, on one axis for all its rows.
//!
//! Takes a report; gives positions from 0 to 1 and the labels of the axis. Must not know how wide a bar is.

use serde::Serialize;

use super::ratio::{Change, RatioAxis};
use crate::table::{Comparison, Report};

/// The number of labels that fit under a bar in a table.
const ROOM: usize = 4;

/// The axis that the bars of a table share.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BarAxis {
    /// Positions with their labels: `−50%`, `0`, `×10`. Ticks between them have an empty label.
    pub ticks: Vec<(f64, String)>,
    /// The position of no change.
    pub zero: f64,
    /// The positions between which a change lies within the margin. Only with an analysis.
    pub margin: Option<(f64, f64)>,
}

/// A change with its interval, as positions on the axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bar {
    /// The change.
    pub at: f64,
    /// The lower bound of its interval: 0 if it is open, the change itself if there is no interval.
    pub lo: f64,
    /// The upper bound: 1 if it is open.
    pub hi: f64,
}

/// The bars of a table.
#[derive(Debug, Clone)]
pub struct Bars {
    axis: RatioAxis,
}

/// Returns the bars of a table, all on one axis; a table that does not exist gets bars without rows.
#[must_use]
pub fn bars(report: &Report, table: usize) -> Bars {
    let rows = report.tables.get(table).into_iter().flat_map(|table| &table.rows);
    let changes = rows.flat_map(|row| row.comparisons.iter()).filter_map(Change::of);
    Bars { axis: RatioAxis::of_changes(report, changes, ROOM) }
}

impl Bars {
    /// Returns the axis.
    #[must_use]
    pub fn axis(&self) -> BarAxis {
        let ticks = self.axis.all_ticks().into_iter().map(|tick| (tick.place, tick.label));
        let margin = self.axis.margin;
        BarAxis { ticks: ticks.collect(), zero: self.axis.place(1.0), margin }
    }

    /// Returns the bar of a comparison, or `None` if it has no ratio.
    #[must_use]
    pub fn bar(&self, comparison: &Comparison) -> Option<Bar> {
        let change = Change::of(comparison)?;
        let (lo, hi) = change.bounds.unwrap_or((change.ratio, change.ratio));
        let [at, lo, hi] = [change.ratio, lo, hi].map(|ratio| self.axis.place(ratio));
        Some(Bar { at, lo, hi })
    }

    /// Returns the position of a ratio, for example of geometric means.
    #[must_use]
    pub fn place(&self, ratio: f64) -> f64 {
        self.axis.place(ratio)
    }
}
