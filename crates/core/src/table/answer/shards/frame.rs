//! The facts that all shards share.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Named, ShardError, from_bytes, named, to_bytes};
use crate::base::Error;
use crate::project::Key;
use crate::stats::Adjustment;
use crate::store::Store;
use crate::table::answer::question::{CompiledQuery, Question};
use crate::table::group::bases::Bases;
use crate::table::group::cells::{Cells, TableCells};
use crate::table::group::settings::AnalysisSettings;
use crate::table::group::units::UnitFacts;

/// The facts that a shard needs about the whole to compare its rows: the tables with their columns and baselines.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Frame {
    pub(super) tables: Vec<TableFrame>,
    /// The keys by which tables are separated besides those of the query.
    separating: Vec<Vec<u8>>,
    /// Whether runs are compared by the blocks of the recording that all inputs share.
    pub(super) is_recorded: bool,
    pub(super) analysis: Option<Analysed>,
    /// The interim checks at which recordings may stop.
    pub(super) looks: Vec<(Vec<u8>, Vec<u32>)>,
}

/// What an analysis computes for each comparison. Only the whole report knows whether the query or a gate asks for it.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct Analysed {
    margin: f64,
    adjust: Adjustment,
    equivalence: bool,
    is_whole: bool,
}

impl Analysed {
    fn new(settings: &AnalysisSettings) -> Analysed {
        let AnalysisSettings { margin, adjust, equivalence, .. } = *settings;
        Analysed { margin, adjust, equivalence, is_whole: settings.is_whole() }
    }

    /// Returns the settings of a shard. The frame already contains the directions of units, and the whole report
    /// decides what to show.
    pub(super) fn settings(self) -> AnalysisSettings {
        let Analysed { margin, adjust, equivalence, is_whole } = self;
        AnalysisSettings {
            any_order: false,
            margin,
            adjust,
            equivalence,
            outcomes: false,
            better: Vec::new(),
            gate_only: (!is_whole).then(Vec::new),
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct TableFrame {
    key: Named,
    unit: Vec<u8>,
    columns: Vec<Named>,
    bases: Bases,
    pub(super) facts: UnitFacts,
}

impl CompiledQuery<'_> {
    /// Returns the frame of the query about an outline.
    ///
    /// # Errors
    ///
    /// The same errors as an answer.
    pub(crate) fn frame(&self, store: &Store, cells: &Cells) -> Result<Frame, Error> {
        Ok(Frame::new(&self.ask(store, cells)?))
    }
}

impl Frame {
    /// Returns the frame as bytes, with the version that wrote it.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        to_bytes(self)
    }

    /// Reads a frame from bytes.
    ///
    /// # Errors
    ///
    /// [`ShardError::Foreign`], if another version wrote them or they are something else.
    pub fn from_bytes(bytes: &[u8]) -> Result<Frame, ShardError> {
        from_bytes(bytes)
    }

    /// Returns the keys by which tables are separated besides those of the query.
    pub(crate) fn separating_keys(&self) -> impl Iterator<Item = Key> {
        self.separating.iter().cloned().map(Key::FileConfig)
    }

    fn new(question: &Question<'_>) -> Frame {
        let Question { asked, store, cells, ref units, .. } = *question;
        let projections = &cells.projections;
        let (table_names, col_names) = (projections.table.names(), projections.col.names());
        let (mut tables, mut columns) = (projections.table.texts(), projections.col.texts());
        let frame = |(table, &facts): (&TableCells, &UnitFacts)| TableFrame {
            key: named(&table_names, &tables.get(table.key)),
            unit: cells.derived.unit_text(store, table.unit).to_vec(),
            columns: table
                .columns
                .iter()
                .map(|&key| named(&col_names, &columns.get(key)))
                .collect(),
            bases: table.bases.clone(),
            facts,
        };
        Frame {
            tables: cells.tables.iter().zip(units).map(frame).collect(),
            separating: asked.schema.separating_keys().iter().map(Key::text).collect(),
            is_recorded: asked.pairing.is_none() && question.pairing.is_some(),
            analysis: asked.analysis.map(Analysed::new),
            looks: store.looks(),
        }
    }

    /// Gives the tables of a shard their columns and baselines; returns each table's index in the frame.
    pub(super) fn impose(
        &self,
        store: &Store,
        cells: &mut Cells,
    ) -> Result<Vec<usize>, ShardError> {
        let known: BTreeMap<(&Named, &[u8]), usize> = self
            .tables
            .iter()
            .zip(0..)
            .map(|(table, at)| ((&table.key, &table.unit[..]), at))
            .collect();
        let Cells { projections, derived, tables, .. } = cells;
        let (table_names, col_names) = (projections.table.names(), projections.col.names());
        let (mut table_keys, mut col_keys) = (projections.table.texts(), projections.col.texts());
        let mut found = Vec::with_capacity(tables.len());
        for table in tables {
            let key = named(&table_names, &table_keys.get(table.key));
            let unit = derived.unit_text(store, table.unit);
            let unknown =
                || ShardError::Unknown { row: String::from_utf8_lossy(unit).into_owned() };
            let &at = known.get(&(&key, unit)).ok_or_else(unknown)?;
            let frame = &self.tables[at];
            let indices: BTreeMap<&Named, u32> = frame.columns.iter().zip(0..).collect();
            let index =
                |&column: &u32| indices.get(&named(&col_names, &col_keys.get(column))).copied();
            let moved: Option<Vec<u32>> = table.columns.iter().map(index).collect();
            let moved = moved.ok_or_else(unknown)?;
            table.cells.iter_mut().for_each(|cell| cell.column = moved[cell.column as usize]);
            let rows = table.cells.chunk_by_mut(|a, b| a.row == b.row);
            rows.for_each(|row| row.sort_by_key(|cell| cell.column));
            table.bases = frame.bases.clone();
            found.push(at);
        }
        Ok(found)
    }
}
