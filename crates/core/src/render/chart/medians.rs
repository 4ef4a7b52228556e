//! The median of each cell with its interval, row by row.

use super::canvas::{Canvas, Hold, Mark};
use super::drawn::{ChartError, Drawn};
use super::frame::{LINE, MARGIN, Plot, foot, head, left_out};
use super::picked::Picked;
use crate::grid::Axis;

/// The maximum number of rows that are legible on a slide.
const ROWS_MAX: usize = 60;
/// The maximum number of columns.
const COLUMNS_MAX: usize = 12;

pub(super) fn draw(mut picked: Picked<'_>) -> Result<Drawn, ChartError> {
    let (table, rows) = (picked.table, picked.rows.clone());
    picked.columns.retain(|&column| !table.columns[column].is_absent);
    let columns = picked.columns.clone();
    picked.keep_latest(COLUMNS_MAX);
    let has_cell =
        |row: &usize| picked.columns.iter().any(|&c| table.rows[*row].cell(c as u32).is_some());
    picked.rows.retain(has_cell);
    if picked.rows.is_empty() {
        return Err(ChartError::Nothing("no row has a value".into()));
    }
    picked.rows.truncate(ROWS_MAX);
    let mut canvas = Canvas::new(picked.width, picked.theme);
    let (is_narrow, marks) = (picked.is_narrow(), picked.columns.len());
    let above = if is_narrow { LINE } else { 0.0 };
    let own = above + row_height(marks);
    let hue = |i: usize| Mark { shape: i, colour: canvas.palette.hue(i), is_hollow: false };
    let legend: Vec<(Mark, String)> =
        picked.columns.iter().enumerate().map(|(i, &c)| (hue(i), picked.column_label(c))).collect();
    let row = picked.height.map_or(own, |height| {
        ((height - 150.0) / picked.rows.len() as f64).clamp(0.8 * own, 2.0 * own)
    });
    if let Some(height) = picked.height {
        picked.rows.truncate((((height - 150.0) / row) as usize).max(1));
    }
    let labels = picked.row_labels();
    let left = if is_narrow {
        MARGIN + 14.0
    } else {
        MARGIN + labels.width().min(0.32 * picked.width) + 14.0
    };
    let right = picked.width - MARGIN - 14.0;
    let cells = || picked.rows.iter().flat_map(|&row| picked.row(row).cells.iter());
    let cells = || cells().filter(|cell| picked.columns.contains(&(cell.column as usize)));
    let values = cells().flat_map(|c| [c.summary.center, c.summary.lo, c.summary.hi]);
    let axis = Axis::new(table.class, &picked.suffix, values, ((right - left) / 78.0) as usize);
    let (title, subtitle) = words(&picked, &axis);
    let top = head(&mut canvas, [&title, &subtitle], if marks == 1 { &[] } else { &legend });
    let bottom = top + 22.0 + row * picked.rows.len() as f64;
    let plot = Plot { left, right, top: top + 22.0, bottom };
    plot.x_axis(&mut canvas, &axis.ticks, plot.top - 7.0);
    let palette = canvas.palette;
    let names =
        labels.fit(if is_narrow { picked.width - 2.0 * MARGIN } else { left - MARGIN - 12.0 });
    for (i, &place) in picked.rows.iter().enumerate() {
        let y = plot.top + row * i as f64;
        canvas.line((MARGIN, y), (picked.width - MARGIN, y), palette.grid, 0.6);
        let size = (picked.width - 2.0 * MARGIN, row);
        canvas.open_row(place, &labels.full[i], (MARGIN, y), size);
        let down = if is_narrow { 14.0 } else { row / 2.0 + 4.0 };
        canvas.over((MARGIN, y + down), Hold::Start, palette.ink, &names[i]);
        canvas.close();
        let marks: Vec<Mark> = legend.iter().map(|(mark, _)| *mark).collect();
        draw_cells(
            &mut canvas,
            &picked,
            place,
            y + above + 4.0,
            row - above - 8.0,
            &marks,
            &|value| plot.x(axis.place(value)),
        );
    }
    let rows_out = left_out("row", &picked.rows_left_out(&rows));
    let columns_out = left_out("column", &picked.columns_left_out(&columns));
    let notes = [labels.note, rows_out, columns_out.clone()];
    let height = foot(&mut canvas, plot.bottom, &notes);
    let svg =
        canvas.finish(picked.height.unwrap_or(height).max(height), &format!("{title}: {subtitle}"));
    let (shown, total) = (picked.rows.len(), rows.len());
    Ok(Drawn { svg, shown, total, notes: vec![columns_out] })
}

/// Returns the height of a row with this number of marks.
fn row_height(marks: usize) -> f64 {
    let marks = marks as f64;
    if marks <= 1.0 { 24.0 } else { (60.0 / marks).clamp(7.0, 12.0) * marks + 10.0 }
}

fn words(picked: &Picked<'_>, axis: &Axis) -> (String, String) {
    let scale = if axis.logarithmic { " · logarithmic" } else { "" };
    let subtitle = format!("{}{scale}{}", picked.intervals(), picked.about);
    (picked.title(picked.unit.clone()), subtitle)
}

/// Draws the medians of a row, below each other within this height.
fn draw_cells(
    canvas: &mut Canvas,
    picked: &Picked<'_>,
    row: usize,
    y: f64,
    room: f64,
    marks: &[Mark],
    x: &dyn Fn(f64) -> f64,
) {
    let step = room / marks.len() as f64;
    for (i, (&column, mark)) in picked.columns.iter().zip(marks).enumerate() {
        let cell = picked.row(row).cell(column as u32);
        let Some(cell) = cell.filter(|cell| cell.summary.center.is_finite()) else { continue };
        let (summary, y) = (cell.summary, y + step * (i as f64 + 0.5));
        canvas.open(row, Some(column), &picked.tooltip(row, cell));
        if summary.lo.is_finite() && summary.hi.is_finite() {
            canvas.line((x(summary.lo), y), (x(summary.hi), y), mark.colour, 2.0);
        }
        canvas.mark((x(summary.center), y), *mark, (0.4 * step).clamp(2.6, 4.0));
        canvas.close();
    }
}
