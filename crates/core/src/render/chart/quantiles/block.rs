//! The two panels of a row.

use super::super::canvas::{Canvas, Hold, Mark};
use super::super::forest::{change_title, delta_text, draw_change};
use super::super::frame::Plot;
use super::super::lines::{Height, Point, Series, draw_series};
use super::super::metrics::width;
use super::super::picked::Picked;
use super::level::Found;
use crate::grid::{Axis, Change, RatioAxis, Tick};

/// The height of a row's name, of the changes in words, and of the labels of the horizontal axis.
const NAME: f64 = 24.0;
const WORDS: f64 = 16.0;
const LABELS: f64 = 34.0;
/// The distance between the two panels.
const GAP: f64 = 14.0;
/// The part of the panels that shows changes.
const CHANGES: f64 = 0.4;
/// The distance between marks next to each other.
const APART: f64 = 8.0;

/// The content of a row.
pub(super) struct Block<'b, 'r> {
    pub(super) picked: &'b Picked<'r>,
    pub(super) found: &'b Found<'b, 'r>,
    pub(super) name: &'b str,
    pub(super) ticks: &'b [Tick],
    /// The columns that are compared, by their positions among the columns of the picture.
    pub(super) compared: &'b [usize],
    pub(super) left: f64,
}

/// Returns the axis for the medians of a row with their intervals.
pub(super) fn axis(picked: &Picked<'_>, found: &Found<'_, '_>) -> Axis {
    let cells = found.levels.iter().flat_map(|&(level, row)| {
        (0..picked.columns.len()).filter_map(move |column| level.cell(row, column))
    });
    let values = cells.flat_map(|cell| [cell.summary.center, cell.summary.lo, cell.summary.hi]);
    let class =
        found.levels.first().map_or(picked.table.class, |(level, _)| level.picked.table.class);
    Axis::new(class, &picked.suffix, values, 5)
}

/// Draws a row between two heights.
pub(super) fn draw_block(
    canvas: &mut Canvas,
    block: &Block<'_, '_>,
    ratios: &RatioAxis,
    axis: Axis,
    [top, end]: [f64; 2],
) {
    let (picked, row) = (block.picked, block.found.row);
    let right = canvas.width - super::MARGIN;
    let full = picked.names(&[row]).concat();
    canvas.open_row(row, &full, (block.left, top), (right - block.left, end - top));
    let bold = " font-weight=\"600\"";
    canvas.styled((block.left, top + 16.0), Hold::Start, canvas.palette.ink, bold, block.name);
    canvas.close();
    let mut lower = Plot { left: block.left, right, top: top + NAME, bottom: end - LABELS };
    if !block.compared.is_empty() {
        let from = lower.top + WORDS;
        let bottom = from + CHANGES * (lower.bottom - from - GAP);
        draw_changes(canvas, block, ratios, Plot { top: from, bottom, ..lower });
        lower.top = bottom + GAP;
    }
    draw_curves(canvas, block, axis, lower);
}

/// Returns the plot without its edges, so that texts and marks at the ends have room.
fn inner(plot: Plot) -> Plot {
    Plot { left: plot.left + 30.0, right: plot.right - 30.0, ..plot }
}

/// Returns how far the mark of one of several columns is moved.
fn shift(number: usize, count: usize) -> f64 {
    APART * (number as f64 - 0.5 * (count as f64 - 1.0))
}

fn draw_changes(canvas: &mut Canvas, block: &Block<'_, '_>, axis: &RatioAxis, plot: Plot) {
    let (palette, inner) = (canvas.palette, inner(plot));
    if let Some((lo, hi)) = axis.margin {
        let (from, to) = (plot.y(hi), plot.y(lo));
        canvas.rect((plot.left, from), (plot.right - plot.left, to - from), palette.band);
    }
    plot.y_axis(canvas, &axis.all_ticks());
    for tick in block.ticks {
        let x = inner.x(tick.place);
        canvas.line((x, plot.top), (x, plot.bottom), palette.grid, 1.0);
    }
    let zero = plot.y(axis.place(1.0));
    canvas.line((plot.left, zero), (plot.right, zero), palette.zero, 1.2);
    let name = block.picked.names(&[block.found.row]).concat();
    let mut taken = f64::NEG_INFINITY;
    for &(level, row) in &block.found.levels {
        for (number, &column) in block.compared.iter().enumerate() {
            let Some(found) = level.comparison(row, column) else { continue };
            let x = inner.x(level.x) + shift(number, block.compared.len());
            let title = format!("{name}\n{} {}", level.name, change_title(&level.picked, found));
            let (colour, is_hollow) = palette.of(found.outcome);
            let shape = if block.compared.len() == 1 { 0 } else { column };
            canvas.open(block.found.row, Some(block.picked.columns[column]), &title);
            if let Some(change) = Change::of(found) {
                let mark = Mark { shape, colour, is_hollow };
                draw_change(canvas, axis, change, mark, &|place, along, across| {
                    (x + across, plot.y(place) - along)
                });
            }
            // Words that would overlap are only in the titles.
            let text = delta_text(found);
            let half = 0.5 * width(&text) + 3.0;
            if block.compared.len() == 1 && taken <= x - half {
                canvas.text((x, plot.top - 6.0), Hold::Middle, colour, &text);
                taken = x + half;
            }
            canvas.close();
        }
    }
}

fn draw_curves(canvas: &mut Canvas, block: &Block<'_, '_>, axis: Axis, plot: Plot) {
    let (picked, inner) = (block.picked, inner(plot));
    plot.y_axis(canvas, &axis.ticks);
    inner.x_axis(canvas, block.ticks, plot.bottom + 16.0);
    canvas.line((plot.left, plot.bottom), (plot.right, plot.bottom), canvas.palette.zero, 1.0);
    let (height, count) = (Height::Values(axis), picked.columns.len());
    for (number, &column) in picked.columns.iter().enumerate() {
        let point = |&(level, row): &(&super::Level<'_>, usize)| {
            let cell = level.cell(row, number)?;
            let summary = cell.summary;
            Some(Point {
                x: level.x,
                value: summary.center,
                bounds: (summary.lo.is_finite() && summary.hi.is_finite())
                    .then_some((summary.lo, summary.hi)),
                row: block.found.row,
                column,
                title: format!("{} of {}", level.name, level.picked.tooltip(row, cell)),
            })
        };
        let points: Vec<Point> = block.found.levels.iter().filter_map(point).collect();
        let name = picked.column_label(column);
        let series = Series { name, hue: Some(number), dash: 0, points, ideal: Vec::new() };
        draw_series(canvas, &series, inner, &height, shift(number, count), 3 < count);
    }
}
