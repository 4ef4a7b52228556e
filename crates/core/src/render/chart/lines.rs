//! Lines: series of medians with their intervals. Up to eight of them have hues and names; any others are gray.

use super::canvas::{Canvas, Hold, Mark};
use super::frame::{LINE, MARGIN, Plot, foot, foot_height, head};
use super::metrics::{shortened_apart, width};
use super::picked::Picked;
use crate::grid::{Axis, RatioAxis, Tick};

/// The maximum number of named lines that a reader can distinguish.
pub(super) const NAMED_MAX: usize = 8;
/// The maximum number of lines that a reader can see.
pub(super) const LINES_MAX: usize = 200;

/// One value with its interval.
pub(super) struct Point {
    /// The position, from 0 to 1.
    pub(super) x: f64,
    pub(super) value: f64,
    pub(super) bounds: Option<(f64, f64)>,
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) title: String,
}

/// A line.
pub(super) struct Series {
    pub(super) name: String,
    /// The number of its hue; `None` for a gray line.
    pub(super) hue: Option<usize>,
    /// The number of its dash pattern.
    pub(super) dash: usize,
    pub(super) points: Vec<Point>,
    /// The positions and values that would be ideal; empty if this is unknown.
    pub(super) ideal: Vec<(f64, f64)>,
}

/// The vertical axis.
pub(super) enum Height {
    Values(Axis),
    Ratios(RatioAxis),
}

impl Height {
    fn place(&self, value: f64) -> f64 {
        match self {
            Height::Values(axis) => axis.place(value),
            Height::Ratios(axis) => axis.place(value),
        }
    }

    fn ticks(&self) -> Vec<Tick> {
        match self {
            Height::Values(axis) => axis.ticks.clone(),
            Height::Ratios(axis) => axis.all_ticks(),
        }
    }
}

/// The content of the picture.
pub(super) struct Lines<'t> {
    pub(super) title: String,
    pub(super) subtitle: String,
    pub(super) series: Vec<Series>,
    pub(super) x_ticks: Vec<Tick>,
    /// The name of the horizontal axis.
    pub(super) x_name: String,
    pub(super) height: Height,
    /// Whether the horizontal axis has steps instead of numbers, so that marks may be drawn next to each other.
    pub(super) is_in_steps: bool,
    pub(super) notes: &'t [String],
}

/// With more lines than this, intervals crowd each other.
const CLEAR_MAX: usize = 3;

const DASHES: [&str; 4] = ["", "6 4", "2 3", "9 3 2 3"];

fn mark_of(canvas: &Canvas, series: &Series) -> Mark {
    let hue = series.hue.unwrap_or(0);
    Mark {
        shape: hue + 2 * (series.dash / 2),
        colour: canvas.palette.hue(hue),
        is_hollow: series.dash % 2 == 1,
    }
}

/// Returns the height of such a picture, if the query requests none.
pub(super) fn own_height(picked: &Picked<'_>) -> f64 {
    picked.height.unwrap_or(if picked.is_narrow() { 360.0 } else { 480.0 })
}

pub(super) fn draw(picked: &Picked<'_>, lines: &Lines<'_>) -> String {
    let mut canvas = Canvas::new(picked.width, picked.theme);
    let palette = canvas.palette;
    let named: Vec<&Series> = lines.series.iter().filter(|series| series.hue.is_some()).collect();
    let whole = own_height(picked);
    // Names are at the ends of the lines, unless there is no room.
    let is_beside =
        !picked.is_narrow() && 1 < named.len() && (named.len() as f64) * LINE < whole - 170.0;
    let item = |series: &&Series| (mark_of(&canvas, series), series.name.clone());
    let legend: Vec<(Mark, String)> =
        if is_beside || named.len() < 2 { Vec::new() } else { named.iter().map(item).collect() };
    let top = head(&mut canvas, [&lines.title, &lines.subtitle], &legend) + 12.0;
    let below = 24.0 + if lines.x_name.is_empty() { 0.0 } else { LINE };
    let bottom = (whole - below - foot_height(&canvas, lines.notes))
        .max(top + if picked.height.is_some() { 80.0 } else { 220.0 });
    let ticks = lines.height.ticks();
    let widest = ticks.iter().map(|tick| width(&tick.label)).fold(0.0, f64::max);
    let names =
        named.iter().map(|series| width(&series.name)).fold(0.0, f64::max).min(0.3 * picked.width);
    let right = picked.width - MARGIN - if is_beside { names + 22.0 } else { 6.0 };
    let plot = Plot { left: MARGIN + widest + 10.0, right, top, bottom };
    if let Height::Ratios(RatioAxis { margin: Some((lo, hi)), .. }) = lines.height {
        let (from, to) = (plot.y(hi), plot.y(lo));
        canvas.rect((plot.left, from), (plot.right - plot.left, to - from), palette.band);
    }
    plot.y_axis(&mut canvas, &ticks);
    // Points at the ends of the axis keep a distance from the frame.
    let inner = Plot { left: plot.left + 14.0, right: plot.right - 14.0, ..plot };
    inner.x_axis(&mut canvas, &lines.x_ticks, bottom + 19.0);
    canvas.line((plot.left, bottom), (plot.right, bottom), palette.zero, 1.0);
    if let Height::Ratios(axis) = &lines.height {
        let y = plot.y(axis.place(1.0));
        canvas.line((plot.left, y), (plot.right, y), palette.zero, 1.0);
    }
    if !lines.x_name.is_empty() {
        let at = ((plot.left + plot.right) / 2.0, bottom + 19.0 + LINE);
        canvas.text(at, Hold::Middle, palette.soft, &lines.x_name);
    }
    let (grey, coloured): (Vec<&Series>, Vec<&Series>) =
        lines.series.iter().partition(|series| series.hue.is_none());
    let slot = (inner.right - inner.left) / lines.x_ticks.len().max(1) as f64;
    // Many intervals are drawn next to each other and in light strokes, because they would be hard to distinguish
    // otherwise.
    let is_crowded = CLEAR_MAX < coloured.len();
    let apart = if is_crowded && lines.is_in_steps {
        (0.5 * slot).min(24.0) / coloured.len() as f64
    } else {
        0.0
    };
    let middle = 0.5 * (coloured.len().max(1) - 1) as f64;
    for series in grey {
        draw_series(&mut canvas, series, inner, &lines.height, 0.0, false);
    }
    for (i, series) in coloured.into_iter().enumerate() {
        let shift = apart * (i as f64 - middle);
        draw_series(&mut canvas, series, inner, &lines.height, shift, is_crowded);
    }
    if is_beside {
        // The names keep clear of the last marks, because these are drawn next to each other.
        draw_names(&mut canvas, &named, inner, &lines.height, names, apart * middle);
    }
    let height = foot(&mut canvas, bottom + below, lines.notes);
    canvas.finish(height.max(whole), &format!("{}. {}", lines.title, lines.subtitle))
}

pub(super) fn draw_series(
    canvas: &mut Canvas,
    series: &Series,
    plot: Plot,
    height: &Height,
    shift: f64,
    is_crowded: bool,
) {
    let place = |point: &Point, value: f64| (plot.x(point.x) + shift, plot.y(height.place(value)));
    let points: Vec<(f64, f64)> =
        series.points.iter().map(|point| place(point, point.value)).collect();
    let mark = mark_of(canvas, series);
    let ideal = series.ideal.iter().map(|&(x, value)| (plot.x(x), plot.y(height.place(value))));
    let ideal: Vec<(f64, f64)> = ideal.collect();
    if series.hue.is_some() && !ideal.is_empty() {
        canvas.polyline(&ideal, mark.colour, 1.2, "1 4");
    }
    let Some(_) = series.hue else {
        let row = series.points.first().map_or(0, |point| point.row);
        canvas.open(row, None, &series.name);
        canvas.polyline(&points, canvas.palette.grid, 1.3, "");
        return canvas.close();
    };
    canvas.polyline(&points, mark.colour, 2.0, DASHES[series.dash % DASHES.len()]);
    for (point, &at) in series.points.iter().zip(&points) {
        canvas.open(point.row, Some(point.column), &point.title);
        if let Some((lo, hi)) = point.bounds {
            let (x, low, high) = (at.0, place(point, lo).1, place(point, hi).1);
            canvas.line((x, low), (x, high), mark.colour, if is_crowded { 0.7 } else { 1.4 });
            // A bound within the mark would only blur it.
            for y in [low, high].into_iter().filter(|y| !is_crowded && 5.0 < (y - at.1).abs()) {
                canvas.line((x - 3.5, y), (x + 3.5, y), mark.colour, 1.4);
            }
        }
        canvas.mark(at, mark, 4.0);
        canvas.close();
    }
}

/// Draws the names at the right ends of the lines, moved apart if they would overlap. Marks extend up to `aside` from
/// their positions.
fn draw_names(
    canvas: &mut Canvas,
    named: &[&Series],
    plot: Plot,
    height: &Height,
    room: f64,
    aside: f64,
) {
    let mut ends: Vec<(f64, f64, &Series, &str)> = Vec::new();
    let texts =
        shortened_apart(&named.iter().map(|series| &series.name[..]).collect::<Vec<_>>(), room);
    for (series, text) in named.iter().zip(&texts) {
        let last = series.points.last();
        ends.extend(last.map(|p| (plot.y(height.place(p.value)), plot.x(p.x), *series, &text[..])));
    }
    crate::base::sort::sort_copies(&mut ends, &mut |a, b| a.0.total_cmp(&b.0));
    let mut places: Vec<f64> = Vec::new();
    for &(y, ..) in &ends {
        places.push(places.last().map_or(y, |last| y.max(last + LINE)));
    }
    // Names that were pushed below the plot move up again.
    let mut lowest = plot.bottom;
    for (place, end) in places.iter_mut().zip(&ends).rev() {
        *place = place.min(lowest);
        lowest = *place - LINE;
        let (y, x, series, text) = *end;
        let colour = canvas.palette.name(series.hue.unwrap_or(0));
        let from = plot.right + aside + 18.0;
        if 3.0 < (*place - y).abs() || x + 1.0 < plot.right {
            let start = (x + aside + 6.0, y);
            canvas.polyline(&[start, (from - 3.0, *place)], canvas.palette.zero, 0.8, "");
        }
        canvas.open(series.points[0].row, None, &series.name);
        canvas.text((from, *place + 4.0), Hold::Start, colour, text);
        canvas.close();
    }
}
