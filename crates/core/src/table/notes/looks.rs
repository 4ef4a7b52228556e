//! Notes on recordings that may stop early.

use crate::store::Store;
use crate::table::compare::looks::looks_until;
use crate::table::group::cells::Cells;
use crate::table::group::index::{CellIndex, rows_of};
use crate::table::model::{Comparison, Confirmation, Looks, Note, Table};

/// Returns the notes on interim checks: those that p allows for, and whether there are others.
pub(in crate::table) fn notes(store: &Store, cells: &Cells, tables: &[Table]) -> Vec<Note> {
    if !store.has_looks() {
        return Vec::new();
    }
    let mut found: Vec<Note> = Vec::new();
    let mut ignored = 0;
    for (table, indices) in tables.iter().zip(&cells.tables) {
        for (row, indices) in table.rows.iter().zip(rows_of(&indices.cells)) {
            for comparison in row.comparisons.iter().filter(|found| found.test().is_some()) {
                let matching = comparison.matching();
                // Confirming blocks have no interim checks.
                if matching.is_some_and(|m| m.confirmation == Some(Confirmation::Only)) {
                    continue;
                }
                match matching.and_then(|matching| matching.looks) {
                    Some(looks) => {
                        allow_for(&mut found, store, cells, indices, comparison, looks);
                    }
                    None => ignored += u64::from(has_looks(store, cells, indices, comparison)),
                }
            }
        }
    }
    if ignored != 0 {
        found.push(Note::LooksIgnored { comparisons: ignored });
    }
    found
}

/// Returns the recording of a side of a comparison, by its first row.
fn recording<'s>(
    store: &'s Store,
    cells: &Cells,
    indices: &[CellIndex],
    column: u32,
) -> Option<&'s [u8]> {
    let index = indices.iter().find(|index| index.column == column)?;
    let rows = cells.pieces(index).iter().flat_map(|piece| cells.gather_indexed(store, piece));
    rows.map(|(row, _)| store.block_of(row).0).find(|name| !name.is_empty())
}

/// Returns whether a side of a comparison comes from a recording with interim checks.
fn has_looks(store: &Store, cells: &Cells, indices: &[CellIndex], comparison: &Comparison) -> bool {
    let columns = [comparison.base, comparison.column].into_iter();
    let mut names = columns.filter_map(|column| recording(store, cells, indices, column));
    names.any(|name| store.looks_of(name).is_some())
}

/// Adds a comparison to the note on its checks.
fn allow_for(
    notes: &mut Vec<Note>,
    store: &Store,
    cells: &Cells,
    indices: &[CellIndex],
    comparison: &Comparison,
    used: Looks,
) {
    let name = recording(store, cells, indices, comparison.column);
    let Some(planned) = name.and_then(|name| store.looks_of(name)) else { return };
    let blocks = comparison.matching().map_or(0, |matching| matching.pairs);
    let own = looks_until(planned, blocks);
    for note in notes.iter_mut() {
        let Note::Looks { looks, fewer, plan, .. } = note else { continue };
        if plan == planned {
            *fewer |= *looks != own;
            if looks.last() < own.last() {
                *looks = own;
            }
            return;
        }
    }
    let plan = planned.to_vec();
    notes.push(Note::Looks { looks: own, most: used.most, fewer: false, plan });
}
