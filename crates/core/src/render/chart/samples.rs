//! A row as a dot strip: every value of every column on one axis, in run order from top to bottom.

use super::canvas::{
    LABEL_LINE, MARGIN, NARROW, Picture, SOFT, chars_in, column_label, fill, shortened, stroke,
    width_for,
};
use crate::grid::Axis;
use crate::table::Report;

const WIDTH: f64 = 640.0;
const TOP: f64 = 24.0;
const LANE: f64 = 34.0;
/// More dots than this are a bar, not dots.
const DOTS_MAX: usize = 400;

/// The dot strip of a row, or nothing if there is no such row; `samples` are the values of each of
/// its cells in run order. It is as wide as `room` allows, in pixels.
pub(super) fn strip(
    report: &Report,
    table: usize,
    row: usize,
    samples: &[Vec<f64>],
    room: Option<f64>,
) -> Option<String> {
    let width = width_for(room, WIDTH);
    let narrow = width < NARROW;
    let (left, right) = if narrow { (MARGIN, width - MARGIN) } else { (150.0, width - 20.0) };
    let above = if narrow { LABEL_LINE } else { 0.0 };
    let table = report.tables.get(table)?;
    let row = table.rows.get(row)?;
    let lanes = row.cells.len();
    let bottom = TOP + (above + LANE) * lanes as f64;
    let mut picture = Picture::new(width, bottom + 6.0);
    let summaries = row.cells.iter().flat_map(|c| [c.summary.center, c.summary.lo, c.summary.hi]);
    let values = samples.iter().flatten().copied().chain(summaries);
    let axis = Axis::new(table.class, values);
    picture.axis(&axis, left, right, TOP, bottom);
    let x = |value: f64| left + axis.place(value) * (right - left);
    for (i, (cell, samples)) in row.cells.iter().zip(samples).enumerate() {
        let (y, column) = (TOP + above + (above + LANE) * i as f64, cell.column as usize);
        let label = column_label(table, column);
        let (chars, middle) =
            if narrow { (chars_in(right - 22.0), y - 6.0) } else { (20, y + LANE / 2.0) };
        picture.mark((12.0, middle), column, 4.0);
        picture.text((22.0, middle + 4.0), "start", &shortened(&label, chars));
        picture.line((8.0, y + LANE), (right, y + LANE), SOFT, 0.25);
        let summary = cell.summary;
        if summary.lo.is_finite() && summary.hi.is_finite() {
            let y = y + LANE / 2.0;
            picture.line((x(summary.lo), y), (x(summary.hi), y), &stroke(column), 1.5);
        }
        let step = samples.len().div_ceil(DOTS_MAX).max(1);
        let shown = samples.iter().step_by(step).filter(|v| v.is_finite());
        let count = samples.len().div_ceil(step).max(2) - 1;
        for (order, &value) in shown.enumerate() {
            let drift = (LANE - 12.0) * order.min(count) as f64 / count as f64;
            let (x, y) = (x(value), y + 6.0 + drift);
            let colour = fill(column);
            picture.tag(format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.4\" {colour} fill-opacity=\"0.7\"/>"
            ));
        }
        if summary.center.is_finite() {
            let x = x(summary.center);
            picture.line((x, y + 4.0), (x, y + LANE - 4.0), &stroke(column), 2.5);
        }
    }
    let unit = table.unit.to_string_lossy();
    Some(picture.finish(&format!("samples in {unit}, each side in run order from top to bottom")))
}
