//! A benchmark in the tables of all units.

use crate::table::{Report, Row};

/// A row of a report, by its indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowOfUnit {
    /// The index of its table in the report.
    pub table: usize,
    /// The index of the row in the table.
    pub row: usize,
}

/// Returns the rows of a benchmark in all units, including its own, in the order of the tables. Empty if the row does not
/// exist.
#[must_use]
pub fn rows_of_units(report: &Report, table: usize, row: usize) -> Vec<RowOfUnit> {
    let own = report.tables.get(table).and_then(|table| Some((table, table.rows.get(row)?)));
    let Some((own, own_row)) = own else { return Vec::new() };
    let same = (0..report.tables.len()).filter(|&table| report.tables[table].key == own.key);
    let found = |table| {
        let row = counterpart(report, table, row, own_row)?;
        Some(RowOfUnit { table, row })
    };
    same.filter_map(found).collect()
}

/// Returns the index of the row with the same key as a row of another table.
pub(crate) fn counterpart(report: &Report, table: usize, index: usize, row: &Row) -> Option<usize> {
    let rows = &report.tables[table].rows;
    // Most tables have the same rows.
    let is_same = rows.get(index).is_some_and(|found| found.key == row.key);
    if is_same { Some(index) } else { rows.iter().position(|found| found.key == row.key) }
}
