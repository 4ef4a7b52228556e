//! The layout of JSON documents: what `serde_json` leaves to a formatter.
//!
//! Takes the events of a serializer, gives compact JSON in lines that a person can read and `diff`
//! compares: each member of the document begins a line, and so does each object of a list near the
//! top (an input, a column, a row). Numbers have the fewest digits that read back the same. Must not
//! know what the members mean.

use std::io::{Result, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use crate::base::float::write_shortest;

/// How many brackets may be open around an object that begins a line: those of the document, of the
/// list of tables, of a table, and of its list of rows.
pub(super) const ROWS: usize = 4;

/// The layout, at some depth of a document.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// How many brackets are open.
    depth: usize,
    /// Whether the next value is an item of a list.
    is_item: bool,
    /// Reused for each number.
    digits: Vec<u8>,
}

impl Formatter for Lines {
    fn write_f64<W: ?Sized + Write>(&mut self, out: &mut W, value: f64) -> Result<()> {
        self.digits.clear();
        write_shortest(&mut self.digits, value);
        out.write_all(&self.digits)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        if std::mem::take(&mut self.is_item) && self.depth <= ROWS {
            out.write_all(b"\n")?;
        }
        self.depth += 1;
        out.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.depth -= 1;
        out.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        if self.depth == 1 { out.write_all(b"\n") } else { Ok(()) }
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.is_item = false;
        self.depth += 1;
        out.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.depth -= 1;
        out.write_all(b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> Result<()> {
        self.is_item = true;
        if first { Ok(()) } else { out.write_all(b",") }
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> Result<()> {
        self.is_item = false;
        Ok(())
    }
}

/// Appends a document.
pub(super) fn append(out: &mut Vec<u8>, value: &impl Serialize) {
    append_at(out, 0, false, value);
}

/// Appends an item of a list around which so many brackets are open.
pub(super) fn append_item(out: &mut Vec<u8>, depth: usize, first: bool, value: &impl Serialize) {
    if !first {
        out.push(b',');
    }
    append_at(out, depth, true, value);
}

fn append_at(out: &mut Vec<u8>, depth: usize, is_item: bool, value: &impl Serialize) {
    let lines = Lines { depth, is_item, digits: Vec::new() };
    // A vector takes everything, and our documents have no map whose keys are not texts.
    let written = value.serialize(&mut Serializer::with_formatter(out, lines));
    debug_assert!(written.is_ok(), "{written:?}");
}
