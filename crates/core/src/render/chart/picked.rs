//! The part of a report that a chart shows: the requested rows and columns, with their names.

use std::collections::BTreeSet;

use super::canvas::NARROW;
use super::drawn::ChartError;
use super::frame::width_for;
use super::labels::{Labels, label};
use super::query::{ChartQuery, Theme};
use crate::base::{Text, percent};
use crate::grid;
use crate::project::field_word;
use crate::table::{Cell, Report, Row, Table};

/// A part of a table.
#[derive(Clone)]
pub(super) struct Picked<'r> {
    pub(super) report: &'r Report,
    pub(super) index: usize,
    pub(super) table: &'r Table,
    /// The indexes of rows.
    pub(super) rows: Vec<usize>,
    /// The indexes of columns.
    pub(super) columns: Vec<usize>,
    pub(super) unit: String,
    /// The text after values.
    pub(super) suffix: String,
    /// The text that distinguishes this table from others; it follows a subtitle.
    pub(super) about: String,
    pub(super) width: f64,
    pub(super) height: Option<f64>,
    pub(super) theme: Theme,
    /// Whether all rows are requested, in any order.
    pub(super) is_whole: bool,
    /// Whether rows that did not change over time are shown next to others.
    pub(super) has_unchanged: bool,
    /// Whether the chart chooses the order of the rows.
    pub(super) has_own_order: bool,
    pub(super) title: &'r str,
}

impl<'r> Picked<'r> {
    /// Returns the keys of the columns in words.
    pub(super) fn x_name(&self) -> String {
        let fields = self.report.col_fields.iter().map(Text::to_string_lossy);
        fields.map(|field| field_word(&field)).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn new(report: &'r Report, query: &'r ChartQuery) -> Result<Picked<'r>, ChartError> {
        let table = report.tables.get(query.table).ok_or(ChartError::NoSuchTable(query.table))?;
        if let Some(&row) = query.rows.iter().find(|&&row| table.rows.len() <= row as usize) {
            return Err(ChartError::NoSuchRow(row));
        }
        if let Some(column) = query.column.filter(|&c| table.columns.len() <= c as usize) {
            return Err(ChartError::NoSuchColumn(column));
        }
        let wanted = |&column: &usize| query.column.is_none_or(|wanted| wanted as usize == column);
        let rows = query.rows.iter().map(|&row| row as usize).collect();
        let unit = table.unit.to_string_lossy();
        let about =
            report.differing_fields().into_iter().map(|field| table.key[field].to_string_lossy());
        let about: Vec<String> = about.filter(|value| !value.is_empty()).collect();
        let about =
            if about.is_empty() { String::new() } else { format!(" · {}", about.join(" ")) };
        Ok(Picked {
            report,
            index: query.table,
            table,
            is_whole: query.rows.is_empty() || covers(&query.rows, table.rows.len()),
            has_unchanged: query.unchanged,
            has_own_order: query.rows.is_empty(),
            rows: if query.rows.is_empty() { (0..table.rows.len()).collect() } else { rows },
            columns: (0..table.columns.len()).filter(wanted).collect(),
            suffix: grid::suffix(&unit).to_owned(),
            unit: if unit.is_empty() { "(no unit)".to_owned() } else { unit },
            about,
            width: width_for(query.width, 860.0),
            height: super::frame::height_for(query.height),
            theme: query.theme,
            title: &query.title,
        })
    }

    pub(super) fn is_narrow(&self) -> bool {
        self.width < NARROW
    }

    /// Returns the requested title, or this one.
    pub(super) fn title(&self, own: String) -> String {
        if self.title.trim().is_empty() { own } else { self.title.to_owned() }
    }

    pub(super) fn row(&self, row: usize) -> &'r Row {
        &self.table.rows[row]
    }

    pub(super) fn row_labels(&self) -> Labels {
        Labels::new(self.rows.iter().map(|&row| &self.table.rows[row].key))
    }

    /// Returns the names of the given rows that are not shown.
    pub(super) fn rows_left_out(&self, all: &[usize]) -> Vec<String> {
        let shown: BTreeSet<usize> = self.rows.iter().copied().collect();
        let left: Vec<usize> = all.iter().copied().filter(|row| !shown.contains(row)).collect();
        self.names(&left)
    }

    /// Returns the names of rows.
    pub(super) fn names(&self, rows: &[usize]) -> Vec<String> {
        rows.iter().map(|&row| label(&self.row(row).key)).collect()
    }

    /// Keeps at most this number of columns, the last ones, because they are the latest; says so next to what
    /// distinguishes the table.
    pub(super) fn keep_latest(&mut self, most: usize) {
        let all = self.columns.len();
        if most < all {
            self.columns.drain(..all - most);
            self.about = format!(" · the last {most} of {all} columns{}", self.about);
        }
    }

    /// Returns the names of the given columns that are not shown.
    pub(super) fn columns_left_out(&self, all: &[usize]) -> Vec<String> {
        let left = all.iter().filter(|column| !self.columns.contains(column));
        left.map(|&column| self.column_label(column)).collect()
    }

    pub(super) fn column_label(&self, column: usize) -> String {
        label(&self.table.columns[column].key)
    }

    /// Returns a value with its unit.
    pub(super) fn value(&self, value: f64) -> String {
        grid::value_text(self.table.class, &self.suffix, value)
    }

    /// Returns the tooltip of a cell.
    pub(super) fn tooltip(&self, row: usize, cell: &Cell) -> String {
        let summary = cell.summary;
        let [center, lo, hi] = [summary.center, summary.lo, summary.hi].map(|v| self.value(v));
        let interval = if summary.lo.is_finite() && summary.hi.is_finite() {
            format!(" [{lo}, {hi}]")
        } else {
            String::new()
        };
        let (row, column) = (label(&self.row(row).key), self.column_label(cell.column as usize));
        format!("{row}\n{column}: {center}{interval} n={}", cell.n)
    }

    /// Returns `medians`, or another average.
    pub(super) fn averages(&self) -> String {
        format!("{}s", self.report.query.test.average())
    }

    /// Returns `medians with 95% intervals`.
    pub(super) fn intervals(&self) -> String {
        format!("{} with {} intervals", self.averages(), self.level())
    }

    /// Returns `95%`: the level of the intervals of cells.
    pub(super) fn level(&self) -> String {
        format!("{}%", percent(self.report.confidence))
    }
}

/// Returns whether all indexes below `count` are among these.
fn covers(rows: &[u32], count: usize) -> bool {
    let mut is_there = vec![false; count];
    rows.iter().for_each(|&row| is_there[row as usize] = true);
    is_there.into_iter().all(|is| is)
}
