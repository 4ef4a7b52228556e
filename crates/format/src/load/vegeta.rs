//! vegeta's results, as it writes them or as JSON or CSV (`vegeta encode`), and its report.

use super::document::Whole;
use super::gob::GobReader;
use super::lines::{LineReader, Lines, Objects, stopped};
use super::quantiles::LoadOptions;
use super::run::{Run, UNNAMED};
use super::summary::Summary;
use super::table::Table;
use super::tally::Request;
use super::values::{REJECTED, class, count, decimal, nanoseconds, push_path, shifted};
use crate::clock;
use crate::json::{Cursor, Out, Stop};
use crate::sight::{Head, Sight};
use crate::{Format, Kind};

pub(crate) const FORMAT: Format = Format {
    name: "vegeta",
    about: "vegeta's results as JSON",
    example: "vegeta attack -rate 500 -duration 30s < targets.txt | vegeta encode > new/1.json",
    run_command: Some("vegeta attack -rate 500 -duration 10s -targets targets.txt"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: |head| head.json_with(&[b"\"attack\":", b"\"latency\":", b"\"bytes_out\":"]),
    reader: |reading| LineReader::boxed(Results::default(), &reading.load),
};

pub(crate) const GOB: Format = Format {
    name: "vegeta-gob",
    about: "vegeta's binary results",
    example: "vegeta attack -rate 500 -duration 30s < targets.txt > new/1.bin",
    run_command: None,
    sight: |head| {
        // The definition of the type comes first.
        let start = &head.bytes[..head.bytes.len().min(32)];
        let is_definition = memchr::memmem::find(start, b"\x06Result\x01").is_some();
        match (is_definition && start[0] == 0xff, start.len() == 32) {
            (true, _) => Sight::Yes,
            (false, false) => Sight::Unsure,
            (false, true) => Sight::No,
        }
    },
    reader: |reading| GobReader::boxed(&reading.load),
    ..FORMAT
};

pub(crate) const CSV: Format = Format {
    name: "vegeta-csv",
    about: "vegeta's results as CSV",
    example: "vegeta attack -rate 500 -duration 30s < targets.txt | vegeta encode -to csv > new/1.csv",
    run_command: None,
    sight: is_csv,
    reader: |reading| TABLE.reader(&reading.load),
    ..FORMAT
};

pub(crate) const REPORT: Format = Format {
    name: "vegeta-report",
    about: "vegeta's report as JSON: quantiles without requests",
    example: "vegeta report -type json < results.bin > new/1.json",
    run_command: None,
    sight: |head| head.json_with(&[b"\"latencies\":", b"\"bytes_in\":", b"\"status_codes\":"]),
    reader: |reading| REPORT_DOCUMENT.reader(&reading.load),
    ..FORMAT
};

const HOW: &str = "vegeta encode, which writes each request";

/// Detects rows that begin with a time in nanoseconds, a status, a latency and two sizes.
fn is_csv(head: &Head<'_>) -> Sight {
    let Some(line) = head.lines().find(|line| !line.trim_ascii().is_empty()) else {
        return Sight::Unsure;
    };
    let mut fields = line.split(|byte| *byte == b',');
    let mut number = || fields.next().filter(|field| field.iter().all(u8::is_ascii_digit));
    let lengths =
        [number(), number(), number(), number(), number()].map(|field| field.map(<[u8]>::len));
    match lengths {
        // Old versions end with the number of the request.
        [Some(19), Some(1..=3), Some(1..), Some(1..), Some(1..)] if 3 < fields.count() => {
            Sight::Yes
        }
        _ => Sight::No,
    }
}

static TABLE: Table = Table {
    harness: "vegeta",
    separators: b",",
    columns: &["timestamp", "code", "latency", "bytes_in", "error"],
    more: &["method", "url"],
    order: &[
        "timestamp",
        "code",
        "latency",
        "bytes_out",
        "bytes_in",
        "error",
        "body",
        "attack",
        "seq",
        "method",
        "url",
    ],
    read,
    notes: &[],
    has_open_end: false,
};

fn read(cells: &[&[u8]], run: &mut Run) -> Result<(), String> {
    let [time, code, latency, bytes, error, method, url] = *cells else { return Ok(()) };
    let start = count(time).map(i128::from);
    push(&Hit { start, code, latency, bytes, is_error: !error.is_empty(), method, url }, run)
}

/// The texts of a request.
struct Hit<'a> {
    start: Option<i128>,
    code: &'a [u8],
    latency: &'a [u8],
    bytes: &'a [u8],
    is_error: bool,
    method: &'a [u8],
    url: &'a [u8],
}

fn push(hit: &Hit<'_>, run: &mut Run) -> Result<(), String> {
    let latency = nanoseconds(hit.latency, -9)?;
    let failure = class(hit.code).or(hit.is_error.then_some(REJECTED));
    let name = run.name();
    // Old versions did not write what was requested.
    if !hit.url.is_empty() {
        name.extend_from_slice(hit.method);
        push_path(hit.url, name);
    }
    run.push(&Request {
        failure,
        latency,
        start: hit.start,
        bytes: count(hit.bytes),
        ..Request::default()
    });
    Ok(())
}

/// Reads an object for each request.
#[derive(Debug, Default)]
struct Results {
    objects: Objects,
}

impl Lines for Results {
    fn line(&mut self, line: &[u8], run: &mut Run, out: &mut Out<'_>) -> Result<(), String> {
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        out.metadata(b"harness", b"vegeta");
        let Some(text) = self.objects.add(line, out) else { return Ok(()) };
        object(&text, run).unwrap_or_else(|stop| Err(stopped(&text, stop)))
    }

    fn end(&mut self, _run: &mut Run, out: &mut Out<'_>) {
        self.objects.end(out);
    }
}

fn object(line: &[u8], run: &mut Run) -> Result<Result<(), String>, Stop> {
    let value = &mut Cursor::new(line);
    let (mut code, mut latency, mut bytes) = (&b""[..], &b""[..], &b""[..]);
    let (mut time, mut error, mut method, mut url) = Default::default();
    let mut inside = value.object()?;
    while let Some(key) = value.key(&mut inside)? {
        match key.raw {
            b"code" => code = value.number()?,
            b"latency" => latency = value.number()?,
            b"bytes_in" => bytes = value.number()?,
            b"timestamp" => time = value.scalar()?,
            b"error" => error = value.scalar()?,
            b"method" => method = value.scalar()?,
            b"url" => url = value.scalar()?,
            _ => value.skip()?,
        }
    }
    if !value.rest().trim_ascii().is_empty() {
        return value.wrong("the end of the line");
    }
    let hit = Hit {
        start: time.as_deref().and_then(clock::nanoseconds),
        code,
        latency,
        bytes,
        is_error: error.as_deref().is_some_and(|error| !error.is_empty()),
        method: method.as_deref().unwrap_or_default(),
        url: url.as_deref().unwrap_or_default(),
    };
    Ok(push(&hit, run))
}

static REPORT_DOCUMENT: Whole =
    Whole { harness: "vegeta", how: Some(HOW), note: None, read: report };

fn report(value: &mut Cursor<'_>, _: &LoadOptions) -> Result<Vec<Summary>, Stop> {
    let mut summary = Summary::of(UNNAMED);
    let mut inside = value.object()?;
    while let Some(key) = value.key(&mut inside)? {
        match key.raw {
            b"latencies" => {
                let mut inside = value.object()?;
                while let Some(key) = value.key(&mut inside)? {
                    let seconds = shifted(value.number()?, -9);
                    match key.raw {
                        b"mean" => summary.mean = seconds,
                        b"max" => summary.max = seconds,
                        b"50th" => summary.quantile("50", seconds),
                        b"90th" => summary.quantile("90", seconds),
                        b"95th" => summary.quantile("95", seconds),
                        b"99th" => summary.quantile("99", seconds),
                        _ => {}
                    }
                }
            }
            b"requests" => summary.requests = Some(value.count()? as u64),
            b"rate" => summary.rate = decimal(value.number()?),
            b"success" => summary.errors = decimal(value.number()?).map(|success| 1.0 - success),
            _ => value.skip()?,
        }
    }
    Ok(vec![summary])
}
