//! From values to JSON text.
//!
//! Takes values that serialize themselves; gives compact JSON in lines that a person can read and `diff` can compare:
//! each member of the document begins a line, and so does each object of a list near the top (an input, a column, a
//! row). Must not know the meaning of the members.

use std::io::{Result, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use crate::base::float::write_shortest;

/// The maximum number of open brackets around an object that begins a line: the brackets of the document, of the list
/// of tables, of a table, and of its list of rows.
pub(super) const ROWS: usize = 4;

/// Appends a document.
pub(super) fn append(out: &mut Vec<u8>, value: &impl Serialize) {
    write(out, Lines::default(), value);
}

/// Appends an item of a list; `depth` brackets are open around it.
pub(super) fn append_item(out: &mut Vec<u8>, depth: usize, is_first: bool, value: &impl Serialize) {
    if !is_first {
        out.push(b',');
    }
    write(out, Lines { depth, is_item: true, ..Lines::default() }, value);
}

/// Returns the JSON text of a value that serializes itself, for answers to callers of the module, so that no second
/// serializer is downloaded. `None` for a value that JSON cannot express.
pub fn to_json(value: &impl Serialize) -> Option<String> {
    let mut out = Vec::new();
    // At this depth of a document, everything is one line.
    let lines = Lines { depth: ROWS + 1, ..Lines::default() };
    value.serialize(&mut Serializer::with_formatter(&mut out, lines)).ok()?;
    String::from_utf8(out).ok()
}

fn write(out: &mut Vec<u8>, lines: Lines, value: &impl Serialize) {
    let written = value.serialize(&mut Serializer::with_formatter(out, lines));
    // JSON can express all values of our documents.
    debug_assert!(written.is_ok(), "{written:?}");
}

/// The state that decides where lines begin and how numbers are written.
#[derive(Default)]
struct Lines {
    /// The number of open brackets.
    depth: usize,
    /// Whether the next value is an item of a list.
    is_item: bool,
    /// The digits of one number.
    digits: Vec<u8>,
}

impl Formatter for Lines {
    /// Writes the fewest digits that read back the same, as in all outputs: integers have no decimal point.
    fn write_f64<W: Write + ?Sized>(&mut self, out: &mut W, value: f64) -> Result<()> {
        self.digits.clear();
        write_shortest(&mut self.digits, value);
        out.write_all(&self.digits)
    }

    fn begin_array<W: Write + ?Sized>(&mut self, out: &mut W) -> Result<()> {
        self.depth += 1;
        out.write_all(b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, out: &mut W) -> Result<()> {
        (self.depth, self.is_item) = (self.depth - 1, false);
        out.write_all(b"]")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, is_first: bool) -> Result<()> {
        self.is_item = true;
        if is_first { Ok(()) } else { out.write_all(b",") }
    }

    fn begin_object<W: Write + ?Sized>(&mut self, out: &mut W) -> Result<()> {
        let begins_line = std::mem::take(&mut self.is_item) && self.depth <= ROWS;
        self.depth += 1;
        out.write_all(if begins_line { b"\n{" } else { b"{" })
    }

    fn end_object<W: Write + ?Sized>(&mut self, out: &mut W) -> Result<()> {
        self.depth -= 1;
        out.write_all(b"}")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, out: &mut W, is_first: bool) -> Result<()> {
        let comma: &[u8] = if is_first { b"" } else { b"," };
        out.write_all(comma)?;
        if self.depth == 1 { out.write_all(b"\n") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sample of everything that documents contain.
    #[derive(Serialize)]
    struct Some<'a> {
        text: &'a str,
        whole: (u64, i64, u8),
        numbers: Vec<f64>,
        nothing: Option<u32>,
        words: [Word; 2],
        inner: Inner,
        none: Vec<Inner>,
        many: Vec<Inner>,
    }

    #[derive(Serialize)]
    #[serde(rename_all = "lowercase")]
    enum Word {
        Known,
        Of(u32),
    }

    #[derive(Serialize)]
    struct Inner {
        #[serde(flatten)]
        flat: Flat,
        found: Option<bool>,
    }

    #[derive(Serialize)]
    struct Flat {
        character: char,
        unit: (),
    }

    #[test]
    fn another_writer_of_json_writes_the_same() {
        let inner = || Inner { flat: Flat { character: '"', unit: () }, found: Some(true) };
        let document = Some {
            text: "a \"text\"\n\u{1}\u{7f}é\u{1F980}\\ long enough for several steps / \t\r\u{8}\u{c}",
            whole: (u64::MAX, i64::MIN, 0),
            numbers: vec![0.5, 229.0, 0.1, 0.1, -3.0, 123_456.0],
            nothing: None,
            words: [Word::Known, Word::Of(3)],
            inner: inner(),
            none: Vec::new(),
            many: vec![inner(), inner()],
        };
        let mut out = Vec::new();
        append(&mut out, &document);
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().count(), 1 + 8 + 3, "{text}");
        let wanted = serde_json::to_string(&document).unwrap();
        // Integers have no decimal point here.
        let wanted = wanted.replace(".0,", ",").replace(".0]", "]");
        assert_eq!(text.replace('\n', ""), wanted);
    }
}
