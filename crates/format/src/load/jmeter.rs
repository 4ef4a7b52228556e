//! JMeter's results (`.jtl`): CSV with a header, or XML.

use super::CLOSED_LOOP;
use super::lines::{LineReader, Lines};
use super::run::{Run, UNNAMED};
use super::table::Table;
use super::tally::Request;
use super::values::{REJECTED, class, count, is_url, nanoseconds, push_path, unexpected};
use crate::json::Out;
use crate::sight::{Head, Sight};
use crate::{Format, Kind, clock};

pub(crate) const FORMAT: Format = Format {
    name: "jmeter",
    about: "JMeter's CSV of samples (.jtl)",
    example: "jmeter -n -t plan.jmx -l new/1.jtl",
    run_command: Some("jmeter -n -t plan.jmx -l one.jtl >&2 && cat one.jtl && rm one.jtl"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: |head| match TABLE.sight(head) {
        Sight::No if head.lines().next().is_some_and(is_row) => Sight::Yes,
        sight @ (Sight::Yes | Sight::No | Sight::Unsure) => sight,
    },
    reader: |reading| TABLE.reader(&reading.load),
};

pub(crate) const XML: Format = Format {
    name: "jmeter-xml",
    about: "JMeter's XML of samples",
    example: "jmeter -n -t plan.jmx -l new/1.jtl -Jjmeter.save.saveservice.output_format=xml",
    run_command: None,
    sight: |head: &Head<'_>| {
        // A declaration and the address of a style may come first.
        let mut lines = head.lines().map(<[u8]>::trim_ascii);
        match lines.find(|line| !line.is_empty() && !line.starts_with(b"<?xml")) {
            Some(line) if line.starts_with(b"<testResults") => Sight::Yes,
            Some(_) => Sight::No,
            None => Sight::Unsure,
        }
    },
    reader: |reading| LineReader::boxed(Elements::default(), &reading.load),
    ..FORMAT
};

static TABLE: Table = Table {
    harness: "jmeter",
    separators: b",;\t|",
    // Everything else can be turned off.
    columns: &["elapsed", "label"],
    more: &["timeStamp", "responseCode", "success", "bytes"],
    order: &[
        "timeStamp",
        "elapsed",
        "label",
        "responseCode",
        "responseMessage",
        "threadName",
        "dataType",
        "success",
        "failureMessage",
        "bytes",
    ],
    read,
    notes: &[CLOSED_LOOP],
    has_open_end: false,
};

fn read(cells: &[&[u8]], run: &mut Run) -> Result<(), String> {
    let [elapsed, label, time, code, success, bytes] = *cells else { return Ok(()) };
    Sample { elapsed, label, time, code, success, bytes }.push(run)
}

/// Returns whether a line is a row of a table without a header: with a time in milliseconds, a latency, and whether the
/// sample was successful.
fn is_row(line: &[u8]) -> bool {
    let is_row = |separator: &u8| {
        let fields: Vec<&[u8]> = line.split(|byte| byte == separator).collect();
        let is_number = |field: &[u8]| !field.is_empty() && field.iter().all(u8::is_ascii_digit);
        let [time, elapsed, rest @ ..] = &fields[..] else { return false };
        let has_success = rest.iter().any(|field| [&b"true"[..], b"false"].contains(field));
        time.len() == 13 && is_number(time) && is_number(elapsed) && has_success && 8 <= rest.len()
    };
    TABLE.separators.iter().any(is_row)
}

const TIMELESS: &str = "requests/s is skipped, because the file has no times in milliseconds: \
    set jmeter.save.saveservice.timestamp_format=ms";

/// The texts of a sample. All but the first two are empty if the file does not have them.
#[derive(Debug, Default)]
struct Sample<'a> {
    elapsed: &'a [u8],
    label: &'a [u8],
    time: &'a [u8],
    code: &'a [u8],
    success: &'a [u8],
    bytes: &'a [u8],
}

impl Sample<'_> {
    fn push(&self, run: &mut Run) -> Result<(), String> {
        let latency = nanoseconds(self.elapsed, -3)?;
        let failure = match self.success {
            b"true" => None,
            b"" if self.code.is_empty() => {
                run.without_failures();
                None
            }
            b"" => class(self.code),
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
        let start = start.or_else(|| clock::local_nanoseconds(self.time));
        if start.is_none() {
            run.note(TIMELESS);
        }
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
        let text = |name: &[u8]| attribute(line, name).unwrap_or_default();
        let Some(elapsed) = attribute(line, b" t=\"") else {
            return Err(
                "found a sample without the attribute `t`, expected its latency: skipped".into()
            );
        };
        Sample {
            elapsed,
            label: &unescaped(text(b" lb=\"")),
            time: text(b" ts=\""),
            code: text(b" rc=\""),
            success: text(b" s=\""),
            bytes: text(b" by=\""),
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

/// Returns the value of an attribute.
fn attribute<'a>(element: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let value = &element[memchr::memmem::find(element, name)? + name.len()..];
    Some(&value[..memchr::memchr(b'"', value)?])
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
