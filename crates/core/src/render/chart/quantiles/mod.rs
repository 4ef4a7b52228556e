//! Quantiles of latency: for each row, the changes of its quantiles above a curve for each column.
//!
//! The horizontal axis gives the tail room: a quantile q is at log(1 / (1 − q)).

mod block;
mod level;

use super::canvas::{Canvas, Hold, Mark};
use super::drawn::{ChartError, Drawn};
use super::forest::{outcomes, words};
use super::frame::{LINE, MARGIN, foot, head, left_out, left_out_for};
use super::lines::NAMED_MAX;
use super::metrics::{shortened_apart, width};
use super::picked::Picked;
use crate::grid::{Axis, Change, QuantileTable, RatioAxis, Tick, counterpart, quantiles};
use crate::stats::math::ln;
use crate::table::Comparison;
use block::{Block, draw_block};
use level::{Found, Level};

/// The maximum number of rows that a reader can survey.
const ROWS_MAX: usize = 20;
/// The height of a row's panels with its name and the labels of the axis, and without changes.
const BLOCK: f64 = 360.0;
const CURVES: f64 = 250.0;
/// The height of everything else in a picture.
const REST: f64 = 130.0;

const NEEDS: &str =
    "no benchmark has two quantiles of latency: log them in units such as p50-sec and p99-sec";

pub(super) fn draw(mut picked: Picked<'_>) -> Result<Drawn, ChartError> {
    let all = quantiles(picked.report, picked.index);
    let Some(first) = all.first() else { return Err(ChartError::Nothing(NEEDS.into())) };
    picked.unit =
        if first.quantile.is_corrected() { "corrected latency" } else { "latency" }.to_owned();
    if let Some(window) = first.quantile.window() {
        picked.unit.push_str(&format!(" in windows of {window}"));
    }
    "s".clone_into(&mut picked.suffix);
    picked.columns.retain(|&column| !picked.table.columns[column].is_absent);
    let columns = picked.columns.clone();
    picked.keep_latest(NAMED_MAX);
    let levels = levels(&picked, &all);
    let fits = picked.height.map_or(ROWS_MAX, |height| ((height - REST) / CURVES) as usize);
    let (found, lacking) = find(&picked, &levels, fits.clamp(1, ROWS_MAX));
    if found.is_empty() {
        return Err(ChartError::Nothing(NEEDS.into()));
    }
    let total = picked.rows.len() - lacking.len();
    let rows: Vec<usize> =
        picked.rows.iter().copied().filter(|row| !lacking.contains(row)).collect();
    picked.rows = found.iter().map(|found| found.row).collect();
    let lacking = left_out_for("row", " with fewer than two quantiles", &picked.names(&lacking));
    let columns_out = left_out("column", &picked.columns_left_out(&columns));
    let rows_out = left_out("row", &picked.rows_left_out(&rows));
    let notes = [lacking.clone(), rows_out, columns_out.clone()];
    let svg = picture(&picked, &levels, &found, &notes);
    Ok(Drawn { svg, shown: found.len(), total, notes: vec![lacking, columns_out] })
}

/// Returns the quantiles with their positions.
fn levels<'r>(picked: &Picked<'r>, all: &[QuantileTable<'r>]) -> Vec<Level<'r>> {
    let percents: Vec<f64> = all.iter().map(|found| found.quantile.percent).collect();
    let places = places(&percents);
    let level = |(found, x): (&QuantileTable<'r>, f64)| {
        let table = &picked.report.tables[found.table];
        let key = |&column: &usize| &picked.table.columns[column].key;
        let index = |column: &usize| {
            let found = table.columns.iter().position(|found| found.key == *key(column));
            // No cell has this index.
            found.unwrap_or(table.columns.len())
        };
        let columns = picked.columns.iter().map(index).collect();
        let picked = Picked { index: found.table, table, columns, ..picked.clone() };
        Level { x, name: found.quantile.name, picked }
    };
    all.iter().zip(places).map(level).collect()
}

/// Returns the positions of ascending percentages, from 0 to 1.
fn places(percents: &[f64]) -> Vec<f64> {
    let tail = |percent: f64| -ln((100.0 - percent) / 100.0);
    let (lo, hi) = (tail(percents[0]), tail(percents[percents.len() - 1]));
    let place = |&percent: &f64| (tail(percent) - lo) / (hi - lo);
    percents.iter().map(place).map(|x| if x.is_finite() { x } else { 0.5 }).collect()
}

/// Returns the first rows that have at least two quantiles, and the rows before the last of them that have not.
fn find<'l, 'r>(
    picked: &Picked<'r>,
    levels: &'l [Level<'r>],
    most: usize,
) -> (Vec<Found<'l, 'r>>, Vec<usize>) {
    let (mut found, mut lacking) = (Vec::new(), Vec::new());
    for &row in &picked.rows {
        if found.len() == most {
            break;
        }
        let has_cell = |(level, row): &(&Level<'r>, usize)| {
            (0..picked.columns.len()).any(|column| level.cell(*row, column).is_some())
        };
        let at = |level: &'l Level<'r>| {
            let index = counterpart(picked.report, level.picked.index, row, picked.row(row))?;
            Some((level, index)).filter(has_cell)
        };
        let levels: Vec<_> = levels.iter().filter_map(at).collect();
        if levels.len() < 2 {
            lacking.push(row);
        } else {
            found.push(Found { row, levels });
        }
    }
    (found, lacking)
}

fn picture(
    picked: &Picked<'_>,
    levels: &[Level<'_>],
    found: &[Found<'_, '_>],
    notes: &[String],
) -> String {
    let mut canvas = Canvas::new(picked.width, picked.theme);
    let of = |column: usize| {
        let levels = found.iter().flat_map(|found| &found.levels);
        levels.filter_map(move |(level, row)| level.comparison(*row, column))
    };
    let is_compared = |column: &usize| of(*column).any(|one| one.sides().is_some());
    let compared: Vec<usize> = (0..picked.columns.len()).filter(is_compared).collect();
    let comparisons = || compared.iter().flat_map(|&column| of(column));
    let axes: Vec<Axis> = found.iter().map(|found| block::axis(picked, found)).collect();
    let texts = own_words(picked, &compared, axes.iter().any(|axis| axis.logarithmic));
    let legend = legend(picked, &canvas, comparisons());
    let mut top = head(&mut canvas, [&texts[0], &texts[1]], &legend) + 4.0;
    let ratios = RatioAxis::of_changes(picked.report, comparisons().filter_map(Change::of), 5);
    let labels = axes.iter().flat_map(|axis| &axis.ticks).map(|tick| width(&tick.label));
    let changes = ratios.ticks.iter().map(|(_, label)| width(label));
    let left = MARGIN + labels.chain(changes).fold(0.0, f64::max) + 10.0;
    let own = if compared.is_empty() { CURVES } else { BLOCK };
    let height = picked.height.map_or(own, |height| {
        ((height - top - 2.0 * LINE) / found.len() as f64).clamp(0.6 * own, 3.0 * own)
    });
    let tick = |level: &Level<'_>| Tick { place: level.x, label: level.name.to_owned(), rank: 0 };
    let ticks: Vec<Tick> = levels.iter().map(tick).collect();
    let full = picked.row_labels().full;
    let names: Vec<&str> = full.iter().map(|name| &name[..]).collect();
    let names = shortened_apart(&names, picked.width - MARGIN - left);
    for ((found, axis), name) in found.iter().zip(axes).zip(&names) {
        let block = Block { picked, found, name, ticks: &ticks, compared: &compared, left };
        draw_block(&mut canvas, &block, &ratios, axis, [top, top + height]);
        top += height;
    }
    let at = ((left + picked.width - MARGIN) / 2.0, top + 4.0);
    canvas.text(at, Hold::Middle, canvas.palette.soft, "percentile");
    let end = foot(&mut canvas, top + 8.0, notes);
    let height = picked.height.unwrap_or(end).max(end);
    canvas.finish(height, &format!("{}. {}", texts[0], texts[1]))
}

/// Returns title and subtitle.
fn own_words(picked: &Picked<'_>, compared: &[usize], is_logarithmic: bool) -> [String; 2] {
    let scale = if is_logarithmic { " · logarithmic" } else { "" };
    let curves = format!("{}{scale}", picked.intervals());
    if compared.is_empty() {
        let title = picked.title(format!("{} by percentile", picked.unit));
        return [title, format!("{curves}{}", picked.about)];
    }
    let columns: Vec<usize> = compared.iter().map(|&column| picked.columns[column]).collect();
    let [title, changes] = words(picked, &columns);
    [title, format!("above: {changes} · below: {curves}")]
}

/// Explains the marks of columns and the colors of outcomes.
fn legend<'r>(
    picked: &Picked<'_>,
    canvas: &Canvas,
    comparisons: impl Iterator<Item = &'r Comparison>,
) -> Vec<(Mark, String)> {
    let mark = |shape| Mark { shape, colour: canvas.palette.hue(shape), is_hollow: false };
    let columns = picked.columns.iter().enumerate();
    let columns = columns.map(|(i, &column)| (mark(i), picked.column_label(column)));
    columns.chain(outcomes(comparisons, canvas)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_nine_of_the_tail_has_the_same_room() {
        let close = |percents: &[f64], want: &[f64]| {
            let found = places(percents);
            let is_close = found.iter().zip(want).all(|(a, b)| (a - b).abs() < 1e-9);
            assert!(is_close && found.len() == want.len(), "{percents:?}: {found:?}");
        };
        close(&[90.0, 99.0, 99.9, 99.99], &[0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0]);
        close(&[0.0, 50.0, 75.0], &[0.0, 0.5, 1.0]);
        close(&[50.0, 50.0], &[0.5, 0.5]);
    }
}
