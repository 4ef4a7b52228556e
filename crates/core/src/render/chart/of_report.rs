//! The chart of a whole report: it shows the first table that the report's focus selects.

use super::chart;
use super::drawn::{Chart, Samples};
use super::query::{ChartKind, ChartQuery};
use crate::base::Sentence;
use crate::grid::quantiles;
use crate::table::Report;

/// A chart of a report, with its notes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReportChart {
    /// The chart.
    pub chart: Chart,
    /// The parts that it omits, a sentence each.
    pub notes: Vec<Sentence>,
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
    // A scaling key implies this kind.
    let kind = if query.x.is_some() { ChartKind::Scaling } else { query.kind };
    let is_quantiles = kind == ChartKind::Quantiles;
    let suits = |table: usize| !is_quantiles || !quantiles(report, table).is_empty();
    let first = shown.iter().find(|(table, _)| suits(*table)).or(shown.first());
    let Some((table, rows)) = first else {
        return Err("there is no table to draw a chart of".into());
    };
    let is_whole = (0..).zip(rows).all(|(place, &row)| place == row)
        && rows.len() == report.tables[*table].rows.len();
    // A requested order is kept.
    let is_whole = is_whole && report.query.focus.sort.is_none();
    let rows = if is_whole { Vec::new() } else { rows.clone() };
    let query = ChartQuery { table: *table, rows, ..query.clone() };
    let chart = chart(report, &query, samples)
        .map_err(|error| format!("no {} chart: {error}", kind.name()))?;
    let mut notes = Vec::new();
    let unit = report.tables[*table].unit.to_string_lossy();
    let drawn = quantiles(report, *table);
    let is_drawn = |other: usize| {
        let is_among = || drawn.iter().any(|drawn| drawn.table == other);
        if kind == ChartKind::Quantiles { is_among() } else { other == *table }
    };
    let others = shown.iter().filter(|(other, _)| suits(*other) && !is_drawn(*other)).count();
    if 0 < others {
        let of = if is_quantiles { " of quantiles" } else { "" };
        let tables =
            if others == 1 { format!("table{of} has") } else { format!("tables{of} have") };
        let or = Sentence::setting("unit").and(" or ").and_setting("filter");
        notes.push(
            Sentence::from(format!(
                "the chart shows the first table, in {unit}; {others} more {tables} none: choose with "
            ))
            .and_sentence(or),
        );
    }
    notes
        .extend(chart.notes.iter().map(|note| format!("the chart is not complete: {note}").into()));
    if chart.shown < chart.total {
        let Chart { shown, total, .. } = chart;
        let or = Sentence::setting("filter").and(" or ").and_setting("top");
        notes.push(
            Sentence::from(format!("the chart shows {shown} of {total} rows: choose with "))
                .and_sentence(or),
        );
    }
    Ok(ReportChart { chart, notes })
}
