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
use crate::stats::ShiftScale;
use crate::table::{Assumption, Cell, Pair, Report, Warning};

/// The columns behind those of the keys.
const COLUMNS: [&str; 27] = [
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
    "runs_needed",
    "smallest",
    "base_warnings",
    "warnings",
    "base_symptoms",
    "symptoms",
    "comparison_warnings",
];

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
    head.end();
    for (index, table) in report.tables.iter().enumerate() {
        in_batches(out, threads, table.rows.len(), &|places, buffer| {
            places.for_each(|row| records(report, index, row, buffer));
        })?;
    }
    Ok(Vec::new())
}

fn records(report: &Report, table: usize, row: usize, out: &mut Vec<u8>) {
    let mut paired = false;
    for pair in report.pairs(table, row) {
        paired = true;
        record(report, (table, row), &pair, true, out);
    }
    if !paired {
        // One column: there is nothing to compare with.
        for cell in &report.tables[table].rows[row].cells {
            let alone = Pair::alone(cell);
            record(report, (table, row), &alone, false, out);
        }
    }
}

fn record(
    report: &Report,
    (index, row): (usize, usize),
    pair: &Pair<'_>,
    compared: bool,
    out: &mut Vec<u8>,
) {
    let table = &report.tables[index];
    let mut record = Record::new(out);
    let columns = &table.columns;
    let base = compared.then(|| &columns[0].key);
    table.key.iter().chain(table.rows[row].key.iter()).for_each(|text| record.key(text));
    match base {
        Some(key) => key.iter().for_each(|text| record.key(text)),
        None => report.col_fields.iter().for_each(|_| record.nothing()),
    }
    columns[pair.column as usize].key.iter().for_each(|text| record.key(text));
    record.key(&table.unit);
    record.text(table.direction.map_or("", |direction| direction.word()).as_bytes());
    record.text(if compared { pair.outcome.word() } else { "" }.as_bytes());
    side(&mut record, pair.base);
    side(&mut record, pair.cell);
    record.maybe(pair.ratio().map(|ratio| ratio - 1.0));
    let both = pair.comparison();
    record.flag(both.map(|_| pair.is_significant()));
    let tested = both.filter(|_| table.assumption != Assumption::Exact);
    record.maybe(tested.map(|comparison| comparison.p));
    let judgement = pair.judgement;
    record.maybe(judgement.and_then(|judgement| judgement.adjusted_p));
    match judgement.and_then(|judgement| judgement.shift) {
        Some(shift) => {
            let ratio = shift.scale == ShiftScale::Ratio;
            record.text(if ratio { b"ratio" } else { b"difference" });
            record.number(shift.estimate);
            record.bound(shift.interval.lo);
            record.bound(shift.interval.hi);
        }
        None => (0..4).for_each(|_| record.nothing()),
    }
    record.flag(judgement.filter(|j| j.shift.is_some()).map(|judgement| judgement.p_decides));
    let runs = judgement.and_then(|judgement| judgement.runs_needed);
    record.maybe(runs.map(f64::from));
    record.maybe(judgement.and_then(|judgement| judgement.smallest));
    for cell in [pair.base, pair.cell] {
        let warnings = cell.into_iter().flat_map(|cell| report.summary_warnings(cell));
        record.words(warnings.map(|warning: Warning| warning.code()));
    }
    let found = report.analysis.as_ref().map(|analysis| &analysis.tables[index].rows[row].symptoms);
    for cell in [pair.base, pair.cell] {
        let own = |(column, _): &&(u32, _)| cell.is_some_and(|cell| cell.column == *column);
        let symptoms = found.into_iter().flatten().filter(own);
        record.words(symptoms.map(|(_, symptom)| symptom.code()));
    }
    let doubt = pair.cell.and_then(|cell| report.comparison_warning(cell));
    record.words(doubt.iter().map(Warning::code));
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
struct Record<'o> {
    out: &'o mut Vec<u8>,
    is_first: bool,
}

impl<'o> Record<'o> {
    fn new(out: &'o mut Vec<u8>) -> Self {
        Record { out, is_first: true }
    }

    fn separate(&mut self) {
        if !std::mem::take(&mut self.is_first) {
            self.out.push(b',');
        }
    }

    fn text(&mut self, text: &[u8]) {
        self.separate();
        write_field(self.out, text);
    }

    fn key(&mut self, text: &Text) {
        self.text(text.as_bytes());
    }

    fn nothing(&mut self) {
        self.separate();
    }

    fn number(&mut self, value: f64) {
        self.separate();
        match value {
            f64::INFINITY => self.out.extend_from_slice(b"Inf"),
            // Of equal zeros either may be the bound of an interval: their sign says nothing.
            0.0 => self.out.push(b'0'),
            value => write_shortest(self.out, value),
        }
    }

    fn maybe(&mut self, value: Option<f64>) {
        match value {
            Some(value) => self.number(value),
            None => self.nothing(),
        }
    }

    /// A bound of an interval; an infinite one is none.
    fn bound(&mut self, value: f64) {
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

    fn end(self) {
        self.out.extend_from_slice(b"\r\n");
    }
}
