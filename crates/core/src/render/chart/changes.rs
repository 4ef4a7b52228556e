//! Panels of a report over its columns, and of a history.

use super::drawn::{Chart, ChartError, Drawn};
use super::labels::Labels;
use super::panels::{
    Panel, Panels, Step, TICKS, Total, Value, draw as draw_panels, near, panels_max,
};
use super::picked::Picked;
use super::post::frame;
use super::query::{ChartKind, ChartQuery};

use crate::base::{Text, label_of, percent, plural, sort_copies};
use crate::grid::{
    Axis, HistoryGrid, HistoryGridChange, change_text, change_words, point_names, short_names,
    suffix, value_text,
};
use crate::history::{Change, History, HistoryTable, OverColumns, PointValue, RowOverColumns};
use crate::project::field_word;
use crate::table::Outcome;

/// The reason why no row of a short table has a change.
const TOO_SHORT: &str = "to find a change, a row needs at least five points on either side";

/// Draws the rows of a table over its columns; the rows that changed come first.
pub(super) fn draw(picked: &Picked<'_>, found: &OverColumns) -> Result<Drawn, ChartError> {
    let of = |row| found.row(picked.index, row).filter(|found| !found.values.is_empty());
    let Rows { rows, rows_out, total, changed, unchanged } = Rows::new(picked, found);
    let labels = picked.row_labels();
    let name = |row: usize| {
        let place = picked.rows.iter().position(|&other| other == row);
        place.map_or(String::new(), |place| labels.full[place].clone())
    };
    let shown = &picked.columns;
    let keys = || shown.iter().map(|&column| &picked.table.columns[column].key);
    let columns = Labels::new(keys());
    // Commit hashes may be shortened.
    let names = short_names(keys());
    let mut pairs = names.iter().zip(&columns.full);
    let is_cut = pairs.any(|(name, full)| full.starts_with(&name[..]) && name != full);
    let is_whole = shown.len() == picked.table.columns.len();
    let place = |column: u32| shown.iter().position(|&other| other == column as usize);
    let (class, suffix) = (picked.table.class, &picked.suffix);
    let text = |value: f64| value_text(class, suffix, value);
    let panel = |&row: &usize| {
        let RowOverColumns { changes, values, .. } = of(row)?;
        let value = |value: &PointValue| {
            let cell = picked.row(row).cell(value.point)?;
            Some(Value {
                point: place(value.point)?,
                center: value.center,
                bounds: bounds(value),
                title: picked.tooltip(row, cell),
            })
        };
        let step = |change: &Change| {
            let point = |column: u32| {
                let named = place(column).and_then(|place| names.get(place)).cloned();
                named.unwrap_or_else(|| picked.column_label(column as usize))
            };
            step(&name(row), change, &change_words(class, values, change, &point), &text)
        };
        // The search for changes covers all columns, so a selection of columns shows none.
        let changes = if is_whole { &changes[..] } else { &[] };
        let steps: Vec<Step> = changes.iter().map(step).collect();
        let values: Vec<Value> = values.iter().filter_map(value).collect();
        Some(Panel {
            row,
            name: name(row),
            axis: Axis::new(class, suffix, near(&values).into_iter(), TICKS),
            values,
            total: total_of(changes, &steps, &text),
            changes: steps,
        })
    };
    let panels: Vec<Panel> = rows.iter().filter_map(panel).collect();
    let is_short = rows.iter().all(|&row| of(row).is_some_and(RowOverColumns::is_too_short));
    let drawn = Panels {
        title: picked.title(own_title(&picked.unit, changed, is_short)),
        subtitle: picked.intervals() + &picked.about,
        x_name: picked.x_name(),
        notes: vec![
            if is_cut { String::new() } else { columns.note.replace("names", "columns") },
            if is_short { TOO_SHORT.to_owned() } else { String::new() },
            super::frame::left_out("row", &rows_out),
            match unchanged {
                0 => String::new(),
                some => format!("{} did not change", plural(some as u64, "more row")),
            },
        ],
        points: if is_cut { names } else { columns.short },
        width: picked.width,
        theme: picked.theme,
        panels,
    };
    let shown = drawn.panels.len();
    Ok(Drawn { svg: draw_panels(&drawn)?, shown, total, notes: Vec::new() })
}

/// The rows of a table over its columns.
struct Rows {
    /// The rows that are shown.
    rows: Vec<usize>,
    /// The names of rows that do not fit.
    rows_out: Vec<String>,
    /// The number of rows with a value.
    total: usize,
    /// The number of rows that changed.
    changed: usize,
    /// The number of rows that are not shown because they did not change.
    unchanged: usize,
}

impl Rows {
    fn new(picked: &Picked<'_>, found: &OverColumns) -> Rows {
        let of = |row| found.row(picked.index, row).filter(|found| !found.values.is_empty());
        let mut rows: Vec<usize> =
            picked.rows.iter().copied().filter(|&row| of(row).is_some()).collect();
        let total = rows.len();
        // The sort is stable, so both groups keep the requested order.
        let is_last = |row: usize| of(row).is_none_or(|found| found.changes.is_empty());
        sort_copies(&mut rows, &mut |&a, &b| is_last(a).cmp(&is_last(b)));
        let is_whole = picked.columns.len() == picked.table.columns.len();
        let changed = rows.iter().filter(|&&row| is_whole && !is_last(row)).count();
        let is_folded = 0 < changed && !picked.has_unchanged;
        let unchanged = if is_folded { total - changed } else { 0 };
        rows.truncate(total - unchanged);
        let most = panels_max(picked.height);
        let rows_out = picked.names(rows.get(most..).unwrap_or_default());
        rows.truncate(most);
        Rows { rows, rows_out, total, changed, unchanged }
    }
}

fn own_title(unit: &str, changed: usize, is_short: bool) -> String {
    if is_short {
        format!("{unit} over time")
    } else {
        format!("{unit}: {}", changed_words(changed))
    }
}

/// Draws the rows of a history that changed, in the order of its report, with the rows of one table first.
///
/// # Errors
///
/// No row has a value.
pub fn history_chart(history: &History, query: &ChartQuery) -> Result<Chart, ChartError> {
    match &query.post {
        Some(address) => frame(query, address, &|plain| draw_history(history, plain)),
        None => draw_history(history, query),
    }
}

fn draw_history(history: &History, query: &ChartQuery) -> Result<Chart, ChartError> {
    let grid = HistoryGrid::new(history, 1);
    let points = point_names(&history.points);
    let changed = grid.tables.iter().flat_map(|table| {
        table.rows.iter().map(move |row| (table.table as usize, row.row as usize, &row.changes[..]))
    });
    let mut rows: Vec<(usize, usize, &[HistoryGridChange])> = changed.collect();
    let total = rows.len();
    if rows.is_empty() {
        let all = history.tables.iter().enumerate();
        let all = all.flat_map(|(place, table)| (0..table.rows.len()).map(move |row| (place, row)));
        rows = all.map(|(table, row)| (table, row, &[][..])).collect();
        rows.retain(|&(table, row, _)| !history.tables[table].rows[row].values.is_empty());
    }
    let row_name = |table: usize, row: usize| label_of(&history.tables[table].rows[row].key);
    let all = rows.len();
    let most = panels_max(super::frame::height_for(query.height));
    let rows_out: Vec<String> =
        rows.iter().skip(most).map(|&(table, row, _)| row_name(table, row)).collect();
    rows.truncate(most);
    let units: Vec<String> = history.tables.iter().map(|t| t.unit.to_string_lossy()).collect();
    let is_mixed = rows.windows(2).any(|pair| units[pair[0].0] != units[pair[1].0]);
    let panel = |&(table, row, words): &(usize, usize, &[HistoryGridChange])| {
        let unit = &units[table];
        let found = &history.tables[table];
        let name = row_name(table, row);
        let changes = &found.rows[row].changes;
        let all = changes.iter().zip(words.iter().rev());
        let text = |value: f64| value_text(found.class, suffix(unit), value);
        let step = |(change, words): (&Change, _)| step(&name, change, words, &text);
        let steps: Vec<Step> = all.map(step).collect();
        let values = values(found, row, &points, suffix(unit));
        Panel {
            row,
            axis: Axis::new(found.class, suffix(unit), near(&values).into_iter(), TICKS),
            values,
            total: total_of(changes, &steps, &text),
            changes: steps,
            name: if is_mixed { format!("{name}, {unit}") } else { name },
        }
    };
    let panels: Vec<Panel> = rows.iter().map(panel).collect();
    let unit = rows.first().filter(|_| !is_mixed).map(|&(table, ..)| format!("{}: ", units[table]));
    let by = history.by_fields.iter().map(Text::to_string_lossy);
    let by: Vec<String> = by.map(|field| field_word(&field)).collect();
    let own = format!("{}{}", unit.unwrap_or_default(), grid.answer);
    let drawn = Panels {
        title: if query.title.trim().is_empty() { own } else { query.title.clone() },
        subtitle: format!(
            "{} by {}; {}s with {}% intervals",
            plural(points.len() as u64, "point"),
            by.join(","),
            history.query.test.average(),
            percent(history.query.confidence)
        ),
        points,
        x_name: by.join(" "),
        notes: vec![super::frame::left_out("row", &rows_out)],
        width: super::frame::width_for(query.width, 860.0),
        theme: query.theme,
        panels,
    };
    let shown = drawn.panels.len() as u32;
    let svg = draw_panels(&drawn)?;
    Ok(Chart {
        svg,
        kind: ChartKind::Changes,
        shown,
        total: total.max(all) as u32,
        notes: Vec::new(),
    })
}

fn changed_words(changed: usize) -> String {
    match changed {
        0 => "no evidence of a change".to_owned(),
        1 => "1 row changed".to_owned(),
        rows => format!("{rows} rows changed"),
    }
}

fn values(table: &HistoryTable, row: usize, points: &[String], suffix: &str) -> Vec<Value> {
    let name = label_of(&table.rows[row].key);
    let value = |value: &PointValue| {
        let text = |value: f64| value_text(table.class, suffix, value);
        let interval = match bounds(value) {
            Some((lo, hi)) => format!(" [{}, {}]", text(lo), text(hi)),
            None => String::new(),
        };
        let (point, center) = (&points[value.point as usize], text(value.center));
        Value {
            point: value.point as usize,
            center: value.center,
            bounds: bounds(value),
            title: format!("{name}\n{point}: {center}{interval} n={}", value.n),
        }
    };
    table.rows[row].values.iter().map(value).collect()
}

fn bounds(value: &PointValue) -> Option<(f64, f64)> {
    (value.lo.is_finite() && value.hi.is_finite()).then_some((value.lo, value.hi))
}

/// Describes a change of the row with the name `row`.
fn step(
    row: &str,
    change: &Change,
    words: &HistoryGridChange,
    text: &dyn Fn(f64) -> String,
) -> Step {
    let HistoryGridChange { between, values, size, bounds, test, remarks, .. } = words;
    let more: String = remarks.iter().map(|remark| format!("\n{remark}")).collect();
    let bounds = if bounds.is_empty() { String::new() } else { format!(" {bounds}") };
    Step {
        at: change.after.start,
        outcome: change.outcome,
        size: size.replace('-', "−"),
        levels: [change.old, change.new],
        texts: [change.old, change.new].map(text),
        title: format!(
            "{row}\n{} {size}{bounds} ({test})\n{} → {}\nbetween {between}{more}",
            change.outcome.word(),
            values[0],
            values[1]
        ),
    }
}

/// Describes the change from the first level to the last. Only changes with the same outcome have a common outcome.
fn total_of(changes: &[Change], steps: &[Step], size_of: &dyn Fn(f64) -> String) -> Option<Total> {
    let (first, last) = (changes.first()?, changes.last()?);
    let sign = |old: f64, new: f64| new.partial_cmp(&old);
    let way = sign(first.old, last.new);
    let alike = changes.iter().find(|change| sign(change.old, change.new) == way);
    let outcome = alike.map_or(Outcome::Unchanged, |change| change.outcome);
    let size = match changes {
        [_] => steps.first()?.size.clone(),
        _ if 0.0 < first.old && 0.0 < last.new => change_text(last.new / first.old),
        _ => {
            let plus = if first.old <= last.new { "+" } else { "" };
            format!("{plus}{}", size_of(last.new - first.old))
        }
    };
    let is_same = changes.iter().all(|change| change.outcome == outcome);
    let word = if is_same { format!("{} ", outcome.word()) } else { String::new() };
    let count =
        if changes.len() == 1 { String::new() } else { format!(" in {} changes", changes.len()) };
    Some(Total { text: format!("{word}{size}{count}"), outcome })
}
