//! Medians over the values of a numeric key, with a line for each series: the rest of a row's name without the key, and
//! each column.

mod place;

use std::collections::{BTreeMap, BTreeSet};

use super::drawn::{ChartError, Drawn};
use super::frame::{left_out, left_out_for};
use super::keys::{Fields, KeyValue, numeric_keys};
use super::labels::{Labels, label};
use super::lines::{
    Height, LINES_MAX, Lines, NAMED_MAX, Point, Series, draw as draw_lines, own_height,
};
use super::picked::Picked;
use crate::base::{Numbered, Text};
use crate::grid::Axis;
use crate::table::Cell;
use place::Place;

/// Explains the numbers at the lines.
const SPEEDUP: &str = "after each name: speedup from the fewest to the most processors, and efficiency (its share of the ideal)";

/// A cell that has a position.
struct Found<'r> {
    value: KeyValue,
    /// The name of its row without the key, and of its column.
    series: [String; 2],
    row: usize,
    cell: &'r Cell,
}

pub(super) fn draw(mut picked: Picked<'_>, x: Option<&str>) -> Result<Drawn, ChartError> {
    let known = numeric_keys(picked.report, picked.index);
    let Some(x) = x.or(known.first().map(|key| &key.name[..])) else {
        return Err(ChartError::Nothing("no key of rows or columns is numeric and varies".into()));
    };
    let found = find(&picked, x);
    if found.is_empty() {
        let names: Vec<String> = known.iter().map(|key| format!("`{}`", key.name)).collect();
        let hint = if names.is_empty() {
            "none is".into()
        } else {
            format!("those that are: {}", names.join(" "))
        };
        return Err(ChartError::Nothing(format!(
            "`{x}` is not a numeric key of rows or columns; {hint}"
        )));
    }
    let (rows, columns) = (picked.rows.clone(), picked.columns.clone());
    picked.rows = distinct(found.iter().map(|found| found.row));
    picked.columns = distinct(found.iter().map(|found| found.cell.column as usize));
    picked.columns.extend(columns.iter().filter(|&&c| picked.table.columns[c].is_absent));
    let why = format!(" without a value at a number of `{x}`");
    let rows_out = left_out_for("row", &why, &picked.rows_left_out(&rows));
    let columns_out = left_out_for("column", &why, &picked.columns_left_out(&columns));
    let numbers = found.iter().map(|found| (found.value.number, &found.value.text[..]));
    let place = Place::new(x, numbers);
    let (mut series, speedups) = lines(&picked, &found, &place);
    let title = picked.title(title(&picked, &series, x));
    add_speedups(&mut series, &speedups);
    let others: Vec<String> = series.iter().skip(LINES_MAX).map(|line| line.name.clone()).collect();
    series.truncate(LINES_MAX);
    let grey = series.iter().filter(|series| series.hue.is_none()).count();
    let values = series.iter().flat_map(|series| &series.points).flat_map(|point| {
        let (lo, hi) = point.bounds.unwrap_or((point.value, point.value));
        [point.value, lo, hi]
    });
    let named = || series.iter().filter(|series| series.hue.is_some());
    let ideals = || named().flat_map(|series| series.ideal.iter().map(|&(_, value)| value));
    let room = (own_height(&picked) / 62.0) as usize;
    let axis = Axis::new(picked.table.class, &picked.suffix, values.chain(ideals()), room);
    let scales = match (axis.logarithmic, place.is_logarithmic) {
        (true, true) => " · both axes logarithmic",
        (true, false) => " · vertical axis logarithmic",
        (false, true) => " · horizontal axis logarithmic",
        (false, false) => "",
    };
    let ideal = if ideals().next().is_some() { " · dotted: ideal" } else { "" };
    let subtitle = format!("{}{scales}{ideal}{}", picked.intervals(), picked.about);
    let notes = [
        match grey {
            0 => String::new(),
            _ => format!("the first {NAMED_MAX} series are named; the others are grey: {grey}"),
        },
        rows_out.clone(),
        columns_out.clone(),
        left_out("line", &others),
        if ideals().next().is_some() { SPEEDUP.to_owned() } else { String::new() },
    ];
    let lines = Lines {
        title,
        subtitle,
        x_ticks: place.ticks,
        x_name: x.to_owned(),
        series,
        height: Height::Values(axis),
        is_in_steps: false,
        notes: &notes,
    };
    let (svg, shown) = (draw_lines(&picked, &lines), picked.rows.len());
    Ok(Drawn { svg, shown, total: shown, notes: vec![rows_out, columns_out, notes[3].clone()] })
}

/// Adds speedups to the names at the lines.
fn add_speedups(series: &mut [Series], speedups: &[String]) {
    for (line, speedup) in series.iter_mut().zip(speedups) {
        line.name = format!("{} {speedup}", line.name).trim().to_owned();
    }
}

fn title(picked: &Picked<'_>, series: &[Series], x: &str) -> String {
    match series {
        [only] if !only.name.is_empty() => format!("{}: {} by {x}", picked.unit, only.name),
        _ => format!("{} by {x}", picked.unit),
    }
}

/// Returns the cells that have a value of the key, in the order of rows.
fn find<'r>(picked: &Picked<'r>, x: &str) -> Vec<Found<'r>> {
    let (report, table) = (picked.report, picked.table);
    let (of_rows, of_columns) = (Fields::of_rows(report, table), Fields::of_columns(report, table));
    let mut found = Vec::new();
    for &row in &picked.rows {
        let in_row = of_rows.take(&table.rows[row].key, x);
        let cells = table.rows[row].cells.iter();
        for cell in cells.filter(|cell| picked.columns.contains(&(cell.column as usize))) {
            let key = &table.columns[cell.column as usize].key;
            if !cell.summary.center.is_finite() {
                continue;
            }
            let (value, series) = match &in_row {
                Some(taken) => (taken.value.clone(), [taken.rest.clone(), label(key)]),
                None => match of_columns.take(key, x) {
                    Some(taken) => (taken.value, [label(&table.rows[row].key), taken.rest]),
                    None => continue,
                },
            };
            found.push(Found { value, series, row, cell });
        }
    }
    found
}

/// Returns the items without duplicates.
fn distinct(items: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut known = BTreeSet::new();
    items.filter(|&item| known.insert(item)).collect()
}

/// Returns the series in the order of their first cells, each with its hue and dash pattern, and their speedups.
fn lines(picked: &Picked<'_>, found: &[Found<'_>], place: &Place) -> (Vec<Series>, Vec<String>) {
    // Number them in the order of the first cells: families, and columns in each of them.
    let (mut families, mut columns) = (Numbered::default(), Numbered::default());
    let mut cells: BTreeMap<[usize; 2], Vec<&Found<'_>>> = BTreeMap::new();
    for found in found {
        let [family, column] = &found.series;
        let key = [families.number(family.as_bytes()), columns.number(column.as_bytes())];
        cells.entry(key.map(|number| number as usize)).or_default().push(found);
    }
    let keys: Vec<crate::base::Texts> =
        families.texts().iter().map(|name| [Text::from(&name[..])].into_iter().collect()).collect();
    let names = Labels::new(keys.iter());
    let (many_families, many_columns) = (1 < keys.len(), 1 < columns.texts().len());
    let (mut series, mut speedups) = (Vec::new(), Vec::new());
    for ([i, j], mut cells) in cells {
        let column = &cells[0].series[1];
        let name = match (many_families, many_columns) {
            (_, false) => names.short[i].clone(),
            (false, true) => column.clone(),
            (true, true) => format!("{} · {column}", names.short[i]),
        };
        crate::base::sort::sort_copies(&mut cells, &mut |a, b| {
            a.value.number.total_cmp(&b.value.number)
        });
        // Rows have hues and columns have dashes; a single row leaves the hues to the columns.
        let (hue, dash) = if many_families { (i, j) } else { (j, 0) };
        let is_named = hue < NAMED_MAX
            && (!many_families || j < 2 || keys.len() * columns.texts().len() <= 12);
        let ideal = place.ideal(&picked.unit, cells[0].value.number, cells[0].cell.summary.center);
        let ends = [cells[0], cells[cells.len() - 1]];
        let ends = ends.map(|found| (found.value.number, found.cell.summary.center));
        speedups.push(if ideal.is_empty() {
            String::new()
        } else {
            place::speedup(&picked.unit, ends)
        });
        let points = cells.into_iter().map(|found| point(picked, found, place)).collect();
        series.push(Series { name, hue: is_named.then_some(hue), dash, points, ideal });
    }
    (series, speedups)
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
