//! Chunks of bytes to records.

use super::line::{Line, Scratch, may_be_data, parse, unit_fields};
use super::repeat::Repeat;
use crate::format::{Decoder, Number, Record, ResultLine, Sink, SyntaxError};

/// Reads Go's benchmark format from chunks cut anywhere.
///
/// Call [`feed`](Reader::feed) with the bytes as they come and [`finish`](Reader::finish) once at
/// the end. However the input is cut, the sink gets the same records.
///
/// ```
/// use benchlens::format::{Record, gobench::Reader};
/// let mut names = Vec::new();
/// let mut sink = |_line: u64, record: Record<'_>| {
///     if let Record::Result(result) = record {
///         names.push(String::from_utf8_lossy(result.name).into_owned());
///     }
/// };
/// let mut reader = Reader::default();
/// reader.feed(b"BenchmarkA-8 100 12.5 n", &mut sink);
/// reader.feed(b"s/op\nPASS\n", &mut sink);
/// reader.finish(&mut sink);
/// assert_eq!(names, ["A-8"]);
/// ```
#[derive(Debug, Default)]
pub struct Reader {
    decoder: Decoder,
    lines: Lines,
}

/// The part of the reader behind the decoder.
#[derive(Debug, Default)]
struct Lines {
    /// The beginning of a line whose end has not come yet.
    carry: Vec<u8>,
    /// Whether that line is noise of which nothing is kept.
    skipping: bool,
    /// Lines completely read.
    read: u64,
}

impl Reader {
    /// A reader for lines from the middle of an input: it looks for no byte-order mark.
    pub(crate) fn of_lines() -> Reader {
        Reader { decoder: Decoder::of_utf8(), lines: Lines::default() }
    }

    /// Reads the next chunk.
    pub fn feed(&mut self, chunk: &[u8], sink: &mut dyn Sink) {
        let Reader { decoder, lines } = self;
        decoder.feed(chunk, &mut |text| lines.feed(text, sink));
    }

    /// Reads what is left of the last line: nothing follows.
    pub fn finish(&mut self, sink: &mut dyn Sink) {
        let Reader { decoder, lines } = self;
        decoder.finish(&mut |text| lines.feed(text, sink));
        lines.finish(sink);
    }

    /// How many lines were read so far.
    pub fn lines(&self) -> u64 {
        self.lines.read
    }

    /// Whether the input had UTF-16's byte-order mark.
    pub fn is_utf16(&self) -> bool {
        self.decoder.is_utf16()
    }
}

impl Lines {
    fn feed(&mut self, chunk: &[u8], sink: &mut dyn Sink) {
        let mut rest = chunk;
        if self.skipping || !self.carry.is_empty() {
            let end = memchr::memchr(b'\n', rest);
            let head = &rest[..end.unwrap_or(rest.len())];
            if !self.skipping {
                self.carry.extend_from_slice(head);
            }
            let Some(end) = end else { return };
            rest = &rest[end + 1..];
            self.end_carried_line(sink);
        }
        let whole = memchr::memrchr(b'\n', rest).map_or(0, |i| i + 1);
        self.read += read_lines(&rest[..whole], self.read, sink);
        // Of a line that cannot be data nothing is kept, however long it is.
        let tail = &rest[whole..];
        self.skipping = tail.first().is_some_and(|&b| !may_be_data(b));
        if !self.skipping {
            self.carry.extend_from_slice(tail);
        }
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        if self.skipping || !self.carry.is_empty() {
            self.end_carried_line(sink);
        }
    }

    fn end_carried_line(&mut self, sink: &mut dyn Sink) {
        let carry = std::mem::take(&mut self.carry);
        read_lines(&carry, self.read, sink);
        self.read += 1;
        self.skipping = false;
        // Keep the room unless one huge line made it huge.
        if carry.capacity() <= 1 << 20 {
            self.carry = carry;
            self.carry.clear();
        }
    }
}

/// Reads whole lines, of which `before` came earlier; returns how many.
fn read_lines(text: &[u8], before: u64, sink: &mut dyn Sink) -> u64 {
    let mut scratch = Scratch::default();
    let mut last = Repeat::default();
    let mut count = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let (lines, len) = last.read_alike(rest);
        if lines != 0 {
            push_alike(&last, before + count + 1, &mut scratch.values, sink);
            count += lines;
            rest = &rest[len..];
            continue;
        }
        if let Some((iterations, len)) = last.read(rest, &mut scratch.values) {
            count += 1;
            rest = &rest[len..];
            let (name, units) = (last.name(), last.units());
            let result =
                ResultLine { name, iterations, values: &scratch.values, units, repeats: true };
            sink.push(before + count, Record::Result(result));
            continue;
        }
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let line = &rest[..end];
        rest = rest.get(end + 1..).unwrap_or_default();
        count += 1;
        if line.first().is_some_and(|&b| may_be_data(b)) {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            read_line(line, before + count, &mut scratch, &mut last, sink);
        }
    }
    count
}

/// Hands over the lines of one shape that were just read.
fn push_alike(last: &Repeat<'_>, line: u64, values: &mut Vec<Number>, sink: &mut dyn Sink) {
    let rows = last.alike();
    let taken = sink.repeat(line, rows);
    let others = rows.numbers.chunks_exact(rows.decimals.len()).skip(taken);
    for (row, line) in others.zip(line + taken as u64..) {
        let number = |(&mantissa, &decimals)| Number::Short { mantissa, decimals };
        values.clear();
        values.extend(row.iter().zip(rows.decimals).skip(1).map(number));
        let (name, units) = (last.name(), last.units());
        let iterations = row[0].into();
        sink.push(
            line,
            Record::Result(ResultLine { name, iterations, values, units, repeats: true }),
        );
    }
}

fn read_line<'a>(
    line: &'a [u8],
    number: u64,
    scratch: &mut Scratch<'a>,
    last: &mut Repeat<'a>,
    sink: &mut dyn Sink,
) {
    match parse(line, scratch) {
        Line::Ignored => {}
        Line::Config { key, value } => sink.push(number, Record::Config { key, value }),
        Line::Unit(rest) => read_unit_line(rest, number, sink),
        Line::Malformed(error) => sink.push(number, Record::Malformed(error)),
        Line::Result { name, iterations } => {
            let repeats = last.matches(name, &scratch.units);
            if !repeats {
                last.set(line, name, &scratch.units);
            }
            let Scratch { values, units } = scratch;
            let result = ResultLine { name, iterations, values, units, repeats };
            sink.push(number, Record::Result(result));
        }
    }
}

fn read_unit_line(rest: &[u8], number: u64, sink: &mut dyn Sink) {
    let Some((unit, pairs)) = unit_fields(rest) else {
        return sink.push(number, Record::Malformed(SyntaxError::MissingUnit));
    };
    for pair in pairs {
        sink.push(
            number,
            match pair {
                Some((key, value)) => Record::Unit { unit, key, value },
                None => Record::Malformed(SyntaxError::ExpectedKeyValue),
            },
        );
    }
}
