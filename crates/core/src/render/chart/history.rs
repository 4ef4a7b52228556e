//! Medians over the columns in their order. If rows have different magnitudes, they share an axis of ratios, each
//! relative to its first value.

use super::drawn::{ChartError, Drawn};
use super::frame::left_out;
use super::labels::Labels;
use super::lines::{
    Height, LINES_MAX, Lines, NAMED_MAX, Point, Series, draw as draw_lines, own_height,
};
use super::metrics::shortened;
use super::picked::Picked;
use crate::grid::{Axis, RatioAxis, Tick, change_text};
use crate::stats::math::ln;

/// Rows whose values differ by a larger factor do not share an axis of values.
const ALIKE: f64 = 2.5;

pub(super) fn draw(mut picked: Picked<'_>) -> Result<Drawn, ChartError> {
    let (table, all_rows) = (picked.table, picked.rows.clone());
    picked.columns.retain(|&column| !table.columns[column].is_absent);
    let has_value = |row: &usize| centers(&picked, *row).next().is_some();
    let rows: Vec<usize> = picked.rows.iter().copied().filter(has_value).collect();
    let all = || rows.iter().flat_map(|&row| centers(&picked, row));
    let (lo, hi) = all().fold((f64::INFINITY, 0.0_f64), |(lo, hi), v| (lo.min(v), hi.max(v)));
    let is_relative = 1 < rows.len() && 0.0 < lo && ALIKE * lo < hi;
    if rows.is_empty() {
        return Err(ChartError::Nothing("no row has a value".into()));
    }
    picked.rows = rows;
    picked.rows.truncate(LINES_MAX);
    let labels = picked.row_labels();
    let columns = Labels::new(picked.columns.iter().map(|&column| &table.columns[column].key));
    let mut series = lines(&picked, &labels, is_relative);
    name_most_changed(&mut series);
    let height = height(&picked, &series, is_relative);
    let unit = &picked.unit;
    let title = if is_relative {
        format!("{unit}: change since the first column")
    } else if picked.rows.len() == 1 {
        format!("{unit}: {}", labels.full[0])
    } else {
        unit.clone()
    };
    let log = matches!(&height, Height::Values(axis) if axis.logarithmic);
    let subtitle = format!(
        "{}{}{}",
        picked.intervals(),
        if log { " · logarithmic" } else { "" },
        picked.about
    );
    let shown = picked.rows.len();
    let grey = series.iter().filter(|series| series.hue.is_none()).count();
    let notes = [
        labels.note,
        columns.note.replace("names", "columns"),
        match grey {
            0 => String::new(),
            _ => format!(
                "named are the {NAMED_MAX} rows that changed most; the others are grey: {grey}"
            ),
        },
        left_out("row", &picked.rows_left_out(&all_rows)),
    ];
    let lines = Lines {
        title: picked.title(title),
        subtitle,
        x_ticks: ticks(&picked, &columns),
        x_name: picked.x_name(),
        series,
        height,
        is_in_steps: true,
        notes: &notes,
    };
    let (svg, total) = (draw_lines(&picked, &lines), all_rows.len());
    Ok(Drawn { svg, shown, total, notes: Vec::new() })
}

/// Returns the finite medians of a row, in the order of the columns.
fn centers<'p>(picked: &'p Picked<'_>, row: usize) -> impl Iterator<Item = f64> + 'p {
    let cells =
        picked.columns.iter().filter_map(move |&column| picked.row(row).cell(column as u32));
    cells.map(|cell| cell.summary.center).filter(|center| center.is_finite())
}

/// Returns the position of the column with this number.
fn place(picked: &Picked<'_>, number: usize) -> f64 {
    match picked.columns.len() {
        0 | 1 => 0.5,
        columns => number as f64 / (columns - 1) as f64,
    }
}

/// Returns a line for each row, without a hue.
fn lines(picked: &Picked<'_>, labels: &Labels, is_relative: bool) -> Vec<Series> {
    let line = |(i, &row): (usize, &usize)| {
        let first = centers(picked, row).next().filter(|_| is_relative).unwrap_or(1.0);
        let mut points = Vec::new();
        for (number, &column) in picked.columns.iter().enumerate() {
            let Some(cell) = picked.row(row).cell(column as u32) else { continue };
            let (summary, value) = (cell.summary, cell.summary.center / first);
            if !value.is_finite() {
                continue;
            }
            let is_there = summary.lo.is_finite() && summary.hi.is_finite();
            let mut title = picked.tooltip(row, cell);
            if is_relative {
                title += &format!(" ({})", change_text(value));
            }
            let bounds = is_there.then_some((summary.lo / first, summary.hi / first));
            points.push(Point { x: place(picked, number), value, bounds, row, column, title });
        }
        let name = labels.short[i].clone();
        Series { name, hue: None, dash: 0, points, ideal: Vec::new() }
    };
    picked.rows.iter().enumerate().map(line).collect()
}

fn height(picked: &Picked<'_>, series: &[Series], is_relative: bool) -> Height {
    let values = series.iter().flat_map(|series| &series.points).flat_map(|point| {
        let (lo, hi) = point.bounds.unwrap_or((point.value, point.value));
        [point.value, lo, hi]
    });
    let room = (own_height(picked) / 62.0) as usize;
    if is_relative {
        let margin = picked.report.analysis.as_ref().map(|analysis| analysis.margin);
        return Height::Ratios(RatioAxis::new(values, margin, room + 2));
    }
    Height::Values(Axis::new(picked.table.class, &picked.suffix, values, room))
}

fn ticks(picked: &Picked<'_>, columns: &Labels) -> Vec<Tick> {
    let slot = (picked.width - 140.0) / picked.columns.len().max(1) as f64;
    let tick = |(number, label): (usize, &String)| Tick {
        place: place(picked, number),
        label: shortened(label, slot.max(90.0)),
        rank: 0,
    };
    columns.short.iter().enumerate().map(tick).collect()
}

/// Gives hues to the lines whose last value differs most from the first.
fn name_most_changed(series: &mut [Series]) {
    let change = |series: &Series| match (series.points.first(), series.points.last()) {
        (Some(first), Some(last)) if 0.0 < first.value && 0.0 < last.value => {
            ln(last.value / first.value).abs()
        }
        _ => 0.0,
    };
    let changes: Vec<f64> = series.iter().map(change).collect();
    let mut places: Vec<usize> = (0..series.len()).collect();
    crate::base::sort::sort_indices(&mut places, &mut |a, b| changes[b].total_cmp(&changes[a]));
    let mut named = places[..places.len().min(NAMED_MAX)].to_vec();
    named.sort_unstable();
    for (hue, place) in named.into_iter().enumerate() {
        series[place].hue = Some(hue);
    }
}
