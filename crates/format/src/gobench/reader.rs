//! Converts chunks of bytes to records.

use super::described::described;
use super::failed::{failure, failure_after_name, is_crash};
use super::line::{Line, Scratch, begins_data, may_be_data, parse, unit_fields};
use super::recorded::recorded;
use super::repeat::{Repeat, Repeated};
use super::torn::{Torn, numbers};
use super::wrapped;
use crate::lines::{LineBuffer, checked, split_line, without_return};
use crate::{Location, Number, Problem, Record, ResultLine, Sink, SyntaxError};

/// Reads Go's benchmark format from chunks of any length.
///
/// ```
/// use benchlens_format::{Location, Reader as _, Record, gobench};
/// let mut names = Vec::new();
/// let mut sink = |_at: &Location, record: Record<'_>| {
///     if let Record::Result(result) = record {
///         names.push(String::from_utf8_lossy(result.name).into_owned());
///     }
/// };
/// let mut reader = gobench::Reader::default();
/// reader.feed(b"BenchmarkA-8 100 12.5 n", &mut sink);
/// reader.feed(b"s/op\nPASS\n", &mut sink);
/// reader.finish(&mut sink);
/// assert_eq!(names, ["A-8"]);
/// ```
#[derive(Debug, Default)]
pub struct Reader {
    lines: LineBuffer,
    torn: Torn,
}

impl crate::Reader for Reader {
    fn feed(&mut self, chunk: &[u8], sink: &mut dyn Sink) {
        let Reader { lines, torn } = self;
        lines.feed(chunk, may_be_data, &mut |text, before| read_lines(text, before, torn, sink));
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        let Reader { lines, torn } = self;
        let last =
            &mut |text: &[u8], before, sink: &mut dyn Sink| read_lines(text, before, torn, sink);
        // Only the line before shows whether numbers belong to a torn result.
        let begins =
            |line: &[u8]| begins_data(line) || numbers(line, &mut Scratch::default()).is_some();
        lines.finish_into(sink, begins, last);
    }

    fn position(&self) -> Location {
        self.lines.position()
    }
}

/// Reads whole lines; `before` lines came earlier. Returns their number.
fn read_lines(text: &[u8], before: u64, torn: &mut Torn, sink: &mut dyn Sink) -> u64 {
    let mut scratch = Scratch::default();
    let mut last = Repeat::default();
    let mut count = 0;
    let mut rest = text;
    while !rest.is_empty() {
        if torn.is_open() {
            let line;
            (line, rest) = split_line(rest);
            count += 1;
            let at = Location::Line(before + count);
            if line.starts_with(b"Benchmark") || !torn.join(line, &at, &mut scratch, sink) {
                read_line(line, &at, &mut scratch, &mut last, torn, sink);
            } else {
                // The numbers do not have the name of the last whole line.
                last = Repeat::default();
            }
            continue;
        }
        let (lines, len) = last.read_alike(rest);
        if lines != 0 {
            push_alike(&last, before + count + 1, &mut scratch.values, sink);
            count += lines;
            rest = &rest[len..];
            continue;
        }
        if let Some(Repeated { iterations, len, has_name }) = last.read(rest, &mut scratch.values) {
            count += 1;
            rest = &rest[len..];
            let (name, units) = (last.name(), last.units());
            let result = ResultLine {
                name,
                has_processors: true,
                iterations,
                values: &scratch.values,
                units,
                repeats: has_name,
            };
            sink.push(&Location::Line(before + count), Record::Result(result));
            continue;
        }
        let line;
        (line, rest) = split_line(rest);
        count += 1;
        read_line(line, &Location::Line(before + count), &mut scratch, &mut last, torn, sink);
    }
    count
}

/// Passes on the lines of one shape that were just read.
fn push_alike(last: &Repeat<'_>, line: u64, values: &mut Vec<Number>, sink: &mut dyn Sink) {
    let rows = last.alike();
    let taken = sink.repeat(&Location::Line(line), rows);
    let others = rows.numbers.chunks_exact(rows.decimals.len()).skip(taken);
    for (row, line) in others.zip(line + taken as u64..) {
        let number = |(&mantissa, &decimals)| Number::Short { mantissa, decimals };
        values.clear();
        values.extend(row.iter().zip(rows.decimals).skip(1).map(number));
        let (name, units) = (last.name(), last.units());
        let iterations = row[0].into();
        sink.push(
            &Location::Line(line),
            Record::Result(ResultLine {
                name,
                has_processors: true,
                iterations,
                values,
                units,
                repeats: true,
            }),
        );
    }
}

#[inline]
fn read_line<'a>(
    line: &'a [u8],
    at: &Location,
    scratch: &mut Scratch<'a>,
    last: &mut Repeat<'a>,
    torn: &mut Torn,
    sink: &mut dyn Sink,
) {
    match line.first() {
        None => {}
        Some(&first) if may_be_data(first) => read_data(line, at, scratch, last, torn, sink),
        Some(b'F' | b'-' | b'\x1b') if let Some(name) = failure(line) => {
            torn.close();
            sink.push(at, Record::failed(name));
        }
        Some(b'#') => {
            if let Some(notice) = recorded(line) {
                torn.close();
                sink.push(at, Record::Notice(notice));
            } else if let Some((key, value)) = described(line) {
                sink.push(at, Record::Metadata { key, value });
            } else if wrapped::is_result(line) {
                sink.push(at, Problem::Wrapped { lines: 1 }.into());
            }
        }
        Some(_) if wrapped::is_result(line) => sink.push(at, Problem::Wrapped { lines: 1 }.into()),
        Some(_) => {}
    }
}

fn read_data<'a>(
    line: &'a [u8],
    at: &Location,
    scratch: &mut Scratch<'a>,
    last: &mut Repeat<'a>,
    torn: &mut Torn,
    sink: &mut dyn Sink,
) {
    let line = match checked(line) {
        Ok(line) => without_marks(without_return(line)),
        Err(error) => {
            torn.close();
            return sink.push(at, Record::malformed(error));
        }
    };
    match parse(line, scratch) {
        Line::Ignored if wrapped::is_result(line) => {
            sink.push(at, Problem::Wrapped { lines: 1 }.into());
        }
        Line::Ignored => tell_crash(line, at, torn, sink),
        Line::Config { key, value } => {
            sink.push(at, Record::Config { key, value });
            tell_crash(line, at, torn, sink);
        }
        Line::Unit(rest) => read_unit_line(rest, at, torn, sink),
        Line::Malformed(error) => match failure_after_name(line) {
            Some(failed) => {
                torn.close();
                sink.push(at, Record::malformed(error));
                sink.push(at, Record::failed(failed));
            }
            None => {
                if torn.malformed(line, error, at, scratch, sink) {
                    *last = Repeat::default();
                }
            }
        },
        Line::Result { name, iterations } => {
            torn.close();
            let repeats = last.matches(name, &scratch.units);
            if !repeats {
                last.set(line, name, &scratch.units);
            }
            let Scratch { values, units } = scratch;
            let result =
                ResultLine { name, has_processors: true, iterations, values, units, repeats };
            sink.push(at, Record::Result(result));
        }
    }
}

/// Reports a crash, without a benchmark because a crashed program cannot name it.
fn tell_crash(line: &[u8], at: &Location, torn: &mut Torn, sink: &mut dyn Sink) {
    if is_crash(line) {
        torn.close();
        sink.push(at, Record::failed(b""));
    }
}

/// Returns a line without byte-order marks at its beginning, which files have in their middle if they were joined from
/// files with marks.
fn without_marks(mut line: &[u8]) -> &[u8] {
    while let Some(rest) = line.strip_prefix(b"\xef\xbb\xbf") {
        line = rest;
    }
    line
}

fn read_unit_line(rest: &[u8], at: &Location, torn: &mut Torn, sink: &mut dyn Sink) {
    torn.close();
    let Some((unit, pairs)) = unit_fields(rest) else {
        return sink.push(at, Record::malformed(SyntaxError::MissingUnit));
    };
    for pair in pairs {
        sink.push(
            at,
            match pair {
                Some((key, value)) => Record::unit(unit, key, value),
                None => Record::malformed(SyntaxError::ExpectedKeyValue),
            },
        );
    }
}
