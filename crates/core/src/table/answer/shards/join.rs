//! From shards to a report.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::shard::ShardRow;
use super::{Named, Shard, ShardError, named};
use crate::base::write_label;
use crate::store::Store;
use crate::table::answer::question::{CompiledQuery, empty_rows};
use crate::table::compare::varying_keys::Varying;
use crate::table::group::cells::{Cells, TableCells};
use crate::table::group::elsewhere::Known;
use crate::table::group::index::{CellIndex, rows_of};
use crate::table::model::{CellDetails, Report, Row};

/// A row of the tables: where it is, and which results it must contain.
struct Place<'c> {
    row: usize,
    cells: &'c [CellIndex],
}

impl CompiledQuery<'_> {
    /// Returns the report on all shards together. `outline` contains the results of all of them.
    pub(crate) fn join(
        &self,
        outline: &Store,
        mut cells: Cells,
        shards: impl IntoIterator<Item = Shard>,
    ) -> Result<(Report, Arc<Cells>), ShardError> {
        let mut rows = empty_rows(&cells, |_| usize::MAX);
        let known: Vec<BTreeMap<Named, Place<'_>>> = places(&cells, &rows);
        let mut found = Known::default();
        let mut varying = Varying::default();
        for table in shards.into_iter().flat_map(|shard| shard.tables) {
            let at = table.table as usize;
            for sent in table.rows {
                let unknown = || ShardError::Unknown { row: label(&sent.key) };
                let place = known.get(at).and_then(|rows| rows.get(&sent.key));
                let place = place.ok_or_else(unknown)?;
                let row = &mut rows[at][place.row];
                if !row.cells.is_empty() {
                    return Err(ShardError::Twice { row: label(&sent.key) });
                }
                check(outline, &cells, place.cells, &sent)?;
                learn(&mut found, place.cells, &sent);
                let sent_cells = sent.cells.into_iter().zip(place.cells).map(|(cell, place)| {
                    let varies_in = varying.of(outline, &cells, place);
                    cell.into_cell(CellDetails { varies_in, ..CellDetails::default() })
                });
                row.cells = sent_cells.collect();
                row.comparisons = sent.comparisons.into();
            }
        }
        drop(known);
        if let Some(lost) = rows.iter().flatten().find(|row| row.cells.is_empty()) {
            return Err(ShardError::Lost { row: row_label(lost) });
        }
        cells.known = Some(found);
        let cells = Arc::new(cells);
        let report = self.ask(outline, &cells)?.report(rows);
        Ok((report, cells))
    }
}

/// Returns the rows of each table by their keys.
fn places<'c>(cells: &'c Cells, rows: &[Vec<Row>]) -> Vec<BTreeMap<Named, Place<'c>>> {
    let names = cells.projections.row.names();
    let of_table = |(rows, table): (&Vec<Row>, &'c TableCells)| {
        let keys = rows.iter().map(|row| named(&names, &row.key));
        let places = rows_of(&table.cells).zip(0..).map(|(cells, row)| Place { row, cells });
        keys.zip(places).collect()
    };
    rows.iter().zip(&cells.tables).map(of_table).collect()
}

/// Keeps the facts that notes and gates will need about the values of a row.
fn learn(known: &mut Known, places: &[CellIndex], sent: &ShardRow) {
    let number = |column: u32| places.iter().find(|place| place.column == column);
    let numbers = |columns: [u32; 2]| {
        let [base, new] = columns.map(number);
        Some([base?.number(), new?.number()])
    };
    let blocks = sent.blocks.iter();
    known
        .blocks
        .extend(blocks.filter_map(|(columns, found)| Some((numbers(*columns)?, found.clone()))));
    let overlaps = sent.overlaps.iter();
    known
        .overlaps
        .extend(overlaps.filter_map(|&(columns, overlap)| Some((numbers(columns)?, overlap))));
    let constant = sent.cells.iter().zip(places).filter(|(cell, _)| cell.is_constant);
    known.constant.extend(constant.map(|(_, place)| place.number()));
}

/// Checks that a row has exactly one value for each of its results.
fn check(
    outline: &Store,
    cells: &Cells,
    places: &[CellIndex],
    sent: &ShardRow,
) -> Result<(), ShardError> {
    let results = |place: &CellIndex| cells.results(outline, place);
    let differs =
        |found: u64, results: u64| ShardError::Count { row: label(&sent.key), found, results };
    for (place, cell) in places.iter().zip(&sent.cells) {
        if (place.column, results(place)) != (cell.column, cell.n.into()) {
            return Err(differs(cell.n.into(), results(place)));
        }
    }
    if places.len() != sent.cells.len() {
        let found = sent.cells.iter().map(|cell| u64::from(cell.n)).sum();
        return Err(differs(found, places.iter().map(results).sum()));
    }
    Ok(())
}

/// Returns the label of a row in its report.
fn row_label(row: &Row) -> String {
    let mut label = Vec::new();
    write_label(&mut label, &row.key);
    String::from_utf8_lossy(&label).into_owned()
}

/// Returns the label of a key that is in no report.
fn label(key: &Named) -> String {
    let values: Vec<_> = key.iter().map(|(_, value)| String::from_utf8_lossy(value)).collect();
    values.join(" ")
}
