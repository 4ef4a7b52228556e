//! Outcomes of rows whose runs are not interleaved.
//!
//! Takes the rows of all tables with their outcomes by test; replaces or marks outcomes that the machine can have caused,
//! because it changes while one side is measured after the other. Guarantees that exact values, counts, values that are equal
//! within each side, and runs in rounds or interleaved keep their outcomes. Must not know levels or margins.

use super::run_order::RunOrders;
use crate::store::Store;
use crate::table::group::cells::Cells;
use crate::table::group::index::{CellIndex, rows_of};
use crate::table::group::units::is_count;
use crate::table::model::{Comparison, Outcome, Row, RunOrder};

/// Finds rows that the machine can have changed.
pub(crate) struct Sequential<'a> {
    store: &'a Store,
    cells: &'a Cells,
    orders: RunOrders<'a>,
    /// Whether the machine's speed cannot change the values, by table.
    counts: Vec<bool>,
}

impl<'a> Sequential<'a> {
    pub(crate) fn new(store: &'a Store, cells: &'a Cells) -> Sequential<'a> {
        let counts = cells.tables.iter().map(|table| is_count(store, cells, table.unit)).collect();
        Sequential { store, cells, orders: RunOrders::new(store, cells), counts }
    }

    /// Replaces the outcomes of significant differences that the machine can have caused, and marks those of other rows,
    /// in which it can have hidden a difference.
    pub(in crate::table) fn mark(&mut self, tables: &mut [Vec<Row>]) {
        let cells = self.cells;
        for (number, (table, rows)) in cells.tables.iter().zip(tables).enumerate() {
            for (indices, row) in rows_of(&table.cells).zip(rows) {
                for at in 0..row.comparisons.len() {
                    let one = &row.comparisons[at];
                    let is_concerned = match one.outcome {
                        Outcome::Regressed | Outcome::Improved | Outcome::Changed => true,
                        Outcome::Unchanged | Outcome::Inconclusive => one.effect().is_some(),
                        Outcome::Differs | Outcome::New | Outcome::Missing | Outcome::Control => {
                            false
                        }
                    };
                    if is_concerned && self.concerns(number, row, indices, one) {
                        row.comparisons[at].mark_sequential();
                    }
                }
            }
        }
    }

    /// Returns whether the machine can have changed a row between its sides: the values vary, and the runs are neither
    /// interleaved nor in rounds, as far as the logs show. `table` is the number of the row's table, and `indices` are its
    /// cells.
    pub(crate) fn concerns(
        &mut self,
        table: usize,
        row: &Row,
        indices: &[CellIndex],
        comparison: &Comparison,
    ) -> bool {
        let index = |column: u32| indices.iter().find(|index| index.column == column);
        let sides = index(comparison.base).zip(index(comparison.column));
        let sides = sides.filter(|_| !self.counts[table]);
        let Some((base, new)) = sides.filter(|_| !comparison.is_exact()) else { return false };
        let mut varies = [base, new].into_iter().filter(|index| {
            let cell = row.cell(index.column);
            cell.is_some_and(|cell| 1 < cell.n && !self.cells.is_constant(self.store, cell, index))
        });
        varies.next().is_some() && self.orders.of([base, new]).is_none_or(RunOrder::is_weak)
    }
}
