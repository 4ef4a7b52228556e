//! The change of each row with its interval, on one axis of ratios.

mod groups;
mod rows;

use super::canvas::{Canvas, Hold, Mark};
use super::drawn::{ChartError, Drawn};
use super::frame::{LINE, MARGIN, Plot, foot, foot_height, head, left_out};
use super::labels::Labels;
use super::metrics::width;
use super::picked::Picked;
use crate::base::percent;
use crate::grid::{Change, RatioAxis};
use crate::spec::{Sort, SortBy};
use crate::table::{Comparison, Outcome, Outcomes, row_order_by};
use groups::Groups;
use rows::{Forest, Layout, draw_ground, draw_heading, draw_means, draw_row, interval_text};
pub(super) use rows::{change_title, delta_text, draw_change};

/// The maximum number of rows that are legible on a slide.
const ROWS_MAX: usize = 60;
/// The maximum number of columns.
const COLUMNS_MAX: usize = 8;
/// The minimum width of a picture that prints intervals in words.
const INTERVALS_MIN: f64 = 640.0;
/// The width of a tick's label.
const TICK: f64 = 46.0;

pub(super) fn draw(mut picked: Picked<'_>) -> Result<Drawn, ChartError> {
    let rows = picked.rows.clone();
    let columns = choose(&mut picked)?;
    let mut groups = Groups::arrange(&mut picked);
    let mut canvas = Canvas::new(picked.width, picked.theme);
    let texts = words(&picked, &picked.columns);
    let legend = legend(&picked, &canvas);
    let top = head(&mut canvas, [&texts[0], &texts[1]], &legend) + 22.0;
    let means = geomeans(&picked);
    let columns_out = left_out("column", &picked.columns_left_out(&columns));
    let mut notes = vec![columns_out.clone()];
    let marks = picked.columns.len();
    let above = if picked.is_narrow() { LINE } else { 0.0 };
    let own = above + if marks == 1 { 24.0 } else { 14.0 * marks as f64 + 10.0 };
    let mut row = own;
    if let Some(height) = picked.height {
        let ways = if picked.table.direction.is_some() { 20.0 } else { 0.0 };
        let room = height - top - ways - foot_height(&canvas, &notes) - 2.0 * LINE;
        let last = if means.is_empty() { 0.0 } else { 1.0 };
        let all = picked.rows.len();
        row = ((room - groups.height(all)) / (all as f64 + last)).clamp(0.75 * own, 2.0 * own);
        let fits = |&rows: &usize| groups.height(rows) + row * (rows as f64 + last) <= room;
        let most = (1..=all).take_while(fits).last().unwrap_or(1);
        picked.rows.truncate(most);
        groups.truncate(most);
    }
    let mut labels = picked.row_labels();
    groups.shorten(&mut labels);
    notes.insert(0, labels.note.clone());
    notes.push(left_out("row", &picked.rows_left_out(&rows)));
    let bottom = top + row * picked.rows.len() as f64 + groups.height(picked.rows.len());
    let layout = layout(&picked, &labels, top, bottom, row, above);
    let plot = layout.plot;
    let ratios = changes(&picked).filter_map(Change::of);
    let means_there = means.iter().map(|&(_, change)| change);
    let room = ((plot.right - plot.left) / TICK) as usize;
    let axis = RatioAxis::of_changes(picked.report, ratios.chain(means_there), room);
    let last = plot.bottom + if means.is_empty() { 0.0 } else { row };
    draw_ground(&mut canvas, Plot { bottom: last, ..plot }, &axis);
    let names = labels.fit(layout.room(picked.width));
    let forest = Forest { picked: &picked, layout: &layout, axis: &axis };
    for (i, &place) in picked.rows.iter().enumerate() {
        let y = plot.top + row * i as f64 + groups.height(i + 1);
        if let Some(heading) = groups.heading(i) {
            draw_heading(&mut canvas, y, heading);
        }
        draw_row(&mut canvas, &forest, place, y, &names[i], &labels.full[i]);
    }
    if !means.is_empty() {
        draw_means(&mut canvas, &forest, &means);
    }
    let y = draw_ways(&mut canvas, &picked, Plot { bottom: last, ..plot });
    let height = foot(&mut canvas, y, &notes);
    let height = picked.height.unwrap_or(height).max(height);
    let svg = canvas.finish(height, &format!("{}. {}", texts[0], texts[1]));
    let (shown, total) = (picked.rows.len(), rows.len());
    Ok(Drawn { svg, shown, total, notes: vec![columns_out] })
}

/// Keeps the columns that are compared and the rows that have a comparison, the worst first unless the query gives an
/// order; returns the columns that have changes.
fn choose(picked: &mut Picked<'_>) -> Result<Vec<usize>, ChartError> {
    let table = picked.table;
    if picked.has_own_order {
        let worst = Sort { by: SortBy::Worst, ..Sort::default() };
        let order = row_order_by(picked.report, picked.index, worst, Outcomes::Found, "");
        picked.rows = order.into_iter().map(|row| row as usize).collect();
    }
    let found = |row: usize, column: usize| table.rows[row].comparison(column as u32);
    let is_compared = |row, column| found(row, column).is_some_and(|c| c.sides().is_some());
    picked.columns.retain(|&column| picked.rows.iter().any(|&row| is_compared(row, column)));
    let columns = picked.columns.clone();
    if columns.is_empty() {
        return Err(ChartError::Nothing("no row is compared with another column".into()));
    }
    picked.keep_latest(COLUMNS_MAX);
    picked.rows.retain(|&row| picked.columns.iter().any(|&column| found(row, column).is_some()));
    picked.rows.truncate(ROWS_MAX);
    Ok(columns)
}

/// Returns the comparisons that are shown.
fn changes<'r>(picked: &'r Picked<'_>) -> impl Iterator<Item = &'r Comparison> {
    let all = picked.rows.iter().flat_map(|&row| picked.row(row).comparisons.iter());
    all.filter(|found| picked.columns.contains(&(found.column as usize)))
}

fn layout(
    picked: &Picked<'_>,
    labels: &Labels,
    top: f64,
    bottom: f64,
    row: f64,
    above: f64,
) -> Layout {
    let is_narrow = picked.is_narrow();
    let reported = |text: fn(&Comparison) -> String| {
        changes(picked).map(|found| width(&text(found))).fold(0.0, f64::max)
    };
    let intervals = if picked.width < INTERVALS_MIN { 0.0 } else { reported(interval_text) };
    let plot = Plot { left: MARGIN + 6.0, right: picked.width - MARGIN - 6.0, top, bottom };
    let mut layout = Layout { plot, row, above, marks: picked.columns.len(), is_narrow, intervals };
    if !is_narrow {
        let widest = labels.width().max(width("geomean")).min(0.32 * picked.width);
        layout.plot.left = MARGIN + widest + 14.0;
        let delta = reported(delta_text).max(width("+00.00%"));
        layout.plot.right = picked.width - MARGIN - delta - layout.beside() - 14.0;
    }
    layout
}

/// Draws the better direction below both ends of the axis; returns the lower end of this text.
fn draw_ways(canvas: &mut Canvas, picked: &Picked<'_>, plot: Plot) -> f64 {
    let Some(direction) = picked.table.direction else { return plot.bottom };
    let (better, worse) = (("better", canvas.palette.better), ("worse", canvas.palette.worse));
    let (less, more) = if direction.word() == "lower" { (better, worse) } else { (worse, better) };
    let y = plot.bottom + 16.0;
    canvas.text((plot.left, y), Hold::Start, less.1, &format!("← {}", less.0));
    canvas.text((plot.right, y), Hold::End, more.1, &format!("{} →", more.0));
    y + 4.0
}

/// Returns title and subtitle for the changes in these columns.
pub(super) fn words(picked: &Picked<'_>, columns: &[usize]) -> [String; 2] {
    let (unit, table) = (&picked.unit, picked.table);
    let bases = columns.iter().map(|&column| table.columns[column].base);
    let bases: Vec<u32> = bases.flatten().collect();
    let base = bases.first().filter(|first| bases.iter().all(|base| base == *first));
    let base = base.map(|&base| picked.column_label(base as usize));
    let title = match (columns, base) {
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
                "estimated change with its {level}% interval · the band is the margin, ±{margin}%{about}"
            )
        }
        None => format!("change of the {}{about}", picked.averages()),
    };
    [picked.title(title), subtitle]
}

/// Explains colors and shapes.
fn legend(picked: &Picked<'_>, canvas: &Canvas) -> Vec<(Mark, String)> {
    let mut items = Vec::new();
    let shape = |shape| Mark { shape, colour: canvas.palette.soft, is_hollow: false };
    if 1 < picked.columns.len() {
        let columns = picked.columns.iter().enumerate();
        items.extend(columns.map(|(i, &column)| (shape(i), picked.column_label(column))));
    }
    let comparisons = picked.rows.iter().flat_map(|&row| picked.row(row).comparisons.iter());
    items.extend(outcomes(comparisons, canvas));
    items
}

/// Explains the colors of the outcomes of comparisons.
pub(super) fn outcomes<'r>(
    comparisons: impl Iterator<Item = &'r Comparison>,
    canvas: &Canvas,
) -> Vec<(Mark, String)> {
    let found: Vec<Outcome> =
        comparisons.filter(|c| c.sides().is_some()).map(|c| c.outcome).collect();
    let mut items = Vec::new();
    for outcome in Outcome::ALL.into_iter().filter(|outcome| found.contains(outcome)) {
        let (colour, is_hollow) = canvas.palette.of(outcome);
        items.push((Mark { shape: 0, colour, is_hollow }, outcome.word().to_owned()));
    }
    items
}

/// Returns the geometric means of the columns, if all rows are shown and there is more than one.
fn geomeans(picked: &Picked<'_>) -> Vec<(usize, Change)> {
    let is_shown = picked.is_whole && 1 < picked.table.rows.len();
    let mean = |&column: &usize| {
        let geomean = &picked.table.columns[column].geomean;
        let suite = picked.table.suite(column).and_then(|suite| Change::of(&suite.comparison));
        let mean = || Some(Change { ratio: geomean.change?.ratio()?, bounds: None });
        let change = suite.or_else(mean)?;
        (0.0 < change.ratio && change.ratio.is_finite()).then_some((column, change))
    };
    picked.columns.iter().filter(|_| is_shown).filter_map(mean).collect()
}
