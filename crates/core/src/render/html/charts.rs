//! The charts of a report: for each unit the chart of its first table, exactly as the CLI and the web app draw it. The
//! quantiles of a load test share one chart.

use std::cell::OnceCell;

use super::markup::Markup;
use crate::grid::{QuantileTable, quantiles};
use crate::history::OverColumns;
use crate::render::{ChartKind, ChartQuery, Theme, chart_with, kind_of};
use crate::table::Report;

/// The maximum number of units with a chart.
const CHARTS: usize = 6;

/// Returns the indexes of the tables that have a chart; `chosen` is the table for its unit.
pub(super) fn indices(report: &Report, chosen: Option<usize>) -> Vec<usize> {
    let mut indices: Vec<usize> = chosen.into_iter().collect();
    for (index, table) in report.tables.iter().enumerate() {
        let is_known = indices.iter().any(|&known| {
            let is_drawn = |found: &QuantileTable<'_>| found.table == index;
            report.tables[known].unit == table.unit
                || chosen != Some(known) && quantiles(report, known).iter().any(is_drawn)
        });
        if !is_known && !table.rows.is_empty() && indices.len() < CHARTS {
            indices.push(index);
        }
    }
    indices
}

/// Writes the chart of some rows of a table of the whole report, for light and for dark backgrounds; nothing if there
/// is nothing to draw. The picture is identical to `-o svg=`, byte for byte. A chart that was `chosen` has its kind,
/// its title and its rows.
pub(super) fn write(
    report: &Report,
    table: usize,
    rows: &[u32],
    chosen: Option<&ChartQuery>,
    over: &OnceCell<OverColumns>,
    out: &mut Markup,
) {
    let all = report.tables[table].rows.len();
    let is_whole = rows.len() == all && (0..).zip(rows).all(|(index, &row)| index == row);
    // A requested order is kept.
    let is_whole = is_whole && report.query.focus.sort.is_none();
    let rows = if is_whole { Vec::new() } else { rows.to_vec() };
    let asked = match chosen {
        Some(chosen) => chosen.clone(),
        None => {
            let are_quantiles = !quantiles(report, table).is_empty();
            let kind = if are_quantiles { ChartKind::Quantiles } else { ChartKind::default() };
            ChartQuery { table, rows, kind, ..ChartQuery::default() }
        }
    };
    // Only the chart of one row's samples needs values, and this is not the default kind of any table.
    let none = |_: usize, _: usize, _: usize| Vec::new();
    // Finding the changes over the columns takes long, so this happens once for all charts.
    let known = (kind_of(report, &asked) == ChartKind::Changes)
        .then(|| over.get_or_init(|| OverColumns::of(report)));
    let draw = |theme: Theme| {
        let query = ChartQuery { theme, ..asked.clone() };
        chart_with(report, &query, &none, known).ok().map(|chart| chart.svg)
    };
    let [Some(light), Some(dark)] = [Theme::Light, Theme::Dark].map(draw) else { return };
    for (class, svg) in [("light", light), ("dark", dark)] {
        out.raw(&format!("<figure class=\"{class}\">"));
        out.raw(&svg);
        out.raw("</figure>\n");
    }
}
