//! From numbers to a report: keys, columns, geometric means, notes.

use std::sync::Arc;

use super::question::{CompiledQuery, Question};
use crate::base::pace::{ENDLESS, Pace, block_on};
use crate::base::{Error, Text, names, parallel};
use crate::store::{InputInfo, Store};
use crate::table::compare::cache::CellCache;
use crate::table::compare::family::{adjust, tally};
use crate::table::compare::geomean::geomeans;
use crate::table::compare::levels::Levels;
use crate::table::compare::method::{runs_for_difference, runs_for_interval};
use crate::table::compare::paired::pairs_for_difference;
use crate::table::compare::pairing::Pairing;
use crate::table::compare::suite::SuiteContext;
use crate::table::group::cells::{Cells, TableCells};
use crate::table::group::derive::{Derivation, LeftOut};
use crate::table::group::lacking_runs::LackingRuns;
use crate::table::group::settings::AnalysisSettings;
use crate::table::group::units::UnitFacts;
use crate::table::model::{
    Assumption, Column, Geomean, Note, Report, Row, RunOrder, Source, Table,
};
use crate::table::notes::clocks::Clocks;
use crate::table::notes::common_shift::common_shift;
use crate::table::notes::direction::overridden;
use crate::table::notes::explain::explain;
use crate::table::notes::found::{exact_varies, paired, query_notes, summaries};
use crate::table::notes::looks;
use crate::table::notes::machine::Machines;
use crate::table::notes::mismatch::MismatchRows;
use crate::table::notes::run_order::{differs, not_interleaved};
use crate::table::notes::same_samples::same_sides;
use crate::table::notes::sequential::Sequential;
use crate::unit::{Class, class};

/// Returns the answer to a query, and the results in each cell.
pub(crate) fn answer(
    store: &Store,
    asked: &CompiledQuery<'_>,
) -> Result<(Report, Arc<Cells>), Error> {
    let pace = Pace::new(ENDLESS);
    let cells = asked.group(store)?;
    let question = asked.ask(store, &cells)?;
    let rows = block_on(question.compare(&CellCache::default(), &pace));
    let report = question.report(rows);
    Ok((report, Arc::new(cells)))
}

/// Returns only the notes of an answer: this groups results but computes nothing.
pub(crate) fn notes_of(store: &Store, asked: &CompiledQuery<'_>) -> Result<Vec<Note>, Error> {
    Ok(query_and_cells(store, asked, &asked.group(store)?))
}

/// Returns the notes that need no values.
fn query_and_cells(store: &Store, asked: &CompiledQuery<'_>, cells: &Cells) -> Vec<Note> {
    let schema = asked.schema;
    if store.is_empty() {
        return Vec::new();
    }
    let mut notes = query_notes(store, schema, cells);
    notes.extend(explain(store, schema, asked.baseline, cells));
    notes.extend(cells.without_baseline());
    notes.extend(cells.is_short.then_some(Note::MissingShortened));
    notes.extend(LackingRuns::of(store, cells).notes(store, cells));
    let left_out = cells.derived.left_out(store, schema).into_iter();
    notes.extend(left_out.map(|LeftOut { unit, samples, name }| Note::DerivedLeftOut {
        unit,
        samples,
        name,
    }));
    notes
}

impl Question<'_> {
    /// Makes the report from the rows of each table.
    pub(super) fn report(&self, mut rows: Vec<Vec<Row>>) -> Report {
        let Question { asked, store, cells, .. } = *self;
        let CompiledQuery { settings, analysis, schema, .. } = asked;
        if let Some(wanted) = analysis {
            adjust(&mut rows, &self.units, settings, wanted);
        }
        self.mark_sequential(&mut rows);
        let reported = analysis.map(|wanted| tally(&rows, settings, wanted));
        let levels = analysis.map(|wanted| Levels::new(settings, wanted));
        let tables = self.tables(rows, levels);
        let is_asked = reported.is_some() || self.pairing.is_some();
        let differs = differs(&tables);
        let order = (is_asked || differs).then(|| RunOrder::find(store, cells)).flatten();
        // If only the gate needed the analysis, the report does not show it.
        let shown = reported.filter(|_| analysis.is_some_and(AnalysisSettings::is_whole));
        let mismatch_rows = MismatchRows::find(store, schema, cells);
        let mismatches = mismatch_rows.as_ref().map(MismatchRows::groups).unwrap_or_default();
        let mut notes = query_and_cells(store, &asked, cells);
        notes.extend(mismatch_rows.iter().flat_map(|rows| rows.notes(&mismatches)));
        notes.extend(overridden(store, cells, analysis));
        notes.extend(exact_varies(&tables));
        if self.pairing.is_some() {
            notes.extend(paired(&tables, settings.test, self.controls.is_some()));
        }
        notes.extend(Clocks::new(&tables).note());
        notes.extend(looks::notes(store, cells, &tables));
        notes.extend(self.controls.iter().flat_map(|controls| controls.notes(store, cells)));
        let shift = differs.then(|| common_shift(&tables, order, settings.alpha)).flatten();
        notes.extend(order.and_then(|order| match order {
            order if differs && order.is_weak() => Some(not_interleaved(&tables, shift.is_some())),
            order => (is_asked && order != RunOrder::Unknown).then_some(Note::RunOrder { order }),
        }));
        notes.extend(shift);
        notes.extend(same_sides(store, cells, &tables));
        notes.extend(summaries(store));
        notes.extend(Note::of_recordings(self.recorded));
        Report { mismatches, notes, order, analysis: shown, ..self.bare(tables) }
    }

    /// Replaces the outcomes that the machine can have caused, unless the query trusts every run order.
    pub(super) fn mark_sequential(&self, rows: &mut [Vec<Row>]) {
        if self.asked.analysis.is_none_or(|analysis| !analysis.any_order) {
            Sequential::new(self.store, self.cells).mark(rows);
        }
    }

    /// Returns a report that contains only its tables.
    pub(super) fn bare(&self, tables: Vec<Table>) -> Report {
        let Question { store, cells, .. } = *self;
        let CompiledQuery { query, settings, .. } = self.asked;
        let projections = &cells.projections;
        Report {
            query: query.clone(),
            is_paired: self.pairing.is_some(),
            is_of_harnesses: store.is_of_harnesses(),
            hidden_rows: 0,
            hidden_units: Vec::new(),
            plain_names: plain_names(store),
            inputs: sources(store),
            reading: store.reading.clone(),
            alpha: settings.alpha,
            confidence: settings.confidence,
            table_fields: projections.table.names(),
            row_fields: projections.row.names(),
            col_fields: projections.col.names(),
            runs_for_interval: runs_for_interval(settings.test, settings.confidence),
            runs_for_difference: runs_for_difference(settings.test, settings.alpha),
            pairs_for_difference: pairs_for_difference(settings.test, settings.alpha),
            mismatches: Vec::new(),
            notes: Vec::new(),
            order: None,
            tables,
            analysis: None,
        }
    }

    /// Returns the geometric means of a table; with levels, also the changes of whole suites.
    fn geomeans(&self, table: usize, rows: &[Row], levels: Option<&Levels>) -> Vec<Geomean> {
        let TableCells { bases, cells: indices, .. } = &self.cells.tables[table];
        let mut means = geomeans(bases, rows);
        let UnitFacts { assumption, direction, .. } = self.units[table];
        let is_tested =
            assumption != Assumption::Exact && self.pairing == Some(&Pairing::Recording);
        if let Some(levels) = levels.filter(|_| is_tested) {
            let context = SuiteContext {
                store: self.store,
                cells: self.cells,
                controls: self.controls.as_ref().map(|controls| controls.of_table(table)),
                settings: self.asked.settings,
                direction,
            };
            context.add_suites(indices, rows, &mut means, levels);
        }
        means
    }

    /// Returns the tables with all texts. With levels, the query asks for an analysis.
    pub(super) fn tables(&self, rows: Vec<Vec<Row>>, levels: Option<Levels>) -> Vec<Table> {
        let Question { asked, store, cells, .. } = *self;
        let mut table_keys = cells.projections.table.texts();
        let mut col_keys = cells.projections.col.texts();
        let geomeans = |_: &mut (), i: usize| self.geomeans(i, &rows[i], levels.as_ref());
        let geomeans = parallel::map(rows.len(), asked.settings.threads, || (), geomeans);
        let machines = levels.is_some().then(|| Machines::new(store, cells));
        let mut tables = Vec::with_capacity(rows.len());
        for (((indices, rows), geomeans), unit) in
            cells.tables.iter().zip(rows).zip(geomeans).zip(&self.units)
        {
            let column = |(index, (&key, geomean)): (u32, (&u32, Geomean))| Column {
                key: col_keys.get(key),
                base: indices.bases.of(index),
                is_absent: indices.bases.is_absent(index),
                geomean,
            };
            let text = cells.derived.unit_text(store, indices.unit);
            let is_ratio = |derived: &Derivation| derived.unit() == text && derived.is_ratio();
            let is_plain = asked.derivations.iter().any(is_ratio);
            tables.push(Table {
                key: table_keys.get(indices.key),
                unit: Text::from(text),
                class: if is_plain { Class::Plain } else { class(text) },
                assumption: unit.assumption,
                direction: unit.direction,
                columns: (0..).zip(indices.columns.iter().zip(geomeans)).map(column).collect(),
                rows,
                machines: machines.as_ref().map(|m| m.differences(indices)).unwrap_or_default(),
                hidden_rows: 0,
            });
        }
        tables
    }
}

/// Returns the names that end in `-N` without naming a number of processors, ascending.
fn plain_names(store: &Store) -> Vec<Text> {
    let all = (0..store.names.count() as u32).map(|name| store.names.get(name));
    let plain = all.map(|encoded| (names::text(encoded), encoded));
    let plain = plain
        .filter(|(name, encoded)| name.len() != encoded.len() && names::processors(name).is_some());
    let mut found: Vec<&[u8]> = plain.map(|(name, _)| name).collect();
    found.sort_unstable();
    found.into_iter().map(Text::from).collect()
}

/// Returns the inputs of a store, as reports list them.
pub(crate) fn sources(store: &Store) -> Vec<Source> {
    let source = |(i, input): (usize, &InputInfo)| Source {
        name: Text::from(&input.name[..]),
        label: Text::from(&input.label[..]),
        lines: input.lines,
        results: input.results,
        malformed: store.malformed_lines(i),
    };
    store.inputs().iter().enumerate().map(source).collect()
}
