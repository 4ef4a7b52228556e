//! Tidy data: one record a comparison, for spreadsheets and data frames.
//!
//! Takes a report; gives the names and types of columns, and the fields of each record in their order, to a
//! [`TidySink`]: text as CSV, or columns in memory. So all sinks share one list of columns. A table without comparisons
//! has a record for each cell. A missing value is an empty field, and texts pass through as they were read. Must not
//! know how a sink uses a field.

mod csv;
mod sink;

use std::io::Result;

pub(super) use self::csv::Lines;
pub use self::sink::{TidyKind, TidySink};
use super::pieces::{Pieces, in_batches};
use crate::base::Text;
use crate::table::{
    Cell, Compared, Comparison, ComparisonWarning, Outcomes, Report, Row, SampleIssue, Table,
    Warning,
};

use TidyKind::{Count, Flag, Number, Text as Words};

/// The columns after the columns of the keys.
const COLUMNS: [(&str, TidyKind); 28] = [
    ("unit", Words),
    ("better", Words),
    ("outcome", Words),
    ("base_n", Count),
    ("base_center", Number),
    ("base_lo", Number),
    ("base_hi", Number),
    ("n", Count),
    ("center", Number),
    ("lo", Number),
    ("hi", Number),
    ("median_change", Number),
    ("significant", Flag),
    ("p", Number),
    ("adjusted_p", Number),
    ("change_scale", Words),
    ("change", Number),
    ("change_lo", Number),
    ("change_hi", Number),
    ("p_decides", Flag),
    ("brunner_munzel_p", Number),
    ("runs_needed", Count),
    ("min_detectable_effect", Number),
    ("base_warnings", Words),
    ("warnings", Words),
    ("base_sample_issues", Words),
    ("sample_issues", Words),
    ("comparison_warnings", Words),
];

/// Further columns of a paired report.
const PAIR_COLUMNS: [(&str, TidyKind); 4] =
    [("pair_test", Words), ("pairs", Count), ("base_skipped", Count), ("skipped", Count)];

/// Returns the columns of a report as tidy data, with which `-format tidy` begins.
///
/// ```
/// use benchlens_core::render::{TidyKind, tidy_columns};
/// use benchlens_core::{Query, Store, run};
///
/// let answer = run(&Store::read([]), &Query::default().analysed())?;
/// assert_eq!(tidy_columns(answer.report())[0], (b"row:.fullname".to_vec(), TidyKind::Text));
/// # Ok::<(), benchlens_core::Error>(())
/// ```
#[must_use]
pub fn tidy_columns(report: &Report) -> Vec<(Vec<u8>, TidyKind)> {
    let fields = [
        ("table:", &report.table_fields),
        ("row:", &report.row_fields),
        ("base:", &report.col_fields),
        ("col:", &report.col_fields),
    ];
    let keys = fields.into_iter().flat_map(|(role, fields)| {
        fields.iter().map(move |name| ([role.as_bytes(), name.as_bytes()].concat(), Words))
    });
    let paired = PAIR_COLUMNS.iter().filter(|_| report.is_paired);
    let control = report.query.is_controlled().then_some(&("control_change", Number));
    let others = COLUMNS.iter().chain(paired).chain(control);
    keys.chain(others.map(|&(name, kind)| (name.as_bytes().to_vec(), kind))).collect()
}

/// Passes the records of a report as tidy data to a sink: the rows that the query's focus selects, as in `-format
/// tidy`. Outcomes come from an analysis if the query asked for one: see [`Query::analysed`](crate::Query::analysed).
pub fn tidy_records(report: &Report, sink: &mut dyn TidySink) {
    let focused = report.focused(Outcomes::Found);
    let report = focused.as_ref().unwrap_or(report);
    for table in &report.tables {
        table.rows.iter().for_each(|row| records(report, table, row, sink));
    }
}

pub(super) fn render(report: &Report, threads: usize, out: &mut Pieces<'_>) -> Result<Vec<u8>> {
    let mut head = Lines::new(&mut out.buffer);
    tidy_columns(report).iter().for_each(|(name, _)| head.text(name));
    head.end();
    for table in &report.tables {
        in_batches(out, threads, table.rows.len(), &|indices, buffer| {
            let mut lines = Lines::new(buffer);
            indices.for_each(|row| records(report, table, &table.rows[row], &mut lines));
        })?;
    }
    Ok(Vec::new())
}

fn records(report: &Report, table: &Table, row: &Row, out: &mut dyn TidySink) {
    for compared in table.compared(row) {
        record(report, table, row, &Sides::of(&compared), out);
    }
    if row.comparisons.is_empty() {
        // The table has no baseline.
        for cell in &row.cells {
            record(report, table, row, &Sides::alone(cell), out);
        }
    }
}

/// The subject of a record.
struct Sides<'r> {
    compared: Option<&'r Comparison>,
    column: u32,
    base: Option<&'r Cell>,
    cell: Option<&'r Cell>,
}

impl<'r> Sides<'r> {
    fn of(compared: &Compared<'r>) -> Sides<'r> {
        let Compared { comparison, base, cell, .. } = *compared;
        Sides { compared: Some(comparison), column: comparison.column, base, cell }
    }

    fn alone(cell: &'r Cell) -> Sides<'r> {
        Sides { compared: None, column: cell.column, base: None, cell: Some(cell) }
    }
}

fn record(report: &Report, table: &Table, row: &Row, sides: &Sides<'_>, out: &mut dyn TidySink) {
    let mut record = Fields { out };
    let columns = &table.columns;
    table.key.iter().chain(row.key.iter()).for_each(|text| record.key(text));
    match sides.compared.map(|comparison| &columns[comparison.base as usize].key) {
        Some(key) => key.iter().for_each(|text| record.key(text)),
        None => report.col_fields.iter().for_each(|_| record.nothing()),
    }
    columns[sides.column as usize].key.iter().for_each(|text| record.key(text));
    record.key(&table.unit);
    record.text(table.direction.map_or("", |direction| direction.word()).as_bytes());
    record.text(sides.compared.map_or("", |comparison| comparison.outcome.word()).as_bytes());
    side(&mut record, sides.base);
    side(&mut record, sides.cell);
    let both = sides.compared.filter(|comparison| comparison.sides().is_some());
    let ratio = both.and_then(|comparison| comparison.sides()?.ratio());
    record.maybe(ratio.map(|ratio| ratio - 1.0));
    record.flag(both.map(Comparison::is_significant));
    record.maybe(both.and_then(Comparison::shown_p));
    let test = both.and_then(Comparison::test).filter(|_| report.analysis.is_some());
    record.maybe(test.map(|test| test.adjusted_p));
    let effect = both.and_then(Comparison::effect);
    let shift = effect.and_then(|effect| effect.shift);
    match shift {
        Some(shift) => {
            let change = shift.relative();
            record.text(change.scale.name().as_bytes());
            record.number(change.estimate);
            record.bound(change.interval.lo);
            record.bound(change.interval.hi);
        }
        None => (0..4).for_each(|_| record.nothing()),
    }
    record.flag(shift.and(effect).map(|effect| effect.p_decides));
    record.maybe(effect.and_then(|effect| effect.brunner_munzel_p));
    let power = both.and_then(Comparison::power);
    record.maybe_count(power.and_then(|power| power.runs_needed));
    record.maybe(power.and_then(|power| power.min_detectable_effect));
    for cell in [sides.base, sides.cell] {
        let warnings = cell.into_iter().flat_map(|cell| report.cell_warnings(cell));
        record.words(warnings.map(Warning::code));
    }
    for cell in [sides.base, sides.cell] {
        let issues = cell.into_iter().flat_map(Cell::issues);
        record.words(issues.map(SampleIssue::code));
    }
    let warning = both.and_then(Comparison::warning);
    record.words(warning.into_iter().map(ComparisonWarning::code));
    if report.is_paired {
        let matching = both.and_then(Comparison::matching);
        let found = matching.filter(|matching| matching.pairs != 0);
        record.text(found.map_or("", |matching| matching.test.name()).as_bytes());
        record.maybe_count(matching.map(|matching| matching.pairs));
        for side in 0..2 {
            record.maybe_count(matching.map(|matching| matching.left_out[side]));
        }
        if report.query.is_controlled() {
            record.maybe(matching.and_then(|matching| matching.control).map(|ratio| ratio - 1.0));
        }
    }
    record.out.end();
}

/// Writes the number of values, their center and its interval.
fn side(record: &mut Fields<'_>, cell: Option<&Cell>) {
    match cell {
        Some(cell) => {
            record.out.count(cell.n);
            record.number(cell.summary.center);
            record.bound(cell.summary.lo);
            record.bound(cell.summary.hi);
        }
        None => (0..4).for_each(|_| record.nothing()),
    }
}

/// A record in progress.
pub(super) struct Fields<'o> {
    pub(super) out: &'o mut dyn TidySink,
}

impl Fields<'_> {
    /// Adds a text; an empty text is a missing value.
    pub(super) fn text(&mut self, text: &[u8]) {
        if text.is_empty() { self.out.nothing() } else { self.out.text(text) }
    }

    pub(super) fn key(&mut self, text: &Text) {
        self.text(text.as_bytes());
    }

    pub(super) fn nothing(&mut self) {
        self.out.nothing();
    }

    pub(super) fn number(&mut self, value: f64) {
        // Either of two equal zeros may be the bound of an interval, so the sign means nothing.
        self.out.number(if value == 0.0 { 0.0 } else { value });
    }

    pub(super) fn maybe(&mut self, value: Option<f64>) {
        match value {
            Some(value) => self.number(value),
            None => self.nothing(),
        }
    }

    pub(super) fn maybe_count(&mut self, value: Option<u32>) {
        match value {
            Some(value) => self.out.count(value),
            None => self.nothing(),
        }
    }

    /// Adds a bound of an interval; an infinite bound is a missing value.
    pub(super) fn bound(&mut self, value: f64) {
        self.maybe(Some(value).filter(|value| value.is_finite()));
    }

    fn flag(&mut self, value: Option<bool>) {
        match value {
            Some(value) => self.out.flag(value),
            None => self.nothing(),
        }
    }

    fn words(&mut self, words: impl Iterator<Item = &'static str>) {
        self.text(words.collect::<Vec<_>>().join(" ").as_bytes());
    }
}
