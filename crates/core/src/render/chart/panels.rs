//! Panels: a small picture for each row, with its values in the order of the points, the level of each segment, and the
//! changes. All panels share the horizontal axis.

use super::canvas::{Canvas, Hold, Mark, Spot};
use super::drawn::ChartError;
use super::frame::{LINE, MARGIN, Plot, foot, head};
use super::metrics::{shortened, shortened_apart, width};
use super::query::Theme;
use crate::grid::{Axis, Tick};
use crate::table::Outcome;

/// The maximum number of panels that a reader can survey.
const PANELS_MAX: usize = 40;

/// The height of a panel, including the name and the texts of its changes above it.
const PANEL: f64 = 130.0;
const NAME: f64 = 22.0;
/// The height of the texts of changes, which never cross a value.
const TEXTS: f64 = 28.0;
/// The height of everything else in a picture.
const REST: f64 = 140.0;

/// Returns how many panels a picture has at most, of this height if it is requested.
pub(super) fn panels_max(height: Option<f64>) -> usize {
    height.map_or(PANELS_MAX, |height| (((height - REST) / PANEL) as usize).clamp(1, PANELS_MAX))
}

/// The content of the picture.
pub(super) struct Panels {
    pub(super) title: String,
    pub(super) subtitle: String,
    /// The names of the points.
    pub(super) points: Vec<String>,
    pub(super) x_name: String,
    pub(super) panels: Vec<Panel>,
    pub(super) notes: Vec<String>,
    pub(super) width: f64,
    pub(super) theme: Theme,
}

/// A row.
pub(super) struct Panel {
    /// Its index in its table.
    pub(super) row: usize,
    pub(super) name: String,
    /// The axis of its values; see [`near`].
    pub(super) axis: Axis,
    pub(super) values: Vec<Value>,
    pub(super) changes: Vec<Step>,
    /// All changes together.
    pub(super) total: Option<Total>,
}

/// The sum of the changes of a row.
pub(super) struct Total {
    /// The size in words, for example `regressed +29.35%` or `+17.82% in 7 changes`.
    pub(super) text: String,
    /// The outcome in whose color it is printed.
    pub(super) outcome: Outcome,
}

/// A value at a point.
pub(super) struct Value {
    pub(super) point: usize,
    pub(super) center: f64,
    pub(super) bounds: Option<(f64, f64)>,
    pub(super) title: String,
}

/// A change, between two of the values.
pub(super) struct Step {
    /// The index of the first value after it.
    pub(super) at: usize,
    pub(super) outcome: Outcome,
    /// The size, for example `+29.35%`.
    pub(super) size: String,
    /// The levels before and after, as numbers and as texts.
    pub(super) levels: [f64; 2],
    pub(super) texts: [String; 2],
    pub(super) title: String,
}

pub(super) fn draw(panels: &Panels) -> Result<String, ChartError> {
    if panels.panels.is_empty() {
        return Err(ChartError::Nothing("no row has a value".into()));
    }
    let mut canvas = Canvas::new(panels.width, panels.theme);
    let mut top = head(&mut canvas, [&panels.title, &panels.subtitle], &[]) + 4.0;
    let ticks_of_all = panels.panels.iter().flat_map(|panel| &panel.axis.ticks);
    let labels = ticks_of_all.map(|tick| width(&tick.label));
    let left = MARGIN + labels.fold(0.0, f64::max) + 10.0;
    // The name of the last point is printed in full below it.
    let last = panels.points.last().map_or(0.0, |last| width(&shortened(last, 110.0)));
    let right = panels.width - MARGIN - (0.5 * last - 20.0).clamp(0.0, 40.0);
    // The total change is printed next to each name; the longest text determines the room for all.
    let reported = panels
        .panels
        .iter()
        .map(|panel| panel.total.as_ref().map_or(0.0, |total| width(&total.text)))
        .fold(0.0, f64::max);
    let names: Vec<&str> = panels.panels.iter().map(|panel| &panel.name[..]).collect();
    let names = shortened_apart(&names, right - left - reported - 16.0);
    for (panel, name) in panels.panels.iter().zip(&names) {
        let whole = Plot { left, right, top, bottom: top + PANEL - 12.0 };
        draw_panel(&mut canvas, panel, name, whole, panels.points.len());
        top += PANEL;
    }
    let bottom = top - 8.0;
    let inner = inner(Plot { left, right, top: bottom, bottom });
    inner.x_axis(&mut canvas, &ticks(panels, inner.right - inner.left), bottom + 14.0);
    let middle = ((left + right) / 2.0, bottom + 14.0 + LINE);
    canvas.text(middle, Hold::Middle, canvas.palette.soft, &panels.x_name);
    let end = foot(&mut canvas, bottom + 14.0 + 2.0 * LINE, &panels.notes);
    Ok(canvas.finish(end, &format!("{}. {}", panels.title, panels.subtitle)))
}

/// Returns the plot without its edges, so that points at the ends keep a distance from the frame.
fn inner(plot: Plot) -> Plot {
    Plot { left: plot.left + 8.0, right: plot.right - 8.0, ..plot }
}

/// Returns the values that the axis of a panel must include: all values, and bounds if they are close. A single wide
/// interval would flatten everything else.
pub(super) fn near(values: &[Value]) -> Vec<f64> {
    let centers = values.iter().map(|value| value.center);
    let (lo, hi) = centers
        .clone()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), v| (lo.min(v), hi.max(v)));
    let reach = (hi - lo).max(0.1 * hi.abs());
    let is_near = |bound: &f64| lo - reach <= *bound && *bound <= hi + reach;
    let bounds = values.iter().filter_map(|value| value.bounds);
    centers.chain(bounds.flat_map(|(lo, hi)| [lo, hi]).filter(is_near)).collect()
}

/// The number of labels that fit on the axis of a panel.
pub(super) const TICKS: usize = 3;

fn place(point: usize, points: usize) -> f64 {
    if points < 2 { 0.5 } else { point as f64 / (points - 1) as f64 }
}

fn ticks(panels: &Panels, length: f64) -> Vec<Tick> {
    let count = panels.points.len();
    let slot = (length / count.max(1) as f64).max(110.0);
    let tick = |(number, label): (usize, &String)| Tick {
        place: place(number, count),
        label: shortened(label, slot),
        rank: 0,
    };
    panels.points.iter().enumerate().map(tick).collect()
}

/// Up to this number of values, marks are large.
const FEW: usize = 80;
/// Above this number, values are dots without titles, because a pointer cannot hit a single one.
const MANY: usize = 800;

fn draw_panel(canvas: &mut Canvas, panel: &Panel, name: &str, whole: Plot, points: usize) {
    let palette = canvas.palette;
    let name_y = whole.top + NAME - 8.0;
    let texts = if panel.changes.is_empty() { 0.0 } else { TEXTS };
    let plot = Plot { top: whole.top + NAME + texts, ..whole };
    let bold = " font-weight=\"600\"";
    canvas.styled((plot.left, name_y), Hold::Start, palette.ink, bold, name);
    if let Some(Total { text, outcome }) = &panel.total {
        canvas.text((plot.right, name_y), Hold::End, palette.of(*outcome).0, text);
    }
    plot.y_axis(canvas, &panel.axis.ticks);
    canvas.line((plot.left, plot.bottom), (plot.right, plot.bottom), palette.zero, 1.0);
    let inner = inner(plot);
    let x = |point: usize| inner.x(place(point, points));
    let y = |value: f64| inner.y(panel.axis.place(value).clamp(0.0, 1.0));
    draw_changes(canvas, panel, plot, &x);
    draw_levels(canvas, panel, &x, &y);
    if MANY < panel.values.len() {
        let all = panel.values.iter().map(|value| (x(value.point), y(value.center)));
        return canvas.dots(&all.collect::<Vec<_>>(), palette.even, 2.0);
    }
    let is_few = panel.values.len() <= FEW;
    for value in &panel.values {
        let at = (x(value.point), y(value.center));
        canvas.open(panel.row, Some(value.point), &value.title);
        if let Some((lo, hi)) = value.bounds.filter(|_| is_few) {
            canvas.line((at.0, y(lo)), (at.0, y(hi)), palette.even, 1.0);
        }
        let mark = Mark { shape: 0, colour: palette.even, is_hollow: false };
        canvas.mark(at, mark, if is_few { 2.8 } else { 1.6 });
        canvas.close();
    }
}

/// The distance between a line and its texts.
const GAP: f64 = 5.0;

/// Draws the line of each change, with its size and the new level above the values. The texts are to the right of the
/// line, or to its left if only that side has room for both; a text that does not fit is omitted.
fn draw_changes(canvas: &mut Canvas, panel: &Panel, plot: Plot, x: &dyn Fn(usize) -> f64) {
    let point = |place: usize| panel.values[place].point;
    let middle = |change: &Step| (x(point(change.at - 1)) + x(point(change.at))) / 2.0;
    let rows = [plot.top - TEXTS + 11.0, plot.top - 4.0];
    let mut taken = plot.left;
    if let Some(change) = panel.changes.first() {
        let level = &change.texts[0];
        if width(level) + GAP < middle(change) - plot.left {
            canvas.text((plot.left, rows[1]), Hold::Start, canvas.palette.ink, level);
            taken += width(level);
        }
    }
    for (number, change) in panel.changes.iter().enumerate() {
        let (at, texts) = (middle(change), [&change.size, &change.texts[1]]);
        let next = panel.changes.get(number + 1).map_or(plot.right + GAP, middle);
        let wide = width(texts[0]).max(width(texts[1])) + 2.0 * GAP;
        let colour = canvas.palette.of(change.outcome).0;
        let spot = Spot { number, last: point(change.at - 1), first: point(change.at) };
        canvas.open_spot(panel.row, spot, &change.title);
        // A wide invisible line is easier to hit with a pointer.
        let (top, bottom) = ((at, plot.top - TEXTS), (at, plot.bottom));
        canvas.line(top, bottom, "transparent", 9.0);
        canvas.polyline(&[top, bottom], colour, 1.4, "4 3");
        let is_left = next - at < wide && wide <= at - taken;
        let (start, hold) = if is_left { (at - GAP, Hold::End) } else { (at + GAP, Hold::Start) };
        let room = if is_left { at - taken } else { next - at };
        taken = at;
        for (i, (text, y)) in texts.into_iter().zip(rows).enumerate() {
            if width(text) + 2.0 * GAP <= room {
                canvas.text((start, y), hold, colour, text);
                taken = if is_left { at } else { taken.max(start + width(text)) };
            }
            // The name of the change, which includes its visible text, has the size alone.
            if i == 0 {
                canvas.close();
            }
        }
    }
}

/// Draws the level of each segment.
fn draw_levels(
    canvas: &mut Canvas,
    panel: &Panel,
    x: &dyn Fn(usize) -> f64,
    y: &dyn Fn(f64) -> f64,
) {
    let starts = std::iter::once(0).chain(panel.changes.iter().map(|change| change.at));
    for (number, start) in starts.enumerate() {
        let next = panel.changes.get(number);
        let end = next.map_or(panel.values.len(), |next| next.at);
        let before = number.checked_sub(1).and_then(|before| panel.changes.get(before));
        let level = before.map(|change| change.levels[1]).or(next.map(|next| next.levels[0]));
        // A row without a change has no level, because the data do not show one.
        let Some(level) = level else { continue };
        let (from, to) = (x(panel.values[start].point), x(panel.values[end - 1].point));
        let colour =
            before.map_or(canvas.palette.ink, |before| canvas.palette.of(before.outcome).0);
        canvas.line((from - 3.0, y(level)), (to + 3.0, y(level)), colour, 2.2);
    }
}
