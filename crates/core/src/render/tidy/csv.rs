//! Tidy data as CSV (RFC 4180): one record a line; a missing value is an empty field.
//!
//! Takes fields one after the other; gives text. Numbers have the fewest digits that read back the same.

use super::sink::TidySink;
use crate::base::Text;
use crate::base::float::write_shortest;
use crate::render::csv::write_field;

/// A record in progress.
pub(in crate::render) struct Record<'o> {
    out: &'o mut Vec<u8>,
    is_first: bool,
}

impl<'o> Record<'o> {
    pub(in crate::render) fn new(out: &'o mut Vec<u8>) -> Self {
        Record { out, is_first: true }
    }

    fn separate(&mut self) {
        if !std::mem::take(&mut self.is_first) {
            self.out.push(b',');
        }
    }

    pub(in crate::render) fn text(&mut self, text: &[u8]) {
        self.separate();
        write_field(self.out, text);
    }

    pub(in crate::render) fn key(&mut self, text: &Text) {
        self.text(text.as_bytes());
    }

    pub(in crate::render) fn nothing(&mut self) {
        self.separate();
    }

    pub(in crate::render) fn number(&mut self, value: f64) {
        self.separate();
        match value {
            f64::INFINITY => self.out.extend_from_slice(b"Inf"),
            // Either of two equal zeros may be the bound of an interval, so the sign means nothing.
            0.0 => self.out.push(b'0'),
            value => write_shortest(self.out, value),
        }
    }

    pub(in crate::render) fn maybe(&mut self, value: Option<f64>) {
        match value {
            Some(value) => self.number(value),
            None => self.nothing(),
        }
    }

    /// Writes a bound of an interval; an infinite bound is empty.
    pub(in crate::render) fn bound(&mut self, value: f64) {
        self.maybe(Some(value).filter(|value| value.is_finite()));
    }

    pub(in crate::render) fn end(self) {
        self.out.extend_from_slice(b"\r\n");
    }
}

/// Records, one after the other.
pub(super) struct Lines<'o> {
    record: Record<'o>,
}

impl<'o> Lines<'o> {
    pub(super) fn new(out: &'o mut Vec<u8>) -> Self {
        Lines { record: Record::new(out) }
    }
}

impl TidySink for Lines<'_> {
    fn text(&mut self, text: &[u8]) {
        self.record.text(text);
    }

    fn number(&mut self, value: f64) {
        self.record.number(value);
    }

    fn count(&mut self, value: u32) {
        self.record.number(f64::from(value));
    }

    fn flag(&mut self, value: bool) {
        self.record.text(if value { b"true" } else { b"false" });
    }

    fn nothing(&mut self) {
        self.record.nothing();
    }

    fn end(&mut self) {
        self.record.out.extend_from_slice(b"\r\n");
        self.record.is_first = true;
    }
}
