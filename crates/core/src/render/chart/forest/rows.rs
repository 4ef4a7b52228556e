//! The rows of a forest.

use super::super::canvas::{Canvas, Hold, Mark};
use super::super::frame::{MARGIN, Plot};
use super::super::metrics::{shortened, width};
use super::super::picked::Picked;
use super::groups::HEADING;
use crate::grid::{Change, RatioAxis, change_text};
use crate::table::Comparison;

/// The layout of a forest.
pub(super) struct Layout {
    pub(super) plot: Plot,
    /// The height of a row.
    pub(super) row: f64,
    /// The part of this height above its marks.
    pub(super) above: f64,
    /// The number of marks in a row.
    pub(super) marks: usize,
    pub(super) is_narrow: bool,
    /// The width of the texts of intervals; 0 if they are not shown.
    pub(super) intervals: f64,
}

/// The data that all rows of a forest share.
pub(super) struct Forest<'p> {
    pub(super) picked: &'p Picked<'p>,
    pub(super) layout: &'p Layout,
    pub(super) axis: &'p RatioAxis,
}

impl Layout {
    /// Returns the distance from the top of a row to its mark of this number.
    fn mark_y(&self, number: usize) -> f64 {
        let (room, marks) = (self.row - self.above, self.marks as f64);
        let step = room / if self.marks == 1 { 1.0 } else { marks + 0.6 };
        self.above + 0.5 * (room - step * marks) + step * (number as f64 + 0.5)
    }

    /// Returns the maximum width of a row's name in a picture of this width.
    pub(super) fn room(&self, picture: f64) -> f64 {
        if self.is_narrow {
            picture - 2.0 * MARGIN - width("+00.00% ")
        } else {
            self.plot.left - MARGIN - 12.0
        }
    }

    /// Returns the width of the texts of intervals.
    pub(super) fn beside(&self) -> f64 {
        if 0.0 < self.intervals { self.intervals + 10.0 } else { 0.0 }
    }
}

/// Draws the margin, the ticks and the line of no change.
pub(super) fn draw_ground(canvas: &mut Canvas, plot: Plot, axis: &RatioAxis) {
    let palette = canvas.palette;
    if let Some((lo, hi)) = axis.margin {
        let (from, to) = (plot.x(lo), plot.x(hi));
        canvas.rect((from, plot.top), (to - from, plot.bottom - plot.top), palette.band);
    }
    plot.x_axis(canvas, &axis.all_ticks(), plot.top - 7.0);
    let zero = plot.x(axis.place(1.0));
    canvas.line((zero, plot.top), (zero, plot.bottom), palette.zero, 1.2);
}

/// Draws the heading of a group above its first row at `y`.
pub(super) fn draw_heading(canvas: &mut Canvas, y: f64, heading: &str) {
    let (palette, right) = (canvas.palette, canvas.width - MARGIN);
    canvas.line((MARGIN, y - HEADING), (right, y - HEADING), palette.zero, 0.8);
    let text = shortened(heading, right - MARGIN);
    canvas.styled((MARGIN, y - 6.0), Hold::Start, palette.ink, " font-weight=\"700\"", &text);
}

/// Draws a row with a mark for each column.
pub(super) fn draw_row(
    canvas: &mut Canvas,
    forest: &Forest<'_>,
    place: usize,
    y: f64,
    short: &str,
    full: &str,
) {
    let &Forest { picked, layout, axis } = forest;
    let (palette, plot, right) = (canvas.palette, layout.plot, canvas.width - MARGIN);
    canvas.line((MARGIN, y), (right, y), palette.grid, 0.6);
    let size = (right - MARGIN, layout.row);
    canvas.open_row(place, &row_title(picked, place, full), (MARGIN, y), size);
    if layout.is_narrow {
        canvas.over((MARGIN, y + 14.0), Hold::Start, palette.ink, short);
    } else {
        let at = (MARGIN, y + layout.row / 2.0 + 4.0);
        canvas.text(at, Hold::Start, palette.ink, short);
    }
    canvas.close();
    for (i, &column) in picked.columns.iter().enumerate() {
        let Some(found) = picked.row(place).comparison(column as u32) else { continue };
        let (row_y, y) = (y, y + layout.mark_y(i));
        let (colour, is_hollow) = palette.of(found.outcome);
        let (delta, interval) = (delta_text(found), interval_text(found));
        canvas.open(place, Some(column), &format!("{full}\n{}", change_title(picked, found)));
        if let Some(change) = Change::of(found) {
            let mark = Mark { shape: i, colour, is_hollow };
            draw_change(canvas, axis, change, mark, &|place, along, across| {
                (plot.x(place) + along, y + across)
            });
        }
        let text_y = if layout.is_narrow { row_y + 14.0 } else { y + 4.0 };
        let text_right = right - layout.beside();
        if !layout.is_narrow || layout.marks == 1 {
            canvas.over((text_right, text_y), Hold::End, colour, &delta);
        }
        if 0.0 < layout.intervals {
            canvas.text((right, text_y), Hold::End, palette.soft, &interval);
        }
        canvas.close();
    }
}

/// Describes the changes of a row in all columns.
fn row_title(picked: &Picked<'_>, place: usize, full: &str) -> String {
    let found = picked.columns.iter().filter_map(|&c| picked.row(place).comparison(c as u32));
    found.fold(full.to_owned(), |title, found| format!("{title}\n{}", change_title(picked, found)))
}

pub(in super::super) fn change_title(picked: &Picked<'_>, found: &Comparison) -> String {
    let (delta, interval) = (delta_text(found), interval_text(found));
    let column = picked.column_label(found.column as usize);
    format!("{column}: {delta} {interval} {}", found.outcome.word())
}

/// Draws a change with its interval, with arrows if it extends beyond the axis. `at` returns the point of a position on
/// the axis, moved by pixels along the axis and across it.
pub(in super::super) fn draw_change(
    canvas: &mut Canvas,
    axis: &RatioAxis,
    change: Change,
    mark: Mark,
    at: &dyn Fn(f64, f64, f64) -> (f64, f64),
) {
    if let Some((lo, hi)) = change.bounds {
        let places = [lo, hi].map(|bound| axis.place(bound));
        canvas.line(at(places[0], 0.0, 0.0), at(places[1], 0.0, 0.0), mark.colour, 2.0);
        for (bound, place, way) in [(lo, places[0], 1.0), (hi, places[1], -1.0)] {
            if bound == 0.0 || bound.is_infinite() {
                let arrow = [(5.0 * way, -4.0), (0.0, 0.0), (5.0 * way, 4.0)];
                let arrow = arrow.map(|(along, across)| at(place, along, across));
                canvas.polyline(&arrow, mark.colour, 1.6, "");
            } else {
                canvas.line(at(place, 0.0, -3.5), at(place, 0.0, 3.5), mark.colour, 1.6);
            }
        }
    }
    canvas.mark(at(axis.place(change.ratio), 0.0, 0.0), mark, 4.4);
}

/// Draws the geometric means below all rows.
pub(super) fn draw_means(canvas: &mut Canvas, forest: &Forest<'_>, means: &[(usize, Change)]) {
    let &Forest { picked, layout, axis } = forest;
    let (palette, plot, right) = (canvas.palette, layout.plot, canvas.width - MARGIN);
    let y = plot.bottom;
    canvas.line((MARGIN, y), (right, y), palette.zero, 1.0);
    let label_y = if layout.is_narrow { y + 14.0 } else { y + layout.row / 2.0 + 4.0 };
    canvas.styled((MARGIN, label_y), Hold::Start, palette.ink, " font-weight=\"700\"", "geomean");
    for &(column, change) in means {
        let i = picked.columns.iter().position(|&c| c == column).unwrap_or(0);
        let y = y + layout.mark_y(i);
        let shape = if layout.marks == 1 { 2 } else { i };
        let mark = Mark { shape, colour: palette.ink, is_hollow: false };
        draw_change(canvas, axis, change, mark, &|place, along, across| {
            (plot.x(place) + along, y + across)
        });
        let text_right = right - layout.beside();
        if !layout.is_narrow || layout.marks == 1 {
            let y = if layout.is_narrow { label_y } else { y + 4.0 };
            canvas.over((text_right, y), Hold::End, palette.ink, &change_text(change.ratio));
        }
    }
}

/// Returns the change in words: as a percentage, or the word that replaces it.
pub(in super::super) fn delta_text(comparison: &Comparison) -> String {
    match (comparison.sides().is_some(), Change::of(comparison)) {
        (true, Some(change)) => change_text(change.ratio),
        (true, None) => "from 0".to_owned(),
        (false, _) => comparison.outcome.word().to_owned(),
    }
}

/// Returns the interval in words; empty if it does not exist.
pub(super) fn interval_text(comparison: &Comparison) -> String {
    let bounds = Change::of(comparison).and_then(|change| change.bounds);
    // An interval of a single point adds nothing.
    let bounds = bounds.filter(|(lo, hi)| lo != hi);
    bounds.map_or(String::new(), |(lo, hi)| format!("[{}, {}]", change_text(lo), change_text(hi)))
}
