//! Sides that are one recording, read twice.
//!
//! Takes the tables and their cells; finds columns whose samples all equal the baseline's, in reading order. Two
//! recordings may by chance have the same few values, but the probability of the same order is one divided by the
//! number of possible orders. Samples that do not vary have only one order, so they prove nothing.

use std::collections::BTreeMap;

use crate::base::sort::sort_numbers;
use crate::base::{Numbered, Text, write_name};
use crate::store::Store;
use crate::table::group::cells::Cells;
use crate::table::group::index::CellIndex;
use crate::table::group::index::rows_of;
use crate::table::model::{Assumption, Cell, Note, Row, Table};

/// A column and its baseline, in all tables.
struct Sides {
    base: Vec<u8>,
    column: Vec<u8>,
    /// How many rows have the same samples.
    rows: u64,
    /// The number of possible orders of their values.
    orders: f64,
    /// Whether any row has different samples.
    differs: bool,
}

/// With at least this number of possible orders, an equal order is not a coincidence.
const ORDERS_MIN: f64 = 1000.0;

/// Returns a note on each column that is the same recording as its baseline.
pub(in crate::table) fn same_sides(store: &Store, cells: &Cells, tables: &[Table]) -> Vec<Note> {
    let (mut groups, mut numbers) = (Vec::<Sides>::new(), Numbered::default());
    for (table, indices) in tables.iter().zip(&cells.tables) {
        if table.assumption != Assumption::Nothing {
            continue;
        }
        // The group number of each pair of columns, by both indexes.
        let mut known: BTreeMap<(u32, u32), usize> = BTreeMap::new();
        for (row, indices) in table.rows.iter().zip(rows_of(&indices.cells)) {
            for found in row.comparisons.iter().filter(|found| found.sides().is_some()) {
                let sides = (found.base, found.column);
                let number = *known.entry(sides).or_insert_with(|| {
                    let [base, column] = [sides.0, sides.1].map(|index| name(table, index));
                    let key = [&base[..], b"\0", &column].concat();
                    let number = numbers.number(&key) as usize;
                    if number == groups.len() {
                        groups.push(Sides { base, column, rows: 0, orders: 1.0, differs: false });
                    }
                    number
                });
                let group = &mut groups[number];
                if group.differs {
                    continue;
                }
                match orders_if_same(store, cells, row, indices, [sides.0, sides.1]) {
                    Some(orders) if 1.0 < orders => {
                        (group.rows, group.orders) = (group.rows + 1, group.orders * orders);
                    }
                    Some(_) => {}
                    None => group.differs = true,
                }
            }
        }
    }
    let same = groups.into_iter().filter(|sides| !sides.differs && ORDERS_MIN <= sides.orders);
    let note = |Sides { base, column, rows, .. }| Note::SameSamples {
        base: Text::from(&base[..]),
        column: Text::from(&column[..]),
        rows,
    };
    same.map(note).collect()
}

fn name(table: &Table, column: u32) -> Vec<u8> {
    let mut name = Vec::new();
    write_name(&mut name, &table.columns[column as usize].key);
    name
}

/// Returns the number of possible orders of a row's samples, if both sides have them in the same order.
pub(in crate::table) fn orders_if_same(
    store: &Store,
    cells: &Cells,
    row: &Row,
    indices: &[CellIndex],
    [base, column]: [u32; 2],
) -> Option<f64> {
    let [old, new] = [row.cell(base)?, row.cell(column)?];
    let numbers = |cell: &Cell| (cell.n, cell.summary.center, cell.summary.lo, cell.summary.hi);
    // Most cells of different recordings already differ in these numbers.
    if numbers(old) != numbers(new) {
        return None;
    }
    // Almost all of its values are equal.
    if old.summary.lo == old.summary.hi {
        return Some(1.0);
    }
    let index = |column: u32| {
        let index = indices.binary_search_by_key(&column, |index| index.column);
        index.ok().map(|index| &indices[index])
    };
    let indices = [index(base)?, index(column)?];
    if let Some(known) = &cells.known {
        return known.orders.get(&indices.map(CellIndex::number)).copied();
    }
    let [mut old, new] = indices.map(|index| cells.in_order(store, index));
    (old == new).then(|| {
        sort_numbers(&mut old);
        orders(&old)
    })
}

/// Returns the number of orders of some sorted values, of which equal ones are neighbors.
fn orders(values: &[f64]) -> f64 {
    let runs = values.chunk_by(|a, b| a == b).flat_map(|run| 1..=run.len());
    let factor = |(index, in_run): (usize, usize)| index as f64 / in_run as f64;
    (1..).zip(runs).map(factor).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_counted() {
        assert_eq!(orders(&[]), 1.0);
        assert_eq!(orders(&[7.0, 7.0, 7.0]), 1.0);
        assert_eq!(orders(&[1.0, 2.0, 3.0, 4.0]), 24.0);
        assert_eq!(orders(&[1.0, 1.0, 2.0, 2.0, 2.0]).round(), 10.0);
        let many: Vec<f64> = (0..500).map(f64::from).collect();
        assert!(1e300 < orders(&many));
    }
}
