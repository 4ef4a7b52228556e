//! Numbers to a report: keys, columns, geometric means, notes.

use super::apart::ApartRows;
use super::better::{better, overridden};
use super::cells::{Cells, group};
use super::derive::{Derivation, LeftOut};
use super::explain::explain;
use super::judge::{AnalysisSettings, analyse};
use super::recall::Known;
use super::report::{Assumption, Cell, Column, Geomean, Report, Row, Source, Table};
use super::summarize::{RowCells, Settings, assumption, rows};
use super::{Analysis, Apart, Doubt, Note, Warning};
use crate::base::{Text, parallel};
use crate::gate::GateOutcome;
use crate::project::{Schema, UnknownKey, present_values, unknown_keys};
use crate::question::Query;
use crate::stats::{geomean, runs_for_difference, runs_for_interval};
use crate::store::{InputInfo, Store};

/// A query in the forms in which it was given and checked.
pub(crate) struct Asked<'a> {
    pub(crate) query: &'a Query,
    pub(crate) schema: &'a Schema,
    pub(crate) derivations: &'a [Derivation],
    pub(crate) settings: Settings,
    pub(crate) analysis: Option<&'a AnalysisSettings>,
}

/// The answer to a query, and which results each cell is made of.
pub(crate) fn answer(store: &Store, asked: &Asked<'_>) -> (Report, Cells) {
    let cells = asked.group(store);
    let rows = rows(store, &cells, asked.settings, &Known::default());
    let report = report(store, asked, &cells, rows);
    (report, cells)
}

impl Asked<'_> {
    /// Which results belong together.
    pub(super) fn group(&self, store: &Store) -> Cells {
        group(store, self.schema, self.derivations)
    }
}

/// The report of the rows of each table.
pub(super) fn report(
    store: &Store,
    asked: &Asked<'_>,
    cells: &Cells,
    rows: Vec<Vec<RowCells>>,
) -> Report {
    let Asked { query, schema, settings, analysis: wanted, .. } = *asked;
    let analysis = wanted.map(|wanted| analyse(store, cells, &rows, settings, wanted));
    let (all, projections) = (cells, &cells.projections);
    let apart_rows = ApartRows::find(schema, cells);
    let apart = apart_rows.as_ref().map(ApartRows::groups).unwrap_or_default();
    let mut table_keys = projections.table.texts();
    let mut row_keys = projections.row.texts();
    let mut col_keys = projections.col.texts();
    let geomeans = |_: &mut (), i: usize| geomeans(cells.tables[i].columns.len(), rows[i].iter());
    let geomeans = parallel::map(rows.len(), settings.threads, || (), geomeans);
    let tables = cells.tables.iter().zip(rows).zip(geomeans);
    let tables: Vec<Table> = tables
        .map(|((cells, rows), geomeans)| Table {
            key: table_keys.get(cells.key),
            unit: Text::from(all.derived.unit_text(store, cells.unit)),
            assumption: assumption(store, cells.unit),
            direction: better(store, all, cells.unit, wanted),
            columns: cells
                .columns
                .iter()
                .zip(geomeans)
                .map(|(&key, geomean)| Column { key: col_keys.get(key), geomean })
                .collect(),
            rows: rows
                .into_iter()
                .map(|(key, cells)| Row { key: row_keys.get(key), cells })
                .collect(),
            hidden_rows: 0,
        })
        .collect();
    let mut notes = notes(store, schema, all);
    notes.extend(apart_rows.iter().flat_map(|rows| rows.notes(&apart)));
    notes.extend(overridden(store, all, wanted));
    notes.extend(varying(&tables));
    Report {
        query: query.clone(),
        hidden_rows: 0,
        inputs: sources(store),
        samples: if query.samples { cells.all_samples(store) } else { Vec::new() },
        gate: gate(store, all, (&tables, &apart), analysis.as_ref(), settings, wanted),
        alpha: settings.alpha,
        confidence: settings.confidence,
        table_fields: projections.table.names(),
        row_fields: projections.row.names(),
        col_fields: projections.col.names(),
        runs_for_interval: runs_for_interval(settings.confidence),
        runs_for_difference: runs_for_difference(settings.alpha),
        apart,
        notes,
        tables,
        analysis,
    }
}

fn sources(store: &Store) -> Vec<Source> {
    let source = |(i, input): (usize, &InputInfo)| Source {
        name: Text::from(&input.name[..]),
        label: Text::from(&input.label[..]),
        lines: input.lines,
        results: input.results,
        malformed: store.diagnostics_of(i).len() as u64,
    };
    store.inputs().iter().enumerate().map(source).collect()
}

/// What the rules say, if there are any.
#[cfg(feature = "gate")]
fn gate(
    store: &Store,
    cells: &Cells,
    tables: (&[Table], &[Apart]),
    analysis: Option<&Analysis>,
    settings: Settings,
    wanted: Option<&AnalysisSettings>,
) -> Option<GateOutcome> {
    let wanted = wanted?;
    let gate = wanted.gate.as_ref()?;
    let levels = (analysis?, settings.alpha);
    Some(super::gated::gated(store, cells, tables, levels, (gate, wanted)))
}

#[cfg(not(feature = "gate"))]
fn gate(
    _: &Store,
    _: &Cells,
    _: (&[Table], &[Apart]),
    _: Option<&Analysis>,
    _: Settings,
    _: Option<&AnalysisSettings>,
) -> Option<GateOutcome> {
    None
}

/// The summary of each column.
fn geomeans<'r>(columns: usize, rows: impl Iterator<Item = &'r RowCells>) -> Vec<Geomean> {
    let mut centers: Vec<Vec<f64>> = vec![Vec::new(); columns];
    let mut ratios: Vec<Ratios> = vec![Ratios::default(); columns];
    let mut baseline_rows = 0;
    for cell in rows.flat_map(|(_, cells)| cells) {
        let column = cell.column as usize;
        centers[column].push(cell.summary.center);
        ratios[column].add(cell);
        baseline_rows += usize::from(column == 0);
    }
    let all = centers.into_iter().zip(ratios).enumerate();
    all.map(|(i, (centers, ratios))| summary(centers, (i != 0).then_some((ratios, baseline_rows))))
        .collect()
}

/// new/old of the rows that have both.
#[derive(Clone, Default)]
struct Ratios {
    values: Vec<f64>,
    /// Rows whose baseline is zero, while the new centre is not.
    from_zero: usize,
}

impl Ratios {
    fn add(&mut self, cell: &Cell) {
        let Some(comparison) = &cell.comparison else { return };
        match (comparison.base, cell.summary.center) {
            (base, center) if base == center => self.values.push(1.0),
            (0.0, _) => self.from_zero += 1,
            (base, center) => self.values.push(center / base),
        }
    }
}

fn summary(centers: Vec<f64>, against: Option<(Ratios, usize)>) -> Geomean {
    let mut warnings = Vec::new();
    let differ = |(ratios, rows): &(Ratios, usize)| ratios.values.len() + ratios.from_zero != *rows;
    if against.as_ref().is_some_and(differ) {
        warnings.push(Warning::GeomeanSetsDiffer);
    }
    let center = geomean(centers);
    if center.is_none() {
        warnings.push(Warning::GeomeanCenters);
    }
    let ratio = against.map(|(ratios, _)| match ratios.from_zero {
        0 => {
            let ratio = geomean(ratios.values);
            if ratio.is_none() {
                warnings.push(Warning::GeomeanRatios);
            }
            ratio
        }
        _ => None,
    });
    Geomean { center, ratio, warnings }
}

/// Units that are assumed to be exact although values of a cell differ.
fn varying(tables: &[Table]) -> Vec<Note> {
    let mut units: Vec<(&Text, u64, &Row)> = Vec::new();
    for table in tables.iter().filter(|table| table.assumption == Assumption::Exact) {
        for row in &table.rows {
            let varies = |cell: &&Cell| cell.doubt == Some(Doubt::NotExact);
            match row.cells.iter().filter(varies).count() as u64 {
                0 => {}
                cells => match units.iter_mut().find(|(unit, ..)| *unit == &table.unit) {
                    Some((_, known, _)) => *known += cells,
                    None => units.push((&table.unit, cells, row)),
                },
            }
        }
    }
    let note = |(unit, cells, row): (&Text, u64, &Row)| {
        let row = row.key.iter().map(Text::as_bytes).collect::<Vec<_>>().join(&b' ');
        Note::ExactVaries { unit: unit.clone(), cells, row: Text::from(&row[..]) }
    };
    units.into_iter().map(note).collect()
}

/// The notes of an answer alone: results are grouped, but nothing is computed.
pub(crate) fn notes_of(store: &Store, schema: &Schema, derivations: &[Derivation]) -> Vec<Note> {
    notes(store, schema, &group(store, schema, derivations))
}

fn notes(store: &Store, schema: &Schema, cells: &Cells) -> Vec<Note> {
    if store.is_empty() {
        return Vec::new();
    }
    let empty = store.inputs().iter().filter(|input| input.results == 0);
    let mut notes: Vec<Note> =
        empty.map(|i| Note::NoResults { input: Text::from(&i.name[..]), kind: i.kind }).collect();
    let unknown = unknown_keys(schema, store).into_iter();
    notes.extend(unknown.map(|UnknownKey { part, key, nearest }| Note::UnknownKey {
        part,
        key,
        nearest,
    }));
    if cells.tables.is_empty() {
        let values = present_values(schema, store);
        notes.push(Note::NothingMatched { results: store.len(), values });
    }
    notes.extend(explain(store, schema, cells));
    let left_out = cells.derived.left_out(store, schema).into_iter();
    notes.extend(left_out.map(|LeftOut { unit, samples, name }| Note::DerivedLeftOut {
        unit,
        samples,
        name,
    }));
    notes
}
