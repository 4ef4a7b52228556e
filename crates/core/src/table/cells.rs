//! Grouping: which values belong to which cell.

use super::derive::{Derivation, Derived};
use crate::base::PairInterner;
use crate::project::{KeyId, Mask, Projections, Schema};
use crate::store::Store;

/// The cells of all tables, in the order in which they are shown.
pub(super) struct Cells {
    pub(super) projections: Projections,
    pub(super) derived: Derived,
    /// (table key, tidied unit), in the order in which the tables are shown.
    pub(super) tables: Vec<TableCells>,
    /// Where the pieces of each cell begin, by cell number; one more at the end.
    piece_starts: Vec<u32>,
    /// (series, column), by cell.
    pieces: Vec<(u32, u32)>,
    /// Residues that differ from the first of their cell, by cell.
    residues: Vec<(u32, KeyId)>,
    first_residues: Vec<KeyId>,
}

pub(super) struct TableCells {
    pub(super) key: KeyId,
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
    pub(super) cell: u32,
}

/// Groups all measurements that count.
pub(super) fn group(store: &Store, schema: &Schema, derivations: &[Derivation]) -> Cells {
    let derived = Derived::new(store, derivations);
    let mut grouping = Grouping::new(schema.projections());
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
    /// (table, row, col).
    cells: PairInterner<(u32, KeyId, KeyId)>,
    /// (cell, series, column).
    pieces: Vec<(u32, u32, u32)>,
    first_residues: Vec<KeyId>,
    residues: Vec<(u32, KeyId)>,
}

impl Grouping {
    fn new(projections: Projections) -> Self {
        Grouping {
            projections,
            tables: PairInterner::default(),
            units: PairInterner::default(),
            cells: PairInterner::default(),
            pieces: Vec::new(),
            first_residues: Vec::new(),
            residues: Vec::new(),
        }
    }

    fn add(&mut self, store: &Store, series: u32, mask: &Mask, more: &[(u32, u32, &[u8])]) {
        let (identity, layout) = store.series.get(series);
        let table = self.projections.table.key(store, identity);
        let row = self.projections.row.key(store, identity);
        let col = self.projections.col.key(store, identity);
        let residue = self.projections.residue.key(store, identity);
        let own = (0..).zip(store.layouts.get(layout));
        let own = own.filter(|(column, _)| mask.keeps(*column as usize));
        let own = own.map(|(column, &unit)| (column, store.units.tidied_id(unit)));
        let more = more.iter().map(|&(column, unit, _)| (column, unit));
        for (column, unit) in own.chain(more) {
            self.units.intern(unit);
            let table = self.tables.intern((table, unit));
            let cell = self.cells.intern((table, row, col));
            self.pieces.push((cell, series, column));
            match self.first_residues.get(cell as usize) {
                None => self.first_residues.push(residue),
                Some(&first) if first != residue => self.residues.push((cell, residue)),
                Some(_) => {}
            }
        }
    }

    fn finish(mut self, derived: Derived) -> Cells {
        let (piece_starts, pieces) = self.sorted_pieces();
        self.residues.sort_unstable();
        self.residues.dedup();
        Cells {
            tables: self.sorted_tables(),
            projections: self.projections,
            derived,
            piece_starts,
            pieces,
            residues: self.residues,
            first_residues: self.first_residues,
        }
    }

    /// Pieces by cell, in input order within a cell (a counting sort).
    fn sorted_pieces(&self) -> (Vec<u32>, Vec<(u32, u32)>) {
        let mut starts = vec![0u32; self.cells.len() + 1];
        for &(cell, ..) in &self.pieces {
            starts[cell as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut sorted = vec![(0, 0); self.pieces.len()];
        for &(cell, series, column) in &self.pieces {
            let at = &mut next[cell as usize];
            sorted[*at as usize] = (series, column);
            *at += 1;
        }
        (starts, sorted)
    }

    fn sorted_tables(&self) -> Vec<TableCells> {
        let Projections { table, row, col, .. } = &self.projections;
        let (tables, rows, cols) = (table.ranks(), row.ranks(), col.ranks());
        let mut places: Vec<Vec<(KeyId, KeyId, u32)>> = vec![Vec::new(); self.tables.len()];
        for (cell, &(table, row, col)) in (0..).zip(self.cells.keys()) {
            places[table as usize].push((row, col, cell));
        }
        let all = self.tables.keys().iter().zip(places);
        let mut sorted: Vec<TableCells> = all
            .map(|(&(key, unit), mut places)| {
                // Cells come almost in order, which this sort turns to account.
                places.sort_by_key(|&(row, col, _)| (rows[row as usize], cols[col as usize]));
                let mut columns: Vec<KeyId> = places.iter().map(|&(_, col, _)| col).collect();
                columns.sort_by_key(|&col| cols[col as usize]);
                columns.dedup();
                let column =
                    |col| columns.partition_point(|&c| cols[c as usize] < cols[col as usize]);
                let place = |(row, col, cell)| CellPlace { row, column: column(col) as u32, cell };
                let cells = places.into_iter().map(place).collect();
                TableCells { key, unit, columns, cells }
            })
            .collect();
        sorted.sort_by_key(|t| (tables[t.key as usize], self.units.find(t.unit)));
        sorted
    }
}

impl Cells {
    /// The (series, column) pairs whose values make a cell.
    pub(super) fn pieces(&self, cell: u32) -> &[(u32, u32)] {
        let cell = cell as usize;
        &self.pieces[self.piece_starts[cell] as usize..self.piece_starts[cell + 1] as usize]
    }

    /// Appends the values of one piece of a cell, in input order.
    pub(super) fn gather(&self, store: &Store, piece: (u32, u32), out: &mut Vec<f64>) {
        if !self.derived.each(store, piece, |_, value| out.push(value)) {
            store.gather(piece.0, piece.1 as usize, out);
        }
    }

    /// The same, each value with the place of its row in the reading order.
    pub(super) fn gather_placed(&self, store: &Store, piece: (u32, u32)) -> Vec<((u32, u32), f64)> {
        let mut placed = Vec::new();
        if self.derived.each(store, piece, |place, value| placed.push((place, value))) {
            return placed;
        }
        store.gather_placed(piece.0, piece.1 as usize)
    }

    /// The different residues of a cell, if there are several.
    pub(super) fn residues(&self, cell: u32) -> Option<Vec<KeyId>> {
        let start = self.residues.partition_point(|&(c, _)| c < cell);
        let others = self.residues[start..].iter().take_while(|&&(c, _)| c == cell);
        let mut all = vec![self.first_residues[cell as usize]];
        all.extend(others.map(|&(_, residue)| residue));
        (1 < all.len()).then_some(all)
    }
}
