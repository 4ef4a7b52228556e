//! One row of the answer, with its samples.

use benchlens_core::base::label_of;
use benchlens_core::grid::{
    RowOfUnit, explain, in_words, rows_of_units, sample_issues, scale_of, typeset,
};
use benchlens_core::render::{ChartKind, ChartQuery, chart};
use benchlens_core::{Answer, Report, Store};

use crate::rows::cells_of;
use crate::types::{DetailColumn, DetailUnit, DetailView};
use crate::typography::{count, probability};

/// The maximum number of values of a cell that are listed.
const VALUES_MAX: usize = 1000;

/// Returns a row of a table with its samples, or nothing if there is no such row. The picture is as wide as `room`
/// allows, in pixels.
pub(crate) fn detail(
    store: &Store,
    answer: &Answer,
    table: usize,
    row: usize,
    room: Option<f64>,
) -> Option<DetailView> {
    let report = answer.report();
    let whole = report.tables.get(table)?;
    let found = whole.rows.get(row)?;
    let cells = found.cells.iter();
    let samples: Vec<Vec<f64>> =
        cells.map(|cell| answer.samples(store, table, row, cell.column as usize)).collect();
    let first = |values: &Vec<f64>| values[..values.len().min(VALUES_MAX)].to_vec();
    let reported: Vec<Vec<f64>> = samples.iter().map(first).collect();
    let explained = explain(report, whole, found, &reported);
    let picture = ChartQuery::default()
        .kind(ChartKind::Samples)
        .table(table)
        .rows(vec![row as u32])
        .width(room);
    let values = |_, _, column: usize| {
        let index = found.cells.iter().position(|cell| cell.column as usize == column);
        index.map(|index| samples[index].clone()).unwrap_or_default()
    };
    let strip = chart(report, &picture, &values).ok()?.svg;
    let label = |column: u32| label_of(&whole.columns[column as usize].key);
    let more = samples.iter().map(|values| match values.len().saturating_sub(VALUES_MAX) {
        0 => String::new(),
        more => format!("and {} more", count(more as u64)),
    });
    let cells = found.cells.iter().zip(explained.cells).zip(more);
    let columns = cells.map(|((cell, texts), more)| DetailColumn {
        column: cell.column as usize,
        label: label(cell.column),
        n: cell.n,
        center: typeset(&texts.center),
        interval: texts.interval.as_deref().map(typeset),
        p: texts.p.as_deref().map(probability),
        outcome: found.comparison(cell.column).map(|comparison| comparison.outcome),
        sample_issues: sample_issues(whole, cell),
        values: texts.values.iter().map(|value| typeset(value)).collect(),
        more,
    });
    let columns = columns.collect();
    let several = 2 < whole.columns.len();
    let compared = report.analysis.iter().flat_map(|_| &found.comparisons);
    let outcomes = compared.map(|comparison| {
        let words = in_words(report, comparison, scale_of(whole, found));
        let words = typeset(&words);
        if several { format!("{}: {words}", label(comparison.column)) } else { words }
    });
    let outcomes = outcomes.collect();
    let label = label_of(&found.key);
    let average = report.query.test.average().to_owned();
    let units = units(report, table, row);
    Some(DetailView {
        label,
        sentence: typeset(&explained.sentence),
        average,
        outcomes,
        strip,
        columns,
        units,
    })
}

/// Returns the benchmark of a row in each unit.
fn units(report: &Report, table: usize, row: usize) -> Vec<DetailUnit> {
    let own = &report.tables[table].columns;
    let rows = rows_of_units(report, table, row);
    if rows.len() < 2 {
        return Vec::new();
    }
    let unit = |found: &RowOfUnit| {
        let other = &report.tables[found.table];
        let mut cells = cells_of(report, found.table, found.row);
        cells.retain_mut(|cell| {
            let key = &other.columns[cell.column].key;
            let column = own.iter().position(|column| column.key == *key);
            cell.column = column.unwrap_or_default();
            column.is_some()
        });
        DetailUnit { unit: other.unit.to_string_lossy(), cells }
    };
    rows.iter().map(unit).collect()
}
