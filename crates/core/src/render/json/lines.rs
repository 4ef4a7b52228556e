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
#[derive(Debug)]
struct Lines<'n> {
    /// How many brackets are open.
    depth: usize,
    /// Whether the next value is an item of a list.
    is_item: bool,
    numbers: &'n mut Numbers,
}

/// The last numbers and their digits: centres and p-values come twice, and the levels of intervals are
/// often the same.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    known: [(u64, Vec<u8>); REMEMBERED],
    next: usize,
}

/// So many numbers are remembered.
const REMEMBERED: usize = 8;

impl Numbers {
    fn digits(&mut self, value: f64) -> &[u8] {
        let bits = value.to_bits();
        let is_known = |(known, digits): &(u64, Vec<u8>)| *known == bits && !digits.is_empty();
        let at = self.known.iter().position(is_known).unwrap_or_else(|| {
            self.next = (self.next + 1) % REMEMBERED;
            let (known, digits) = &mut self.known[self.next];
            *known = bits;
            digits.clear();
            write_shortest(digits, value);
            self.next
        });
        &self.known[at].1
    }
}

impl Formatter for Lines<'_> {
    fn write_f64<W: ?Sized + Write>(&mut self, out: &mut W, value: f64) -> Result<()> {
        out.write_all(self.numbers.digits(value))
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
    append_at(out, (0, false), &mut Numbers::default(), value);
}

/// Appends an item of a list around which so many brackets are open. Keep `numbers` for the next one.
pub(super) fn append_item(
    out: &mut Vec<u8>,
    (depth, first): (usize, bool),
    numbers: &mut Numbers,
    value: &impl Serialize,
) {
    if !first {
        out.push(b',');
    }
    append_at(out, (depth, true), numbers, value);
}

fn append_at(
    out: &mut Vec<u8>,
    (depth, is_item): (usize, bool),
    numbers: &mut Numbers,
    value: &impl Serialize,
) {
    let lines = Lines { depth, is_item, numbers };
    // A vector takes everything, and our documents have no map whose keys are not texts.
    let written = value.serialize(&mut Serializer::with_formatter(out, lines));
    debug_assert!(written.is_ok(), "{written:?}");
}
