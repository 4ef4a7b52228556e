//! The whole answer to a query, as numbers.

use std::sync::Arc;

use super::samples::TableSamples;
use super::{Analysis, Apart, Doubt, Note, Warning};
use crate::base::Text;
use crate::gate::GateOutcome;
use crate::question::Query;
use crate::stats::Summary;
use crate::unit::Direction;

/// All tables that answer a query.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// What was asked.
    pub query: Query,
    /// What was asked of it, in order.
    pub inputs: Vec<Source>,
    /// A difference counts as significant up to this probability of chance.
    pub alpha: f64,
    /// The confidence of each cell's interval.
    pub confidence: f64,
    /// The names of the table keys' fields; the unit is not one of them.
    pub table_fields: Vec<Text>,
    /// The names of the row keys' fields.
    pub row_fields: Vec<Text>,
    /// The names of the column keys' fields.
    pub col_fields: Vec<Text>,
    /// How many runs an interval needs; `None` for more than 50.
    pub runs_for_interval: Option<u32>,
    /// How many runs on each side a significant difference needs; `None` for more than 10.
    pub runs_for_difference: Option<u32>,
    /// The tables, sorted by key, then by unit.
    pub tables: Vec<Table>,
    /// How many rows of the whole report this one leaves out: none in the whole.
    pub hidden_rows: u32,
    /// Rows that both sides have and that the keys of the tables keep apart.
    pub apart: Vec<Apart>,
    /// What a reader should know besides the tables.
    pub notes: Vec<Note>,
    /// Verdicts, if the query asked for them.
    pub analysis: Option<Analysis>,
    /// For each table the values that its cells are made of, if the query asked for them.
    pub samples: Vec<TableSamples>,
    /// Whether it may pass, if there are rules.
    pub gate: Option<GateOutcome>,
}

/// An input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// What messages call it.
    pub name: Text,
    /// Its `.file` value.
    pub label: Text,
    /// How many lines it has.
    pub lines: u64,
    /// How many of them are benchmark results.
    pub results: u64,
    /// How many lines do not count, or not wholly.
    pub malformed: u64,
}

/// The results of one table key in one unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// One value for each of [`Report::table_fields`].
    pub key: Arc<[Text]>,
    /// The unit, tidied.
    pub unit: Text,
    /// How the values are taken.
    pub assumption: Assumption,
    /// Which way is better, where that is known.
    pub direction: Option<Direction>,
    /// The columns; the first is the baseline.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row>,
    /// How many rows of the whole table this one leaves out.
    pub hidden_rows: u32,
}

/// What is assumed of the values of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Assumption {
    /// Nothing: medians, order statistics, ranks.
    Nothing,
    /// The values are exact (`assume=exact`): any difference is one.
    Exact,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// One value for each of [`Report::col_fields`].
    pub key: Arc<[Text]>,
    /// The summary of the whole column.
    pub geomean: Geomean,
}

/// The geometric mean of a column.
#[derive(Debug, Clone, PartialEq)]
pub struct Geomean {
    /// Over the centres of all rows of the column.
    pub center: Option<f64>,
    /// Over new/old of the rows that the baseline has too: nothing for the baseline itself, and
    /// `Some(None)` where there is no such mean.
    pub ratio: Option<Option<f64>>,
    /// What is doubtful about it.
    pub warnings: Vec<Warning>,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// One value for each of [`Report::row_fields`].
    pub key: Arc<[Text]>,
    /// The cells that exist, by column.
    pub cells: Box<[Cell]>,
}

/// All values of one table, row and column.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The place of the column in [`Table::columns`].
    pub column: u32,
    /// How many values.
    pub n: u32,
    /// Centre and interval.
    pub summary: Summary,
    /// What is doubtful about them.
    pub doubt: Option<Doubt>,
    /// The keys in which the values' benchmarks differ, though no projection shows it.
    pub varies_in: Option<Box<[Text]>>,
    /// Against the baseline of the row, if there is one.
    pub comparison: Option<Comparison>,
}

/// A cell against the baseline of its row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Comparison {
    /// How probable a difference at least as large is by chance alone, if there is none.
    pub p: f64,
    /// Whether that is improbable enough for the difference to count.
    pub significant: bool,
    /// The centre of the baseline.
    pub base: f64,
    /// How many values the baseline has.
    pub base_n: u32,
    /// What is doubtful about it.
    pub doubt: Option<Doubt>,
}

/// How a cell differs from its baseline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Delta {
    /// Not significantly.
    Insignificant,
    /// The centres are the same.
    Equal,
    /// The baseline is zero: no ratio says how.
    FromZero,
    /// new/old.
    Ratio(f64),
}

impl Cell {
    /// Whether there is anything to note about it.
    pub(crate) fn is_noted(&self) -> bool {
        let doubt = self.doubt.or(self.comparison.and_then(|comparison| comparison.doubt));
        doubt.is_some() || self.varies_in.is_some()
    }
}

impl Comparison {
    /// How `center` differs from the baseline.
    pub fn delta(&self, center: f64) -> Delta {
        if !self.significant {
            Delta::Insignificant
        } else if self.base == center {
            Delta::Equal
        } else if self.base == 0.0 {
            Delta::FromZero
        } else {
            Delta::Ratio(center / self.base)
        }
    }
}

impl Report {
    /// What is doubtful about a cell's centre and interval, in the order in which it is told.
    pub fn summary_warnings(&self, cell: &Cell) -> impl Iterator<Item = Warning> {
        let varies = cell.varies_in.as_ref().map(|keys| Warning::VariesIn(keys.to_vec()));
        varies.into_iter().chain(cell.doubt.map(|doubt| self.warning(cell, doubt)))
    }

    /// What is doubtful about a cell's comparison.
    pub fn comparison_warning(&self, cell: &Cell) -> Option<Warning> {
        cell.comparison?.doubt.map(|doubt| self.warning(cell, doubt))
    }

    /// A doubt about a cell with its numbers.
    pub fn warning(&self, cell: &Cell, doubt: Doubt) -> Warning {
        match doubt {
            Doubt::FewRunsForInterval => Warning::FewRunsForInterval {
                need: self.runs_for_interval,
                confidence: self.confidence,
            },
            Doubt::NotExact => Warning::NotExact { min: cell.summary.lo, max: cell.summary.hi },
            Doubt::AllEqual => Warning::AllEqual,
            Doubt::FewRunsForDifference => {
                Warning::FewRunsForDifference { need: self.runs_for_difference, alpha: self.alpha }
            }
        }
    }
}
