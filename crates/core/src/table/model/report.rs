//! The whole answer to a query, as numbers.

use std::sync::Arc;

use super::analysis::{Analysis, MachineDifference};
use super::comparison::{Comparison, Confirmation};
use super::mismatch::Mismatch;
use super::note::Note;
use super::run_order::RunOrder;
use super::sample_issue::SampleIssue;
use super::warning::Warning;
use crate::base::{Text, Texts};
use crate::spec::Query;
use crate::stats::Summary;
use crate::unit::{Class, Direction};

/// All tables that answer a query.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The query.
    pub query: Query,
    /// Whether runs are compared in pairs or blocks, at the query's request or automatically.
    pub is_paired: bool,
    /// Whether no result comes from a log of Go: other tables need not look like benchstat's.
    pub(crate) is_of_harnesses: bool,
    /// The names that end in `-N` without naming a number of processors, ascending.
    pub(crate) plain_names: Vec<Text>,
    /// The inputs in order.
    pub inputs: Vec<Source>,
    /// The options with which they were read, as flags of a command line.
    pub(crate) reading: Vec<(&'static str, String)>,
    /// The highest p that counts as significant.
    pub alpha: f64,
    /// The confidence of each cell's interval.
    pub confidence: f64,
    /// The table key field names; the unit is not among them.
    pub table_fields: Vec<Text>,
    /// The row key field names.
    pub row_fields: Vec<Text>,
    /// The column key field names.
    pub col_fields: Vec<Text>,
    /// How many runs an interval needs; `None` for more than 50.
    pub runs_for_interval: Option<u32>,
    /// How many runs on each side a significant difference needs; `None` for more than 10.
    pub runs_for_difference: Option<u32>,
    /// How many pairs a significant difference needs; `None` for more than 50.
    pub pairs_for_difference: Option<u32>,
    /// The tables, sorted by key, then by unit.
    pub tables: Vec<Table>,
    /// How many rows of the whole report are hidden, among the units that it shows: 0 in the whole report.
    pub hidden_rows: u32,
    /// The units of the whole report that are hidden.
    pub hidden_units: Vec<Text>,
    /// Rows that both sides have and that the table keys separate.
    pub mismatches: Vec<Mismatch>,
    /// Notes about the whole report.
    pub notes: Vec<Note>,
    /// The run order of the compared results: known with an analysis or pairs, or if a difference is significant.
    pub order: Option<RunOrder>,
    /// The summary of all comparisons, if the query asked for an analysis.
    pub analysis: Option<Analysis>,
}

impl Report {
    /// Returns the warnings about a cell, in the order in which they are printed.
    pub fn cell_warnings(&self, cell: &Cell) -> impl Iterator<Item = Warning> {
        let varies = (!cell.varies_in().is_empty()).then_some(Warning::VariesIn);
        varies.into_iter().chain(cell.warning)
    }

    /// Returns the indexes of the table key fields in which some tables differ, ascending.
    #[must_use]
    pub fn differing_fields(&self) -> Vec<usize> {
        let pairs = self.tables.windows(2);
        let differing = |pair: &[Table]| pair[0].key.differing(&pair[1].key, usize::MAX);
        let mut fields: Vec<usize> = pairs.flat_map(differing).collect();
        fields.sort_unstable();
        fields.dedup();
        fields
    }
}

/// An input.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Source {
    /// Its name in messages.
    pub name: Text,
    /// Its `.file` value.
    pub label: Text,
    /// The number of its lines; 0 for results from memory.
    pub lines: u64,
    /// The number of its benchmark results.
    pub results: u64,
    /// The number of lines that are ignored, wholly or in part.
    pub malformed: u64,
}

/// The results of one table key in one unit.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Table {
    /// One value for each of [`Report::table_fields`].
    pub key: Texts,
    /// The unit, tidied.
    pub unit: Text,
    /// The kind of unit prefixes for its values.
    pub class: Class,
    /// The assumption about its values.
    pub assumption: Assumption,
    /// The better direction, if it is known.
    pub direction: Option<Direction>,
    /// The columns, in the order of the report.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row>,
    /// The machines that differ from their baseline's. Only with an analysis.
    pub machines: Vec<MachineDifference>,
    /// How many rows of the whole table are hidden.
    pub hidden_rows: u32,
}

/// The assumption about the values of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum Assumption {
    /// No assumption: medians, order statistics, ranks.
    Nothing,
    /// The values are exact (`assume=exact`): any difference is a change.
    Exact,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Column {
    /// One value for each of [`Report::col_fields`].
    pub key: Texts,
    /// The index of the column that its cells are compared with; `None` for the baseline itself. If each column is
    /// compared with the previous one, a row without a cell there uses an earlier column: [`Comparison::base`] is
    /// exact.
    pub base: Option<u32>,
    /// Whether the table has no cell in it. Such a column is listed if an analysis reports that its cells are missing,
    /// or that others are new because it has none.
    pub is_absent: bool,
    /// The summary of the whole column.
    pub geomean: Geomean,
}

/// The geometric mean of a column.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Geomean {
    /// The mean of the centers of all rows of the column, if it exists.
    pub center: Option<f64>,
    /// The difference from the baseline; `None` for the baseline itself.
    pub change: Option<MeanChange>,
    /// The change of the whole suite, with its test and interval. Only with an analysis of a recording.
    pub suite: Option<Suite>,
    /// Warnings about it.
    pub warnings: Vec<Warning>,
}

/// The change of a whole suite: all of its rows in the blocks of a recording.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Suite {
    /// The number of rows that count: both sides have them, and all their values are above zero.
    pub rows: u32,
    /// The comparison of all blocks. Its centers are 1 and the table's [`Geomean::change`], which is also its estimated
    /// change if the interval contains it; the numbers of values are the number of blocks.
    pub comparison: Comparison,
}

/// How the geometric mean of a column differs from its baseline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MeanChange {
    /// The geometric mean of new/old over the rows that have both.
    Ratio(f64),
    /// The mean does not exist.
    Undefined,
}

impl MeanChange {
    /// Returns the ratio, if there is one.
    #[must_use]
    pub fn ratio(self) -> Option<f64> {
        match self {
            MeanChange::Ratio(ratio) => Some(ratio),
            MeanChange::Undefined => None,
        }
    }
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Row {
    /// One value for each of [`Report::row_fields`].
    pub key: Texts,
    /// The cells that exist, by column.
    pub cells: Box<[Cell]>,
    /// The comparisons, by column: one for each cell that has a baseline, or lacks one only in this row, and with an
    /// analysis also one for each baseline that has no counterpart.
    pub comparisons: Box<[Comparison]>,
}

/// All values of one table, row and column.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Cell {
    /// The index of the column in [`Table::columns`].
    pub column: u32,
    /// The number of values.
    pub n: u32,
    /// Its center and interval.
    pub summary: Summary,
    /// A warning about the center or its interval; see also [`Report::cell_warnings`].
    pub warning: Option<Warning>,
    /// Rare members, stored outside the cell because a report may have a million cells.
    pub(in crate::table) details: Option<Box<CellDetails>>,
}

/// The members that only some cells have.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::table) struct CellDetails {
    pub(in crate::table) varies_in: Option<Arc<[Text]>>,
    pub(in crate::table) issues: Box<[SampleIssue]>,
    pub(in crate::table) samples: Option<Box<[f64]>>,
}

impl CellDetails {
    pub(in crate::table) fn is_empty(&self) -> bool {
        self.varies_in.is_none() && self.issues.is_empty() && self.samples.is_none()
    }
}

impl Cell {
    /// Returns the keys in which the values' benchmarks differ without a projection showing it.
    #[must_use]
    pub fn varies_in(&self) -> &[Text] {
        self.details.as_ref().and_then(|details| details.varies_in.as_deref()).unwrap_or_default()
    }

    /// Returns the warnings about the sample. Only with an analysis.
    #[must_use]
    pub fn issues(&self) -> &[SampleIssue] {
        self.details.as_ref().map_or(&[], |details| &details.issues)
    }

    /// Returns the values in reading order, if the query asked for them.
    #[must_use]
    pub fn samples(&self) -> Option<&[f64]> {
        self.details.as_ref()?.samples.as_deref()
    }
}

impl Row {
    /// Returns the cell of a column.
    #[must_use]
    pub fn cell(&self, column: u32) -> Option<&Cell> {
        let index = self.cells.binary_search_by_key(&column, |cell| cell.column).ok()?;
        self.cells.get(index)
    }

    /// Returns the comparison of a column with its baseline.
    #[must_use]
    pub fn comparison(&self, column: u32) -> Option<&Comparison> {
        let by_column = |comparison: &Comparison| comparison.column;
        let index = self.comparisons.binary_search_by_key(&column, by_column).ok()?;
        self.comparisons.get(index)
    }
}

impl Table {
    /// Returns whether the cells of a column can be compared, because it has a baseline in this table.
    pub(crate) fn is_compared(&self, column: usize) -> bool {
        // A column without cells has no values to compare with, but its own baseline may.
        let mut index = column;
        while let Some(base) = self.columns.get(index).and_then(|column| column.base) {
            index = base as usize;
            if self.columns.get(index).is_some_and(|base| !base.is_absent) {
                return true;
            }
        }
        false
    }

    /// Returns whether a row has the baseline of a column but no cell in the column, and no comparison says so.
    pub(crate) fn lacks(&self, row: &Row, column: u32) -> bool {
        let base = self.columns.get(column as usize).and_then(|column| column.base);
        base.is_some_and(|base| row.cell(base).is_some())
            && row.cell(column).is_none()
            && row.comparison(column).is_none()
    }

    /// Returns the change of the suite of a column, if it describes the same blocks as the rows: `None` if a row shows
    /// only the blocks that confirmed it.
    #[must_use]
    pub fn suite(&self, column: usize) -> Option<&Suite> {
        let is_other = |comparison: &Comparison| {
            let matching = comparison.matching();
            matching.is_some_and(|found| found.confirmation == Some(Confirmation::Only))
        };
        let mut shown = self.rows.iter().filter_map(|row| row.comparison(column as u32));
        let suite = self.columns.get(column)?.geomean.suite.as_ref();
        suite.filter(|_| !shown.any(is_other))
    }

    /// Returns the indexes of the columns that have cells.
    pub(crate) fn present(&self) -> impl Iterator<Item = usize> {
        (0..self.columns.len()).filter(|&column| !self.columns[column].is_absent)
    }
}
