//! A change of a row over the columns of its report, in words: the change, and the points on both sides.
//!
//! Takes a report and the changes over its columns; gives strings. Must not know markup.

use super::axis::{suffix, value_text};
use super::history::{HistoryGridChange, change_words, points_by, short_names};
use crate::base::{label_of, plural};
use crate::history::{OverColumns, PointValue};
use crate::table::Report;

/// A change as strings.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedChange {
    /// The name of the row.
    pub row: String,
    /// The change.
    pub words: HistoryGridChange,
    /// The points before it, back to the previous change, and the points after it, up to the next one.
    pub sides: [ExplainedSide; 2],
    /// The indexes of the columns right before it and right after it.
    pub columns: [usize; 2],
}

/// The points on one side of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedSide {
    /// The number of points, and their range: `10 points, v00 to v09`.
    pub points: String,
    /// The name of the range: `v00..v09`.
    pub name: String,
    /// The indexes of the columns of the first and the last point.
    pub span: [usize; 2],
    /// Their median, with its unit: `12.3 ms`.
    pub center: String,
    /// The points closest to the change in their order, with their values: `v09`, `12.4 ms`.
    pub nearest: Vec<(String, String)>,
    /// The number of runs of the point right next to the change.
    pub runs: u32,
}

/// The maximum number of points that each side lists.
const NEAREST: usize = 5;

/// Returns the columns of a table as points: `20 points by .file, v00 to v19`; `None` if there is no such table. `word`
/// translates the name of a key.
#[must_use]
pub fn points_in_words(
    report: &Report,
    table: usize,
    word: &dyn Fn(&str) -> String,
) -> Option<String> {
    let columns = &report.tables.get(table)?.columns;
    let names = short_names(columns.iter().map(|column| &column.key));
    let fields = report.col_fields.iter().map(|field| word(&field.to_string_lossy()));
    Some(points_by(&names, &fields.collect::<Vec<_>>()))
}

/// Explains a change of a row of a table; `None` if there is no change with this number.
#[must_use]
pub fn explain_change(
    report: &Report,
    over: &OverColumns,
    table: usize,
    row: usize,
    number: usize,
) -> Option<ExplainedChange> {
    let found = over.row(table, row)?;
    let change = found.changes.get(number)?;
    let table = report.tables.get(table)?;
    let names = short_names(table.columns.iter().map(|column| &column.key));
    let name = |column: u32| names.get(column as usize).cloned().unwrap_or_default();
    let unit = table.unit.to_string_lossy();
    let value = |value: f64| value_text(table.class, suffix(&unit), value);
    let point = |point: &PointValue| (name(point.point), value(point.center));
    let side = |values: &[PointValue], center: f64, nearest: &[PointValue]| {
        let count = plural(values.len() as u64, "point");
        let points = match values {
            [] => count,
            [only] => format!("{count}, {}", name(only.point)),
            [first, .., last] => format!("{count}, {} to {}", name(first.point), name(last.point)),
        };
        let ends = [values.first(), values.last()].map(|end| end.map_or(0, |point| point.point));
        ExplainedSide {
            points,
            name: format!("{}..{}", name(ends[0]), name(ends[1])),
            span: ends.map(|column| column as usize),
            center: value(center),
            nearest: nearest.iter().map(point).collect(),
            runs: 0,
        }
    };
    let [before, after] =
        [&found.values[change.before.clone()], &found.values[change.after.clone()]];
    let old = ExplainedSide {
        runs: before.last().map_or(0, |point| point.n),
        ..side(before, change.old, &before[before.len().saturating_sub(NEAREST)..])
    };
    let new = ExplainedSide {
        runs: after.first().map_or(0, |point| point.n),
        ..side(after, change.new, &after[..after.len().min(NEAREST)])
    };
    Some(ExplainedChange {
        row: label_of(&table.rows.get(row)?.key),
        words: change_words(table.class, &found.values, change, &name),
        sides: [old, new],
        columns: change.outer_points(&found.values).map(|point| point as usize),
    })
}
