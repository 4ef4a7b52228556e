//! The columns of a report as points, and the changes of each row over them.
//!
//! Takes a report; gives for each row of each table the changes that a history would report if each column were a
//! point. Guarantees the same for any number of threads, however it is split into steps. Must not know charts.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use super::report::{Change, PointValue, RowState};
use super::rows::changes;
use super::sizes::{Levels, Line};
use crate::base::pace::{ENDLESS, Pace, block_on};
use crate::spec::HistoryQuery;
use crate::table::{Assumption, Cell, Report, Row, Table};
use crate::unit::Direction;

/// The changes in the rows of a report over its columns.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OverColumns {
    /// By table, by row: its state, its changes, and its values. The points are indexes of columns.
    pub(crate) tables: Vec<Vec<RowOverColumns>>,
}

/// A row of a report over its columns.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RowOverColumns {
    pub(crate) state: RowState,
    pub(crate) changes: Vec<Change>,
    pub(crate) values: Vec<PointValue>,
}

impl RowOverColumns {
    /// Returns whether it has fewer points than a change needs.
    pub(crate) fn is_too_short(&self) -> bool {
        self.state == RowState::TooShort
    }
}

impl OverColumns {
    /// Finds the changes in all rows of a report.
    #[must_use]
    pub fn of(report: &Report) -> OverColumns {
        let (rows, sizes) = gathered(report);
        block_on(over_columns(rows, sizes, &Pace::new(ENDLESS)))
    }

    /// Returns a row of a table.
    pub(crate) fn row(&self, table: usize, row: usize) -> Option<&RowOverColumns> {
        self.tables.get(table)?.get(row)
    }

    /// Returns the number of rows of a table that changed.
    #[must_use]
    pub fn changed(&self, table: usize) -> usize {
        let rows = self.tables.get(table).into_iter().flatten();
        rows.filter(|row| !row.changes.is_empty()).count()
    }
}

/// A row before the search for changes.
struct Gathered {
    values: Vec<PointValue>,
    assumption: Assumption,
    direction: Option<Direction>,
}

impl Gathered {
    fn line(&self) -> Line<'_> {
        Line { values: &self.values, assumption: self.assumption, direction: self.direction }
    }
}

/// Returns the values of all rows, and the number of rows in each table.
fn gathered(report: &Report) -> (Vec<Gathered>, Vec<usize>) {
    let of = |table: &Table, row: &Row| Gathered {
        values: values(row),
        assumption: table.assumption,
        direction: table.direction,
    };
    let rows =
        report.tables.iter().flat_map(|table| table.rows.iter().map(move |row| (table, row)));
    let sizes = report.tables.iter().map(|table| table.rows.len());
    (rows.map(|(table, row)| of(table, row)).collect(), sizes.collect())
}

async fn over_columns(rows: Vec<Gathered>, sizes: Vec<usize>, pace: &Pace) -> OverColumns {
    let default = HistoryQuery::default();
    let levels = Levels {
        level: default.alpha,
        confidence: default.confidence,
        margin: default.margin,
        seed: default.seed,
        threads: 1,
    };
    let lines: Vec<Line<'_>> = rows.iter().map(Gathered::line).collect();
    let (seen, _) = changes(&lines, levels, pace).await;
    drop(lines);
    let mut seen = seen.into_iter().zip(rows);
    let table = |size: usize| {
        let rows = seen.by_ref().take(size);
        let row = |((state, changes), row): (_, Gathered)| RowOverColumns {
            state,
            changes,
            values: row.values,
        };
        rows.map(row).collect()
    };
    OverColumns { tables: sizes.into_iter().map(table).collect() }
}

fn values(row: &Row) -> Vec<PointValue> {
    let finite = row.cells.iter().filter(|cell| cell.summary.center.is_finite());
    let value = |cell: &Cell| PointValue {
        point: cell.column,
        n: cell.n,
        center: cell.summary.center,
        lo: cell.summary.lo,
        hi: cell.summary.hi,
    };
    finite.map(value).collect()
}

/// The changes over the columns, computed step by step. Drop it to stop.
pub struct OverColumnsAsking {
    pace: Arc<Pace>,
    work: Pin<Box<dyn Future<Output = OverColumns> + Send>>,
}

impl OverColumnsAsking {
    /// Begins; this only copies the values from the report.
    #[must_use]
    pub fn begin(report: &Report) -> OverColumnsAsking {
        let pace = Arc::new(Pace::new(1));
        let own = Arc::clone(&pace);
        let (rows, sizes) = gathered(report);
        OverColumnsAsking {
            pace,
            work: Box::pin(async move { over_columns(rows, sizes, &own).await }),
        }
    }

    /// Continues for about as long as it takes to read this number of values; returns the answer when it is complete.
    /// Do not call it again after that.
    pub fn step(&mut self, values: u64) -> Option<OverColumns> {
        self.pace.allow(values);
        match self.work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(found) => Some(found),
            Poll::Pending => None,
        }
    }

    /// Returns the progress in the present phase, the total of the phase, and the number of the phase: 3 looks for a
    /// change in each row, 4 for further ones.
    #[must_use]
    pub fn progress(&self) -> (u64, u64, u64) {
        let (phase, done, total) = self.pace.progress();
        (done, total, phase)
    }
}

impl std::fmt::Debug for OverColumnsAsking {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OverColumnsAsking")
            .field("progress", &self.progress())
            .finish_non_exhaustive()
    }
}
