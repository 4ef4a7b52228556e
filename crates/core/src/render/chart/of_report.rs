//! The chart of a whole report: it shows the first table that the report's focus selects.

use super::chart;
use super::drawn::{Chart, Samples};
use super::query::{ChartKind, ChartQuery};
use crate::table::Report;

/// A chart of a report, with its notes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReportChart {
    /// The chart.
    pub chart: Chart,
    /// The parts that it omits, a sentence each.
    pub notes: Vec<String>,
}

/// Draws the first table that the focus of the report's query selects; this ignores the table and the rows of `query`.
///
/// # Errors
///
/// The reason why there is nothing to draw, as a sentence.
pub fn report_chart(
    report: &Report,
    query: &ChartQuery,
    samples: &Samples<'_>,
) -> Result<ReportChart, String> {
    let shown = report.shown();
    let Some((table, rows)) = shown.first() else {
        return Err("there is no table to draw a chart of".into());
    };
    let is_whole = (0..).zip(rows).all(|(place, &row)| place == row)
        && rows.len() == report.tables[*table].rows.len();
    // A requested order is kept.
    let is_whole = is_whole && report.query.focus.sort.is_none();
    let rows = if is_whole { Vec::new() } else { rows.clone() };
    let query = ChartQuery { table: *table, rows, ..query.clone() };
    // A scaling key implies this kind.
    let kind = if query.x.is_some() { ChartKind::Scaling } else { query.kind };
    let chart = chart(report, &query, samples)
        .map_err(|error| format!("no {} chart: {error}", kind.name()))?;
    let mut notes = Vec::new();
    let unit = report.tables[*table].unit.to_string_lossy();
    if let others @ 1.. = shown.len() - 1 {
        let tables = if others == 1 { "table has" } else { "tables have" };
        notes.push(format!(
            "the chart shows the first table, in {unit}; {others} more {tables} none: choose with -unit or -filter"
        ));
    }
    notes.extend(chart.notes.iter().map(|note| format!("the chart is not complete: {note}")));
    if chart.shown < chart.total {
        let Chart { shown, total, .. } = chart;
        notes.push(format!("the chart shows {shown} of {total} rows: choose with -filter or -top"));
    }
    Ok(ReportChart { chart, notes })
}
