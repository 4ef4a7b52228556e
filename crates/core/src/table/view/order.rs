//! Orders of rows: the one implementation for tables, reports and the web app.

use std::cmp::Ordering;

use crate::base::sort::sort_indices;
use crate::base::write_label;
use crate::spec::{Sort, SortBy};
use crate::table::model::{Comparison, Delta, Outcome, Report, Row, Table};

/// Returns the indexes of the rows that match a search, in the requested order; nothing if there is no such table.
pub fn row_order(report: &Report, table: usize, sort: Sort, search: &str) -> Vec<u32> {
    let analysis = report.analysis.as_ref();
    let outcomes =
        if analysis.is_none_or(|a| a.outcomes) { Outcomes::Found } else { Outcomes::ByP };
    row_order_by(report, table, sort, outcomes, search)
}

/// The outcomes that decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcomes {
    /// The report's own outcomes.
    Found,
    /// By significance only, because an output that does not show the outcomes of an analysis must not depend on
    /// whether another one does.
    ByP,
}

impl Outcomes {
    /// Returns the outcome of a comparison of a table.
    pub(super) fn of(self, comparison: &Comparison, table: &Table) -> Outcome {
        match self {
            // An order is not a claim, so rows that differ are sorted by their direction.
            Outcomes::Found if comparison.outcome == Outcome::Differs => {
                let by_p = comparison.outcome_by_p(table.direction);
                let is_open = matches!(by_p, Outcome::Inconclusive | Outcome::Unchanged);
                if is_open { Outcome::Changed } else { by_p }
            }
            Outcomes::Found => comparison.outcome,
            Outcomes::ByP => comparison.outcome_by_p(table.direction),
        }
    }
}

/// Like [`row_order`], by these outcomes.
pub(crate) fn row_order_by(
    report: &Report,
    table: usize,
    sort: Sort,
    outcomes: Outcomes,
    search: &str,
) -> Vec<u32> {
    let Some(table) = report.tables.get(table) else { return Vec::new() };
    let sort = sort.of(table);
    let mut order: Vec<usize> = (0..table.rows.len()).collect();
    if !search.trim().is_empty() {
        let words = search.to_ascii_lowercase();
        let words: Vec<&str> = words.split_whitespace().collect();
        let mut label = Vec::new();
        order.retain(|&row| {
            label.clear();
            write_label(&mut label, &table.rows[row].key);
            label.make_ascii_lowercase();
            words.iter().all(|word| memchr::memmem::find(&label, word.as_bytes()).is_some())
        });
    }
    match sort.by {
        SortBy::First if sort.descending => order.reverse(),
        SortBy::First => {}
        SortBy::Label => {
            let label = |row: &Row| {
                let mut label = Vec::new();
                write_label(&mut label, &row.key);
                label
            };
            let labels: Vec<Vec<u8>> = table.rows.iter().map(label).collect();
            sort_indices(&mut order, &mut |a, b| labels[a].cmp(&labels[b]));
            if sort.descending {
                order.reverse();
            }
        }
        SortBy::Worst | SortBy::Center | SortBy::Delta | SortBy::P => {
            sort_by_rank(table, sort, outcomes, &mut order);
        }
    }
    order.into_iter().map(|row| row as u32).collect()
}

/// Orders tables by the ranks of their first rows, the worst first.
pub(super) fn sort_tables(
    report: &Report,
    sort: Sort,
    outcomes: Outcomes,
    shown: &mut [(usize, Vec<u32>)],
) {
    let rank = |(index, rows): &(usize, Vec<u32>)| {
        let table = &report.tables[*index];
        let first = rows.first().map(|&row| &table.rows[row as usize]);
        first.map_or(LAST, |row| worst(table, row, sort.of(table).column, outcomes))
    };
    shown.sort_by(|a, b| {
        let (a, b) = (rank(a), rank(b));
        let order = a.class.cmp(&b.class).then(a.number.total_cmp(&b.number));
        if sort.descending { order.reverse() } else { order }
    });
}

impl Sort {
    /// Returns the sort without a column that cannot decide, because a baseline has no change.
    fn of(self, table: &Table) -> Sort {
        let is_of_changes = matches!(self.by, SortBy::Worst | SortBy::Delta | SortBy::P);
        let decides = |&column: &usize| !is_of_changes || table.is_compared(column);
        Sort { column: self.column.filter(decides), ..self }
    }
}

/// Returns whether a row has something to report: a change, or a missing side.
pub fn is_reported(report: &Report, table: usize, row: usize) -> bool {
    let Some(table) = report.tables.get(table) else { return false };
    let Some(row) = table.rows.get(row) else { return false };
    let is_news = |comparison: &Comparison| {
        let outcome = comparison.outcome;
        let is_open = matches!(outcome, Outcome::Inconclusive | Outcome::Unchanged);
        !is_open && outcome != Outcome::Control
    };
    let lacks = || table.present().any(|column| table.lacks(row, column as u32));
    row.comparisons.iter().any(is_news) || lacks()
}

/// Returns whether a row regressed by more than a fraction of its baseline.
pub fn is_worse(report: &Report, table: usize, row: usize, worse: f64) -> bool {
    let Some(table) = report.tables.get(table) else { return false };
    let row = table.rows.get(row);
    row.is_some_and(|row| table.regressed_by(row, worse, Outcomes::Found))
}

impl Table {
    /// Returns whether a median of a row is significantly worse than its baseline, by more than this fraction. If the
    /// baseline is 0, a worse value exceeds any fraction.
    pub(super) fn regressed_by(&self, row: &Row, worse: f64, outcomes: Outcomes) -> bool {
        let is_more = |comparison: &Comparison| {
            let ratio = comparison.sides().and_then(|sides| sides.ratio());
            ratio.is_none_or(|ratio| worse < (ratio - 1.0).abs())
        };
        let mut regressed = row
            .comparisons
            .iter()
            .filter(|comparison| outcomes.of(comparison, self) == Outcome::Regressed);
        regressed.any(is_more)
    }
}

/// Sorts by class, then by number; the direction reverses the numbers but not the classes, except that "worst last" is
/// "best first".
fn sort_by_rank(table: &Table, sort: Sort, outcomes: Outcomes, order: &mut [usize]) {
    let rank = |row: &Row| match sort.by {
        SortBy::Worst => worst(table, row, sort.column, outcomes),
        SortBy::First | SortBy::Label | SortBy::Center | SortBy::Delta | SortBy::P => {
            rank(row, sort)
        }
    };
    let ranks: Vec<Rank> = table.rows.iter().map(rank).collect();
    let compare = |a: &Rank, b: &Rank| {
        let numbers = a.number.total_cmp(&b.number);
        let numbers = if sort.descending { numbers.reverse() } else { numbers };
        a.class.cmp(&b.class).then(numbers)
    };
    let mut by_rank = |a: usize, b: usize| {
        let order = compare(&ranks[a], &ranks[b]);
        if sort.by == SortBy::Worst && sort.descending && order != Ordering::Equal {
            let (a, b) = (&ranks[a], &ranks[b]);
            return b.class.cmp(&a.class).then(b.number.total_cmp(&a.number));
        }
        order
    };
    sort_indices(order, &mut by_rank);
}

/// The rank of a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rank {
    /// Lower classes come first.
    pub(crate) class: u8,
    /// Within a class, lower numbers come first.
    pub(crate) number: f64,
}

/// Comes after all others.
const LAST: Rank = Rank { class: u8::MAX, number: 0.0 };

fn rank(row: &Row, sort: Sort) -> Rank {
    let wanted = |column: u32| sort.column.is_none_or(|wanted| wanted == column as usize);
    let mut compared = row.comparisons.iter().filter(|comparison| wanted(comparison.column));
    let found = match sort.by {
        SortBy::Center => {
            let cell = row.cells.iter().find(|cell| wanted(cell.column));
            cell.map(|cell| Rank { class: 0, number: cell.summary.center })
        }
        // Exact values need no test, so they come first. Runs that could not be paired were not tested.
        SortBy::P => compared.find_map(|comparison| {
            let is_undefined = comparison.delta() == Some(Delta::Undefined);
            let is_open = comparison.is_control() || comparison.is_refused() || is_undefined;
            comparison.sides().filter(|_| !is_open)?;
            Some(Rank { class: 0, number: comparison.shown_p().unwrap_or(0.0) })
        }),
        SortBy::First | SortBy::Worst | SortBy::Label | SortBy::Delta => {
            compared.find_map(|comparison| {
                let sides = comparison.sides()?;
                Some(match comparison.delta()? {
                    Delta::Ratio(ratio) => Rank { class: 0, number: ratio },
                    Delta::Equal => Rank { class: 0, number: 1.0 },
                    Delta::FromZero => Rank { class: 1, number: sides.center },
                    Delta::Insignificant | Delta::Undefined => Rank { class: 2, number: 0.0 },
                })
            })
        }
    };
    found.unwrap_or(LAST)
}

/// Returns the rank of a row by the worst of its comparisons: by outcome, then large changes first. One column decides,
/// or all do.
pub(crate) fn worst(table: &Table, row: &Row, column: Option<usize>, outcomes: Outcomes) -> Rank {
    let wanted = |index: u32| column.is_none_or(|column| index as usize == column);
    let compared = row.comparisons.iter().filter(|comparison| wanted(comparison.column));
    // Without an analysis, no comparison represents a missing side.
    let mut lacks = (0..table.columns.len() as u32).filter(|&index| wanted(index));
    let lacks = lacks.any(|index| table.lacks(row, index)).then_some(MISSING);
    let badness = |comparison| badness(comparison, outcomes.of(comparison, table));
    let ranks = compared.map(badness).chain(lacks);
    let first = ranks.min_by(|a, b| a.class.cmp(&b.class).then(a.number.total_cmp(&b.number)));
    first.unwrap_or(LAST)
}

/// The rank of a row that only the baseline has.
const MISSING: Rank = Rank { class: 1, number: -1.0 };

fn badness(comparison: &Comparison, outcome: Outcome) -> Rank {
    let ratio = comparison.sides().map(|sides| sides.ratio());
    let size = match (comparison.is_significant(), ratio.flatten()) {
        (false, _) => 1.0,
        (true, None) => f64::INFINITY,
        (true, Some(ratio)) => ratio.abs().max(1.0 / ratio.abs()),
    };
    let class = match outcome {
        Outcome::Regressed => 0,
        Outcome::Missing => MISSING.class,
        Outcome::Changed | Outcome::Differs => 2,
        Outcome::Improved => 3,
        Outcome::Inconclusive => 4,
        Outcome::Unchanged => 5,
        Outcome::New => 6,
        Outcome::Control => 7,
    };
    Rank { class, number: -size }
}
