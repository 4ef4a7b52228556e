//! Tidy data: one record a comparison, for spreadsheets and data frames (RFC 4180).
//!
//! The first record names the columns. A table without anything to compare has a record for each
//! cell. Numbers are doubles with the fewest digits that read back the same, infinities `Inf` and
//! `-Inf`; a field is empty where there is nothing. Texts pass through as they were read.

use std::io::Result;

use super::csv::write_field;
use super::{Pieces, in_batches};
use crate::base::Text;
use crate::base::float::write_shortest;
use crate::stats::{SampleIssue, ShiftScale};
use crate::table::{Cell, Compared, Comparison, Report, Row, Table, Warning};

/// The columns behind those of the keys.
const COLUMNS: [&str; 28] = [
    "unit",
    "better",
    "outcome",
    "base_n",
    "base_center",
    "base_lo",
    "base_hi",
    "n",
    "center",
    "lo",
    "hi",
    "delta",
    "significant",
    "p",
    "adjusted_p",
    "shift_scale",
    "shift",
    "shift_lo",
    "shift_hi",
    "p_decides",
    "brunner_munzel_p",
    "runs_needed",
    "min_detectable_effect",
    "base_warnings",
    "warnings",
    "base_sample_issues",
    "sample_issues",
    "comparison_warnings",
];

/// Further columns of a paired report.
const PAIR_COLUMNS: [&str; 4] = ["pair_test", "pairs", "base_left_out", "left_out"];

pub(super) fn render(report: &Report, threads: usize, out: &mut Pieces<'_>) -> Result<Vec<u8>> {
    let mut head = Record::new(&mut out.buffer);
    let fields = [
        ("table:", &report.table_fields),
        ("row:", &report.row_fields),
        ("base:", &report.col_fields),
        ("col:", &report.col_fields),
    ];
    for (role, fields) in fields {
        fields.iter().for_each(|name| head.text(&[role.as_bytes(), name.as_bytes()].concat()));
    }
    COLUMNS.iter().for_each(|name| head.text(name.as_bytes()));
    if report.is_paired {
        PAIR_COLUMNS.iter().for_each(|name| head.text(name.as_bytes()));
    }
    if report.query.is_controlled() {
        head.text(b"control");
    }
    head.end();
    for table in &report.tables {
        in_batches(out, threads, table.rows.len(), &|places, buffer| {
            places.for_each(|row| records(report, table, &table.rows[row], buffer));
        })?;
    }
    Ok(Vec::new())
}

fn records(report: &Report, table: &Table, row: &Row, out: &mut Vec<u8>) {
    for compared in table.compared(row) {
        record(report, (table, row), &Sides::of(&compared), out);
    }
    if row.comparisons.is_empty() {
        // There is nothing to compare with.
        for cell in &row.cells {
            record(report, (table, row), &Sides::alone(cell), out);
        }
    }
}

/// What a record is about.
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

fn record(report: &Report, (table, row): (&Table, &Row), sides: &Sides<'_>, out: &mut Vec<u8>) {
    let mut record = Record::new(out);
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
    let both = sides.compared.filter(|comparison| comparison.sides.is_some());
    let ratio = both.and_then(|comparison| comparison.sides?.ratio());
    record.maybe(ratio.map(|ratio| ratio - 1.0));
    record.flag(both.map(Comparison::is_significant));
    record.maybe(both.and_then(Comparison::shown_p));
    let test = both.and_then(|comparison| comparison.test).filter(|_| report.analysis.is_some());
    record.maybe(test.map(|test| test.adjusted_p));
    let effect = both.and_then(|comparison| comparison.effect.as_ref());
    let shift = effect.and_then(|effect| effect.shift);
    match shift {
        Some(shift) => {
            let ratio = shift.scale == ShiftScale::Ratio;
            record.text(if ratio { b"ratio" } else { b"difference" });
            record.number(shift.estimate);
            record.bound(shift.interval.lo);
            record.bound(shift.interval.hi);
        }
        None => (0..4).for_each(|_| record.nothing()),
    }
    record.flag(shift.and(effect).map(|effect| effect.p_decides));
    record.maybe(effect.and_then(|effect| effect.brunner_munzel_p));
    let power = both.and_then(Comparison::power);
    record.maybe(power.and_then(|power| power.runs_needed).map(f64::from));
    record.maybe(power.and_then(|power| power.min_detectable_effect));
    for cell in [sides.base, sides.cell] {
        let warnings = cell.into_iter().flat_map(|cell| report.cell_warnings(cell));
        record.words(warnings.map(Warning::code));
    }
    for cell in [sides.base, sides.cell] {
        let issues = cell.into_iter().flat_map(Cell::issues);
        record.words(issues.map(SampleIssue::code));
    }
    let warning = both.and_then(|comparison| comparison.sides?.warning);
    record.words(warning.into_iter().map(Warning::code));
    if report.is_paired {
        let matching = both.and_then(|comparison| comparison.matching);
        let found = matching.filter(|matching| matching.pairs != 0);
        record.text(found.map_or("", |matching| matching.test.name()).as_bytes());
        record.maybe(matching.map(|matching| f64::from(matching.pairs)));
        for side in 0..2 {
            record.maybe(matching.map(|matching| f64::from(matching.left_out[side])));
        }
        if report.query.is_controlled() {
            record.maybe(matching.and_then(|matching| matching.control));
        }
    }
    record.end();
}

/// How many values, their centre and its interval.
fn side(record: &mut Record<'_>, cell: Option<&Cell>) {
    match cell {
        Some(cell) => {
            record.number(f64::from(cell.n));
            record.number(cell.summary.center);
            record.bound(cell.summary.lo);
            record.bound(cell.summary.hi);
        }
        None => (0..4).for_each(|_| record.nothing()),
    }
}

/// A record on its way.
pub(super) struct Record<'o> {
    out: &'o mut Vec<u8>,
    is_first: bool,
}

impl<'o> Record<'o> {
    pub(super) fn new(out: &'o mut Vec<u8>) -> Self {
        Record { out, is_first: true }
    }

    fn separate(&mut self) {
        if !std::mem::take(&mut self.is_first) {
            self.out.push(b',');
        }
    }

    pub(super) fn text(&mut self, text: &[u8]) {
        self.separate();
        write_field(self.out, text);
    }

    pub(super) fn key(&mut self, text: &Text) {
        self.text(text.as_bytes());
    }

    pub(super) fn nothing(&mut self) {
        self.separate();
    }

    pub(super) fn number(&mut self, value: f64) {
        self.separate();
        match value {
            f64::INFINITY => self.out.extend_from_slice(b"Inf"),
            // Of equal zeros either may be the bound of an interval: their sign says nothing.
            0.0 => self.out.push(b'0'),
            value => write_shortest(self.out, value),
        }
    }

    pub(super) fn maybe(&mut self, value: Option<f64>) {
        match value {
            Some(value) => self.number(value),
            None => self.nothing(),
        }
    }

    /// A bound of an interval; an infinite one is none.
    pub(super) fn bound(&mut self, value: f64) {
        self.maybe(Some(value).filter(|value| value.is_finite()));
    }

    fn flag(&mut self, value: Option<bool>) {
        self.text(match value {
            Some(true) => b"true",
            Some(false) => b"false",
            None => b"",
        });
    }

    fn words(&mut self, words: impl Iterator<Item = &'static str>) {
        self.text(words.collect::<Vec<_>>().join(" ").as_bytes());
    }

    pub(super) fn end(self) {
        self.out.extend_from_slice(b"\r\n");
    }
}
