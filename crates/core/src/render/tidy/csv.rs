//! Tidy data as CSV (RFC 4180): one record a line; a missing value is an empty field.
//!
//! Takes fields one after the other; gives text. Numbers have the fewest digits that read back the same.

use super::sink::TidySink;
use crate::base::float::write_shortest;
use crate::render::csv::write_field;

/// Records, one after the other.
pub(in crate::render) struct Lines<'o> {
    out: &'o mut Vec<u8>,
    is_first: bool,
}

impl<'o> Lines<'o> {
    pub(in crate::render) fn new(out: &'o mut Vec<u8>) -> Self {
        Lines { out, is_first: true }
    }

    fn separate(&mut self) {
        if !std::mem::take(&mut self.is_first) {
            self.out.push(b',');
        }
    }
}

impl TidySink for Lines<'_> {
    fn text(&mut self, text: &[u8]) {
        self.separate();
        write_field(self.out, text);
    }

    fn number(&mut self, value: f64) {
        self.separate();
        match value {
            f64::INFINITY => self.out.extend_from_slice(b"Inf"),
            // Either of two equal zeros may be the bound of an interval, so the sign means nothing.
            0.0 => self.out.push(b'0'),
            value => write_shortest(self.out, value),
        }
    }

    fn count(&mut self, value: u32) {
        self.number(f64::from(value));
    }

    fn flag(&mut self, value: bool) {
        self.text(if value { b"true" } else { b"false" });
    }

    fn nothing(&mut self) {
        self.separate();
    }

    fn end(&mut self) {
        self.out.extend_from_slice(b"\r\n");
        self.is_first = true;
    }
}
