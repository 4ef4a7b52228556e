//! JMeter's results (`.jtl`): CSV with a header, or XML.

use super::CLOSED_LOOP;
use super::lines::{LineReader, Lines};
use super::run::{Run, UNNAMED};
use super::table::Table;
use super::tally::Request;
use super::values::{REJECTED, class, count, is_url, nanoseconds, push_path, unexpected};
use crate::json::Out;
use crate::sight::{Head, Sight};
use crate::{Format, Kind};

pub(crate) const FORMAT: Format = Format {
    name: "jmeter",
    about: "JMeter's CSV of samples (.jtl)",
    example: "jmeter -n -t plan.jmx -l new/1.jtl",
    run_command: Some("jmeter -n -t plan.jmx -l one.jtl >&2 && cat one.jtl && rm one.jtl"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: |head| TABLE.sight(head),
    reader: |reading| TABLE.reader(&reading.load),
};

pub(crate) const XML: Format = Format {
    name: "jmeter-xml",
    about: "JMeter's XML of samples",
    example: "jmeter -n -t plan.jmx -l new/1.jtl -Jjmeter.save.saveservice.output_format=xml",
    run_command: None,
    sight: |head: &Head<'_>| {
        let is_root = |line: &[u8]| line.trim_ascii_start().starts_with(b"<testResults");
        let mut lines = head.lines().filter(|line| !line.trim_ascii().is_empty());
        let first = lines.next().map(<[u8]>::trim_ascii_start);
        match first {
            Some(line) if is_root(line) => Sight::Yes,
            Some(line) if line.starts_with(b"<?xml") => match lines.next() {
                Some(line) if is_root(line) => Sight::Yes,
                Some(_) => Sight::No,
                None => Sight::Unsure,
            },
            Some(_) => Sight::No,
            None => Sight::Unsure,
        }
    },
    reader: |reading| LineReader::boxed(Elements::default(), &reading.load),
    ..FORMAT
};

static TABLE: Table = Table {
    harness: "jmeter",
    separator: b',',
    has_header: true,
    columns: &["timeStamp", "elapsed", "label", "responseCode", "success"],
    more: &["bytes"],
    read,
    notes: &[CLOSED_LOOP],
    has_open_end: false,
};

fn read(cells: &[&[u8]], run: &mut Run) -> Result<(), String> {
    let [time, elapsed, label, code, success, bytes] = *cells else { return Ok(()) };
    Sample { time, elapsed, label, code, success, bytes }.push(run)
}

/// The texts of a sample.
#[derive(Debug, Default)]
struct Sample<'a> {
    time: &'a [u8],
    elapsed: &'a [u8],
    label: &'a [u8],
    code: &'a [u8],
    success: &'a [u8],
    bytes: &'a [u8],
}

impl Sample<'_> {
    fn push(&self, run: &mut Run) -> Result<(), String> {
        let latency = nanoseconds(self.elapsed, -3)?;
        let failure = match self.success {
            b"true" => None,
            // A transaction has no code.
            _ if self.code.is_empty() => Some(REJECTED),
            _ => Some(class(self.code).unwrap_or(REJECTED)),
        };
        let name = run.name();
        if is_url(self.label) {
            name.extend_from_slice(UNNAMED);
            push_path(self.label, name);
        } else {
            name.extend_from_slice(self.label);
        }
        let start = count(self.time).map(|time| i128::from(time) * 1_000_000);
        run.push(&Request {
            failure,
            latency,
            start,
            bytes: count(self.bytes),
            ..Request::default()
        });
        Ok(())
    }
}

/// Reads elements that begin on lines of their own, as JMeter writes them.
#[derive(Debug, Default)]
struct Elements {
    has_end: bool,
}

impl Lines for Elements {
    fn line(&mut self, line: &[u8], run: &mut Run, out: &mut Out<'_>) -> Result<(), String> {
        // Samples within samples are indented.
        let line = line.trim_ascii_start();
        self.has_end |= line.starts_with(b"</testResults>");
        let tags = [&b"<httpSample "[..], b"<sample "];
        let Some(tag) = tags.iter().find(|tag| memchr::memmem::find(line, tag).is_some()) else {
            return Ok(());
        };
        out.metadata(b"harness", b"jmeter");
        let is_alone = line.starts_with(tag) && memchr::memmem::rfind(line, tag) == Some(0);
        if !is_alone || !line.trim_ascii_end().ends_with(b">") {
            return Err(unexpected(line, "one whole sample in the line"));
        }
        let label = unescaped(attribute(line, b" lb=\""));
        Sample {
            time: attribute(line, b" ts=\""),
            elapsed: attribute(line, b" t=\""),
            label: &label,
            code: attribute(line, b" rc=\""),
            success: attribute(line, b" s=\""),
            bytes: attribute(line, b" by=\""),
        }
        .push(run)
    }

    fn end(&mut self, run: &mut Run, out: &mut Out<'_>) {
        if !self.has_end {
            out.unreadable("expected `</testResults>` at the end: the file may be cut");
        }
        if run.is_uncorrected() {
            out.note(CLOSED_LOOP);
        }
    }
}

/// Returns the value of an attribute, or an empty text.
fn attribute<'a>(element: &'a [u8], name: &[u8]) -> &'a [u8] {
    let Some(at) = memchr::memmem::find(element, name) else { return b"" };
    let value = &element[at + name.len()..];
    memchr::memchr(b'"', value).map_or(b"", |end| &value[..end])
}

/// Replaces the references of XML that a label may contain.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    let known: [(&[u8], u8); 5] =
        [(b"&lt;", b'<'), (b"&gt;", b'>'), (b"&quot;", b'"'), (b"&apos;", b'\''), (b"&amp;", b'&')];
    while let Some((&first, tail)) = rest.split_first() {
        let reference = known.iter().find(|(reference, _)| rest.starts_with(reference));
        out.push(reference.map_or(first, |(_, byte)| *byte));
        rest = reference.map_or(tail, |(reference, _)| &rest[reference.len()..]);
    }
    out
}
