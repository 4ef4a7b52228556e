//! Rows that both sides have and that the keys of the tables keep apart.
//!
//! Takes the cells of a query; gives each row whose baseline stands in one table and whose other side
//! in a second one of the same unit, with the keys in which the two tables differ. Guarantees that every
//! `-ignore` it gives makes its rows compare. Must not know values or statistics.
//!
//! A row is kept apart if one table has it in the baseline's column alone and another one in the other
//! column alone. Where several tables have the baseline, the one that differs in the fewest keys counts.
//! `pkg` tells benchmarks apart, not versions: many packages have a `BenchmarkEncode`. So tables of
//! different packages keep a row apart only if no table has both of its sides.

use super::Note;
use super::cells::{CellPlace, Cells};
use super::explain::compared_columns;
use super::note::SplitKey;
use crate::base::sort::sort_copies;
use crate::base::{Numbered, Text, Texts};
use crate::project::{Key, KeyId, KeyTexts, Schema};

/// Rows of one table whose baseline stands in another.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Apart {
    /// The table with the new side, by its place in [`Report::tables`](super::Report::tables).
    pub table: u32,
    /// The column of the new side, by its place in that table.
    pub column: u32,
    /// The table with the baseline.
    pub base_table: u32,
    /// The keys in which the tables differ, at most 64.
    pub keys: Vec<ApartKey>,
    /// Whether they differ in more keys.
    pub more_keys: bool,
    /// The `-ignore` with which the rows compare; nothing if `-table` names one of the keys itself, or if
    /// there are more keys.
    pub ignore: Option<Text>,
    /// The rows, in the order of the table with the new side.
    pub rows: Vec<ApartRow>,
}

/// A key with its value in either table; empty where it is not set.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ApartKey {
    /// The key.
    pub key: Text,
    /// Its value in the table with the baseline.
    pub base: Text,
    /// Its value in the table with the new side.
    pub new: Text,
}

/// A row by its place in either table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ApartRow {
    /// In the table with the baseline.
    pub base: u32,
    /// In the table with the new side.
    pub new: u32,
}

/// So many notes are given; the rows of the others are counted.
const NOTES: usize = 3;

/// So many rows are named in a note.
const NAMES: usize = 3;

/// So many tables on either side are looked at for the one that differs least.
const NEAR: usize = 4;

/// So many keys are told of two tables that differ; beyond that, tables differ alike. A log may have
/// thousands of keys, and thousands of tables that differ in all of them.
const KEYS: usize = 64;

/// A row of a table.
#[derive(Clone, Copy)]
struct Stretch<'c> {
    key: KeyId,
    table: u32,
    row: u32,
    cells: &'c [CellPlace],
}

/// A row with its sides in two tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pairing {
    table: u32,
    base_table: u32,
    column: u32,
    rows: (u32, u32),
    key: KeyId,
    base: KeyId,
}

/// All rows that are kept apart.
pub(super) struct ApartRows<'a> {
    schema: &'a Schema,
    cells: &'a Cells,
    ranks: Vec<u32>,
    /// The names of the table keys' fields.
    fields: Vec<Text>,
    pairings: Vec<Pairing>,
}

impl<'a> ApartRows<'a> {
    pub(super) fn find(schema: &'a Schema, cells: &'a Cells) -> Option<Self> {
        let columns = cells.columns();
        if columns.len() < 2 || cells.tables.len() < 2 {
            return None;
        }
        let projections = &cells.projections;
        let (ranks, fields) = (projections.col.ranks(), projections.table.names());
        let mut all = ApartRows { schema, cells, ranks, fields, pairings: Vec::new() };
        let unit = |&place: &u32| cells.tables[place as usize].unit;
        let mut units: Vec<u32> = (0..cells.tables.len() as u32).collect();
        sort_copies(&mut units, &mut |a, b| unit(a).cmp(&unit(b)));
        let fields = all.fields.clone();
        let mut keys = Keys::new(cells, &fields);
        for tables in units.chunk_by(|a, b| unit(a) == unit(b)).filter(|tables| 1 < tables.len()) {
            all.unit(tables, &columns, &mut keys);
        }
        sort_copies(&mut all.pairings, &mut |a, b| a.cmp(b));
        (!all.pairings.is_empty()).then_some(all)
    }

    /// Looks through the tables of one unit.
    fn unit(&mut self, tables: &[u32], columns: &[KeyId], keys: &mut Keys<'_>) {
        let cells = self.cells;
        let rows = |&table: &u32| {
            let rows = cells.tables[table as usize].cells.chunk_by(|a, b| a.row == b.row);
            rows.zip(0..).map(move |(cells, row)| Stretch { key: cells[0].row, table, row, cells })
        };
        // Mostly every row has every column.
        if tables.iter().flat_map(rows).all(|row| row.cells.len() == columns.len()) {
            return;
        }
        let mut rows: Vec<Stretch<'_>> = tables.iter().flat_map(rows).collect();
        sort_copies(&mut rows, &mut |a, b| (a.key, a.table).cmp(&(b.key, b.table)));
        for same in rows.chunk_by(|a, b| a.key == b.key).filter(|same| 1 < same.len()) {
            match cells.base {
                Some(base) => self.row(same, (base, None), keys),
                None => columns
                    .windows(2)
                    .for_each(|pair| self.row(same, (pair[0], Some(pair[1])), keys)),
            }
        }
    }

    /// Looks at one row in all tables that have it; compared with a baseline are all other columns or
    /// only one.
    fn row(
        &mut self,
        stretches: &[Stretch<'_>],
        (base_column, only): (KeyId, Option<KeyId>),
        keys: &mut Keys<'_>,
    ) {
        let (with, without): (Vec<Stretch<'_>>, Vec<Stretch<'_>>) =
            stretches.iter().partition(|stretch| self.place(stretch, base_column).is_some());
        if with.is_empty() {
            return;
        }
        let new_sides = without.iter().flat_map(|stretch| {
            let columns = &self.cells.tables[stretch.table as usize].columns;
            stretch.cells.iter().map(move |cell| (columns[cell.column as usize], *stretch))
        });
        let wanted = |(column, _): &(KeyId, _)| only.is_none_or(|only| only == *column);
        let mut new_sides: Vec<(KeyId, Stretch<'_>)> = new_sides.filter(wanted).collect();
        sort_copies(&mut new_sides, &mut |(a, x), (b, y)| (a, x.table).cmp(&(b, y.table)));
        for new_sides in new_sides.chunk_by(|(a, _), (b, _)| a == b) {
            let column = new_sides[0].0;
            let lacks = |stretch: &&Stretch<'_>| self.place(stretch, column).is_none();
            let bases: Vec<&Stretch<'_>> = with.iter().filter(lacks).collect();
            let is_paired = bases.len() < with.len();
            let (mut names, mut packages) = (Numbered::default(), Vec::<Vec<&Stretch<'_>>>::new());
            for &base in &bases {
                let package = names.number(&keys.package(base.table)) as usize;
                packages.resize_with(packages.len().max(package + 1), Vec::new);
                packages[package].push(base);
            }
            for (_, new) in new_sides {
                let own = names.find(&keys.package(new.table)).map(|own| &packages[own as usize]);
                let Some(bases) = own.or((!is_paired).then_some(&bases)) else { continue };
                let Some(base) = keys.nearest(bases, new.table) else { continue };
                let Some(column) = self.place(new, column) else { continue };
                let (table, base_table, rows) = (new.table, base.table, (base.row, new.row));
                let key = new.key;
                let base = base_column;
                self.pairings.push(Pairing { table, base_table, column, rows, key, base });
            }
        }
    }

    /// The place that a column has in the table of a row, if the row has it.
    fn place(&self, stretch: &Stretch<'_>, column: KeyId) -> Option<u32> {
        let columns = &self.cells.tables[stretch.table as usize].columns;
        let rank = |cell: &CellPlace| self.ranks[columns[cell.column as usize] as usize];
        let at = stretch.cells.binary_search_by_key(&self.ranks[column as usize], rank).ok()?;
        Some(stretch.cells[at].column)
    }

    /// The rows by their tables and columns.
    pub(super) fn groups(&self) -> Vec<Apart> {
        let mut keys = Keys::new(self.cells, &self.fields);
        let alike = |a: &Pairing, b: &Pairing| {
            (a.table, a.base_table, a.column) == (b.table, b.base_table, b.column)
        };
        let group = |pairings: &[Pairing]| {
            let Pairing { table, base_table, column, .. } = pairings[0];
            let (keys, more_keys) = keys.differing(base_table, table);
            let ignore = self.ignore(&keys).filter(|_| !more_keys);
            let row = |pairing: &Pairing| ApartRow { base: pairing.rows.0, new: pairing.rows.1 };
            let rows = pairings.iter().map(row).collect();
            Apart { table, column, base_table, keys, more_keys, ignore, rows }
        };
        self.pairings.chunk_by(alike).map(group).collect()
    }

    /// The `-ignore` that removes these keys from `.config`.
    fn ignore(&self, keys: &[ApartKey]) -> Option<Text> {
        let keys: Vec<Key> =
            keys.iter().map(|key| Key::FileConfig(key.key.as_bytes().to_vec())).collect();
        let can_be = keys.iter().all(|key| !self.schema.names(key));
        can_be.then(|| Text::from(&self.schema.ignore_text(&keys)[..]))
    }

    /// A note for each list of keys; columns that compare with nothing have theirs already.
    pub(super) fn notes(&self, apart: &[Apart]) -> Vec<Note> {
        struct Told<'n> {
            base: KeyId,
            column: KeyId,
            like: &'n Apart,
            rows: Vec<KeyId>,
        }
        let mut told: Vec<Told<'_>> = Vec::new();
        let is_compared = compared_columns(self.cells);
        let mut pairings = self.pairings.iter();
        let mut others = 0;
        for apart in apart {
            let pairings: Vec<&Pairing> = pairings.by_ref().take(apart.rows.len()).collect();
            let rows: Vec<KeyId> = pairings.iter().map(|pairing| pairing.key).collect();
            let Some(base) = pairings.first().map(|pairing| pairing.base) else { continue };
            let columns = &self.cells.tables[apart.table as usize].columns;
            let column = columns[apart.column as usize];
            if !is_compared[column as usize] {
                continue;
            }
            let same = |told: &&mut Told<'_>| {
                let (a, b) = (told.like, apart);
                told.column == column && (&a.keys, a.more_keys) == (&b.keys, b.more_keys)
            };
            if let Some(told) = told.iter_mut().find(same) {
                told.rows.extend(rows);
            } else if told.len() < NOTES {
                told.push(Told { base, column, like: apart, rows });
            } else {
                others += rows.len() as u64;
            }
        }
        let mut columns = self.cells.projections.col.texts();
        let mut names = self.cells.projections.row.texts();
        let note = |mut told: Told<'_>| {
            told.rows.sort_unstable();
            told.rows.dedup();
            let split = |key: &ApartKey| SplitKey {
                key: key.key.clone(),
                base: vec![key.base.clone()],
                new: vec![key.new.clone()],
            };
            Note::Apart {
                base: joined(&columns.get(told.base)),
                column: joined(&columns.get(told.column)),
                keys: told.like.keys.iter().map(split).collect(),
                more_keys: told.like.more_keys,
                ignore: told.like.ignore.clone(),
                rows: told.rows.len() as u64,
                names: told.rows.iter().take(NAMES).map(|&row| joined(&names.get(row))).collect(),
            }
        };
        let mut notes: Vec<Note> = told.into_iter().map(note).collect();
        if 0 < others {
            notes.push(Note::ApartOthers { rows: others });
        }
        notes
    }
}

/// The keys of tables, compared.
struct Keys<'a> {
    cells: &'a Cells,
    fields: &'a [Text],
    /// The place of `pkg` among the fields.
    pkg: Option<usize>,
    texts: KeyTexts<'a>,
}

impl<'a> Keys<'a> {
    fn new(cells: &'a Cells, fields: &'a [Text]) -> Self {
        let pkg = fields.iter().position(|field| field.as_bytes() == b"pkg");
        Keys { cells, fields, pkg, texts: cells.projections.table.texts() }
    }

    fn of(&mut self, table: u32) -> Texts {
        self.texts.get(self.cells.tables[table as usize].key)
    }

    /// The first keys in which two tables differ, and whether there are more.
    fn differing(&mut self, base: u32, new: u32) -> (Vec<ApartKey>, bool) {
        let (old, new) = (self.of(base), self.of(new));
        let key = |place: usize| ApartKey {
            key: self.fields[place].clone(),
            base: old[place].clone(),
            new: new[place].clone(),
        };
        let places = old.differing(&new, KEYS + 1);
        (places.iter().take(KEYS).map(|&place| key(place)).collect(), KEYS < places.len())
    }

    /// The package of a table.
    fn package(&mut self, table: u32) -> Vec<u8> {
        let package = self.pkg.and_then(|at| self.of(table).get(at).cloned());
        package.map(|package| package.as_bytes().to_vec()).unwrap_or_default()
    }

    /// The baseline near to a table that differs least from it, the first of several.
    fn nearest<'s, 'c>(&mut self, bases: &[&'s Stretch<'c>], new: u32) -> Option<&'s Stretch<'c>> {
        let own = self.of(new);
        let at = bases.partition_point(|base| base.table < new);
        let near = &bases[at.saturating_sub(NEAR)..bases.len().min(at + NEAR)];
        let differing = |base: &&&Stretch<'_>| self.of(base.table).differing(&own, KEYS).len();
        near.iter().min_by_key(differing).copied()
    }
}

fn joined(key: &Texts) -> Text {
    let values: Vec<&[u8]> =
        key.iter().map(Text::as_bytes).filter(|value| !value.is_empty()).collect();
    Text::from(&values.join(&b' ')[..])
}
