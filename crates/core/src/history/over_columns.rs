//! The columns of a report as points: what happened in each row over them.
//!
//! Takes a report; gives for each row of each table what a history would tell of it, were each column a point. Guarantees
//! the same for any number of threads, and however it is cut into steps. Must not know charts.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use super::report::{Change, PointValue, RowState};
use super::rows::{Levels, Line, changes};
use crate::base::pace::{ENDLESS, Pace, now};
use crate::spec::HistoryQuery;
use crate::table::{Assumption, Cell, Report, Row, Table};
use crate::unit::Direction;

/// What happened in the rows of a report over its columns.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OverColumns {
    /// By table, by row: what can be said of it, its changes, and its values. The points are places of columns.
    pub(crate) tables: Vec<Vec<RowOverColumns>>,
}

/// A row of a report over its columns.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RowOverColumns {
    pub(crate) state: RowState,
    pub(crate) changes: Vec<Change>,
    pub(crate) values: Vec<PointValue>,
}

impl OverColumns {
    /// Looks at all rows of a report.
    #[must_use]
    pub fn of(report: &Report) -> OverColumns {
        let (rows, sizes) = gathered(report);
        now(over_columns(rows, sizes, &Pace::new(ENDLESS)))
    }

    /// A row of a table.
    pub(crate) fn row(&self, table: usize, row: usize) -> Option<&RowOverColumns> {
        self.tables.get(table)?.get(row)
    }

    /// How many rows changed in a table.
    #[must_use]
    pub fn changed(&self, table: usize) -> usize {
        let rows = self.tables.get(table).into_iter().flatten();
        rows.filter(|row| !row.changes.is_empty()).count()
    }
}

/// A row before it is looked at.
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

/// The values of all rows, and how many rows each table has.
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

/// The same, worked out step by step. Drop it to stop.
pub struct OverColumnsAsking {
    pace: Arc<Pace>,
    work: Pin<Box<dyn Future<Output = OverColumns> + Send>>,
}

impl OverColumnsAsking {
    /// Begins; nothing is done yet but that the values are taken from the report.
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

    /// Works on, for about as long as it takes to look at so many values; gives the answer once it is there. It must not
    /// be asked again then.
    pub fn step(&mut self, values: u64) -> Option<OverColumns> {
        self.pace.allow(values);
        match self.work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(found) => Some(found),
            Poll::Pending => None,
        }
    }

    /// What is done of the present phase, of how much, and which phase it is: 3 looks for a change in each row, 4 for
    /// further ones.
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
