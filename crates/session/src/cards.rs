//! Cards as the web app shows them: words, and a small picture of the changes.

use benchlens_core::Report;
use benchlens_core::base::{label_of, sort_copies};
use benchlens_core::grid::{self, Bars, Card, CardMean};
use benchlens_core::stats::Interval;
use benchlens_core::table::{Comparison, Outcome, Table};

use crate::types::{CardColumn, CardView, CardWord};
use crate::typography::{change, count, counted};

/// Returns a card for each unit, in the order of the units' first tables.
///
/// `bars` are the bars of its tables.
pub(crate) fn cards(report: &Report, bars: &[Bars]) -> Vec<CardView> {
    grid::cards(report).into_iter().map(|card| view(report, bars, card)).collect()
}

fn view(report: &Report, bars: &[Bars], card: Card<'_>) -> CardView {
    let compared = card.compared(report);
    let column = |mean: &CardMean, table: &Table| CardColumn {
        column: mean.column,
        label: label_of(&table.columns[mean.column].key),
        geomean: mean.ratio.map(change).unwrap_or_default(),
        interval: mean.interval.map(interval).unwrap_or_default(),
        look: mean.look,
    };
    let columns = compared.map(|(_, table)| card.means.iter().map(|m| column(m, table)).collect());
    // All tables of the unit share one axis.
    let all = card.tables.iter().map(|&index| &report.tables[index]);
    let strip = compared.map(|(index, _)| strip(&bars[index], all)).unwrap_or_default();
    let zero = compared.map(|(index, _)| bars[index].axis().zero);
    let names = report
        .row_fields
        .iter()
        .any(|field| [&b".fullname"[..], b".name"].contains(&field.as_bytes()));
    let words = card.outcomes(report).into_iter().map(|found| CardWord {
        outcome: found.outcome,
        count: found.count.into(),
        text: format!("{} {}", count(found.count.into()), found.word),
    });
    CardView {
        unit: card.unit.to_string_lossy(),
        columns: columns.unwrap_or_default(),
        more: card.more,
        words: words.collect(),
        rows: counted(card.rows, if names { "benchmark" } else { "row" }),
        strip,
        zero: zero.filter(|zero| (0.0..=1.0).contains(zero)),
        tables: card.tables,
    }
}

/// Returns an interval of ratios.
fn interval(found: Interval) -> String {
    if found.lo == 0.0 || found.hi.is_infinite() {
        return "too few blocks for an interval".into();
    }
    format!("{} to {}", change(found.lo), change(found.hi))
}

/// The maximum number of marks in a small picture.
const MARKS_MAX: usize = 60;

/// Returns the estimated changes of tables, in ascending order. If there are too many, returns an evenly spaced
/// selection.
fn strip<'t>(bars: &Bars, tables: impl Iterator<Item = &'t Table>) -> Vec<(f64, Outcome)> {
    let comparisons = tables.flat_map(|table| &table.rows).flat_map(|row| row.comparisons.iter());
    let mark = |comparison: &Comparison| Some((bars.bar(comparison)?.at, comparison.outcome));
    let mut marks: Vec<(f64, Outcome)> = comparisons.filter_map(mark).collect();
    sort_copies(&mut marks, &mut |a, b| a.0.total_cmp(&b.0));
    let count = marks.len().min(MARKS_MAX);
    // The first and the last mark are always included.
    let place = |i: usize| i * (marks.len() - 1) / (count - 1).max(1);
    (0..count).map(|i| marks[place(i)]).collect()
}
