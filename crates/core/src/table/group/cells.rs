//! Grouping: which values belong to which cell.
//!
//! A *piece* is one measurement column of one series that counts. Series are sorted by row and column and dealt out to
//! their tables, so each cell is a contiguous range of its table's pieces. The sort counts instead of comparing, so the
//! work grows only with the number of pieces.

use super::bases::Bases;
use super::derive::{Derivation, DeriveRoom, Derived};
use super::elsewhere::Known;
use super::index::{CellIndex, Piece, rows_of};
use super::lacking::{Lacking, lacking};
use super::phase::GROUPING;
use crate::base::PairInterner;
use crate::base::pace::Pace;
use crate::base::sort::sort_copies;
use crate::base::{Text, Texts};
use crate::project::Filter;
use crate::project::{KeyId, Mask, Masks, Projections, Schema};
use crate::store::{RowIndex, Sample, Store};

/// The cells of all tables, in the order in which they are shown.
pub(crate) struct Cells {
    pub(in crate::table) projections: Projections,
    pub(crate) derived: Derived,
    pub(crate) tables: Vec<TableCells>,
    /// The column that the others of the report are compared with, if it is the same for all.
    pub(crate) base: Option<KeyId>,
    /// Whether a gap of several columns is reported once, because too many cells are missing.
    pub(in crate::table) is_short: bool,
    /// The known facts about values that the store does not have, because they were compared elsewhere.
    pub(in crate::table) known: Option<Known>,
    /// The series that lack a unit which benchlens computes.
    pub(super) lacking: Vec<Lacking>,
    pieces: Vec<Piece>,
}

impl Cells {
    /// Returns whether results that differ in a key of the configuration are in different rows or tables.
    pub(crate) fn separates(&self, key: &[u8]) -> bool {
        self.projections.separates(key)
    }
}

pub(crate) struct TableCells {
    pub(in crate::table) key: KeyId,
    /// The tidied unit.
    pub(crate) unit: u32,
    /// The column keys, sorted.
    pub(crate) columns: Vec<KeyId>,
    /// The baseline of each column.
    pub(in crate::table) bases: Bases,
    /// Sorted by row, then by column.
    pub(crate) cells: Vec<CellIndex>,
}

/// A series that has no final position yet.
#[derive(Clone, Copy)]
struct Loose {
    series: u32,
    row: KeyId,
    col: KeyId,
    residue: KeyId,
    /// Its measurements that count, as a range of the list of all.
    targets: (u32, u32),
}

/// A measurement column of a series, and the table that it belongs to.
type Target = (u32, u32);

/// Groups all measurements that count. No column has a baseline yet.
pub(in crate::table) async fn group(
    store: &Store,
    schema: &Schema,
    derivations: &[Derivation],
    pace: &Pace,
) -> Cells {
    pace.begin(GROUPING, store.series.count() as u64);
    let derived = Derived::new(store, derivations);
    let lacking = lacking(store, schema, &derived);
    let mut grouping = Grouping {
        projections: schema.projections(store.seed),
        tables: PairInterner::seeded(store.seed),
        units: PairInterner::seeded(store.seed),
        loose: Vec::new(),
        targets: Vec::new(),
        last: None,
    };
    let (mut masks, mut room) = (Masks::new(schema, store), DeriveRoom::default());
    for series in 0..store.series.count() as u32 {
        let mask = masks.get(series);
        let mut more = derived.columns(store, series, &mut room);
        more.retain(|&(_, _, unit)| schema.keeps_unit(store, series, unit));
        if mask.any() || !more.is_empty() {
            grouping.add(store, series, mask, &more);
        }
        if series % TOLD == TOLD - 1 {
            pace.finish(TOLD.into());
            pace.spend(u64::from(TOLD) * SERIES_WORK).await;
        }
    }
    grouping.projections.settle(store);
    pace.spend(store.series.count() as u64 * SERIES_WORK / 4).await;
    Cells { lacking, ..grouping.finish(derived) }
}

/// The number of series after which progress is reported.
const TOLD: u32 = 256;

/// Grouping a series takes about as long as reading this number of values.
const SERIES_WORK: u64 = 40;

struct Grouping {
    projections: Projections,
    /// Tables by (table key, tidied unit).
    tables: PairInterner<(KeyId, u32)>,
    /// Tidied units in order of first appearance.
    units: PairInterner<u32>,
    loose: Vec<Loose>,
    targets: Vec<Target>,
    /// The previous series, because the next one is mostly like it.
    last: Option<Last>,
}

/// A series with its targets.
struct Last {
    table: KeyId,
    layout: u32,
    /// The measurements of it that count.
    mask: Mask,
    /// Its derived columns.
    derived: Vec<u32>,
    targets: (u32, u32),
}

impl Grouping {
    fn add(&mut self, store: &Store, series: u32, mask: &Mask, more: &[(u32, u32, &[u8])]) {
        let (identity, layout) = store.series.get(series);
        let key = self.projections.table.key(store, identity);
        let row = self.projections.row.key(store, identity);
        let col = self.projections.col.key(store, identity);
        let residue = self.projections.residue.key(store, identity);
        let derived = more.iter().map(|&(column, ..)| column);
        let alike = |last: &&Last| {
            (last.table, last.layout, &last.mask) == (key, layout, mask)
                && derived.clone().eq(last.derived.iter().copied())
        };
        let targets = match self.last.as_ref().filter(alike) {
            Some(last) => last.targets,
            None => {
                let units =
                    store.layouts.get(layout).iter().map(|&unit| store.units.tidied_id(unit));
                let own = (0..).zip(units).filter(|&(column, _)| mask.keeps(column as usize));
                let added = more.iter().map(|&(column, unit, _)| (column, unit));
                let targets = self.targets(key, own.chain(added));
                let (mask, derived) = (mask.clone(), derived.collect());
                self.last = Some(Last { table: key, layout, mask, derived, targets });
                targets
            }
        };
        self.loose.push(Loose { series, row, col, residue, targets });
    }

    /// Lists columns with the tables of their units.
    fn targets(&mut self, key: KeyId, columns: impl Iterator<Item = (u32, u32)>) -> (u32, u32) {
        let start = self.targets.len() as u32;
        for (column, unit) in columns {
            self.units.intern(unit);
            self.targets.push((column, self.tables.intern((key, unit))));
        }
        (start, self.targets.len() as u32)
    }

    fn finish(self, derived: Derived) -> Cells {
        let Projections { table, row, col, .. } = &self.projections;
        let (table_ranks, row_ranks, col_ranks) = (table.ranks(), row.ranks(), col.ranks());
        let mut tables: Vec<u32> = (0..self.tables.count() as u32).collect();
        let rank = |&table: &u32| {
            let (key, unit) = self.tables.get(table);
            (table_ranks[key as usize], self.units.find(unit))
        };
        sort_copies(&mut tables, &mut |a, b| rank(a).cmp(&rank(b)));

        let loose = &self.loose;
        let all = (0..loose.len() as u32).collect();
        let order = sort_by(all, col_ranks.len(), |i| col_ranks[loose[i].col as usize]);
        let order = sort_by(order, row_ranks.len(), |i| row_ranks[loose[i].row as usize]);
        let mut indices = Places::new(&tables, loose, &self.targets);
        for &i in &order {
            let Loose { series, row, col, residue, targets } = loose[i as usize];
            for &(column, table) in slice(&self.targets, targets) {
                indices.put(table, row, col, Piece { series, column, residue });
            }
        }
        let mut column_indices = vec![UNSEEN; col_ranks.len()];
        let tables = tables.iter().map(|&table| {
            let (key, unit) = self.tables.get(table);
            let mut cells = std::mem::take(&mut indices.tables[table as usize].cells);
            let columns = number_columns(&mut cells, &col_ranks, &mut column_indices);
            TableCells { key, unit, columns, bases: Bases::default(), cells }
        });
        let tables = tables.collect();
        let (projections, pieces) = (self.projections, indices.pieces);
        let lacking = Vec::new();
        Cells {
            projections,
            derived,
            tables,
            base: None,
            is_short: false,
            known: None,
            lacking,
            pieces,
        }
    }
}

fn slice<T>(list: &[T], range: (u32, u32)) -> &[T] {
    let (start, end) = range;
    &list[start as usize..end as usize]
}

/// The pieces while they move to their cells.
struct Places {
    pieces: Vec<Piece>,
    /// The tables by number.
    tables: Vec<Filling>,
}

#[derive(Clone, Default)]
struct Filling {
    /// The index of the next piece.
    next: u32,
    /// The cells, whose columns are still keys.
    cells: Vec<CellIndex>,
}

impl Places {
    /// Allocates room for all pieces, table by table in the order `tables`.
    fn new(tables: &[u32], loose: &[Loose], targets: &[Target]) -> Places {
        let mut counts = vec![0u32; tables.len()];
        for series in loose.chunk_by(|a, b| a.targets == b.targets) {
            for &(_, table) in slice(targets, series[0].targets) {
                counts[table as usize] += series.len() as u32;
            }
        }
        let mut fillings = vec![Filling::default(); tables.len()];
        let mut next = 0;
        for &table in tables {
            let pieces = counts[table as usize];
            fillings[table as usize] = Filling { next, cells: Vec::with_capacity(pieces as usize) };
            next += pieces;
        }
        Places { pieces: vec![Piece::default(); next as usize], tables: fillings }
    }

    fn put(&mut self, table: u32, row: KeyId, column: KeyId, piece: Piece) {
        let Filling { next, cells } = &mut self.tables[table as usize];
        self.pieces[*next as usize] = piece;
        match cells.last_mut() {
            Some(cell) if (cell.row, cell.column) == (row, column) => cell.pieces += 1,
            _ => cells.push(CellIndex { row, column, first: *next, pieces: 1 }),
        }
        *next += 1;
    }
}

const UNSEEN: u32 = u32::MAX;

/// Returns the column keys of a table, sorted; in its cells, their indexes replace the keys.
///
/// `indices` has an entry for each key and is unchanged afterward.
fn number_columns(cells: &mut [CellIndex], ranks: &[u32], indices: &mut [u32]) -> Vec<KeyId> {
    let mut columns: Vec<KeyId> = Vec::new();
    for cell in &*cells {
        if std::mem::replace(&mut indices[cell.column as usize], 0) == UNSEEN {
            columns.push(cell.column);
        }
    }
    sort_copies(&mut columns, &mut |&a, &b| ranks[a as usize].cmp(&ranks[b as usize]));
    (0..).zip(&columns).for_each(|(index, &column)| indices[column as usize] = index);
    cells.iter_mut().for_each(|cell| cell.column = indices[cell.column as usize]);
    columns.iter().for_each(|&column| indices[column as usize] = UNSEEN);
    columns
}

/// Sorts indexes of a list by a key below `keys`, and keeps the order of equal ones.
fn sort_by(indices: Vec<u32>, keys: usize, key: impl Fn(usize) -> u32) -> Vec<u32> {
    if indices.is_sorted_by_key(|&index| key(index as usize)) {
        return indices;
    }
    let mut starts = vec![0u32; keys + 1];
    for &index in &indices {
        starts[key(index as usize) as usize + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let mut sorted = vec![0; indices.len()];
    for &index in &indices {
        let start = &mut starts[key(index as usize) as usize];
        sorted[*start as usize] = index;
        *start += 1;
    }
    sorted
}

/// The part of a cell that a filter keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coverage {
    None,
    Part,
    All,
}

impl Cells {
    /// Returns how much of a cell a filter keeps, in a table of this unit.
    pub(crate) fn coverage(
        &self,
        store: &Store,
        filter: &Filter,
        unit: u32,
        cell: &CellIndex,
    ) -> Coverage {
        let pieces = self.pieces(cell);
        let kept = pieces.iter().filter(|piece| {
            let (_, layout) = store.series.get(piece.series);
            // Derived columns come after the series' own columns.
            if (piece.column as usize) < store.layouts.get(layout).len() {
                return filter.mask(store, piece.series).keeps(piece.column as usize);
            }
            let text = self.derived.unit_text(store, unit);
            filter.keeps_unit(store, piece.series, text)
        });
        match kept.count() {
            0 => Coverage::None,
            kept if kept == pieces.len() => Coverage::All,
            _ => Coverage::Part,
        }
    }

    /// Returns the number of results in a cell.
    pub(in crate::table) fn results(&self, store: &Store, cell: &CellIndex) -> u64 {
        self.pieces(cell).iter().map(|piece| store.rows_of(piece.series)).sum()
    }

    /// Returns the pieces of a cell, in input order.
    pub(crate) fn pieces(&self, cell: &CellIndex) -> &[Piece] {
        &self.pieces[cell.first as usize..(cell.first + cell.pieces) as usize]
    }

    /// Appends the values of one piece of a cell, in input order.
    pub(in crate::table) fn gather(&self, store: &Store, piece: &Piece, out: &mut Sample) {
        if !self.derived.each(store, piece.series, piece.column, |_, value| out.push(value)) {
            store.gather(piece.series, piece.column as usize, out);
        }
    }

    /// Appends the values of one piece of a cell, each with the position of its row in reading order.
    pub(in crate::table) fn gather_indexed(
        &self,
        store: &Store,
        piece: &Piece,
    ) -> Vec<(RowIndex, f64)> {
        let mut placed = Vec::new();
        let push = |index, value| placed.push((index, value));
        if self.derived.each(store, piece.series, piece.column, push) {
            return placed;
        }
        store.gather_indexed(piece.series, piece.column as usize)
    }

    /// Returns the differences between the results of a cell that no projection shows: the configuration keys that
    /// differ, by number, and whether names differ. `None` if the results are alike.
    pub(in crate::table) fn unseen(
        &self,
        store: &Store,
        cell: &CellIndex,
    ) -> Option<(Vec<KeyId>, bool)> {
        let pieces = self.pieces(cell);
        if pieces.len() == 1 {
            return None;
        }
        let mut residues: Vec<KeyId> = pieces.iter().map(|piece| piece.residue).collect();
        residues.dedup();
        if residues.len() > 1 {
            sort_copies(&mut residues, &mut |a, b| a.cmp(b));
            residues.dedup();
        }
        let identities = pieces.iter().map(|piece| store.series.get(piece.series).0);
        let names = self.projections.residue.names_differ(store, identities);
        (1 < residues.len() || names).then_some((residues, names))
    }

    /// Returns the values of a cell in reading order.
    pub(in crate::table) fn in_order(&self, store: &Store, index: &CellIndex) -> Vec<f64> {
        let pieces = self.pieces(index).iter();
        let mut values: Vec<(RowIndex, f64)> =
            pieces.flat_map(|piece| self.gather_indexed(store, piece)).collect();
        // Several series may alternate; a unit that occurs twice on a line keeps its order.
        sort_copies(&mut values, &mut |a, b| a.0.cmp(&b.0));
        values.into_iter().map(|(_, value)| value).collect()
    }

    /// Returns the values of a cell, in no order.
    pub(in crate::table) fn sample(&self, store: &Store, index: &CellIndex) -> Sample {
        let mut sample = Sample::default();
        for piece in self.pieces(index) {
            self.gather(store, piece, &mut sample);
        }
        sample
    }

    /// Returns the values of a cell in reading order, by the indexes of table, row and column in the report.
    pub(crate) fn samples(
        &self,
        store: &Store,
        table: usize,
        row: usize,
        column: usize,
    ) -> Vec<f64> {
        let rows = self.tables.get(table).map(|table| table.cells.chunk_by(|a, b| a.row == b.row));
        let indices = rows.and_then(|mut rows| rows.nth(row)).unwrap_or_default();
        let Some(index) = indices.iter().find(|index| index.column as usize == column) else {
            return Vec::new();
        };
        // If values were compared elsewhere, the store has only placeholders for them.
        if self.known.is_none() { self.in_order(store, index) } else { Vec::new() }
    }

    /// Returns for each row of a table the configuration of the first result in each of its cells.
    pub(crate) fn configs(&self, store: &Store, table: usize) -> Vec<Vec<u32>> {
        let config = |piece: Option<&Piece>| {
            let identity = piece.map_or(0, |piece| store.series.get(piece.series).0);
            store.identities.get(identity).1
        };
        let row =
            |row: &[CellIndex]| row.iter().map(|cell| config(self.pieces(cell).first())).collect();
        rows_of(&self.tables[table].cells).map(row).collect()
    }

    /// Returns the last cell of each row of a table.
    pub(crate) fn last_cells(&self, table: usize) -> impl Iterator<Item = &CellIndex> {
        rows_of(&self.tables[table].cells).filter_map(<[CellIndex]>::last)
    }

    /// Returns the cells of each row of a table.
    pub(crate) fn row_cells(&self, table: usize) -> impl Iterator<Item = &[CellIndex]> {
        rows_of(&self.tables[table].cells)
    }

    /// Returns the columns of a table as indexes into [`columns`](Cells::columns), the columns of all tables.
    pub(crate) fn column_indices(&self, table: usize, columns: &[u32]) -> Vec<u32> {
        let most = columns.iter().max().map_or(0, |&most| most as usize + 1);
        let mut indices = vec![0; most];
        (0..).zip(columns).for_each(|(index, &column)| indices[column as usize] = index);
        self.tables[table].columns.iter().map(|&column| indices[column as usize]).collect()
    }

    /// Returns the values of columns.
    pub(crate) fn column_texts(&self, columns: &[u32]) -> Vec<Texts> {
        let mut texts = self.projections.col.texts();
        columns.iter().map(|&column| texts.get(column)).collect()
    }

    /// Returns the names of the keys of tables, rows and columns.
    pub(crate) fn field_names(&self) -> [Vec<Text>; 3] {
        let projections = &self.projections;
        [projections.table.names(), projections.row.names(), projections.col.names()]
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
