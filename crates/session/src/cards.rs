//! Cards: each unit at a glance.

use benchlens::Report;
use benchlens::base::{label_of, sort_copies};
use benchlens::grid::Bars;
use benchlens::table::{Column, Comparison, MeanChange, Outcome, Table};
use benchlens::unit::Direction;

use crate::types::{CardColumn, CardView, CardWord, Look};
use crate::typography::{change, count, counted};

/// So many columns a card names.
const COLUMNS_MAX: usize = 3;

/// A card for each unit, in the order of their first tables.
///
/// `bars` are those of its tables.
pub(crate) fn cards(report: &Report, bars: &[Bars]) -> Vec<CardView> {
    let mut units: Vec<(String, Vec<usize>)> = Vec::new();
    let mut places = std::collections::BTreeMap::new();
    for (index, table) in report.tables.iter().enumerate() {
        let unit = table.unit.to_string_lossy();
        let place = *places.entry(unit.clone()).or_insert(units.len());
        if place == units.len() {
            units.push((unit, Vec::new()));
        }
        units[place].1.push(index);
    }
    units.into_iter().map(|(unit, tables)| card((report, bars), unit, tables)).collect()
}

fn card((report, bars): (&Report, &[Bars]), unit: String, tables: Vec<usize>) -> CardView {
    let all = || tables.iter().map(|&index| &report.tables[index]);
    let is_compared = |table: &&Table| table.columns.iter().any(|column| column.base.is_some());
    let columns = all().find(is_compared).map(card_columns).unwrap_or_default();
    // One axis for all tables of the unit.
    let axis = tables.iter().find(|&&index| is_compared(&&report.tables[index]));
    let strip = axis.map(|&index| strip(&bars[index], all())).unwrap_or_default();
    let rows: u64 = all().map(|table| table.rows.len() as u64).sum();
    let names = report
        .row_fields
        .iter()
        .any(|field| [&b".fullname"[..], b".name"].contains(&field.as_bytes()));
    let words = Outcome::ALL.into_iter().filter_map(|outcome| {
        let found: u64 = all().map(|table| u64::from(table.counts().of(outcome))).sum();
        let text = format!("{} {}", count(found), outcome.word());
        (found != 0).then_some(CardWord { outcome, count: found, text })
    });
    let words = words.collect();
    let rows = counted(rows, if names { "benchmark" } else { "row" });
    let more = columns.len().saturating_sub(COLUMNS_MAX);
    CardView { unit, columns: most_changed(columns), more, words, rows, strip, tables }
}

/// So many marks a small picture has.
const MARKS_MAX: usize = 60;

/// The typical changes of tables, ascending; of many every so manieth.
fn strip<'t>(bars: &Bars, tables: impl Iterator<Item = &'t Table>) -> Vec<(f64, Outcome)> {
    let comparisons = tables.flat_map(|table| &table.rows).flat_map(|row| row.comparisons.iter());
    let mark = |comparison: &Comparison| Some((bars.bar(comparison)?.at, comparison.outcome));
    let mut marks: Vec<(f64, Outcome)> = comparisons.filter_map(mark).collect();
    sort_copies(&mut marks, &mut |a, b| a.0.total_cmp(&b.0));
    let count = marks.len().min(MARKS_MAX);
    // The ends are among them.
    let place = |i: usize| i * (marks.len() - 1) / (count - 1).max(1);
    (0..count).map(|i| marks[place(i)]).collect()
}

/// A compared column with the size of its change.
type Sized = (CardColumn, f64);

fn card_columns(table: &Table) -> Vec<Sized> {
    let compared = table.columns.iter().enumerate().filter(|(_, column)| column.base.is_some());
    let view = |(place, column): (usize, &Column)| {
        let ratio = column.geomean.change.and_then(MeanChange::ratio);
        // One row needs no mean: its own change says it.
        let ratio = ratio.filter(|ratio| ratio.is_finite());
        let column = CardColumn {
            column: place,
            label: label_of(&column.key),
            geomean: ratio.map(change).unwrap_or_default(),
            look: look(table, place, ratio),
        };
        (column, ratio.map_or(0.0, |ratio| ratio.max(1.0 / ratio)))
    };
    compared.map(view).collect()
}

/// How the geometric mean of a column looks. It has no test of its own: so a row must have changed the same way.
fn look(table: &Table, column: usize, ratio: Option<f64>) -> Look {
    let (Some(ratio), Some(direction)) = (ratio, table.direction) else { return Look::None };
    let is_better = (ratio < 1.0) == (direction == Direction::Lower);
    let wanted = if is_better { Outcome::Improved } else { Outcome::Regressed };
    let is_it = |comparison: &Comparison| comparison.outcome == wanted;
    let mut found = table.rows.iter().filter_map(|row| row.comparison(column as u32));
    match (ratio == 1.0 || !found.any(is_it), is_better) {
        (true, _) => Look::Even,
        (false, true) => Look::Better,
        (false, false) => Look::Worse,
    }
}

/// Those that changed most, in their order.
fn most_changed(columns: Vec<Sized>) -> Vec<CardColumn> {
    let mut sizes: Vec<(usize, f64)> = columns.iter().map(|(_, size)| *size).enumerate().collect();
    sort_copies(&mut sizes, &mut |a, b| b.1.total_cmp(&a.1));
    let mut kept: Vec<usize> =
        sizes.into_iter().take(COLUMNS_MAX).map(|(place, _)| place).collect();
    kept.sort_unstable();
    let is_kept = |&(place, _): &(usize, Sized)| kept.contains(&place);
    columns.into_iter().enumerate().filter(is_kept).map(|(_, (column, _))| column).collect()
}
