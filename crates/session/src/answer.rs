//! Views of a whole answer.

use benchlens_core::base::{Text, Texts, label_of};
use benchlens_core::grid::{
    Bars, SuiteLine, analysis_lines, answer, counted, suite_lines, typeset, versus,
};
use benchlens_core::render::{ChartKind, chart_kinds};
use benchlens_core::table::{BaseChoice, Table};
use benchlens_core::{Answer, Query, Report, Store};

use crate::cards::cards;
use crate::command::command;
use crate::lengths::Lengths;
use crate::notes::notes;
use crate::types::{RunResult, SuiteView, TableView};
use crate::words::{heading, or_none, pivot};

/// Returns everything about an answer except its rows.
///
/// `bars` and `lengths` are the bars and the lengths of its tables.
pub(crate) fn run_result(
    store: &Store,
    query: &Query,
    answered: &Answer,
    bars: &[Bars],
    lengths: &[Option<Lengths>],
) -> RunResult {
    let report = answered.report();
    let suite = |line: SuiteLine| SuiteView {
        text: String::from_utf8_lossy(&line.text).into_owned(),
        outcome: line.outcome,
    };
    let suites: Vec<SuiteView> = suite_lines(report).into_iter().map(suite).collect();
    let differing = report.differing_fields();
    let table = |index: usize| TableView {
        lengths: lengths[index].is_some(),
        versus: versus(
            report,
            &report.tables[index],
            if query.goes_back() { "previous" } else { "base" },
        ),
        ..table_view(report, &bars[index], index, &differing)
    };
    let base = |choice: BaseChoice| {
        let mut shown = choice;
        shown.label = or_none(shown.label);
        shown
    };
    RunResult {
        heading: heading(query, answered),
        suites,
        sentence: answer(report),
        cards: cards(report, bars),
        pivot: pivot(query, report),
        command: command(store, query, &[]),
        notes: notes(query, report),
        analysis: analysis_lines(report)
            .into_iter()
            .map(|line| String::from_utf8_lossy(&line).into_owned())
            .collect(),
        bases: answered.base_choices().into_iter().map(base).collect(),
        tables: (0..report.tables.len()).map(table).collect(),
    }
}

/// Returns the view of a table; `differing` are the indices of the fields in which the tables differ.
fn table_view(report: &Report, bars: &Bars, index: usize, differing: &[usize]) -> TableView {
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
        column_labels: table.columns.iter().map(|column| label_of(&column.key)).collect(),
        row_fields: report.row_fields.iter().map(Text::to_string_lossy).collect(),
        bar_axis: table.columns.iter().any(|column| column.base.is_some()).then(|| bars.axis()),
        lengths: false,
        versus: String::new(),
        bases: table.columns.iter().map(|column| column.base).collect(),
        rows: table.rows.len(),
        over_time: chart_kinds(report, index).auto == ChartKind::Changes,
        direction: table.direction,
        counts: table.counts(),
        sentence: typeset(&counted(table)),
    }
}
