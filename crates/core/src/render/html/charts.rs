//! The charts of a report: for each unit that of its first table, as the program and the page draw it.

use std::cell::OnceCell;

use super::markup::Markup;
use crate::history::OverColumns;
use crate::render::{ChartKind, ChartQuery, Theme, chart_with, kind_of};
use crate::table::Report;

/// So many units have a chart.
const CHARTS: usize = 6;

/// The places of the tables that have a chart; `chosen` has that of its unit.
pub(super) fn places(report: &Report, chosen: Option<usize>) -> Vec<usize> {
    let mut places: Vec<usize> = chosen.into_iter().collect();
    for (place, table) in report.tables.iter().enumerate() {
        let is_known = places.iter().any(|&known| report.tables[known].unit == table.unit);
        if !is_known && !table.rows.is_empty() && places.len() < CHARTS {
            places.push(place);
        }
    }
    places
}

/// The chart of some rows of a table of the whole report, for light and for dark ground; nothing if there is none
/// to draw. The picture is that of `-o svg=`, byte for byte. A chart that was `chosen` has its kind, its title and its
/// rows.
pub(super) fn write(
    report: &Report,
    table: usize,
    rows: &[u32],
    chosen: Option<&ChartQuery>,
    over: &OnceCell<OverColumns>,
    out: &mut Markup,
) {
    let all = report.tables[table].rows.len();
    let is_whole = rows.len() == all && (0..).zip(rows).all(|(place, &row)| place == row);
    let rows = if is_whole { Vec::new() } else { rows.to_vec() };
    let asked = match chosen {
        Some(chosen) => chosen.clone(),
        None => ChartQuery { table, rows, ..ChartQuery::default() },
    };
    // Only the samples of a row need values, and no table begins with those.
    let none = |_: usize, _: usize, _: usize| Vec::new();
    // To find out what happened over the columns takes long: once is enough for all charts.
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
