//! The charts of a report: for each unit that of its first table, as the program and the page draw it.

use super::markup::Markup;
use crate::render::{ChartQuery, Theme, chart};
use crate::table::Report;

/// So many units have a chart.
const CHARTS: usize = 6;

/// The places of the tables that have a chart.
pub(super) fn places(report: &Report) -> Vec<usize> {
    let mut places: Vec<usize> = Vec::new();
    for (place, table) in report.tables.iter().enumerate() {
        let is_known = places.iter().any(|&known| report.tables[known].unit == table.unit);
        if !is_known && !table.rows.is_empty() && places.len() < CHARTS {
            places.push(place);
        }
    }
    places
}

/// The chart of some rows of a table of the whole report, for light and for dark ground; nothing if there is none
/// to draw. The picture is that of `-o svg=`, byte for byte.
pub(super) fn write(report: &Report, (table, rows): &(usize, Vec<u32>), out: &mut Markup) {
    let all = report.tables[*table].rows.len();
    let is_whole = rows.len() == all && (0..).zip(rows).all(|(place, &row)| place == row);
    let rows = if is_whole { Vec::new() } else { rows.clone() };
    // Only the samples of a row need values, and no table begins with those.
    let none = |_: usize, _: usize, _: usize| Vec::new();
    let draw = |theme: Theme| {
        let query =
            ChartQuery { table: *table, rows: rows.clone(), theme, ..ChartQuery::default() };
        chart(report, &query, &none).ok().map(|chart| chart.svg)
    };
    let [Some(light), Some(dark)] = [Theme::Light, Theme::Dark].map(draw) else { return };
    for (class, svg) in [("light", light), ("dark", dark)] {
        out.raw(&format!("<figure class=\"{class}\">"));
        out.raw(&svg);
        out.raw("</figure>\n");
    }
}
