//! The answer as a whole, and one row of it.

use benchlens::base::{Argument, Text, Texts};
use benchlens::grid::{
    answer, counted, explain, in_words, sample_issues, scale_of, summary, write_label,
};
use benchlens::query::Suggestion;
use benchlens::render::{ChartKind, ChartQuery, chart};
use benchlens::table::{Note, Table};
use benchlens::{Answer, Query, Report, Store};

use crate::types::{DetailColumn, DetailView, NoteView, RunResult, TableView};

/// Everything about an answer but its rows.
pub(crate) fn run_result(store: &Store, query: &Query, answered: &Answer) -> RunResult {
    let report = &answered.report;
    let pairs = store.inputs().iter().map(|input| (input.name.clone(), input.label.clone()));
    let command = query.command(&pairs.collect::<Vec<_>>());
    let note = |note: &Note| NoteView {
        text: String::from_utf8_lossy(&note.to_bytes()).into_owned(),
        warning: note.is_warning(),
        fix: Suggestion::for_note(query, note),
    };
    let lines = summary(report).into_iter();
    let differing = report.differing_fields();
    let table = |index| table_view(report, index, &differing);
    RunResult {
        sentence: answer(report),
        command: String::from_utf8_lossy(&command).into_owned(),
        notes: report.notes.iter().map(note).collect(),
        analysis: lines.map(|line| String::from_utf8_lossy(&line).into_owned()).collect(),
        bases: answered.base_choices(),
        versus: match (query.goes_back(), report.is_paired) {
            (true, true) => "vs previous (pairs)",
            (true, false) => "vs previous",
            (false, true) => "vs base (pairs)",
            (false, false) => "vs base",
        }
        .into(),
        tables: (0..report.tables.len()).map(table).collect(),
    }
}

/// The command line that asks a query of inputs with these names.
pub fn command_for(names: Vec<String>, query: &Query) -> String {
    let path = |name: String| Argument { path: name.into_bytes(), label: None };
    let arguments: Vec<Argument> = names.into_iter().map(path).collect();
    let labels = benchlens::label_inputs(&arguments);
    let inputs: Vec<_> = arguments.into_iter().map(|a| a.path).zip(labels).collect();
    String::from_utf8_lossy(&query.command(&inputs)).into_owned()
}

/// `differing` are the places of the fields that tell the tables apart.
fn table_view(report: &Report, index: usize, differing: &[usize]) -> TableView {
    let table: &Table = &report.tables[index];
    let texts = |key: &Texts| key.iter().map(Text::to_string_lossy).collect::<Vec<_>>();
    let title = differing.iter().map(|&place| table.key[place].to_string_lossy());
    let title: Vec<String> = title.filter(|value| !value.is_empty()).collect();
    let keys = report.table_fields.iter().zip(table.key.iter());
    TableView {
        title: title.join(" "),
        keys: keys
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| (name.to_string_lossy(), value.to_string_lossy()))
            .collect(),
        unit: table.unit.to_string_lossy(),
        columns: table.columns.iter().map(|column| texts(&column.key)).collect(),
        bases: table.columns.iter().map(|column| column.base).collect(),
        rows: table.rows.len(),
        direction: table.direction,
        counts: table.counts(),
        sentence: counted(table),
    }
}

/// A row of a table with its samples; nothing if there is no such row. The picture is as wide as
/// `room` allows, in pixels.
pub(crate) fn detail(
    store: &Store,
    answer: &Answer,
    (table, row): (usize, usize),
    room: Option<f64>,
) -> Option<DetailView> {
    let report = &answer.report;
    let whole = report.tables.get(table)?;
    let found = whole.rows.get(row)?;
    let cells = found.cells.iter();
    let samples: Vec<Vec<f64>> =
        cells.map(|cell| answer.samples(store, table, row, cell.column as usize)).collect();
    let explained = explain(report, whole, found, &samples);
    let picture = ChartQuery {
        kind: ChartKind::Samples,
        table,
        rows: vec![row as u32],
        width: room,
        ..ChartQuery::default()
    };
    let values = |_, _, column: usize| {
        let place = found.cells.iter().position(|cell| cell.column as usize == column);
        place.map(|place| samples[place].clone()).unwrap_or_default()
    };
    let strip = chart(report, &picture, &values).ok()?.svg;
    let label = |column: u32| {
        let mut label = Vec::new();
        write_label(&mut label, &whole.columns[column as usize].key);
        String::from_utf8_lossy(&label).into_owned()
    };
    let cells = found.cells.iter().zip(explained.cells);
    let columns = cells.map(|(cell, texts)| DetailColumn {
        column: cell.column as usize,
        label: label(cell.column),
        n: cell.n,
        center: texts.center,
        interval: texts.interval,
        p: texts.p,
        outcome: found.comparison(cell.column).map(|comparison| comparison.outcome),
        sample_issues: sample_issues(whole, cell),
        values: texts.values,
    });
    let columns = columns.collect();
    let several = 2 < whole.columns.len();
    let compared = report.analysis.iter().flat_map(|_| &found.comparisons);
    let outcomes = compared.map(|comparison| {
        let words = in_words(report, comparison, scale_of(whole, found));
        if several { format!("{}: {words}", label(comparison.column)) } else { words }
    });
    let outcomes = outcomes.collect();
    let mut label = Vec::new();
    write_label(&mut label, &found.key);
    let label = String::from_utf8_lossy(&label).into_owned();
    Some(DetailView { label, sentence: explained.sentence, outcomes, strip, columns })
}
