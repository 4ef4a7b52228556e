//! Cards: an overview of each unit.
//!
//! Takes a report; gives for each unit the columns that changed most, the number of comparisons with each outcome, and
//! the number of rows. Formats nothing and does not know markup.

use serde::Serialize;

use super::text::{OutcomeCount, outcome_counts};
use crate::base::sort::sort_copies;
use crate::base::{Numbered, Text};
use crate::stats::Interval;
use crate::table::{Assumption, Cell, Column, Counts, MeanChange, Outcome, Report, Table};
use crate::unit::Direction;

/// The maximum number of columns on a card.
const COLUMNS_MAX: usize = 3;

/// An overview of a unit.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Card<'r> {
    /// The unit.
    pub unit: &'r Text,
    /// The indexes of its tables in the report.
    pub tables: Vec<usize>,
    /// The columns whose geometric mean changed most, the largest change first. They are the compared columns of its
    /// first table that has any.
    pub means: Vec<CardMean>,
    /// The number of further compared columns.
    pub more: usize,
    /// The number of rows in all its tables, including hidden ones.
    pub rows: u64,
}

/// A compared column of a card.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct CardMean {
    /// Its index in the table.
    pub column: usize,
    /// The geometric mean of new/old, or `None` if it does not exist. A single row needs no mean, so this is its
    /// change. If the mean has an interval, this is the estimate that belongs to it.
    pub ratio: Option<f64>,
    /// The interval of the mean, if the blocks of a recording give one.
    pub interval: Option<Interval>,
    /// The look of this mean.
    pub look: Look,
}

/// The look of a mean: it has the outcome of its suite. Without blocks of a recording, it has no outcome, unless its rows
/// are certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// Better.
    Better,
    /// Worse.
    Worse,
    /// No change, or a change that is not certain.
    Even,
    /// Not judged, because there is no number or no interval, or the better direction is unknown.
    None,
}

impl Card<'_> {
    /// Returns the number of comparisons with each outcome, in words.
    #[must_use]
    pub fn outcomes(&self, report: &Report) -> Vec<OutcomeCount> {
        outcome_counts(self.tables.iter().map(|&index| &report.tables[index]))
    }

    /// Returns the first of its tables that has a compared column.
    pub fn compared<'r>(&self, report: &'r Report) -> Option<(usize, &'r Table)> {
        let mut tables = self.tables.iter().map(|&index| (index, &report.tables[index]));
        tables.find(|(_, table)| is_compared(table))
    }
}

/// Returns a card for each unit, in the order of their first tables.
#[must_use]
pub fn cards(report: &Report) -> Vec<Card<'_>> {
    let mut cards: Vec<Card<'_>> = Vec::new();
    let mut units = Numbered::default();
    for (index, table) in report.tables.iter().enumerate() {
        let place = units.number(table.unit.as_bytes()) as usize;
        if place == cards.len() {
            cards.push(Card {
                unit: &table.unit,
                tables: Vec::new(),
                means: Vec::new(),
                more: 0,
                rows: 0,
            });
        }
        cards[place].tables.push(index);
    }
    for card in &mut cards {
        fill(card, report);
    }
    cards
}

fn fill(card: &mut Card<'_>, report: &Report) {
    let all = || card.tables.iter().map(|&index| &report.tables[index]);
    let rows = all().map(|table| table.rows.len() as u64 + u64::from(table.hidden_rows)).sum();
    let means = card.compared(report).map(|(_, table)| means(table)).unwrap_or_default();
    card.rows = rows;
    card.more = means.len().saturating_sub(COLUMNS_MAX);
    card.means = most_changed(means);
}

fn is_compared(table: &Table) -> bool {
    table.columns.iter().any(|column| column.base.is_some())
}

fn means(table: &Table) -> Vec<CardMean> {
    let compared = table.columns.iter().enumerate().filter(|(_, column)| column.base.is_some());
    let mean = |(place, column): (usize, &Column)| {
        let suite = table.suite(place);
        let shift = suite.and_then(|suite| suite.comparison.effect()?.shift);
        let ratio = column.geomean.change.and_then(MeanChange::ratio);
        let ratio = shift.map(|shift| shift.estimate).or(ratio).filter(|ratio| ratio.is_finite());
        let interval = shift.map(|shift| shift.interval);
        CardMean { column: place, ratio, interval, look: look(table, place, ratio) }
    };
    compared.map(mean).collect()
}

fn look(table: &Table, column: usize, ratio: Option<f64>) -> Look {
    let (Some(ratio), Some(direction)) = (ratio, table.direction) else { return Look::None };
    if let Some(suite) = table.suite(column) {
        return match suite.comparison.outcome {
            Outcome::Improved => Look::Better,
            Outcome::Regressed => Look::Worse,
            Outcome::Changed
            | Outcome::Differs
            | Outcome::Unchanged
            | Outcome::Inconclusive
            | Outcome::New
            | Outcome::Missing
            | Outcome::Control => Look::Even,
        };
    }
    if !is_certain(table, column) {
        return Look::None;
    }
    let is_better = (ratio < 1.0) == (direction == Direction::Lower);
    let found = table.rows.iter().filter_map(|row| row.comparison(column as u32));
    let counts: Counts = found.map(|comparison| comparison.outcome).collect();
    if ratio == 1.0 {
        Look::Even
    } else if is_better && 0 < counts.improved {
        Look::Better
    } else if !is_better && 0 < counts.regressed {
        Look::Worse
    } else {
        Look::Even
    }
}

/// Returns whether the rows of a column cannot have changed by chance: they are exact, equal within each side, or only
/// one that has an outcome of its own.
fn is_certain(table: &Table, column: usize) -> bool {
    let is_equal =
        |cell: Option<&Cell>| cell.is_some_and(|cell| cell.summary.lo == cell.summary.hi);
    let mut rows = table.rows.iter().filter_map(|row| Some((row, row.comparison(column as u32)?)));
    table.assumption == Assumption::Exact
        || table.rows.len() + table.hidden_rows as usize == 1
        || rows.all(|(row, comparison)| {
            let sides = [comparison.base, comparison.column];
            sides.into_iter().all(|side| is_equal(row.cell(side)))
        })
}

/// Returns the means that changed most, the largest change first.
fn most_changed(mut means: Vec<CardMean>) -> Vec<CardMean> {
    let size = |mean: &CardMean| mean.ratio.map_or(0.0, |ratio| ratio.max(1.0 / ratio));
    sort_copies(&mut means, &mut |a, b| size(b).total_cmp(&size(a)));
    means.truncate(COLUMNS_MAX);
    means
}
