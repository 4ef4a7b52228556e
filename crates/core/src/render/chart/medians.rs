//! A table as a chart: medians with their intervals, row by row.

use super::canvas::{
    CHAR, LABEL_LINE, MARGIN, NARROW, Picture, SOFT, chars_in, column_label, shortened, stroke,
    width_for,
};
use crate::base::percent;
use crate::grid::{Axis, write_label};
use crate::table::{Report, Table};

/// More rows than this cannot be told apart on a slide.
const ROWS_MAX: usize = 40;
/// Nor more columns.
const COLUMNS_MAX: usize = 12;

const WIDTH: f64 = 860.0;
const LINE: f64 = 11.0;

/// The chart of a table, or nothing if there is no such table. It is as wide as `room` allows, in
/// pixels, and without one as suits a slide.
pub(super) fn chart(report: &Report, table: usize, room: Option<f64>) -> Option<String> {
    let width = width_for(room, WIDTH);
    let narrow = width < NARROW;
    let table = report.tables.get(table)?;
    let rows = table.rows.len().min(ROWS_MAX);
    let columns = table.columns.len().min(COLUMNS_MAX);
    let labels: Vec<String> = table.rows[..rows].iter().map(|row| label(&row.key)).collect();
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let left = if narrow { MARGIN } else { (longest as f64 * CHAR + 16.0).clamp(60.0, 330.0) };
    let right = width - if narrow { MARGIN } else { 24.0 };
    let legend = legend_places(table, columns, width);
    let top = 52.0 + 18.0 * legend.last().map_or(0, |(line, ..)| line + 1) as f64;
    let above = if narrow { LABEL_LINE } else { 0.0 };
    let row_height = above + LINE * columns as f64 + 10.0;
    let omitted = omitted(table, rows, columns);
    let bottom = top + row_height * rows as f64;
    let height = bottom + if omitted.is_empty() { 10.0 } else { 30.0 };
    let mut picture = Picture::new(width, height.ceil());
    let unit = table.unit.to_string_lossy();
    let cells = || table.rows[..rows].iter().flat_map(|row| row.cells.iter());
    let values = cells().flat_map(|c| [c.summary.center, c.summary.lo, c.summary.hi]);
    let axis = Axis::new(table.class, values);
    let scale = if axis.logarithmic { ", logarithmic" } else { "" };
    let level = percent(report.confidence);
    let head = format!("{unit}: medians with {level}% intervals{scale}");
    picture.text((8.0, 18.0), "start", &shortened(&head, chars_in(width - 16.0)));
    draw_legend(&mut picture, legend);
    picture.axis(&axis, left, right, top, bottom);
    for (i, (row, label)) in table.rows[..rows].iter().zip(&labels).enumerate() {
        let y = top + row_height * i as f64;
        if narrow {
            picture.text((8.0, y + 14.0), "start", &shortened(label, chars_in(right)));
        } else {
            let middle = y + row_height / 2.0 + 4.0;
            picture.text((left - 8.0, middle), "end", &shortened(label, 48));
        }
        picture.line((8.0, y + row_height), (right, y + row_height), SOFT, 0.25);
        for cell in row.cells.iter().filter(|cell| (cell.column as usize) < columns) {
            let column = cell.column as usize;
            let y = y + above + 5.0 + LINE * (column as f64 + 0.5);
            let x = |value: f64| left + axis.place(value) * (right - left);
            let summary = cell.summary;
            if !summary.center.is_finite() {
                continue;
            }
            if summary.lo.is_finite() && summary.hi.is_finite() {
                picture.line((x(summary.lo), y), (x(summary.hi), y), &stroke(column), 2.0);
            }
            picture.mark((x(summary.center), y), column, 3.6);
        }
    }
    if !omitted.is_empty() {
        picture.text((8.0, bottom + 20.0), "start", &omitted);
    }
    Some(picture.finish(&format!("{head}; {rows} rows, {columns} columns")))
}

fn label(key: &crate::base::Texts) -> String {
    let mut out = Vec::new();
    write_label(&mut out, key);
    String::from_utf8_lossy(&out).into_owned()
}

/// What does not fit, in words.
fn omitted(table: &Table, rows: usize, columns: usize) -> String {
    let more = |all: usize, shown: usize, what: &str| match all - shown {
        0 => None,
        left => Some(format!("{left} more {what}")),
    };
    let parts =
        [more(table.rows.len(), rows, "rows"), more(table.columns.len(), columns, "columns")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!("not shown: {}", parts.join(", ")) }
}

const LEGEND_CHARS: usize = 40;

/// Where each column's entry stands: line and x.
fn legend_places(table: &Table, columns: usize, width: f64) -> Vec<(usize, f64, String)> {
    let (mut line, mut x) = (0, 12.0);
    let chars = LEGEND_CHARS.min(chars_in(width - 34.0));
    let mut places = Vec::new();
    for column in 0..columns {
        let label = shortened(&column_label(table, column), chars);
        let taken = 24.0 + label.chars().count() as f64 * CHAR;
        if x + taken > width && x > 12.0 {
            (line, x) = (line + 1, 12.0);
        }
        places.push((line, x, label));
        x += taken + 10.0;
    }
    places
}

fn draw_legend(picture: &mut Picture, places: Vec<(usize, f64, String)>) {
    for (column, (line, x, label)) in places.into_iter().enumerate() {
        let y = 36.0 + 18.0 * line as f64;
        picture.mark((x, y), column, 4.0);
        picture.text((x + 10.0, y + 4.0), "start", &label);
    }
}
