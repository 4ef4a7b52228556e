//! Every value of one row: each column has a lane with its quartiles above and its runs below, in run order from top to
//! bottom.

use super::canvas::{Canvas, Hold, Mark};
use super::drawn::{ChartError, Drawn, Samples};
use super::frame::{LINE, MARGIN, Plot, foot, head};
use super::metrics::{shortened, width};
use super::picked::Picked;
use crate::grid::Axis;
use crate::stats::quartiles;

/// The maximum number of dots that remain distinguishable.
const DOTS_MAX: usize = 400;
/// The maximum number of lanes that fit on a slide.
const LANES_MAX: usize = 24;

pub(super) fn draw(mut picked: Picked<'_>, samples: &Samples<'_>) -> Result<Drawn, ChartError> {
    let total = picked.rows.len();
    let Some(&row) = picked.rows.first() else {
        return Err(ChartError::Nothing("no row has a value".into()));
    };
    picked.rows.truncate(1);
    let cells = picked.row(row).cells.iter();
    let cells = cells.filter(|cell| picked.columns.contains(&(cell.column as usize)));
    let lanes: Vec<_> =
        cells.map(|cell| (cell, samples(picked.index, row, cell.column as usize))).collect();
    // A report that was made in shards may lack the values; this must not look as if nothing ran.
    if lanes.iter().any(|(cell, values)| values.is_empty() && cell.n != 0) {
        let message = "the report does not contain single runs: compare with samples";
        return Err(ChartError::Nothing(message.into()));
    }
    let others = lanes.iter().skip(LANES_MAX);
    let others = others.map(|(cell, _)| picked.column_label(cell.column as usize));
    let left_out = super::frame::left_out("column", &others.collect::<Vec<_>>());
    let lanes = &lanes[..lanes.len().min(LANES_MAX)];
    let labels: Vec<String> =
        lanes.iter().map(|(cell, _)| picked.column_label(cell.column as usize)).collect();
    let mut canvas = Canvas::new(picked.width, picked.theme);
    let is_narrow = picked.is_narrow();
    let widest = labels.iter().map(|label| width(label)).fold(width("n=1000"), f64::max);
    let left =
        if is_narrow { MARGIN + 10.0 } else { MARGIN + widest.min(0.3 * picked.width) + 18.0 };
    let right = picked.width - MARGIN - 14.0;
    let summaries = lanes.iter().flat_map(|(c, _)| [c.summary.center, c.summary.lo, c.summary.hi]);
    let values = lanes.iter().flat_map(|(_, values)| values).copied().chain(summaries);
    let axis =
        Axis::new(picked.table.class, &picked.suffix, values, ((right - left) / 78.0) as usize);
    let title = picked.title(format!("{}: {}", picked.row_labels().full[0], picked.unit));
    let scale = if axis.logarithmic { " · logarithmic" } else { "" };
    let (average, level) = (picked.report.query.test.average(), picked.level());
    let subtitle = format!(
        "every run, the first on top · box: quartiles and {average} · bar: {level} interval of the {average}{scale}{}",
        picked.about
    );
    let top = head(&mut canvas, [&title, &subtitle], &[]) + 22.0;
    let above = if is_narrow { LINE } else { 0.0 };
    let most = lanes.iter().map(|(_, values)| values.len()).max().unwrap_or(0);
    let own = above + 40.0 + (4.0 * most as f64).clamp(16.0, 64.0);
    let lane = picked.height.map_or(own, |height| {
        ((height - top - 2.0 * MARGIN) / lanes.len().max(1) as f64).clamp(0.6 * own, 3.0 * own)
    });
    let plot = Plot { left, right, top, bottom: top + lane * lanes.len() as f64 };
    plot.x_axis(&mut canvas, &axis.ticks, top - 7.0);
    for (i, ((cell, values), label)) in lanes.iter().zip(&labels).enumerate() {
        let y = top + lane * i as f64;
        let x = |value: f64| plot.x(axis.place(value));
        canvas.line((MARGIN, y), (picked.width - MARGIN, y), canvas.palette.grid, 0.6);
        let (room, label_y) = if is_narrow {
            (picked.width - 2.0 * MARGIN, y + 14.0)
        } else {
            (left - MARGIN - 16.0, y + 22.0)
        };
        let (ink, soft) = (canvas.palette.ink, canvas.palette.soft);
        canvas.over((MARGIN, label_y), Hold::Start, ink, &shortened(label, room));
        if !is_narrow {
            let n = format!("n={}", cell.n);
            canvas.text((MARGIN, label_y + LINE), Hold::Start, soft, &n);
        }
        let mark = Mark { shape: i, colour: canvas.palette.hue(i), is_hollow: false };
        canvas.open(row, Some(cell.column as usize), &picked.tooltip(row, cell));
        draw_box(&mut canvas, cell.summary, values, y + above + 18.0, mark.colour, &x);
        draw_dots(&mut canvas, values, y + above + 36.0, lane - above - 44.0, mark, &x);
        canvas.close();
    }
    let height = foot(&mut canvas, plot.bottom, std::slice::from_ref(&left_out));
    let svg =
        canvas.finish(picked.height.unwrap_or(height).max(height), &format!("{title}. {subtitle}"));
    Ok(Drawn { svg, shown: 1, total, notes: vec![left_out] })
}

/// Draws the runs in their order from top to bottom, within this height.
fn draw_dots(
    canvas: &mut Canvas,
    values: &[f64],
    y: f64,
    room: f64,
    mark: Mark,
    x: &dyn Fn(f64) -> f64,
) {
    let step = values.len().div_ceil(DOTS_MAX).max(1);
    let drop = room / (values.len().div_ceil(step).max(2) - 1) as f64;
    for (order, &value) in values.iter().step_by(step).enumerate() {
        if value.is_finite() {
            canvas.mark((x(value), y + drop * order as f64), mark, 2.4);
        }
    }
}

/// Draws the quartiles, the average and its interval.
fn draw_box(
    canvas: &mut Canvas,
    summary: crate::stats::Summary,
    values: &[f64],
    y: f64,
    colour: &str,
    x: &dyn Fn(f64) -> f64,
) {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
    crate::base::sort::sort_copies(&mut sorted, &mut f64::total_cmp);
    if let (Some((lower, upper)), 1..) = (quartiles(&sorted), sorted.len().saturating_sub(3)) {
        let (from, to) = (x(lower), x(upper));
        canvas.rect((from, y - 8.0), (to - from, 16.0), canvas.palette.grid);
    }
    if summary.lo.is_finite() && summary.hi.is_finite() {
        canvas.line((x(summary.lo), y), (x(summary.hi), y), colour, 2.0);
    }
    if summary.center.is_finite() {
        let x = x(summary.center);
        canvas.line((x, y - 10.0), (x, y + 10.0), colour, 2.6);
    }
}
