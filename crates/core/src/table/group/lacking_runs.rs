//! Rows whose values benchlens could not compute, or has merged with those of other rows.
//!
//! If a change makes some runs slower, it also takes requests from these runs. A quantile that requires more requests is
//! then missing in the slow runs, and the values that are left look better than the runs were. If it is missing in all
//! runs, the row is gone although it was measured.

use std::collections::{BTreeMap, BTreeSet};

use super::cells::{Cells, TableCells};
use super::index::CellIndex;
use super::lacking::{Lacking, has_several_units};
use crate::base::{Text, metadata, write_name};
use crate::format::MERGED;
use crate::project::{KeyId, Projections};
use crate::store::Store;
use crate::table::model::Note;
use crate::unit::quantile;

/// A cell: the keys of its table, row and column, and the unit.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    table: KeyId,
    row: KeyId,
    column: KeyId,
    unit: u32,
}

/// The number of runs that lack the unit of each cell, and the cells that merge several benchmarks.
#[derive(Default)]
pub(crate) struct LackingRuns {
    runs: BTreeMap<Place, u64>,
    /// The table, column and row of series with names that the reader has merged.
    merged: BTreeSet<[KeyId; 3]>,
    /// The keys of all of them, if there are any.
    projections: Option<Projections>,
}

impl LackingRuns {
    pub(crate) fn of(store: &Store, cells: &Cells) -> LackingRuns {
        let mut found = LackingRuns::default();
        let merged = store.keys.find(&metadata::key(MERGED));
        if cells.lacking.is_empty() && merged.is_none() {
            return found;
        }
        // Series without any value that counts have no keys yet.
        let mut projections = cells.projections.clone();
        for &Lacking { series, unit, rows } in &cells.lacking {
            let (identity, _) = store.series.get(series);
            let place = Place {
                table: projections.table.key(store, identity),
                row: projections.row.key(store, identity),
                column: projections.col.key(store, identity),
                unit,
            };
            *found.runs.entry(place).or_default() += rows;
        }
        for identity in 0..merged.map_or(0, |_| store.identities.count() as u32) {
            let (_, config) = store.identities.get(identity);
            if merged.is_some_and(|key| store.configs.value(config, key).is_some()) {
                found.merged.insert([
                    projections.table.key(store, identity),
                    projections.col.key(store, identity),
                    projections.row.key(store, identity),
                ]);
            }
        }
        found.projections = Some(projections);
        found
    }

    /// Returns a note on each quantile that some rows lack on all sides, so that no table has these rows.
    pub(in crate::table) fn notes(&self, store: &Store, cells: &Cells) -> Vec<Note> {
        let Some(projections) = &self.projections else { return Vec::new() };
        let mut shown = BTreeSet::new();
        for &TableCells { key, unit, ref cells, .. } in &cells.tables {
            shown.extend(cells.iter().map(|cell| (unit, key, cell.row)));
        }
        let all: BTreeSet<_> = self.runs.keys().map(|at| (at.unit, at.table, at.row)).collect();
        let lost: Vec<_> = all.difference(&shown).collect();
        let mut texts = projections.row.texts();
        let note = |rows: &[&(u32, KeyId, KeyId)]| {
            let &&(unit, _, row) = rows.first()?;
            let (mut name, others) = (Vec::new(), rows.len() as u64 - 1);
            write_name(&mut name, &texts.get(row));
            let unit = Text::from(cells.derived.unit_text(store, unit));
            quantile(unit.as_bytes())?;
            Some(Note::WithoutQuantile { unit, row: Text::from(&name[..]), others })
        };
        lost.chunk_by(|a, b| a.0 == b.0).filter_map(note).collect()
    }

    /// Returns why a gate cannot pass a cell of a table: some of its runs lack the unit, or it merges benchmarks.
    pub(crate) fn problem(
        &self,
        store: &Store,
        cells: &Cells,
        table: usize,
        cell: &CellIndex,
    ) -> Option<String> {
        let column = cells.tables[table].columns[cell.column as usize];
        if self.merged.contains(&[cells.tables[table].key, column, cell.row]) {
            return Some("this row merges names beyond a limit: group URLs by names".into());
        }
        let mut series = cells.pieces(cell).iter().map(|piece| piece.series);
        if !series.any(|series| has_several_units(store, series)) {
            return None;
        }
        self.lack(store, cells, table, [cell.row, column], cells.results(store, cell))
    }

    /// Returns why a gate cannot pass a row that a column lacks: the row was measured there, or may have been.
    pub(crate) fn problem_of_absent(
        &self,
        store: &Store,
        cells: &Cells,
        table: usize,
        [row, column]: [KeyId; 2],
    ) -> Option<String> {
        let key = cells.tables[table].key;
        let has_merged = || {
            let mut found = self.merged.range([key, column, 0]..=[key, column, KeyId::MAX]);
            found.next().map(|_| {
                "one side merges names beyond a limit, perhaps this one: group URLs by names".into()
            })
        };
        self.lack(store, cells, table, [row, column], 0).or_else(has_merged)
    }

    /// Returns a sentence about a cell that lacks its unit in some runs, in addition to `present` runs that have it.
    fn lack(
        &self,
        store: &Store,
        cells: &Cells,
        table: usize,
        [row, column]: [KeyId; 2],
        present: u64,
    ) -> Option<String> {
        let table = &cells.tables[table];
        let lacking = self.runs.get(&Place { table: table.key, row, column, unit: table.unit })?;
        let runs = lacking + present;
        Some(if quantile(cells.derived.unit_text(store, table.unit)).is_some() {
            format!(
                "{lacking} of {runs} runs do not have this quantile, and slow runs may have too few requests for it: \
                 measure for longer, or check a lower quantile"
            )
        } else {
            format!(
                "{lacking} of {runs} runs do not have this value, although they were measured: \
                 measure for longer, or check another unit"
            )
        })
    }
}
