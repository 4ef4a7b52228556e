//! The change of each row with its interval, on one axis of ratios.

use super::canvas::{Canvas, Hold, Mark};
use super::frame::{LINE, MARGIN, Plot, foot, foot_height, head, left_out};
use super::metrics::{shortened, width};
use super::picked::Picked;
use super::{ChartError, Drawn};
use crate::base::percent;
use crate::grid::{Change, RatioAxis, change_text};
use crate::table::{Comparison, Outcome};

/// More rows than this cannot be told apart on a slide.
const ROWS_MAX: usize = 60;
/// Nor more columns.
const COLUMNS_MAX: usize = 8;

/// How a forest is laid out.
struct Layout {
    plot: Plot,
    /// The height of a row.
    row: f64,
    /// Of which so much is above its marks.
    above: f64,
    /// How many marks a row has.
    marks: usize,
    is_narrow: bool,
    /// The width of the intervals' texts; 0 if they are not shown.
    intervals: f64,
}

pub(super) fn draw(mut picked: Picked<'_>) -> Result<Drawn, ChartError> {
    let table = picked.table;
    let total = picked.rows.len();
    let is_compared = |row: &usize, column: usize| {
        table.rows[*row].comparison(column as u32).is_some_and(|c| c.sides.is_some())
    };
    picked.columns.retain(|&column| picked.rows.iter().any(|row| is_compared(row, column)));
    let columns = picked.columns.len();
    if columns == 0 {
        return Err(ChartError::Nothing("no row is compared with another column".into()));
    }
    picked.columns.truncate(COLUMNS_MAX);
    picked.rows.retain(|row| {
        picked.columns.iter().any(|&c| table.rows[*row].comparison(c as u32).is_some())
    });
    picked.rows.truncate(ROWS_MAX);
    let mut canvas = Canvas::new(picked.width, picked.theme);
    let texts = words(&picked);
    let legend = legend(&picked, &canvas);
    let top = head(&mut canvas, [&texts[0], &texts[1]], &legend);
    let means = geomeans(&picked);
    let mut notes = vec![left_out(columns, picked.columns.len(), "columns")];
    let (is_narrow, marks) = (picked.is_narrow(), picked.columns.len());
    let above = if is_narrow { LINE } else { 0.0 };
    let own = above + if marks == 1 { 24.0 } else { 14.0 * marks as f64 + 10.0 };
    let ways = table.direction.map_or(0.0, |_| 20.0);
    let row = picked.height.map_or(own, |height| {
        let rows = picked.rows.len() as f64 + if means.is_empty() { 0.0 } else { 1.0 };
        let room = height - top - 20.0 - ways - foot_height(&canvas, &notes) - 2.0 * LINE;
        (room / rows).clamp(0.75 * own, 2.0 * own)
    });
    if let Some(height) = picked.height {
        let fit = (height - top - 20.0 - ways - 4.0 * LINE) / row
            - if means.is_empty() { 0.0 } else { 1.0 };
        picked.rows.truncate((fit as usize).max(1));
    }
    let labels = picked.row_labels();
    notes.insert(0, labels.note.clone());
    notes.push(left_out(total, picked.rows.len(), "rows"));
    let rows = picked.rows.len() as f64;
    let changes = || {
        let all = picked.rows.iter().flat_map(|&row| picked.row(row).comparisons.iter());
        all.filter(|c| picked.columns.contains(&(c.column as usize)))
    };
    let told = |text: &dyn Fn(&Comparison) -> String| {
        changes().map(|c| width(&text(c))).fold(0.0, f64::max)
    };
    let intervals = if picked.width < 640.0 { 0.0 } else { told(&interval_text) };
    let delta = told(&|c: &Comparison| delta_text(c)).max(width("+00.00%"));
    let beside = delta + intervals + if 0.0 < intervals { 10.0 } else { 0.0 } + 14.0;
    let left = match is_narrow {
        true => MARGIN + 6.0,
        false => MARGIN + labels.width().max(width("geomean")).min(0.32 * picked.width) + 14.0,
    };
    let right = picked.width - MARGIN - if is_narrow { 6.0 } else { beside };
    let plot = Plot { left, right, top: top + 22.0, bottom: top + 22.0 + row * rows };
    let layout = Layout { plot, row, above, marks, is_narrow, intervals };
    let ratios = changes().filter_map(Change::of);
    let means_there = means.iter().map(|&(_, ratio)| Change { ratio, bounds: None });
    let room = ((plot.right - plot.left) / 52.0) as usize;
    let axis = RatioAxis::of_changes(picked.report, ratios.chain(means_there), room);
    let last = plot.bottom + if means.is_empty() { 0.0 } else { own.min(row) };
    draw_ground(&mut canvas, Plot { bottom: last, ..plot }, &axis);
    for (i, &place) in picked.rows.iter().enumerate() {
        let y = plot.top + row * i as f64;
        let label = (&labels.short[i][..], &labels.full[i][..]);
        draw_row(&mut canvas, &picked, (&layout, &axis), (place, y), label);
    }
    if !means.is_empty() {
        draw_means(&mut canvas, &picked, (&layout, &axis), &means);
    }
    let mut y = last;
    if let Some(direction) = table.direction {
        let lower = direction == crate::unit::Direction::Lower;
        let (less, more) = if lower { ("better", "worse") } else { ("worse", "better") };
        let (below, above) = match lower {
            true => (canvas.palette.better, canvas.palette.worse),
            false => (canvas.palette.worse, canvas.palette.better),
        };
        y += 16.0;
        canvas.text((plot.left, y), Hold::Start, below, &format!("← {less}"));
        canvas.text((plot.right, y), Hold::End, above, &format!("{more} →"));
        y += 4.0;
    }
    let height = foot(&mut canvas, y, &notes);
    let svg = canvas.finish(
        picked.height.unwrap_or(height).max(height),
        &format!("{}. {}", texts[0], texts[1]),
    );
    Ok(Drawn { svg, shown: picked.rows.len(), total })
}

/// Title and subtitle.
fn words(picked: &Picked<'_>) -> [String; 2] {
    let (unit, table) = (&picked.unit, picked.table);
    let bases = picked.columns.iter().map(|&column| table.columns[column].base);
    let bases: Vec<u32> = bases.flatten().collect();
    let base = bases.first().filter(|first| bases.iter().all(|base| base == *first));
    let base = base.map(|&base| picked.column_label(base as usize));
    let title = match (&picked.columns[..], base) {
        (&[only], Some(base)) => format!("{unit}: {} vs {base}", picked.column_label(only)),
        (_, Some(base)) => format!("{unit}: change against {base}"),
        _ => format!("{unit}: change against the column before"),
    };
    let about = &picked.about;
    let subtitle = match &picked.report.analysis {
        Some(analysis) => {
            let level = percent(1.0 - picked.report.alpha);
            let margin = percent(analysis.margin);
            format!(
                "typical change with its {level}% interval · the band is the margin, ±{margin}%{about}"
            )
        }
        None => format!("change of the medians{about}"),
    };
    [picked.title(title), subtitle]
}

/// What colours and shapes mean.
fn legend(picked: &Picked<'_>, canvas: &Canvas) -> Vec<(Mark, String)> {
    let mut items = Vec::new();
    let shape = |shape| Mark { shape, colour: canvas.palette.soft, is_hollow: false };
    if 1 < picked.columns.len() {
        let columns = picked.columns.iter().enumerate();
        items.extend(columns.map(|(i, &column)| (shape(i), picked.column_label(column))));
    }
    let comparisons = picked.rows.iter().flat_map(|&row| picked.row(row).comparisons.iter());
    let found: Vec<Outcome> =
        comparisons.filter(|c| c.sides.is_some()).map(|c| c.outcome).collect();
    for outcome in Outcome::ALL.into_iter().filter(|outcome| found.contains(outcome)) {
        let (colour, is_hollow) = canvas.palette.of(outcome);
        items.push((Mark { shape: 0, colour, is_hollow }, outcome.word().to_owned()));
    }
    items
}

/// The geometric means of the columns, where all rows are shown and there is more than one.
fn geomeans(picked: &Picked<'_>) -> Vec<(usize, f64)> {
    let is_shown = picked.is_whole && 1 < picked.table.rows.len();
    let mean = |&column: &usize| {
        let change = picked.table.columns[column].geomean.change?;
        Some((column, change.ratio().filter(|ratio| 0.0 < *ratio && ratio.is_finite())?))
    };
    picked.columns.iter().filter(|_| is_shown).filter_map(mean).collect()
}

fn draw_ground(canvas: &mut Canvas, plot: Plot, axis: &RatioAxis) {
    let palette = canvas.palette;
    if let Some((lo, hi)) = axis.margin {
        let (from, to) = (plot.x(lo), plot.x(hi));
        canvas.rect((from, plot.top), (to - from, plot.bottom - plot.top), palette.band);
    }
    plot.x_axis(canvas, &axis.all_ticks(), plot.top - 7.0);
    let zero = plot.x(axis.place(1.0));
    canvas.line((zero, plot.top), (zero, plot.bottom), palette.zero, 1.2);
}

fn draw_row(
    canvas: &mut Canvas,
    picked: &Picked<'_>,
    (layout, axis): (&Layout, &RatioAxis),
    (place, y): (usize, f64),
    (short, full): (&str, &str),
) {
    let (palette, plot, right) = (canvas.palette, layout.plot, canvas.width - MARGIN);
    canvas.line((MARGIN, y), (right, y), palette.grid, 0.6);
    canvas.open(place, None, full);
    if layout.is_narrow {
        let room = right - MARGIN - width("+00.00% ");
        canvas.text((MARGIN, y + 14.0), Hold::Start, palette.ink, &shortened(short, room));
    } else {
        let at = (MARGIN, y + layout.row / 2.0 + 4.0);
        let room = plot.left - MARGIN - 12.0;
        canvas.text(at, Hold::Start, palette.ink, &shortened(short, room));
    }
    canvas.close();
    let step = (layout.row - layout.above)
        / (layout.marks as f64 + if layout.marks == 1 { 0.0 } else { 0.6 });
    let edge = 0.5 * (layout.row - layout.above - step * layout.marks as f64);
    for (i, &column) in picked.columns.iter().enumerate() {
        let Some(found) = picked.row(place).comparison(column as u32) else { continue };
        let (row_y, y) = (y, y + layout.above + edge + step * (i as f64 + 0.5));
        let (colour, is_hollow) = palette.of(found.outcome);
        let (delta, interval) = (delta_text(found), interval_text(found));
        let title = format!(
            "{full}\n{}: {delta} {interval} {}",
            picked.column_label(column),
            found.outcome.word()
        );
        canvas.open(place, Some(column), &title);
        if let Some(change) = Change::of(found) {
            let mark = Mark { shape: i, colour, is_hollow };
            draw_change(canvas, (plot, axis), (change, y), mark);
        }
        let text_y = if layout.is_narrow { row_y + 14.0 } else { y + 4.0 };
        let text_right =
            if 0.0 < layout.intervals { right - layout.intervals - 10.0 } else { right };
        if !layout.is_narrow || layout.marks == 1 {
            canvas.text((text_right, text_y), Hold::End, colour, &delta);
        }
        if 0.0 < layout.intervals {
            canvas.text((right, text_y), Hold::End, palette.soft, &interval);
        }
        canvas.close();
    }
}

/// A change with its interval; arrows where it goes on beyond the axis.
fn draw_change(
    canvas: &mut Canvas,
    (plot, axis): (Plot, &RatioAxis),
    (change, y): (Change, f64),
    mark: Mark,
) {
    if let Some((lo, hi)) = change.bounds {
        let (from, to) = (plot.x(axis.place(lo)), plot.x(axis.place(hi)));
        canvas.line((from, y), (to, y), mark.colour, 2.0);
        for (bound, x, way) in [(lo, from, 1.0), (hi, to, -1.0)] {
            match bound == 0.0 || bound.is_infinite() {
                true => canvas.polyline(
                    &[(x + 5.0 * way, y - 4.0), (x, y), (x + 5.0 * way, y + 4.0)],
                    mark.colour,
                    1.6,
                    "",
                ),
                false => canvas.line((x, y - 3.5), (x, y + 3.5), mark.colour, 1.6),
            }
        }
    }
    canvas.mark((plot.x(axis.place(change.ratio)), y), mark, 4.4);
}

fn draw_means(
    canvas: &mut Canvas,
    picked: &Picked<'_>,
    (layout, axis): (&Layout, &RatioAxis),
    means: &[(usize, f64)],
) {
    let (palette, plot, right) = (canvas.palette, layout.plot, canvas.width - MARGIN);
    let y = plot.bottom;
    canvas.line((MARGIN, y), (right, y), palette.zero, 1.0);
    let label_y = if layout.is_narrow { y + 14.0 } else { y + layout.row / 2.0 + 4.0 };
    canvas.styled((MARGIN, label_y), Hold::Start, palette.ink, " font-weight=\"700\"", "geomean");
    let step = (layout.row - layout.above)
        / (layout.marks as f64 + if layout.marks == 1 { 0.0 } else { 0.6 });
    let edge = 0.5 * (layout.row - layout.above - step * layout.marks as f64);
    for &(column, ratio) in means {
        let i = picked.columns.iter().position(|&c| c == column).unwrap_or(0);
        let y = y + layout.above + edge + step * (i as f64 + 0.5);
        let shape = if layout.marks == 1 { 2 } else { i };
        let mark = Mark { shape, colour: palette.ink, is_hollow: false };
        canvas.mark((plot.x(axis.place(ratio)), y), mark, 4.8);
        let text_right =
            if 0.0 < layout.intervals { right - layout.intervals - 10.0 } else { right };
        if !layout.is_narrow || layout.marks == 1 {
            let y = if layout.is_narrow { label_y } else { y + 4.0 };
            canvas.text((text_right, y), Hold::End, palette.ink, &change_text(ratio));
        }
    }
}

/// The change in words: as a percentage, or what there is instead.
fn delta_text(comparison: &Comparison) -> String {
    match (comparison.sides.is_some(), Change::of(comparison)) {
        (true, Some(change)) => change_text(change.ratio),
        (true, None) => "from 0".to_owned(),
        (false, _) => comparison.outcome.word().to_owned(),
    }
}

fn interval_text(comparison: &Comparison) -> String {
    let bounds = Change::of(comparison).and_then(|change| change.bounds);
    // An interval that is a point says nothing new.
    let bounds = bounds.filter(|(lo, hi)| lo != hi);
    bounds.map_or(String::new(), |(lo, hi)| format!("[{}, {}]", change_text(lo), change_text(hi)))
}
