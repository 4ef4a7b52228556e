//! The benchmarks of a report, whatever their units.

use std::collections::BTreeSet;

use super::cells::Cells;
use crate::project::KeyId;

/// The keys of the tables and the row of a benchmark, and of a column.
pub(crate) type BenchmarkKey = [KeyId; 3];

impl Cells {
    /// Returns the benchmark of a row and a column key in a table.
    pub(crate) fn benchmark(&self, table: usize, [row, column]: [KeyId; 2]) -> BenchmarkKey {
        [self.tables[table].key, row, column]
    }

    /// Returns the benchmarks that have a cell in any unit.
    pub(crate) fn benchmarks(&self) -> BTreeSet<BenchmarkKey> {
        let of_table = |table: &super::cells::TableCells| {
            let cells = table.cells.iter();
            let key = |cell: &super::index::CellIndex| {
                [table.key, cell.row, table.columns[cell.column as usize]]
            };
            cells.map(key).collect::<Vec<_>>()
        };
        self.tables.iter().flat_map(of_table).collect()
    }
}
