//! A benchmark in the tables of all units.

use crate::base::Text;
use crate::table::{Cell, Report, Row, Table};

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

/// A unit that repeats another one: `B/s` where all rows process the same bytes as before in `sec/op`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Inverse<'r> {
    pub(crate) unit: &'r Text,
    /// The unit that contains the same information.
    pub(crate) of: &'r Text,
}

/// The unit whose inverse a rate can be.
const TIME: &[u8] = b"sec/op";
/// By how much the product of a rate and a time can differ between columns: both are medians of rounded values.
const ROUNDING: f64 = 0.01;

/// Returns the units whose tables only repeat the time of an operation: rates for which the product with the time is the
/// same in all columns of a row.
pub(crate) fn inverse_units(report: &Report) -> Vec<Inverse<'_>> {
    let mut rates: Vec<&Text> = Vec::new();
    for table in report.tables.iter().filter(|table| table.unit.as_bytes().ends_with(b"/s")) {
        if !rates.contains(&&table.unit) {
            rates.push(&table.unit);
        }
    }
    let inverse = |unit: &'_ Text| {
        let tables = || report.tables.iter().filter(|table| table.unit == *unit);
        let time = |rate: &Table| {
            let index = report
                .tables
                .iter()
                .position(|table| table.unit.as_bytes() == TIME && table.key == rate.key)?;
            let is_inverse = (0..).zip(&rate.rows).all(|(at, row)| {
                let found = counterpart(report, index, at, row);
                found.is_some_and(|at| is_inverse(row, &report.tables[index].rows[at]))
            });
            is_inverse.then(|| &report.tables[index].unit)
        };
        let of = tables().map(time).collect::<Option<Vec<_>>>()?;
        of.first().copied()
    };
    rates.into_iter().filter_map(|unit| Some(Inverse { unit, of: inverse(unit)? })).collect()
}

/// Returns whether the product of both centers is the same in all columns.
fn is_inverse(rate: &Row, time: &Row) -> bool {
    let product = |cell: &Cell| Some(cell.summary.center * time.cell(cell.column)?.summary.center);
    let products = rate.cells.iter().map(product).collect::<Option<Vec<f64>>>();
    let Some(products) = products.filter(|found| found.len() == time.cells.len()) else {
        return false;
    };
    let first = products.first().copied().unwrap_or(f64::NAN);
    products.iter().all(|product| (product / first - 1.0).abs() <= ROUNDING)
}
