//! Numbers to a report: keys, columns, geometric means, notes.

use std::sync::Arc;

use super::apart::ApartRows;
use super::baseline::Baseline;
use super::better::{better, overridden};
use super::cache::CellCache;
use super::cells::{CellPlace, Cells, TableCells, group};
use super::classify::tally;
use super::common::common_shift;
use super::compare::{Pairs, UnitFacts, assumption, compare, rows_of};
use super::control::Controls;
use super::derive::{Derivation, LeftOut};
use super::design::is_difference_told;
use super::explain::explain;
use super::geomean::geomeans;
use super::looks;
use super::machine::Machines;
use super::model::{
    Assumption, Cell, Column, Design, Geomean, Note, PairTest, Report, Row, Source, Table, Warning,
};
use super::paired::pairs_for_difference;
use super::pairing::Pairing;
use super::same::same_sides;
use super::settings::{AnalysisSettings, Settings};
use crate::base::pace::{ENDLESS, Pace, now};
use crate::base::{Error, Numbered, Text, parallel, write_name};
use crate::format::Location;
use crate::project::{Schema, UnknownKey, present_values, unknown_keys};
use crate::spec::{AUTO_PAIRS, Query};
use crate::stats::{runs_for_difference, runs_for_interval};
use crate::store::{Diagnostic, InputInfo, Problem, Recorded, Store};
use crate::unit::{Class, class};

/// A query in the forms in which it was given and checked.
pub(crate) struct CompiledQuery<'a> {
    pub(crate) query: &'a Query,
    pub(crate) schema: &'a Schema,
    pub(crate) baseline: &'a Baseline,
    pub(crate) pairing: Option<&'a Pairing>,
    pub(crate) derivations: &'a [Derivation],
    pub(crate) settings: Settings,
    pub(crate) analysis: Option<&'a AnalysisSettings>,
}

/// The answer to a query, and which results each cell is made of.
pub(crate) fn answer(
    store: &Store,
    asked: &CompiledQuery<'_>,
) -> Result<(Report, Arc<Cells>), Error> {
    let pace = Pace::new(ENDLESS);
    let cells = asked.group(store)?;
    let controls = asked.controls(store, &cells)?;
    let known = CellCache::default();
    let rows = now(asked.compare(store, &cells, &known, controls.as_ref(), &pace));
    let report = asked.report(store, &cells, rows, controls.as_ref());
    Ok((report, Arc::new(cells)))
}

impl CompiledQuery<'_> {
    /// Which results belong together, and what is compared with what.
    pub(crate) fn group(&self, store: &Store) -> Result<Cells, Error> {
        now(self.group_paced(store, &Pace::new(ENDLESS)))
    }

    /// The same, with pauses.
    pub(super) async fn group_paced(&self, store: &Store, pace: &Pace) -> Result<Cells, Error> {
        let mut cells = group(store, self.schema, self.derivations, pace).await;
        cells.set_baselines(self.baseline, self.analysis.is_some())?;
        Ok(cells)
    }

    /// What the inputs say of recordings, if that matters.
    fn recorded(&self, store: &Store, cells: &Cells) -> Recorded {
        let is_asked = self.query.pair == AUTO_PAIRS;
        let has_sides = cells.tables.iter().any(|table| 1 < table.columns.len());
        if is_asked && has_sides { store.recorded() } else { Recorded::Not }
    }

    /// What makes two runs a pair, if anything does.
    pub(super) fn pairing(&self, store: &Store, cells: &Cells) -> Option<&Pairing> {
        let is_shared = || self.recorded(store, cells) == Recorded::Shared;
        self.pairing.or_else(|| is_shared().then_some(&Pairing::Recording))
    }

    pub(super) fn units(&self, store: &Store, cells: &Cells) -> Vec<UnitFacts> {
        let facts = |table: &TableCells| UnitFacts {
            assumption: assumption(store, table.unit),
            direction: better(store, cells, table.unit, self.analysis),
            is_analysed: self
                .analysis
                .is_some_and(|wanted| wanted.concerns(cells.derived.unit_text(store, table.unit))),
        };
        cells.tables.iter().map(facts).collect()
    }

    /// The control rows, if the query names any.
    pub(super) fn controls<'s>(
        &self,
        store: &'s Store,
        cells: &Cells,
    ) -> Result<Option<Controls<'s>>, Error> {
        if let Some(filter) = self.schema.control() {
            let Some(how) = self.pairing(store, cells) else {
                let message = "-control corrects pairs of runs: add -pair".into();
                return Err(Error::range("control", message));
            };
            let units = self.units(store, cells);
            return Controls::find(store, cells, &units, (filter, how)).map(Some);
        }
        Ok(None)
    }

    /// The rows of each table.
    pub(super) async fn compare(
        &self,
        store: &Store,
        cells: &Cells,
        cache: &CellCache,
        controls: Option<&Controls<'_>>,
        pace: &Pace,
    ) -> Vec<Vec<Row>> {
        let tables = empty_rows(cells, |_| usize::MAX);
        self.fill(store, cells, cache, (tables, controls), pace).await
    }

    /// The rows of tables, which have their keys: the first ones, or all.
    pub(super) async fn fill(
        &self,
        store: &Store,
        cells: &Cells,
        cache: &CellCache,
        (mut tables, controls): (Vec<Vec<Row>>, Option<&Controls<'_>>),
        pace: &Pace,
    ) -> Vec<Vec<Row>> {
        let units = self.units(store, cells);
        let pairs = self.pairing(store, cells).map(|how| Pairs { how, controls });
        let settings = (self.settings, self.analysis);
        compare(store, cells, &units, cache, settings, pairs, (&mut tables, pace)).await;
        tables
    }

    /// The report of the rows of each table.
    pub(super) fn report(
        &self,
        store: &Store,
        cells: &Cells,
        mut rows: Vec<Vec<Row>>,
        controls: Option<&Controls<'_>>,
    ) -> Report {
        let CompiledQuery { settings, analysis, .. } = *self;
        let units = self.units(store, cells);
        let told = analysis.map(|wanted| tally(&mut rows, &units, settings.alpha, wanted));
        let tables = self.tables(store, cells, (rows, &units), told.is_some());
        let is_asked = told.is_some() || self.pairing(store, cells).is_some();
        let differs = is_difference_told(&tables);
        let design = (is_asked || differs).then(|| Design::find(store, cells)).flatten();
        // Only what the gate asks about was analysed: that is not the report's to tell.
        let analysis = told.filter(|_| analysis.is_some_and(AnalysisSettings::is_whole));
        let apart_rows = ApartRows::find(store, self.schema, cells);
        let apart = apart_rows.as_ref().map(ApartRows::groups).unwrap_or_default();
        let mut notes = notes(store, self, cells);
        notes.extend(apart_rows.iter().flat_map(|rows| rows.notes(&apart)));
        notes.extend(overridden(store, cells, self.analysis));
        notes.extend(varying(&tables));
        notes.extend(paired(&tables, controls.is_some()));
        notes.extend(looks::notes(store, cells, &tables));
        notes.extend(controls.into_iter().flat_map(|controls| controls.notes(store, cells)));
        notes.extend(design.and_then(|design| Note::of_design(design, differs, is_asked)));
        notes.extend(if differs { common_shift(&tables) } else { None });
        notes.extend(same_sides(store, cells, &tables));
        notes.extend(summaries(store));
        notes.extend(Note::of_recordings(self.recorded(store, cells)));
        Report { apart, notes, design, analysis, ..self.bare(store, cells, tables) }
    }

    /// A report that tells nothing but its tables.
    pub(super) fn bare(&self, store: &Store, cells: &Cells, tables: Vec<Table>) -> Report {
        let CompiledQuery { query, settings, .. } = *self;
        let projections = &cells.projections;
        Report {
            query: query.clone(),
            is_paired: self.pairing(store, cells).is_some(),
            is_of_harnesses: store.is_of_harnesses(),
            hidden_rows: 0,
            hidden_units: Vec::new(),
            inputs: sources(store),
            gate: None,
            alpha: settings.alpha,
            confidence: settings.confidence,
            table_fields: projections.table.names(),
            row_fields: projections.row.names(),
            col_fields: projections.col.names(),
            runs_for_interval: runs_for_interval(settings.confidence),
            runs_for_difference: runs_for_difference(settings.alpha),
            pairs_for_difference: pairs_for_difference(settings.alpha),
            apart: Vec::new(),
            notes: Vec::new(),
            design: None,
            tables,
            analysis: None,
        }
    }

    /// The tables with all texts.
    pub(super) fn tables(
        &self,
        store: &Store,
        cells: &Cells,
        (rows, units): (Vec<Vec<Row>>, &[UnitFacts]),
        is_analysed: bool,
    ) -> Vec<Table> {
        let mut table_keys = cells.projections.table.texts();
        let mut col_keys = cells.projections.col.texts();
        let geomeans = |_: &mut (), i: usize| geomeans(&cells.tables[i].bases, &rows[i]);
        let geomeans = parallel::map(rows.len(), self.settings.threads, || (), geomeans);
        let machines = is_analysed.then(|| Machines::new(store, cells));
        let mut tables = Vec::with_capacity(rows.len());
        for (((places, rows), geomeans), unit) in
            cells.tables.iter().zip(rows).zip(geomeans).zip(units)
        {
            let column = |(place, (&key, geomean)): (u32, (&u32, Geomean))| Column {
                key: col_keys.get(key),
                base: places.bases.of(place),
                is_absent: places.bases.is_absent(place),
                geomean,
            };
            let text = cells.derived.unit_text(store, places.unit);
            let is_plain = self.derivations.iter().any(|d| d.unit() == text && d.is_ratio());
            tables.push(Table {
                key: table_keys.get(places.key),
                unit: Text::from(text),
                class: if is_plain { Class::Plain } else { class(text) },
                assumption: unit.assumption,
                direction: unit.direction,
                columns: (0..).zip(places.columns.iter().zip(geomeans)).map(column).collect(),
                rows,
                machines: machines.as_ref().map(|m| m.differences(places)).unwrap_or_default(),
                hidden_rows: 0,
            });
        }
        tables
    }
}

/// The rows of each table with their keys. Each is where it will stay before there is a number: a
/// million of them are not moved. `most` says how many of each table are wanted.
pub(super) fn empty_rows(cells: &Cells, most: impl Fn(&TableCells) -> usize) -> Vec<Vec<Row>> {
    let mut keys = cells.projections.row.texts();
    let mut row = |places: &[CellPlace]| Row {
        key: keys.get(places[0].row),
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

/// How many problems are about lines, and not about all of an input.
fn malformed(diagnostics: &[Diagnostic]) -> u64 {
    let problems = diagnostics.iter().map(|diagnostic| &diagnostic.problem);
    let of_lines = problems.filter(|problem| !matches!(problem, Problem::SummaryOnly { .. }));
    of_lines.map(Problem::count).fold(0, u64::saturating_add)
}

/// The inputs of a store, as reports list them.
pub(crate) fn sources(store: &Store) -> Vec<Source> {
    let source = |(i, input): (usize, &InputInfo)| Source {
        name: Text::from(&input.name[..]),
        label: Text::from(&input.label[..]),
        lines: input.lines,
        results: input.results,
        malformed: malformed(store.diagnostics_of(i)),
    };
    store.inputs().iter().enumerate().map(source).collect()
}

/// The inputs that have summaries alone.
fn summaries(store: &Store) -> impl Iterator<Item = Note> {
    store.diagnostics().iter().filter_map(|told| match &told.problem {
        Problem::SummaryOnly { how } => {
            let (input, how) = (Text::from(&told.input[..]), Text::from(&how[..]));
            Some(Note::SummaryOnly { input, how })
        }
        _ => None,
    })
}

/// Units that are assumed to be exact although values of a cell differ.
fn varying(tables: &[Table]) -> Vec<Note> {
    let mut units: Vec<(&Text, u64, &Row)> = Vec::new();
    let mut places = Numbered::default();
    for table in tables.iter().filter(|table| table.assumption == Assumption::Exact) {
        for row in &table.rows {
            let varies = |cell: &&Cell| cell.warning == Some(Warning::NotExact);
            match row.cells.iter().filter(varies).count() as u64 {
                0 => {}
                cells => match units.get_mut(places.number(table.unit.as_bytes()) as usize) {
                    Some((_, known, _)) => *known += cells,
                    None => units.push((&table.unit, cells, row)),
                },
            }
        }
    }
    let note = |(unit, cells, row): (&Text, u64, &Row)| {
        let mut name = Vec::new();
        write_name(&mut name, &row.key);
        Note::ExactVaries { unit: unit.clone(), cells, row: Text::from(&name[..]) }
    };
    units.into_iter().map(note).collect()
}

/// What a reader of a paired report must know: which test, and which runs it leaves out.
fn paired(tables: &[Table], is_controlled: bool) -> Vec<Note> {
    let rows = tables.iter().flat_map(|table| &table.rows);
    let all = rows.flat_map(|row| row.comparisons.iter().map(move |found| (row, found)));
    let (mut tests, mut has_medians) = ([false; 2], false);
    let (mut runs, mut comparisons, mut first) = (0, 0, None);
    for (row, comparison) in all.filter(|(_, comparison)| !comparison.is_refused()) {
        let Some(matching) = comparison.matching() else { continue };
        tests[usize::from(matching.test == PairTest::VanElteren)] = true;
        has_medians |= matching.medians_of.is_some();
        let left_out: u64 = matching.left_out.into_iter().map(u64::from).sum();
        if left_out != 0 {
            first.get_or_insert(row);
            (runs, comparisons) = (runs + left_out, comparisons + 1);
        }
    }
    let all = [PairTest::SignedRank, PairTest::VanElteren].into_iter().zip(tests);
    let mut notes: Vec<Note> =
        all.filter(|(_, is_used)| *is_used).map(|(test, _)| Note::Paired { test }).collect();
    notes.extend(has_medians.then_some(Note::BlockMedians));
    notes.extend(first.map(|row| {
        let mut name = Vec::new();
        write_name(&mut name, &row.key);
        let (row, is_controlled) = (Text::from(&name[..]), is_controlled);
        Note::WithoutPartner { runs, comparisons, row, is_controlled }
    }));
    notes
}

/// The notes of an answer alone: results are grouped, but nothing is computed.
pub(crate) fn notes_of(store: &Store, asked: &CompiledQuery<'_>) -> Result<Vec<Note>, Error> {
    Ok(notes(store, asked, &asked.group(store)?))
}

fn notes(store: &Store, asked: &CompiledQuery<'_>, cells: &Cells) -> Vec<Note> {
    let schema = asked.schema;
    if store.is_empty() {
        return Vec::new();
    }
    let mut notes = query_notes(store, schema, cells);
    notes.extend(explain(store, (schema, asked.baseline), cells));
    notes.extend(cells.without_baseline());
    notes.extend(cells.is_short.then_some(Note::MissingShortened));
    let left_out = cells.derived.left_out(store, schema).into_iter();
    notes.extend(left_out.map(|LeftOut { unit, samples, name }| Note::DerivedLeftOut {
        unit,
        samples,
        name,
    }));
    notes
}

/// What a query does not find: results in an input, a key, anything at all.
pub(crate) fn query_notes(store: &Store, schema: &Schema, cells: &Cells) -> Vec<Note> {
    // Why all of an input cannot be read is said already.
    let is_said = |place: usize| {
        let mut found = store.diagnostics_of(place).iter();
        found.any(|found| found.problem.is_unreadable() && found.location == Location::Input)
    };
    let empty = store.inputs().iter().enumerate();
    let empty = empty.filter(|&(place, input)| input.results == 0 && !is_said(place));
    let note = |i: &InputInfo| Note::NoResults { input: Text::from(&i.name[..]), kind: i.kind };
    let mut notes: Vec<Note> = empty.map(|(_, input)| note(input)).collect();
    let unknown = unknown_keys(schema, store).into_iter();
    notes.extend(unknown.map(|UnknownKey { part, key, nearest, known }| Note::UnknownKey {
        part,
        key,
        nearest,
        known,
    }));
    if cells.tables.is_empty() {
        let values = present_values(schema, store);
        notes.push(Note::NothingMatched { results: store.len(), values });
    }
    notes
}
