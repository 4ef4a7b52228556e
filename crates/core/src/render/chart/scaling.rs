//! Medians over the values of a numeric key, a line for each series: what is left of a row's name without the
//! key, and each column.

use super::frame::left_out;
use super::keys::{KeyValue, numeric_keys, take};
use super::labels::{Labels, label};
use super::lines::{
    Height, LINES_MAX, Lines, NAMED_MAX, Point, Series, draw as draw_lines, own_height,
};
use super::picked::Picked;
use super::{ChartError, Drawn};
use crate::base::Text;
use crate::grid::{Axis, Tick};
use crate::stats::math::ln;
use crate::table::Cell;

/// Numbers that differ by a larger factor do not share a linear axis.
const LINEAR_MAX: f64 = 30.0;

/// A cell that has a place.
struct Found<'r> {
    value: KeyValue,
    /// The name of its rows without the key, and of its column.
    series: [String; 2],
    row: usize,
    cell: &'r Cell,
}

pub(super) fn draw(mut picked: Picked<'_>, x: Option<&str>) -> Result<Drawn, ChartError> {
    let known = numeric_keys(picked.report, picked.index);
    // Those with more values scale better.
    let best = known.iter().rev().max_by_key(|(_, values)| *values);
    let Some(x) = x.or(best.map(|(key, _)| &key[..])) else {
        return Err(ChartError::Nothing("no key of rows or columns is numeric and varies".into()));
    };
    let found = find(&picked, x);
    if found.is_empty() {
        let names: Vec<String> = known.iter().map(|(key, _)| format!("`{key}`")).collect();
        let hint = if names.is_empty() {
            "none is".into()
        } else {
            format!("those that are: {}", names.join(" "))
        };
        return Err(ChartError::Nothing(format!(
            "`{x}` is no numeric key of rows or columns; {hint}"
        )));
    }
    let total = picked.rows.len();
    let mut rows: Vec<usize> = found.iter().map(|found| found.row).collect();
    rows.dedup();
    picked.rows = rows;
    let place = x_axis(&found);
    let mut series = lines(&picked, &found, &place);
    let (all, shown) = (series.len(), series.len().min(LINES_MAX));
    series.truncate(LINES_MAX);
    let grey = series.iter().filter(|series| series.hue.is_none()).count();
    let values = series.iter().flat_map(|series| &series.points).flat_map(|point| {
        let (lo, hi) = point.bounds.unwrap_or((point.value, point.value));
        [point.value, lo, hi]
    });
    let room = (own_height(&picked) / 62.0) as usize;
    let axis = Axis::new(picked.table.class, &picked.suffix, values, room);
    let scales = match (axis.logarithmic, place.is_logarithmic) {
        (true, true) => " · both axes logarithmic",
        (true, false) => " · vertical axis logarithmic",
        (false, true) => " · horizontal axis logarithmic",
        (false, false) => "",
    };
    let subtitle = format!("medians with {} intervals{scales}{}", picked.level(), picked.about);
    let notes = [
        match grey {
            0 => String::new(),
            _ => format!("the first {NAMED_MAX} series are named; the others are grey: {grey}"),
        },
        left_out(total, picked.rows.len(), "rows, without the key"),
        left_out(all, shown, "series"),
    ];
    let lines = Lines {
        title: picked.title(title(&picked, &series, x)),
        subtitle,
        x_ticks: place.ticks,
        x_name: x.to_owned(),
        series,
        height: Height::Values(axis),
        notes: &notes,
    };
    Ok(Drawn { svg: draw_lines(&picked, &lines), shown: picked.rows.len(), total })
}

fn title(picked: &Picked<'_>, series: &[Series], x: &str) -> String {
    match series {
        [only] if !only.name.is_empty() => format!("{}: {} by {x}", picked.unit, only.name),
        _ => format!("{} by {x}", picked.unit),
    }
}

/// The cells that have a value of the key, in the order of rows.
fn find<'r>(picked: &Picked<'r>, x: &str) -> Vec<Found<'r>> {
    let (report, table) = (picked.report, picked.table);
    let mut found = Vec::new();
    for &row in &picked.rows {
        let in_row = take(&report.row_fields, &table.rows[row].key, x);
        let cells = table.rows[row].cells.iter();
        for cell in cells.filter(|cell| picked.columns.contains(&(cell.column as usize))) {
            let key = &table.columns[cell.column as usize].key;
            if !cell.summary.center.is_finite() {
                continue;
            }
            let (value, series) = match &in_row {
                Some(taken) => (taken.value.clone(), [taken.rest.clone(), label(key)]),
                None => match take(&report.col_fields, key, x) {
                    Some(taken) => (taken.value, [label(&table.rows[row].key), taken.rest]),
                    None => continue,
                },
            };
            found.push(Found { value, series, row, cell });
        }
    }
    found
}

/// The horizontal axis: it has a tick at each value.
struct Place {
    is_logarithmic: bool,
    lo: f64,
    hi: f64,
    ticks: Vec<Tick>,
}

impl Place {
    fn of(&self, value: f64) -> f64 {
        let scale = |v: f64| if self.is_logarithmic { ln(v) } else { v };
        let place = (scale(value) - scale(self.lo)) / (scale(self.hi) - scale(self.lo));
        if place.is_finite() { place.clamp(0.0, 1.0) } else { 0.5 }
    }
}

fn x_axis(found: &[Found<'_>]) -> Place {
    let mut values: Vec<(f64, &str)> =
        found.iter().map(|found| (found.value.number, &found.value.text[..])).collect();
    crate::base::sort::sort_copies(&mut values, &mut |a, b| a.0.total_cmp(&b.0));
    values.dedup_by(|a, b| a.0 == b.0);
    let (lo, hi) = (values[0].0, values[values.len() - 1].0);
    let is_logarithmic = 0.0 < lo && LINEAR_MAX.min(8.0) * lo < hi;
    let mut place = Place { is_logarithmic, lo, hi, ticks: Vec::new() };
    let tick = |(value, text): (f64, &str)| Tick {
        place: place.of(value),
        label: text.to_owned(),
        rank: 0,
    };
    let ticks = values.into_iter().map(tick).collect();
    place.ticks = ticks;
    place
}

/// The series in the order of their first cells, each with its hue and dashes.
fn lines(picked: &Picked<'_>, found: &[Found<'_>], place: &Place) -> Vec<Series> {
    let distinct = |side: usize| {
        let mut names: Vec<&str> = Vec::new();
        for found in found {
            let name = &found.series[side][..];
            if !names.contains(&name) && names.len() < LINES_MAX {
                names.push(name);
            }
        }
        names
    };
    let (families, columns) = (distinct(0), distinct(1));
    let keys: Vec<crate::base::Texts> =
        families.iter().map(|name| [Text::from(name.as_bytes())].into_iter().collect()).collect();
    let names = Labels::new(keys.iter());
    let mut series = Vec::new();
    for (i, family) in families.iter().enumerate() {
        for (j, column) in columns.iter().enumerate() {
            let mut cells: Vec<&Found<'_>> =
                found.iter().filter(|f| f.series[0] == *family && f.series[1] == *column).collect();
            if cells.is_empty() {
                continue;
            }
            crate::base::sort::sort_copies(&mut cells, &mut |a, b| {
                a.value.number.total_cmp(&b.value.number)
            });
            let name = match (families.len(), columns.len()) {
                (_, 1) => names.short[i].clone(),
                (1, _) => (*column).to_owned(),
                _ => format!("{} · {column}", names.short[i]),
            };
            // Rows have hues and columns have dashes; a single row leaves the hues to the columns.
            let (hue, dash) = if families.len() == 1 { (j, 0) } else { (i, j) };
            let is_named = hue < NAMED_MAX
                && (families.len() == 1 || j < 2 || families.len() * columns.len() <= 12);
            let points = cells.into_iter().map(|found| point(picked, found, place)).collect();
            series.push(Series { name, hue: is_named.then_some(hue), dash, points });
        }
    }
    series
}

fn point(picked: &Picked<'_>, found: &Found<'_>, place: &Place) -> Point {
    let summary = found.cell.summary;
    Point {
        x: place.of(found.value.number),
        value: summary.center,
        bounds: (summary.lo.is_finite() && summary.hi.is_finite())
            .then_some((summary.lo, summary.hi)),
        row: found.row,
        column: found.cell.column as usize,
        title: picked.tooltip(found.row, found.cell),
    }
}
