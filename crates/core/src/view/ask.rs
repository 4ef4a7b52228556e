//! The answer as a whole, and one row of it.

use super::types::{CountsView, DetailColumn, DetailView, RunResult, TableView};
use crate::base::Text;
use crate::grid::{answer, counted, explain, write_label};
use crate::query::{Answer, Query};
use crate::render::strip;
use crate::store::Store;
use crate::table::{Note, Report, Table};

/// Everything about an answer but its rows.
pub fn run_result(store: &Store, query: &Query, report: &Report) -> RunResult {
    let pairs = store.inputs().iter().map(|input| (input.name.clone(), input.label.clone()));
    let command = query.command(&pairs.collect::<Vec<_>>());
    let note = |note: &Note| String::from_utf8_lossy(&note.to_bytes()).into_owned();
    RunResult {
        sentence: answer(report),
        command: String::from_utf8_lossy(&command).into_owned(),
        notes: report.notes.iter().map(note).collect(),
        tables: report.tables.iter().map(|table| table_view(report, table)).collect(),
    }
}

fn table_view(report: &Report, table: &Table) -> TableView {
    let texts = |key: &[Text]| key.iter().map(Text::to_string_lossy).collect::<Vec<_>>();
    let varies = |i: usize| report.tables.iter().any(|other| other.key[i] != table.key[i]);
    let title = (0..table.key.len()).filter(|&i| varies(i)).map(|i| table.key[i].to_string_lossy());
    let title: Vec<String> = title.filter(|value| !value.is_empty()).collect();
    let keys = report.table_fields.iter().zip(table.key.iter());
    let tally = table.tally();
    let counts = CountsView {
        better: tally.better.count,
        worse: tally.worse.count,
        changed: tally.changed.count,
        same: tally.same,
        incomparable: tally.incomparable(),
    };
    TableView {
        title: title.join(" "),
        keys: keys
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| (name.to_string_lossy(), value.to_string_lossy()))
            .collect(),
        unit: table.unit.to_string_lossy(),
        columns: table.columns.iter().map(|column| texts(&column.key)).collect(),
        rows: table.rows.len(),
        direction: table.direction,
        counts,
        sentence: counted(&tally).join(", "),
    }
}

/// A row of a table with its samples; nothing if there is no such row.
pub fn detail(store: &Store, answer: &Answer, table: usize, row: usize) -> Option<DetailView> {
    let report = &answer.report;
    let whole = report.tables.get(table)?;
    let found = whole.rows.get(row)?;
    let cells = found.cells.iter();
    let samples: Vec<Vec<f64>> =
        cells.map(|cell| answer.samples(store, table, row, cell.column as usize)).collect();
    let explained = explain(report, whole, found, &samples);
    let strip = strip(report, table, row, &samples)?;
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
        verdict: whole.verdict(cell),
        values: texts.values,
    });
    let columns = columns.collect();
    let mut label = Vec::new();
    write_label(&mut label, &found.key);
    let label = String::from_utf8_lossy(&label).into_owned();
    Some(DetailView { label, sentence: explained.sentence, strip, columns })
}
