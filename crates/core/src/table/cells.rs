//! Grouping: which values belong to which cell.
//!
//! A *piece* is one measurement column of one series that counts. Pieces are sorted by table, row
//! and column, after which each cell is a stretch of them. The sorts count instead of comparing, so
//! that the work grows with the pieces alone.

use super::derive::{Derivation, Derived};
use crate::base::PairInterner;
use crate::base::sort::sort_copies;
use crate::project::{KeyId, Mask, Projections, Schema};
use crate::store::{RowPlace, Sample, Store};

/// The cells of all tables, in the order in which they are shown.
pub(crate) struct Cells {
    pub(super) projections: Projections,
    pub(super) derived: Derived,
    pub(super) tables: Vec<TableCells>,
    pieces: Vec<Piece>,
}

pub(super) struct TableCells {
    pub(super) key: KeyId,
    /// The tidied unit.
    pub(super) unit: u32,
    /// The column keys, sorted; the first is the baseline.
    pub(super) columns: Vec<KeyId>,
    /// Sorted by row, then by column.
    pub(super) cells: Vec<CellPlace>,
}

#[derive(Clone, Copy)]
pub(super) struct CellPlace {
    pub(super) row: KeyId,
    /// The place of its column in the table.
    pub(super) column: u32,
    /// Its first piece, and how many it has.
    first: u32,
    pieces: u32,
}

/// One measurement column of one series.
#[derive(Clone, Copy, Default)]
pub(super) struct Piece {
    pub(super) series: u32,
    pub(super) column: u32,
    residue: KeyId,
}

/// A piece that is not in its place yet.
#[derive(Clone, Copy)]
struct Loose {
    piece: Piece,
    table: u32,
    row: KeyId,
    col: KeyId,
}

/// Groups all measurements that count.
pub(super) fn group(store: &Store, schema: &Schema, derivations: &[Derivation]) -> Cells {
    let derived = Derived::new(store, derivations);
    let mut grouping = Grouping {
        projections: schema.projections(),
        tables: PairInterner::default(),
        units: PairInterner::default(),
        loose: Vec::new(),
        last: (KeyId::MAX, u32::MAX),
        tables_of_last: Vec::new(),
    };
    for series in 0..store.series.len() as u32 {
        let mask = schema.mask(store, series);
        let mut more = derived.columns(store, series);
        more.retain(|&(_, _, unit)| schema.keeps_unit(store, series, unit));
        if mask.any() || !more.is_empty() {
            grouping.add(store, series, &mask, &more);
        }
    }
    grouping.finish(derived)
}

struct Grouping {
    projections: Projections,
    /// (table key, tidied unit).
    tables: PairInterner<(KeyId, u32)>,
    /// Tidied units by first appearance.
    units: PairInterner<u32>,
    loose: Vec<Loose>,
    /// Table key and layout of a series all of which counted, and the table of each column of it:
    /// the next series is mostly alike.
    last: (KeyId, u32),
    tables_of_last: Vec<u32>,
}

impl Grouping {
    fn add(&mut self, store: &Store, series: u32, mask: &Mask, more: &[(u32, u32, &[u8])]) {
        let (identity, layout) = store.series.get(series);
        let key = self.projections.table.key(store, identity);
        let row = self.projections.row.key(store, identity);
        let col = self.projections.col.key(store, identity);
        let residue = self.projections.residue.key(store, identity);
        let is_whole = *mask == Mask::Whole(true);
        if !is_whole || self.last != (key, layout) {
            self.tables_of_last.clear();
            for (column, &unit) in store.layouts.get(layout).iter().enumerate() {
                let table = mask.keeps(column).then(|| {
                    let unit = store.units.tidied_id(unit);
                    self.units.intern(unit);
                    self.tables.intern((key, unit))
                });
                self.tables_of_last.push(table.unwrap_or(DROPPED));
            }
            self.last = if is_whole { (key, layout) } else { (KeyId::MAX, u32::MAX) };
        }
        for (column, &table) in (0..).zip(&self.tables_of_last) {
            if table != DROPPED {
                let piece = Piece { series, column, residue };
                self.loose.push(Loose { piece, table, row, col });
            }
        }
        for &(column, unit, _) in more {
            self.units.intern(unit);
            let table = self.tables.intern((key, unit));
            let piece = Piece { series, column, residue };
            self.loose.push(Loose { piece, table, row, col });
        }
    }

    fn finish(self, derived: Derived) -> Cells {
        let Projections { table, row, col, .. } = &self.projections;
        let (table_ranks, row_ranks, col_ranks) = (table.ranks(), row.ranks(), col.ranks());
        let mut tables: Vec<u32> = (0..self.tables.len() as u32).collect();
        let rank = |&table: &u32| {
            let (key, unit) = self.tables.get(table);
            (table_ranks[key as usize], self.units.find(unit))
        };
        sort_copies(&mut tables, &mut |a, b| rank(a).cmp(&rank(b)));
        let mut places = vec![0; tables.len()];
        (0..).zip(&tables).for_each(|(place, &table)| places[table as usize] = place);

        let loose = &self.loose;
        let all = (0..loose.len() as u32).collect();
        let by_row = sort_by(all, row_ranks.len(), |i| row_ranks[loose[i].row as usize]);
        let mut order = sort_by(by_row, tables.len(), |i| places[loose[i].table as usize]);
        let cell_row = |i: u32| (loose[i as usize].table, loose[i as usize].row);
        for row in order.chunk_by_mut(|&a, &b| cell_row(a) == cell_row(b)) {
            row.sort_by_key(|&i| col_ranks[loose[i as usize].col as usize]);
        }
        let mut cells: Vec<TableCells> = tables
            .iter()
            .map(|&table| {
                let (key, unit) = self.tables.get(table);
                TableCells { key, unit, columns: Vec::new(), cells: Vec::new() }
            })
            .collect();
        for stretch in order.chunk_by(|&a, &b| loose[a as usize].table == loose[b as usize].table) {
            let first = loose[stretch[0] as usize];
            let columns = columns(stretch, loose, &col_ranks);
            cells[places[first.table as usize] as usize].columns = columns;
        }
        let mut pieces = Vec::with_capacity(order.len());
        for (at, &i) in (0..).zip(&order) {
            let Loose { piece, table, row, col } = loose[i as usize];
            pieces.push(piece);
            let TableCells { columns, cells, .. } = &mut cells[places[table as usize] as usize];
            let rank = col_ranks[col as usize];
            let column = columns.partition_point(|&c| col_ranks[c as usize] < rank) as u32;
            match cells.last_mut() {
                Some(cell) if cell.row == row && cell.column == column => cell.pieces += 1,
                _ => cells.push(CellPlace { row, column, first: at, pieces: 1 }),
            }
        }
        Cells { tables: cells, projections: self.projections, derived, pieces }
    }
}

/// Stands for the table of a measurement that does not count.
const DROPPED: u32 = u32::MAX;

/// The column keys of one table, sorted.
fn columns(pieces: &[u32], loose: &[Loose], ranks: &[u32]) -> Vec<KeyId> {
    let mut seen = vec![false; ranks.len()];
    let mut columns: Vec<KeyId> = Vec::new();
    for &i in pieces {
        let col = loose[i as usize].col;
        if !std::mem::replace(&mut seen[col as usize], true) {
            columns.push(col);
        }
    }
    sort_copies(&mut columns, &mut |&a, &b| ranks[a as usize].cmp(&ranks[b as usize]));
    columns
}

/// Sorts places in a list by a key below `keys`, keeping the order of equal ones.
fn sort_by(places: Vec<u32>, keys: usize, key: impl Fn(usize) -> u32) -> Vec<u32> {
    if places.is_sorted_by_key(|&place| key(place as usize)) {
        return places;
    }
    let mut starts = vec![0u32; keys + 1];
    for &place in &places {
        starts[key(place as usize) as usize + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let mut sorted = vec![0; places.len()];
    for &place in &places {
        let start = &mut starts[key(place as usize) as usize];
        sorted[*start as usize] = place;
        *start += 1;
    }
    sorted
}

impl Cells {
    /// The pieces of a cell, in input order.
    pub(super) fn pieces(&self, cell: &CellPlace) -> &[Piece] {
        &self.pieces[cell.first as usize..(cell.first + cell.pieces) as usize]
    }

    /// Appends the values of one piece of a cell, in input order.
    pub(super) fn gather(&self, store: &Store, piece: &Piece, out: &mut Sample) {
        if !self.derived.each(store, (piece.series, piece.column), |_, value| out.push(value)) {
            store.gather(piece.series, piece.column as usize, out);
        }
    }

    /// The same, each value with the place of its row in the reading order.
    pub(super) fn gather_placed(&self, store: &Store, piece: &Piece) -> Vec<(RowPlace, f64)> {
        let mut placed = Vec::new();
        let place = (piece.series, piece.column);
        if self.derived.each(store, place, |place, value| placed.push((place, value))) {
            return placed;
        }
        store.gather_placed(piece.series, piece.column as usize)
    }

    /// The different residues of a cell, if there are several.
    pub(super) fn residues(&self, cell: &CellPlace) -> Option<Vec<KeyId>> {
        let pieces = self.pieces(cell);
        if pieces.iter().all(|piece| piece.residue == pieces[0].residue) {
            return None;
        }
        let mut residues: Vec<KeyId> = pieces.iter().map(|piece| piece.residue).collect();
        sort_copies(&mut residues, &mut |a, b| a.cmp(b));
        residues.dedup();
        Some(residues)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_keeps_the_order_of_equal_keys() {
        let keys = [3, 1, 3, 0, 1];
        assert_eq!(sort_by((0..5).collect(), 4, |i| keys[i]), [3, 1, 4, 0, 2]);
        assert_eq!(sort_by(vec![4, 2, 0], 4, |i| keys[i]), [4, 2, 0]);
        assert!(sort_by(Vec::new(), 0, |_| 0).is_empty());
    }
}
