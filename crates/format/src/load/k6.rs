//! k6's points as JSON or CSV, with a line for each value of each metric, and its summary.

use std::borrow::Cow;

use super::document::Whole;
use super::lines::{LineReader, Lines, Objects, stopped};
use super::quantiles::LoadOptions;
use super::run::{Run, UNNAMED};
use super::summary::Summary;
use super::table::Table;
use super::tally::{Interval, Request};
use super::values::{REJECTED, class, count, decimal, milliseconds, nanoseconds, push_path};
use crate::clock;
use crate::json::{Cursor, Found, Out, Stop};
use crate::{Format, Kind};

pub(crate) const FORMAT: Format = Format {
    name: "k6",
    about: "k6's points as JSON",
    example: "k6 run --out json=new/1.json script.js",
    run_command: Some("k6 run -q --out json=/dev/stdout --no-summary script.js"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: |head| head.json_with(&[b"\"metric\":\"", b"\"type\":\"", b"\"data\":{"]),
    reader: |reading| LineReader::boxed(Points::default(), &reading.load),
};

pub(crate) const CSV: Format = Format {
    name: "k6-csv",
    about: "k6's points as CSV",
    example: "K6_CSV_TIME_FORMAT=unix_milli k6 run --out csv=new/1.csv script.js",
    run_command: None,
    sight: |head| TABLE.sight(head),
    reader: |reading| TABLE.reader(&reading.load),
    ..FORMAT
};

pub(crate) const SUMMARY: Format = Format {
    name: "k6-summary",
    about: "k6's summary: quantiles without requests",
    example: "k6 run --summary-export new/1.json script.js",
    run_command: None,
    sight: |head| head.json_with(&[b"\"metrics\":", b"\"http_req_duration\":"]),
    reader: |reading| SUMMARY_DOCUMENT.reader(&reading.load),
    ..FORMAT
};

/// The metric whose values are latencies of HTTP requests.
const LATENCY: &[u8] = b"http_req_duration";

/// The metric whose values are latencies of gRPC calls.
const GRPC_LATENCY: &[u8] = b"grpc_req_duration";

static TABLE: Table = Table {
    harness: "k6",
    separators: b",",
    columns: &["metric_name", "timestamp", "metric_value"],
    // Tags that --system-tags can turn off; old versions do not have the first one.
    more: &["expected_response", "method", "name", "status"],
    order: &[],
    read,
    notes: &[],
    has_open_end: false,
};

fn read(cells: &[&[u8]], run: &mut Run) -> Result<(), String> {
    let [metric, text, value, expected, method, name, status] = *cells else { return Ok(()) };
    if metric != LATENCY && metric != GRPC_LATENCY {
        return Ok(());
    }
    let is_grpc = metric == GRPC_LATENCY;
    let (time, unit) = match text.len() {
        10 => (count(text), SECOND),
        13 => (count(text), 1_000_000),
        16 => (count(text), 1_000),
        19 => (count(text), 1),
        _ => (None, if text.contains(&b'.') { 1 } else { SECOND }),
    };
    let time = time.map(|time| i128::from(time) * unit).or_else(|| clock::nanoseconds(text));
    // Whole seconds are too coarse for the duration of a run.
    let (end, interval) = match time {
        Some(start) if unit == SECOND => (None, Some(Interval { start, length: SECOND })),
        time => (time, None),
    };
    if end.is_none() {
        run.note(TIMELESS);
    }
    Point { is_grpc, value, end, interval, expected, method, name, status }.push(run)
}

const SECOND: i128 = 1_000_000_000;

const TIMELESS: &str = "requests/s is skipped, because the file has no times below a second: \
    set K6_CSV_TIME_FORMAT=unix_milli";

/// The texts of a request.
struct Point<'a> {
    is_grpc: bool,
    value: &'a [u8],
    end: Option<i128>,
    interval: Option<Interval>,
    expected: &'a [u8],
    method: &'a [u8],
    name: &'a [u8],
    status: &'a [u8],
}

impl Point<'_> {
    fn push(&self, run: &mut Run) -> Result<(), String> {
        let latency = nanoseconds(self.value, -3)?;
        let failure = match self.expected {
            b"true" => None,
            b"false" => Some(class(self.status).unwrap_or(REJECTED)),
            _ if self.status.is_empty() => {
                run.without_failures();
                None
            }
            // The status of a gRPC call is the number of its code.
            _ if self.is_grpc => (self.status != b"0").then_some(self.status),
            _ => class(self.status),
        };
        let name = run.name();
        // Scripts can turn tags off.
        if !self.name.is_empty() {
            // The path of a gRPC call ends with its method.
            name.extend_from_slice(if self.is_grpc { b"" } else { self.method });
            push_path(self.name, name);
        }
        let start = self.end.map(|end| end - i128::from(latency));
        let interval = self.interval;
        run.push(&Request { failure, latency, start, interval, ..Request::default() });
        Ok(())
    }
}

/// Reads objects, most of which are about other metrics.
#[derive(Debug, Default)]
struct Points {
    objects: Objects,
}

impl Lines for Points {
    fn line(&mut self, line: &[u8], run: &mut Run, out: &mut Out<'_>) -> Result<(), String> {
        out.metadata(b"harness", b"k6");
        // Other lines are what scripts print.
        let Some(object) = self.objects.add(line, out).filter(|text| text.starts_with(b"{")) else {
            return Ok(());
        };
        point(&object, run).unwrap_or_else(|stop| Err(stopped(&object, stop)))
    }

    fn end(&mut self, _run: &mut Run, out: &mut Out<'_>) {
        self.objects.end(out);
    }
}

type Text<'a> = Option<Cow<'a, [u8]>>;

/// Reads a line; everything but the values of latencies is skipped.
fn point(line: &[u8], run: &mut Run) -> Result<Result<(), String>, Stop> {
    let mut value = Cursor::new(line);
    let mut inside = value.object()?;
    let (mut is_point, mut is_grpc, mut data) = (false, false, None);
    while let Some(key) = value.key(&mut inside)? {
        match key.raw {
            b"metric" => {
                let metric = value.scalar()?;
                is_grpc = metric.as_deref() == Some(GRPC_LATENCY);
                if !is_grpc && metric.as_deref() != Some(LATENCY) {
                    // Another object may follow if a line end is missing.
                    let is_last = memchr::memmem::find(value.rest(), b"}{").is_none();
                    return if is_last {
                        Ok(Ok(()))
                    } else {
                        value.wrong("one object in the line")
                    };
                }
            }
            b"type" => is_point = value.scalar()?.as_deref() == Some(b"Point"),
            b"data" => {
                data = Some(value.clone());
                value.skip()?;
            }
            _ => value.skip()?,
        }
    }
    if !value.rest().trim_ascii().is_empty() {
        return value.wrong("the end of the line");
    }
    let Some(mut value) = data.filter(|_| is_point) else { return Ok(Ok(())) };
    let (mut number, mut time) = (&b""[..], None);
    let (mut expected, mut method, mut name, mut status): (Text<'_>, Text<'_>, Text<'_>, Text<'_>) =
        Default::default();
    let mut inside = value.object()?;
    while let Some(key) = value.key(&mut inside)? {
        match key.raw {
            b"time" => time = value.scalar()?,
            b"value" => number = value.number()?,
            b"tags" if value.found()? == Found::Object => {
                let mut inside = value.object()?;
                while let Some(key) = value.key(&mut inside)? {
                    match key.raw {
                        b"expected_response" => expected = value.scalar()?,
                        b"method" => method = value.scalar()?,
                        b"name" => name = value.scalar()?,
                        b"status" => status = value.scalar()?,
                        _ => value.skip()?,
                    }
                }
            }
            _ => value.skip()?,
        }
    }
    let point = Point {
        is_grpc,
        value: number,
        end: time.as_deref().and_then(clock::nanoseconds),
        interval: None,
        expected: expected.as_deref().unwrap_or_default(),
        method: method.as_deref().unwrap_or_default(),
        name: name.as_deref().unwrap_or_default(),
        status: status.as_deref().unwrap_or_default(),
    };
    Ok(point.push(run))
}

static SUMMARY_DOCUMENT: Whole = Whole {
    harness: "k6",
    how: Some("k6 run --out json=FILE, which writes each request"),
    note: None,
    read: summary,
};

fn summary(value: &mut Cursor<'_>, _: &LoadOptions) -> Result<Vec<Summary>, Stop> {
    let mut summary = Summary::of(UNNAMED);
    let mut inside = value.object()?;
    while let Some(key) = value.key(&mut inside)? {
        if key.raw != b"metrics" {
            value.skip()?;
            continue;
        }
        let mut inside = value.object()?;
        while let Some(metric) = value.key(&mut inside)? {
            let metric = metric.raw;
            if ![LATENCY, b"http_reqs", b"http_req_failed"].contains(&metric) {
                value.skip()?;
                continue;
            }
            summary_of(metric, value, &mut summary)?;
        }
    }
    Ok(vec![summary])
}

/// Reads the values of a metric. `handleSummary` writes them in a member `values`, `--summary-export` without it.
fn summary_of(metric: &[u8], value: &mut Cursor<'_>, summary: &mut Summary) -> Result<(), Stop> {
    let mut inside = value.object()?;
    while let Some(key) = value.key(&mut inside)? {
        match value.found()? {
            Found::Object if key.raw == b"values" => {
                summary_of(metric, value, summary)?;
                continue;
            }
            Found::Number => {}
            Found::Object | Found::Array | Found::String | Found::Null | Found::Bool => {
                value.skip()?;
                continue;
            }
        }
        let text = value.number()?;
        let seconds = milliseconds(text);
        match (metric, key.raw) {
            (LATENCY, b"avg") => summary.mean = seconds,
            (LATENCY, b"max") => summary.max = seconds,
            (LATENCY, b"med") => summary.quantile("50", seconds),
            (LATENCY, [b'p', b'(', percentage @ .., b')']) => {
                let percentage = super::percentage(percentage);
                percentage.iter().for_each(|text| summary.quantile(text, seconds));
            }
            (b"http_reqs", b"count") => summary.requests = count(text),
            (b"http_reqs", b"rate") => summary.rate = decimal(text),
            (b"http_req_failed", b"value" | b"rate") => summary.errors = decimal(text),
            _ => {}
        }
    }
    Ok(())
}
