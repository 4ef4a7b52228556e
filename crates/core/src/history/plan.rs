//! A checked question about a history, and the way to answer it.
//!
//! Connects points, cells and rows: first which results form a point and how the points follow each other, then the
//! cells of these points, then the changes of each row.

use std::sync::Arc;

use super::newest::judge;
use super::newest_cells::NewestCells;
use super::points::Points;
use super::report::{
    Differing, History, HistoryNote, HistoryRow, HistoryTable, Point, PointValue, RowState,
};
use super::rows::changes;
use super::sizes::{Levels, Line};
use crate::base::pace::{ENDLESS, Pace, block_on};
use crate::base::{Error, Sentence, Text, Texts, metadata};
use crate::gate::Gate;
use crate::project::{FieldOrder, FieldText, Key, Schema, write_projection};
use crate::query::{derivations, directions};
use crate::spec::{ALL, AUTO, HistoryQuery, NO_PAIRS, Query, RowSelection, check};
use crate::store::Store;
use crate::table::{
    Baseline, Cell, Cells, CompiledQuery, Derivation, Settings, Table, query_notes, sources,
    uncompared,
};
use crate::unit::Direction;

/// A question that has been checked.
#[derive(Debug, Clone)]
pub struct HistoryPlan {
    pub(super) query: HistoryQuery,
    /// The key that orders points, if the query names one.
    order: Option<Key>,
    derivations: Vec<Derivation>,
    better: Vec<(Vec<u8>, Direction)>,
    threads: usize,
    gate: Option<Arc<Gate>>,
}

impl HistoryQuery {
    /// Checks the question.
    ///
    /// # Errors
    ///
    /// The first error, with its place.
    pub fn compile(&self) -> Result<HistoryPlan, Error> {
        let text =
            |text: &str, auto: &str| if text == AUTO { auto.into() } else { text.to_owned() };
        // Defaults that depend on the results cannot be wrong.
        self.schema(&text(&self.by, ".file"), &text(&self.table, ""))?;
        let order = match &self.order[..] {
            "" => None,
            text => match &Schema::order_keys(text)?[..] {
                [key] => Some(key.clone()),
                _ => {
                    return Err(Error::range(
                        "order",
                        Sentence::setting("order").and(" takes one key"),
                    ));
                }
            },
        };
        check(self)?;
        let (derivations, better) = (derivations(&self.derive)?, directions(&self.better)?);
        Ok(HistoryPlan { query: self.clone(), order, derivations, better, threads: 1, gate: None })
    }

    fn schema(&self, by: &str, table: &str) -> Result<Schema, Error> {
        Schema::compile_history(&self.filter, table, &self.row, by, &self.ignore)
    }
}

impl HistoryPlan {
    /// Returns the plan for up to this number of threads. The answer does not depend on it.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> HistoryPlan {
        self.threads = threads;
        self
    }

    /// Returns the plan with rules for the newest point, which is then excluded from the history that it is compared
    /// with.
    ///
    /// # Errors
    ///
    /// A rule that does not apply to a history, with its position.
    pub fn with_gate(mut self, gate: Gate) -> Result<HistoryPlan, Error> {
        gate.check_for_history()?;
        self.gate = Some(Arc::new(gate));
        Ok(self)
    }

    fn is_gate(&self) -> bool {
        self.gate.is_some()
    }

    /// Returns the answer.
    ///
    /// # Errors
    ///
    /// The results lack something that the query needs: the keys of points and their order, the units of `derive` and
    /// of `units`.
    pub fn run(&self, store: &Store) -> Result<History, Error> {
        block_on(self.answer(store, &Pace::new(ENDLESS)))
    }

    /// Returns the answer, with pauses.
    pub(super) async fn answer(&self, store: &Store, pace: &Pace) -> Result<History, Error> {
        self.check(store)?;
        let layout = self.lay_out(store)?;
        let (tables, cells) = uncompared(store, &layout.asked(self), pace).await?;
        let columns = cells.columns();
        let Layout { query, schema, points, .. } = layout;
        let mut notes = points.notes;
        notes.extend(query_notes(store, &schema, &cells).into_iter().map(HistoryNote::Query));
        let shown = |(_, table): &(usize, Table)| self.shows(table);
        let tables: Vec<(usize, Table)> = tables.into_iter().enumerate().filter(shown).collect();
        let indices: Vec<usize> = tables.iter().map(|(index, _)| *index).collect();
        let mut tables = self.tables(store, tables, &cells, &columns, &mut notes);
        let newest = (columns.len() as u32).checked_sub(1).filter(|_| self.is_gate());
        let levels = Levels {
            level: query.alpha,
            confidence: query.confidence,
            margin: query.margin,
            seed: query.seed,
            threads: self.threads,
        };
        let (seen, tested) = changes(&lines(&tables, newest), levels, pace).await;
        let mut seen = seen.into_iter();
        for (table, configs) in &mut tables {
            for ((row, configs), (state, changes)) in
                table.rows.iter_mut().zip(configs).zip(&mut seen)
            {
                (row.state, row.changes) = (state, changes);
                for change in &mut row.changes {
                    let may_be = &change.candidates;
                    let sides = [may_be.start.max(1) - 1, may_be.end - 1].map(|i| configs[i]);
                    change.differing = differing(store, &schema, sides, &points.is_rare);
                    // A drift has no commit.
                    change.commits = commits(store, sides).filter(|_| change.drift.is_none());
                }
            }
        }
        let point = |key: Texts| {
            let place = key.get(0).and_then(|value| points.places.get(value.as_bytes()).cloned());
            Point { place, key }
        };
        let [table_fields, row_fields, by_fields] = cells.field_names();
        let history = History {
            query,
            inputs: sources(store),
            by_fields,
            table_fields,
            row_fields,
            points: cells.column_texts(&columns).into_iter().map(point).collect(),
            tables: tables.into_iter().map(|(table, _)| table).collect(),
            tested,
            notes,
            gate: None,
        };
        let newest = &points.newest;
        let Some(gate) = &self.gate else { return Ok(history) };
        let newest = NewestCells { store, cells: &cells, indices: &indices, newest };
        let judgement = judge(&newest, &history, gate);
        Ok(History { gate: Some(judgement), ..history })
    }

    /// Returns whether the query asks for the unit of a table.
    fn shows(&self, table: &Table) -> bool {
        let focus = RowSelection { units: self.query.units.clone(), ..RowSelection::default() };
        focus.shows_unit(table.unit.as_bytes())
    }

    /// Checks that the results have the units that the query computes with and shows.
    fn check(&self, store: &Store) -> Result<(), Error> {
        self.derivations.iter().try_for_each(|derivation| derivation.check(store))?;
        let focus = RowSelection { units: self.query.units.clone(), ..RowSelection::default() };
        focus.check(store, self.derivations.iter().map(Derivation::unit))
    }

    /// Resolves `auto`, and finds the results of each point.
    fn lay_out(&self, store: &Store) -> Result<Layout, Error> {
        let mut query = self.query.clone();
        if query.by == AUTO {
            query.by = if has_commits(store) { "commit".into() } else { ".file".into() };
        }
        let is_auto = query.table == AUTO;
        let schema = query.schema(&query.by, if is_auto { "" } else { &query.table })?;
        let mut schema = schema.ignoring(self.order.as_slice());
        if self.order.is_some() && schema.column_keys().count() != 1 {
            let message = Sentence::setting("order").and(" needs points of one key: ");
            return Err(Error::range("order", message.and_set("by", b"KEY")));
        }
        let mut points = Points::find(store, &schema, self.order.as_ref())?;
        if self.is_gate() {
            // If the filter drops the newest point, the gate must not silently judge an older one.
            let all = HistoryQuery { filter: ALL.into(), ..query.clone() };
            let all = all.schema(&query.by, if is_auto { "" } else { &query.table })?;
            let all = all.ignoring(self.order.as_slice());
            points.newest.add_filtered(Points::find(store, &all, self.order.as_ref())?.newest);
        }
        if is_auto {
            schema = schema.with_tables(&points.splitting);
            query.table = write_projection(&points.splitting.iter().map(field).collect::<Vec<_>>());
        }
        if let Some(separated) = schema.separated(store, is_auto) {
            schema = separated;
            if is_auto {
                let keys = points.splitting.iter().chain(schema.separating_keys());
                query.table = write_projection(&keys.map(field).collect::<Vec<_>>());
            }
        }
        if let Some(values) = points.values.take() {
            schema = schema.with_columns_listed(values);
        }
        let plain = Query {
            table: query.table.clone(),
            row: query.row.clone(),
            col: query.by.clone(),
            pair: NO_PAIRS.into(),
            confidence: query.confidence,
            ..Query::default()
        };
        Ok(Layout { query, schema, points, plain })
    }

    /// Returns the tables with the values of their rows, and the configuration of each value.
    fn tables(
        &self,
        store: &Store,
        tables: Vec<(usize, Table)>,
        cells: &Cells,
        columns: &[u32],
        notes: &mut Vec<HistoryNote>,
    ) -> Vec<(HistoryTable, Vec<Vec<u32>>)> {
        let mut infinite = 0;
        let mut built = Vec::new();
        for (index, table) in tables {
            let points = cells.column_indices(index, columns);
            let mut all_configs = cells.configs(store, index);
            let mut rows = Vec::with_capacity(table.rows.len());
            for (row, configs) in table.rows.into_iter().zip(&mut all_configs) {
                let is_number = |cell: &Cell| cell.summary.center.is_finite();
                infinite += row.cells.iter().filter(|cell| !is_number(cell)).count() as u64;
                let mut kept = row.cells.iter().map(is_number);
                configs.retain(|_| kept.next().unwrap_or(false));
                let values = row.cells.iter().filter(|cell| is_number(cell));
                let value = |cell: &Cell| PointValue {
                    point: points[cell.column as usize],
                    n: cell.n,
                    center: cell.summary.center,
                    lo: cell.summary.lo,
                    hi: cell.summary.hi,
                };
                let values = values.map(value).collect();
                let (state, changes) = (RowState::TooShort, Vec::new());
                rows.push(HistoryRow { key: row.key, values, state, changes });
            }
            let given = self.better.iter().rev().find(|(unit, _)| unit == table.unit.as_bytes());
            let table = HistoryTable {
                key: table.key,
                unit: table.unit,
                class: table.class,
                assumption: table.assumption,
                direction: given.map(|&(_, direction)| direction).or(table.direction),
                rows,
            };
            built.push((table, all_configs));
        }
        notes.extend((0 < infinite).then_some(HistoryNote::NotFinite { values: infinite }));
        built
    }
}

/// A question whose results are known.
struct Layout {
    query: HistoryQuery,
    schema: Schema,
    points: Points,
    /// The query whose cells are the values of points.
    plain: Query,
}

impl Layout {
    fn asked<'a>(&'a self, plan: &'a HistoryPlan) -> CompiledQuery<'a> {
        let settings = Settings {
            alpha: self.query.alpha,
            confidence: self.query.confidence,
            test: self.query.test,
            threads: plan.threads,
            samples: false,
        };
        CompiledQuery {
            query: &self.plain,
            schema: &self.schema,
            baseline: &Baseline::None,
            pairing: None,
            derivations: &plan.derivations,
            settings,
            analysis: None,
        }
    }
}

/// Returns the rows of all tables; without the newest point, if it is compared with them.
fn lines(tables: &[(HistoryTable, Vec<Vec<u32>>)], judged: Option<u32>) -> Vec<Line<'_>> {
    let rows = tables.iter().flat_map(|(table, _)| table.rows.iter().map(move |row| (table, row)));
    rows.map(|(table, row)| Line {
        values: row.values_without(judged),
        assumption: table.assumption,
        direction: table.direction,
    })
    .collect()
}

/// Returns whether there is one input, with results of several commits.
fn has_commits(store: &Store) -> bool {
    let configs = 0..store.configs.len() as u32;
    let mut commits: Vec<u32> =
        configs.filter_map(|config| store.configured(config, b"commit")).collect();
    commits.dedup();
    let with_results = store.inputs().iter().filter(|input| 0 < input.results).count();
    with_results == 1 && 1 < commits.len()
}

/// Returns the rarely changing keys in which two configurations differ and that no projection names.
fn differing(store: &Store, schema: &Schema, sides: [u32; 2], is_rare: &[bool]) -> Vec<Differing> {
    let [a, b] = sides.map(|config| store.configs.values(config));
    let all = store.configs.maps().differing(a, b).into_iter();
    let value = |value: u32| match value {
        0 => Text::default(),
        value => Text::from(store.values.get(value - 1)),
    };
    let reported = all.filter(|&(key, ..)| is_rare[key as usize]).filter_map(|(key, old, new)| {
        let text = store.keys.get(key);
        let is_named = schema.names(&Key::FileConfig(text.to_vec()));
        let key = Text::from(metadata::name(text).unwrap_or(text));
        (!is_named).then(|| Differing { key, old: value(old), new: value(new) })
    });
    reported.collect()
}

/// The configuration key that names the commit of a log.
const COMMIT: &[u8] = b"commit";

/// Returns the commits of two configurations, if both have one and they differ.
fn commits(store: &Store, sides: [u32; 2]) -> Option<[Text; 2]> {
    let key = store.keys.find(COMMIT)?;
    let value = |config: u32| store.configs.maps().get(store.configs.values(config), key);
    let [old, new] = sides.map(value);
    let text = |value: u32| Some(Text::from(store.values.get(value.checked_sub(1)?)));
    (old != new).then_some([text(old)?, text(new)?])
}

fn field(key: &Key) -> FieldText {
    let key = String::from_utf8_lossy(&key.text()).into_owned();
    FieldText { key, order: FieldOrder::First }
}
