//! The rows of a shard.

use std::collections::BTreeMap;
use std::hash::BuildHasher;

use serde::{Deserialize, Serialize};

use super::frame::Analysed;
use super::{Frame, Named, ShardError, from_bytes, named, to_bytes};
use crate::base::Text;
use crate::base::pace::{ENDLESS, Pace, block_on};
use crate::stats::Summary;
use crate::store::Store;
use crate::table::answer::question::{CompiledQuery, empty_rows};
use crate::table::compare::cache::CellCache;
use crate::table::compare::pairing::Pairing;
use crate::table::compare::pass::Pass;
use crate::table::compare::suite::SuiteContext;
use crate::table::group::cells::{Cells, group};
use crate::table::group::elsewhere::{Overlap, RowBlocks};
use crate::table::group::index::{CellIndex, rows_of};
use crate::table::group::units::UnitFacts;
use crate::table::model::SampleIssue;
use crate::table::model::Warning;
use crate::table::model::{Cell, CellDetails, Comparison, Row};
use crate::table::notes::same_samples::overlap;
use crate::unit::is_measured;

/// The comparisons of some rows of a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shard {
    pub(super) tables: Vec<ShardTable>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct ShardTable {
    /// Its index in the frame.
    pub(super) table: u32,
    pub(super) rows: Vec<ShardRow>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct ShardRow {
    pub(super) key: Named,
    pub(super) cells: Vec<ShardCell>,
    pub(super) comparisons: Vec<Comparison>,
    /// The columns whose sides have the same samples, or of which one contains the samples of the other.
    pub(super) overlaps: Vec<([u32; 2], Overlap)>,
    /// The blocks of comparisons within a recording, by the columns of both sides.
    pub(super) blocks: Vec<([u32; 2], RowBlocks)>,
}

/// A cell. The outline knows in which keys its benchmarks vary.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct ShardCell {
    pub(super) column: u32,
    pub(super) n: u32,
    summary: Summary,
    warning: Option<Warning>,
    /// Whether all its values are equal, and there is more than one.
    pub(super) is_constant: bool,
    issues: Vec<SampleIssue>,
    samples: Option<Vec<f64>>,
}

impl ShardCell {
    fn of(cell: &Cell, is_constant: bool) -> ShardCell {
        ShardCell {
            column: cell.column,
            n: cell.n,
            summary: cell.summary,
            warning: cell.warning,
            is_constant,
            issues: cell.issues().to_vec(),
            samples: cell.samples().map(<[f64]>::to_vec),
        }
    }

    /// Returns the cell, with the keys in which its benchmarks vary.
    pub(super) fn into_cell(self, details: CellDetails) -> Cell {
        let ShardCell { column, n, summary, warning, issues, samples, .. } = self;
        let samples = samples.map(Vec::into_boxed_slice);
        let details = CellDetails { issues: issues.into(), samples, ..details };
        let details = (!details.is_empty()).then(|| Box::new(details));
        Cell { column, n, summary, warning, details }
    }
}

impl Shard {
    /// Returns the shard as bytes, with the version that wrote it.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        to_bytes(self)
    }

    /// Reads a shard from bytes.
    ///
    /// # Errors
    ///
    /// [`ShardError::Foreign`], if another version wrote them or they are something else.
    pub fn from_bytes(bytes: &[u8]) -> Result<Shard, ShardError> {
        from_bytes(bytes)
    }
}

impl CompiledQuery<'_> {
    /// Returns for each row of the store, in reading order, the shard that it belongs to, out of `count`; `None` for a
    /// row that is in no table. All rows of a store that make up one row of the tables belong to the same shard,
    /// whatever else the store contains.
    pub(crate) fn shards_of_rows(&self, store: &Store, count: u32) -> Vec<Option<u32>> {
        let cells = self.grouped(store);
        let projections = &cells.projections;
        let (table_names, row_names) = (projections.table.names(), projections.row.names());
        let (mut tables, mut rows) = (projections.table.texts(), projections.row.texts());
        let mut shards = vec![None; store.series.count()];
        let mut known: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for table in &cells.tables {
            let table_key = named(&table_names, &tables.get(table.key));
            for row in rows_of(&table.cells) {
                let shard = *known.entry((table.key, row[0].row)).or_insert_with(|| {
                    let row_key = named(&row_names, &rows.get(row[0].row));
                    shard_of(&table_key, &row_key, count)
                });
                let pieces = row.iter().flat_map(|cell| cells.pieces(cell));
                pieces.for_each(|piece| shards[piece.series as usize] = Some(shard));
            }
        }
        store.series_of_rows().into_iter().map(|series| shards[series as usize]).collect()
    }

    fn grouped(&self, store: &Store) -> Cells {
        block_on(group(store, self.schema, self.derivations, &Pace::new(ENDLESS)))
    }

    /// Returns the comparisons of all rows of a store that is a shard.
    pub(crate) fn shard(&self, store: Store, frame: &Frame) -> Result<Shard, ShardError> {
        let store = store.with_looks(&frame.looks);
        let mut cells = self.grouped(&store);
        let indices = frame.impose(&store, &mut cells)?;
        let units: Vec<UnitFacts> = indices.iter().map(|&at| frame.tables[at].facts).collect();
        let recorded = frame.is_recorded.then_some(&Pairing::Recording);
        let mut rows = empty_rows(&cells, |_| usize::MAX);
        let analysis = frame.analysis.map(Analysed::settings);
        let pairing = self.pairing.or(recorded);
        let pass = Pass {
            store: &store,
            cells: &cells,
            units: &units,
            cache: &CellCache::default(),
            settings: self.settings,
            analysis: analysis.as_ref(),
            pairing,
            controls: None,
        };
        block_on(pass.fill(&mut rows, &Pace::new(ENDLESS)));
        let names = cells.projections.row.names();
        let tables = rows.into_iter().zip(&cells.tables).zip(&indices);
        let tables = tables.map(|((rows, own), &at)| {
            let rows = rows.into_iter().zip(rows_of(&own.cells));
            let suites = SuiteContext {
                store: &store,
                cells: &cells,
                controls: None,
                settings: self.settings,
                direction: frame.tables[at].facts.direction,
            };
            let suites = (pairing == Some(&Pairing::Recording)).then_some(suites);
            let is_measured = is_measured(cells.derived.unit_text(&store, own.unit));
            let row = |(row, indices)| {
                let blocks = suites.map(|suites| blocks(suites, &row, indices)).unwrap_or_default();
                let overlaps = overlaps(&store, &cells, &row, indices, is_measured);
                let sent = sent(&store, &cells, row, indices, &names);
                ShardRow { blocks, overlaps, ..sent }
            };
            ShardTable { table: at as u32, rows: rows.map(row).collect() }
        });
        Ok(Shard { tables: tables.collect() })
    }
}

/// Returns the blocks of the comparisons of a row.
fn blocks(
    suites: SuiteContext<'_, '_>,
    row: &Row,
    indices: &[CellIndex],
) -> Vec<([u32; 2], RowBlocks)> {
    let found = |comparison: &Comparison| {
        let blocks = suites.row_blocks(indices, comparison)?;
        Some(([comparison.base, comparison.column], blocks))
    };
    row.comparisons.iter().filter_map(found).collect()
}

/// Returns the comparisons of a row whose samples overlap.
fn overlaps(
    store: &Store,
    cells: &Cells,
    row: &Row,
    indices: &[CellIndex],
    is_measured: bool,
) -> Vec<([u32; 2], Overlap)> {
    let both = row.comparisons.iter().filter(|found| found.sides().is_some());
    let found = both.filter_map(|found| {
        let columns = [found.base, found.column];
        Some((columns, overlap(store, cells, row, indices, columns, is_measured)?))
    });
    found.collect()
}

/// Returns a row in the form in which it is sent, without its blocks and overlaps.
fn sent(store: &Store, cells: &Cells, row: Row, indices: &[CellIndex], names: &[Text]) -> ShardRow {
    let cell = |(cell, index): (&Cell, &CellIndex)| {
        ShardCell::of(cell, cells.is_constant(store, cell, index))
    };
    ShardRow {
        key: named(names, &row.key),
        cells: row.cells.iter().zip(indices).map(cell).collect(),
        overlaps: Vec::new(),
        blocks: Vec::new(),
        comparisons: row.comparisons.into(),
    }
}

/// Returns the shard of a row: the same for the same keys on every machine.
fn shard_of(table: &Named, row: &Named, count: u32) -> u32 {
    let hash = foldhash::quality::FixedState::with_seed(0).hash_one((table, row));
    (hash % u64::from(count.max(1))) as u32
}
