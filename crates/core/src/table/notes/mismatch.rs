//! Rows that both sides have and that the table keys separate.
//!
//! Takes the cells of a query; gives each row whose baseline is in one table and whose other side is in a second table
//! of the same unit, with the keys in which the two tables differ. Guarantees that each `-ignore` that it suggests
//! makes its rows compare. Must not know values or statistics.
//!
//! A row is mismatched if one table has it only in the baseline's column and another table only in the other column. If
//! several tables have the baseline, the one that differs in the fewest keys counts. `pkg` separates benchmarks rather
//! than versions, because many packages have a `BenchmarkEncode`. So tables of different packages make a row mismatched
//! only if no table has both of its sides.
//!
//! A machine or a runtime does not separate benchmarks either, so a new side is also mismatched if the baseline of its
//! row was measured only on other machines, or with other runtimes, even if a part of the new side was measured there.

use std::collections::{BTreeMap, BTreeSet};

use super::explain::compared_columns;
use crate::base::sort::sort_copies;
use crate::base::{Numbered, Text, Texts, metadata, write_name};
use crate::project::{Key, KeyId, KeyTexts, Schema};
use crate::store::Store;
use crate::table::group::cells::Cells;
use crate::table::group::index::CellIndex;
use crate::table::model::{Mismatch, MismatchKey, MismatchRow, Note, SplitKey};

/// The maximum number of notes; the rows of further ones are counted.
const NOTES: usize = 3;

/// A note names at most this number of rows.
const NAMES: usize = 3;

/// The search for the least different table reads at most this number of tables on either side.
const NEAR: usize = 4;

/// At most this number of keys are listed for two tables; beyond it, all tables count as equally different. A log may
/// have thousands of keys, and thousands of tables that differ in all of them.
const KEYS: usize = 64;

/// A row of a table.
#[derive(Clone, Copy)]
struct Stretch<'c> {
    key: KeyId,
    table: u32,
    row: u32,
    cells: &'c [CellIndex],
}

/// A row with its sides in two tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pairing {
    table: u32,
    base_table: u32,
    column: u32,
    base_column: u32,
    rows: (u32, u32),
    key: KeyId,
}

/// A cell of a row that several tables have.
#[derive(Clone, Copy)]
struct Site<'c> {
    /// The number of its table's package.
    package: u32,
    /// The rank of its column among all columns.
    rank: u32,
    /// The index of its column in its table.
    column: u32,
    row: Stretch<'c>,
}

impl Site<'_> {
    /// Returns the pair of a new side and its baseline.
    fn pairing(&self, base: &Site<'_>) -> Pairing {
        Pairing {
            table: self.row.table,
            base_table: base.row.table,
            column: self.column,
            base_column: base.column,
            rows: (base.row.row, self.row.row),
            key: self.row.key,
        }
    }
}

/// All mismatched rows.
pub(in crate::table) struct MismatchRows<'a> {
    store: &'a Store,
    schema: &'a Schema,
    cells: &'a Cells,
    ranks: Vec<u32>,
    /// The table key field names.
    fields: Vec<Text>,
    pairings: Vec<Pairing>,
}

impl<'a> MismatchRows<'a> {
    pub(in crate::table) fn find(
        store: &'a Store,
        schema: &'a Schema,
        cells: &'a Cells,
    ) -> Option<Self> {
        let columns = cells.columns();
        if columns.len() < 2 || cells.tables.len() < 2 {
            return None;
        }
        let projections = &cells.projections;
        let (ranks, fields) = (projections.col.ranks(), projections.table.names());
        let mut all = MismatchRows { store, schema, cells, ranks, fields, pairings: Vec::new() };
        let unit = |&index: &u32| cells.tables[index as usize].unit;
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

    /// Searches the tables of one unit.
    fn unit(&mut self, tables: &[u32], columns: &[KeyId], keys: &mut Keys<'_>) {
        let cells = self.cells;
        let rows = |&table: &u32| {
            let rows = cells.tables[table as usize].cells.chunk_by(|a, b| a.row == b.row);
            rows.zip(0..).map(move |(cells, row)| Stretch { key: cells[0].row, table, row, cells })
        };
        // In most cases every row has every column.
        if tables.iter().flat_map(rows).all(|row| row.cells.len() == columns.len()) {
            return;
        }
        let mut rows: Vec<Stretch<'_>> = tables.iter().flat_map(rows).collect();
        sort_copies(&mut rows, &mut |a, b| (a.key, a.table).cmp(&(b.key, b.table)));
        for same in rows.chunk_by(|a, b| a.key == b.key).filter(|same| 1 < same.len()) {
            self.row(same, keys);
        }
    }

    /// Searches all tables that have one row.
    fn row(&mut self, rows: &[Stretch<'_>], keys: &mut Keys<'_>) {
        let mut sites = Vec::new();
        for &row in rows {
            let package = keys.package(row.table);
            let site = |cell: &CellIndex| {
                let (column, rank) = (cell.column, self.rank(row.table, cell.column));
                Site { package, rank, column, row }
            };
            sites.extend(row.cells.iter().map(site));
        }
        let mut all = sites.clone();
        sort_copies(&mut sites, &mut |a, b| {
            (a.package, a.rank, a.row.table).cmp(&(b.package, b.rank, b.row.table))
        });
        sort_copies(&mut all, &mut |a, b| (a.rank, a.row.table).cmp(&(b.rank, b.row.table)));
        let mut found = Vec::new();
        // By column, the cells in other packages that may be its baseline.
        let mut others = BTreeMap::<u32, &[Site<'_>]>::new();
        for same in sites.chunk_by(|a, b| (a.package, a.rank) == (b.package, b.rank)) {
            let Site { package, rank, .. } = same[0];
            let news: Vec<&Site<'_>> = same.iter().filter(|site| self.is_alone(site)).collect();
            let packages = |site: &Site<'_>| site.package.cmp(&package);
            let own = sites.partition_point(|site| packages(site).is_lt())
                ..sites.partition_point(|site| packages(site).is_le());
            let mut bases = self.bases(&sites[own], rank);
            if news.is_empty() {
                continue;
            }
            if bases.is_empty() {
                bases = others.entry(rank).or_insert_with(|| {
                    let bases = self.bases(&all, rank);
                    let base = bases.first().map(|base| base.rank);
                    let mut here = of_rank(&all, rank).iter();
                    let is_paired = here.any(|site| base.is_some_and(|base| self.has(site, base)));
                    if is_paired { &[] } else { bases }
                });
            }
            let lacks = |base: &Site<'_>| !self.has(base, rank);
            let mut kept = Vec::new();
            // Choose the cheaper of two ways to search.
            if bases.len() < (same.len() - news.len()) * news.len() {
                kept.extend(bases.iter().copied().filter(lacks));
                bases = &kept;
            }
            found.extend(news.into_iter().filter_map(|new| {
                Some(new.pairing(&keys.nearest(bases, new.row.table, lacks)?))
            }));
        }
        self.moved(&sites, keys, &mut found);
        self.pairings.extend(found);
    }

    /// Adds the rows whose baseline was measured on other machines or with other runtimes.
    fn moved(&self, sites: &[Site<'_>], keys: &mut Keys<'_>, found: &mut Vec<Pairing>) {
        if !keys.is_environment.contains(&true) {
            return;
        }
        let known: BTreeSet<(u32, u32)> =
            found.iter().map(|pairing| (pairing.table, pairing.column)).collect();
        let is_left = |site: &&Site<'_>| {
            self.is_alone(site) && !known.contains(&(site.row.table, site.column))
        };
        let mut left = sites.iter().filter(is_left).peekable();
        if left.peek().is_none() {
            return;
        }
        let mut bases = BTreeMap::new();
        for site in sites {
            bases.entry((keys.kind(site.row.table), site.rank)).or_insert(site);
        }
        found.extend(left.filter_map(|new| {
            let kind = keys.kind(new.row.table);
            let base = match self.base() {
                Some(base) => bases.get(&(kind, base)),
                None => bases.range((kind, 0)..(kind, new.rank)).next_back().map(|(_, site)| site),
            };
            let base = base.filter(|base| keys.is_moved(base.row.table, new.row.table))?;
            Some(new.pairing(base))
        }));
    }

    /// Returns the rank of a table's column among all columns.
    fn rank(&self, table: u32, column: u32) -> u32 {
        self.ranks[self.cells.tables[table as usize].columns[column as usize] as usize]
    }

    /// Returns the rank of the only baseline; `None` if each column is compared with the previous one.
    fn base(&self) -> Option<u32> {
        self.cells.base.map(|base| self.ranks[base as usize])
    }

    /// Returns whether the row of a cell has a column in its table.
    fn has(&self, site: &Site<'_>, rank: u32) -> bool {
        let row = &site.row;
        row.cells.binary_search_by_key(&rank, |cell| self.rank(row.table, cell.column)).is_ok()
    }

    /// Returns whether a cell is not a baseline and has no baseline in its table.
    fn is_alone(&self, site: &Site<'_>) -> bool {
        match self.base() {
            Some(base) => site.rank != base && !self.has(site, base),
            None => site.row.cells.first().is_some_and(|cell| cell.column == site.column),
        }
    }

    /// Returns the cells that may be the baseline of a column, out of cells sorted by rank.
    fn bases<'s, 'c>(&self, sites: &'s [Site<'c>], rank: u32) -> &'s [Site<'c>] {
        let before = || sites[..sites.partition_point(|site| site.rank < rank)].last();
        let base = self.base().or_else(|| Some(before()?.rank));
        base.map_or(&[], |base| of_rank(sites, base))
    }

    /// Returns the rows, grouped by their tables and columns.
    pub(in crate::table) fn groups(&self) -> Vec<Mismatch> {
        let mut keys = Keys::new(self.cells, &self.fields);
        let alike = |a: &Pairing, b: &Pairing| {
            (a.table, a.base_table, a.column, a.base_column)
                == (b.table, b.base_table, b.column, b.base_column)
        };
        let group = |pairings: &[Pairing]| {
            let Pairing { table, base_table, column, base_column, .. } = pairings[0];
            let (keys, more_keys) = keys.differing(base_table, table);
            let ignore = self.ignore(&keys).filter(|_| !more_keys);
            let row = |pairing: &Pairing| MismatchRow { base: pairing.rows.0, new: pairing.rows.1 };
            let rows = pairings.iter().map(row).collect();
            Mismatch { table, column, base_table, base_column, keys, more_keys, ignore, rows }
        };
        self.pairings.chunk_by(alike).map(group).collect()
    }

    /// Returns the `-ignore` that removes these keys from `.config`.
    fn ignore(&self, keys: &[MismatchKey]) -> Option<Text> {
        let keys: Vec<Key> =
            keys.iter().map(|key| Key::FileConfig(key.key.as_bytes().to_vec())).collect();
        let can_be = keys.iter().all(|key| !self.schema.names(key));
        can_be.then(|| Text::from(&self.schema.ignore_text(self.store, &keys)[..]))
    }

    /// Returns a note for each list of keys; columns that compare with nothing already have notes.
    pub(in crate::table) fn notes(&self, mismatches: &[Mismatch]) -> Vec<Note> {
        struct Told<'n> {
            base: KeyId,
            column: KeyId,
            like: &'n Mismatch,
            rows: Vec<KeyId>,
        }
        let mut reported: Vec<Told<'_>> = Vec::new();
        let is_compared = compared_columns(self.cells);
        let mut pairings = self.pairings.iter();
        let mut others = 0;
        for mismatch in mismatches {
            let pairings: Vec<&Pairing> = pairings.by_ref().take(mismatch.rows.len()).collect();
            let rows: Vec<KeyId> = pairings.iter().map(|pairing| pairing.key).collect();
            let column_of = |table: u32, column: u32| {
                self.cells.tables[table as usize].columns[column as usize]
            };
            let base = column_of(mismatch.base_table, mismatch.base_column);
            let column = column_of(mismatch.table, mismatch.column);
            if !is_compared[column as usize] {
                continue;
            }
            let same = |reported: &&mut Told<'_>| {
                let (a, b) = (reported.like, mismatch);
                (reported.base, reported.column) == (base, column)
                    && (&a.keys, a.more_keys) == (&b.keys, b.more_keys)
            };
            if let Some(reported) = reported.iter_mut().find(same) {
                reported.rows.extend(rows);
            } else if reported.len() < NOTES {
                reported.push(Told { base, column, like: mismatch, rows });
            } else {
                others += rows.len() as u64;
            }
        }
        let mut columns = self.cells.projections.col.texts();
        let mut names = self.cells.projections.row.texts();
        let note = |mut reported: Told<'_>| {
            reported.rows.sort_unstable();
            reported.rows.dedup();
            let split = |key: &MismatchKey| SplitKey {
                key: key.key.clone(),
                base: vec![key.base.clone()],
                new: vec![key.new.clone()],
            };
            Note::Mismatch {
                base: joined(&columns.get(reported.base)),
                column: joined(&columns.get(reported.column)),
                keys: reported.like.keys.iter().map(split).collect(),
                more_keys: reported.like.more_keys,
                ignore: reported.like.ignore.clone(),
                rows: reported.rows.len() as u64,
                names: reported
                    .rows
                    .iter()
                    .take(NAMES)
                    .map(|&row| named(&names.get(row)))
                    .collect(),
            }
        };
        let mut notes: Vec<Note> = reported.into_iter().map(note).collect();
        if 0 < others {
            notes.push(Note::MismatchOthers { rows: others });
        }
        notes
    }
}

/// Compares the keys of tables.
struct Keys<'a> {
    cells: &'a Cells,
    fields: &'a [Text],
    /// The index of `pkg` among the fields.
    pkg: Option<usize>,
    /// For each field, whether it names a machine or a runtime.
    is_environment: Vec<bool>,
    texts: KeyTexts<'a>,
    packages: Numbered,
    /// The package number of each table.
    of_tables: Vec<Option<u32>>,
    kinds: Numbered,
    /// The number of each table's other fields.
    kinds_of_tables: Vec<Option<u32>>,
}

impl<'a> Keys<'a> {
    fn new(cells: &'a Cells, fields: &'a [Text]) -> Self {
        let pkg = fields.iter().position(|field| field.as_bytes() == b"pkg");
        let is_environment =
            fields.iter().map(|field| metadata::is_environment(field.as_bytes())).collect();
        let (texts, of_tables) = (cells.projections.table.texts(), vec![None; cells.tables.len()]);
        let (packages, kinds) = (Numbered::default(), Numbered::default());
        let kinds_of_tables = of_tables.clone();
        Keys {
            cells,
            fields,
            pkg,
            is_environment,
            texts,
            packages,
            of_tables,
            kinds,
            kinds_of_tables,
        }
    }

    fn of(&mut self, table: u32) -> Texts {
        self.texts.get(self.cells.tables[table as usize].key)
    }

    /// Returns the first keys in which two tables differ, and whether there are more.
    fn differing(&mut self, base: u32, new: u32) -> (Vec<MismatchKey>, bool) {
        let (old, new) = (self.of(base), self.of(new));
        let key = |index: usize| MismatchKey {
            key: self.fields[index].clone(),
            base: old[index].clone(),
            new: new[index].clone(),
        };
        let indices = old.differing(&new, KEYS + 1);
        (indices.iter().take(KEYS).map(|&index| key(index)).collect(), KEYS < indices.len())
    }

    /// Returns the package number of a table.
    fn package(&mut self, table: u32) -> u32 {
        if let Some(known) = self.of_tables[table as usize] {
            return known;
        }
        let package = self.pkg.and_then(|at| self.of(table).get(at).cloned());
        let number = self.packages.number(package.as_ref().map_or(b"", Text::as_bytes));
        self.of_tables[table as usize] = Some(number);
        number
    }

    /// Returns a number that tables have in common if they differ only in machines and runtimes. Later fields of long
    /// keys do not count, because a log may have thousands of keys.
    fn kind(&mut self, table: u32) -> u32 {
        if let Some(known) = self.kinds_of_tables[table as usize] {
            return known;
        }
        let texts = self.of(table);
        let mut kind = Vec::new();
        for (text, _) in texts.iter().zip(&self.is_environment).take(KEYS).filter(|(_, is)| !**is) {
            kind.extend_from_slice(text.as_bytes());
            kind.push(0);
        }
        let number = self.kinds.number(&kind);
        self.kinds_of_tables[table as usize] = Some(number);
        number
    }

    /// Returns whether two tables differ only in machines and runtimes.
    fn is_moved(&mut self, base: u32, new: u32) -> bool {
        let (old, new) = (self.of(base), self.of(new));
        let indices = old.differing(&new, KEYS);
        indices.len() < KEYS && indices.iter().all(|&index| self.is_environment[index])
    }

    /// Returns the nearby baseline that differs least from a table, out of the acceptable ones; the first of several.
    fn nearest<'c>(
        &mut self,
        bases: &[Site<'c>],
        new: u32,
        is_wanted: impl Fn(&Site<'_>) -> bool,
    ) -> Option<Site<'c>> {
        let own = self.of(new);
        let at = bases.partition_point(|base| base.row.table < new);
        let wanted = |base: &&Site<'_>| is_wanted(base);
        let mut near: Vec<Site<'c>> =
            bases[..at].iter().rev().filter(wanted).take(NEAR).copied().collect();
        near.reverse();
        near.extend(bases[at..].iter().filter(wanted).take(NEAR));
        let differing = |base: &Site<'_>| self.of(base.row.table).differing(&own, KEYS).len();
        near.into_iter().min_by_key(differing)
    }
}

/// Returns the cells of a column, out of cells sorted by rank.
fn of_rank<'s, 'c>(sites: &'s [Site<'c>], rank: u32) -> &'s [Site<'c>] {
    let start = sites.partition_point(|site| site.rank < rank);
    &sites[start..][..sites[start..].partition_point(|site| site.rank == rank)]
}

/// Returns a row's name, which may be empty.
fn named(key: &Texts) -> Text {
    let mut label = Vec::new();
    write_name(&mut label, key);
    Text::from(&label[..])
}

fn joined(key: &Texts) -> Text {
    let values: Vec<&[u8]> =
        key.iter().map(Text::as_bytes).filter(|value| !value.is_empty()).collect();
    Text::from(&values.join(&b' ')[..])
}
