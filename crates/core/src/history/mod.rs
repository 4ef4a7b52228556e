//! History: many logs as one sequence of versions.
//!
//! Takes a store and a checked [`HistoryQuery`]; gives a [`History`]: the points in their order, and for each row where
//! it changed, by how much, and how likely chance would produce as much. Guarantees the same history for any number of
//! threads and in every run. Must not know how it is printed.
//!
//! ```
//! use benchlens_core::history::HistoryQuery;
//! use benchlens_core::{Input, Store};
//!
//! let times = [10, 11, 10, 12, 11, 10, 20, 21, 20, 22, 21, 20];
//! let logs: Vec<(String, String)> = (0..)
//!     .zip(times)
//!     .map(|(i, time)| (format!("v{i}"), format!("BenchmarkSort 1 {time} ns/op\n")))
//!     .collect();
//! let input = |(name, log): &'_ (String, String)| (name.clone(), log.clone());
//! let inputs: Vec<(String, String)> = logs.iter().map(input).collect();
//! let store = Store::read(inputs.iter().map(|(name, log)| Input::new(name, log)));
//! let history = HistoryQuery::default().compile()?.run(&store)?;
//! let row = &history.tables[0].rows[0];
//! assert_eq!(row.changes[0].at, 6);
//! # Ok::<(), benchlens_core::Error>(())
//! ```

mod command;
mod evaluation;
mod exits;
mod failures;
mod judgement;
mod moved;
mod newest;
mod newest_cells;
mod over_columns;
mod plan;
mod points;
mod report;
mod rows;
mod sequence;
mod sizes;
#[cfg(test)]
mod tests;

pub use crate::spec::HistoryQuery;
pub use evaluation::HistoryEvaluation;
pub use judgement::{Judged, Judgement, NewestDecision};
pub(crate) use over_columns::RowOverColumns;
pub use over_columns::{OverColumns, OverColumnsAsking};
pub use plan::HistoryPlan;
pub use report::{
    Change, Differing, History, HistoryNote, HistoryRow, HistoryTable, Point, PointValue, RowState,
};
pub use sequence::Sequence;
