//! A question about a store, with everything that answering it needs from the store.
//!
//! Takes a checked query; groups the results, and finds once what each unit assumes, what makes two runs a pair and
//! which benchmarks are controls.

use crate::base::pace::{ENDLESS, Pace, block_on};
use crate::base::{Error, Sentence};
use crate::project::Schema;
use crate::spec::{AUTO_PAIRS, Query};
use crate::store::{Recorded, Store};
use crate::table::compare::cache::CellCache;
use crate::table::compare::control::Controls;
use crate::table::compare::pairing::Pairing;
use crate::table::compare::pass::Pass;
use crate::table::group::baseline::Baseline;
use crate::table::group::cells::{Cells, TableCells, group};
use crate::table::group::derive::Derivation;
use crate::table::group::index::{CellIndex, rows_of};
use crate::table::group::settings::{AnalysisSettings, Settings};
use crate::table::group::units::UnitFacts;
use crate::table::model::Row;

/// A query, both as it was written and after its check.
#[derive(Clone, Copy)]
pub(crate) struct CompiledQuery<'a> {
    pub(crate) query: &'a Query,
    pub(crate) schema: &'a Schema,
    pub(crate) baseline: &'a Baseline,
    pub(crate) pairing: Option<&'a Pairing>,
    pub(crate) derivations: &'a [Derivation],
    pub(crate) settings: Settings,
    pub(crate) analysis: Option<&'a AnalysisSettings>,
}

impl<'a> CompiledQuery<'a> {
    /// Groups the results: which ones belong together, and the baseline of each cell.
    pub(crate) fn group(&self, store: &Store) -> Result<Cells, Error> {
        block_on(self.group_paced(store, &Pace::new(ENDLESS)))
    }

    /// Groups the results, with pauses.
    pub(super) async fn group_paced(&self, store: &Store, pace: &Pace) -> Result<Cells, Error> {
        let mut cells = group(store, self.schema, self.derivations, pace).await;
        cells.set_baselines(self.baseline, self.analysis.is_some())?;
        Ok(cells)
    }

    /// Returns the question about grouped results.
    ///
    /// # Errors
    ///
    /// The control benchmarks of the query are too few, or their runs are not paired.
    pub(super) fn ask(self, store: &'a Store, cells: &'a Cells) -> Result<Question<'a>, Error> {
        let has_sides = cells.tables.iter().any(|table| 1 < table.columns.len());
        let is_auto = self.query.pair == AUTO_PAIRS && has_sides;
        let recorded = if is_auto { store.recorded() } else { Recorded::Not };
        let is_shared = matches!(recorded, Recorded::Shared { .. });
        let pairing = self.pairing.or(is_shared.then_some(&Pairing::Recording));
        let units = UnitFacts::of_tables(store, cells, self.analysis);
        let controls = match (self.schema.control(), pairing) {
            (None, _) => None,
            (Some(filter), Some(pairing)) => {
                Some(Controls::find(store, cells, &units, filter, pairing)?)
            }
            (Some(_), None) => {
                let message = Sentence::setting("control").and(" corrects pairs of runs: add ");
                return Err(Error::range("control", message.and_setting("pair")));
            }
        };
        Ok(Question { asked: self, store, cells, units, recorded, pairing, controls })
    }
}

/// A query about the results of a store.
pub(super) struct Question<'a> {
    pub(super) asked: CompiledQuery<'a>,
    pub(super) store: &'a Store,
    pub(super) cells: &'a Cells,
    /// The facts about each table's unit, by table.
    pub(super) units: Vec<UnitFacts>,
    /// The facts about recordings from the inputs, if the query depends on them.
    pub(super) recorded: Recorded,
    /// What makes two runs a pair, if anything does.
    pub(super) pairing: Option<&'a Pairing>,
    pub(super) controls: Option<Controls<'a>>,
}

impl Question<'_> {
    /// Returns the rows of each table.
    pub(super) async fn compare(&self, cache: &CellCache, pace: &Pace) -> Vec<Vec<Row>> {
        self.compare_first(|_| usize::MAX, cache, pace).await
    }

    /// Returns the first rows of each table; `most` says how many.
    pub(super) async fn compare_first(
        &self,
        most: impl Fn(&TableCells) -> usize,
        cache: &CellCache,
        pace: &Pace,
    ) -> Vec<Vec<Row>> {
        let CompiledQuery { settings, analysis, .. } = self.asked;
        let mut tables = empty_rows(self.cells, most);
        let (units, controls) = (&self.units[..], self.controls.as_ref());
        let (store, cells, pairing) = (self.store, self.cells, self.pairing);
        let pass = Pass { store, cells, units, cache, settings, analysis, pairing, controls };
        pass.fill(&mut tables, pace).await;
        tables
    }
}

/// Returns the rows of each table with their keys. Each row gets its final index before it has a number, because moving
/// a million rows takes long. `most` says how many rows of each table the caller wants.
pub(super) fn empty_rows(cells: &Cells, most: impl Fn(&TableCells) -> usize) -> Vec<Vec<Row>> {
    let mut keys = cells.projections.row.texts();
    let mut row = |indices: &[CellIndex]| Row {
        key: keys.get(indices[0].row),
        cells: Box::default(),
        comparisons: Box::default(),
    };
    let rows = |table: &TableCells| {
        let count = rows_of(&table.cells).count().min(most(table));
        let mut rows = Vec::with_capacity(count);
        rows.extend(rows_of(&table.cells).take(count).map(&mut row));
        rows
    };
    cells.tables.iter().map(rows).collect()
}
