//! oha's JSON, with quantiles but without requests, and its CSV with a row for each request.

use super::document::Whole;
use super::quantiles::LoadOptions;
use super::run::{Run, UNNAMED};
use super::summary::Summary;
use super::table::Table;
use super::tally::Request;
use super::values::{class, count, decimal, nanoseconds};
use super::{CLOSED_LOOP, CLOSED_LOOP_SUMMARY, RESPONSES_ONLY};
use crate::json::{Cursor, Found, Stop};
use crate::{Format, Kind};

pub(crate) const FORMAT: Format = Format {
    name: "oha",
    about: "oha's JSON: quantiles without requests",
    example: "oha -z 30s --output-format json http://localhost:8080/ > new/1.json",
    run_command: Some("oha -z 10s --output-format json http://localhost:8080/"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: |head| head.json_with(&[b"\"latencyPercentiles\"", b"\"successRate\""]),
    reader: |reading| DOCUMENT.reader(&reading.load),
};

pub(crate) const CSV: Format = Format {
    name: "oha-csv",
    about: "oha's CSV of requests",
    example: "oha -z 30s --output-format csv http://localhost:8080/ > new/1.csv",
    run_command: Some("oha -z 10s --output-format csv http://localhost:8080/"),
    sight: |head| TABLE.sight(head),
    reader: |reading| TABLE.reader(&reading.load),
    ..FORMAT
};

static TABLE: Table = Table {
    harness: "oha",
    separators: b",",
    columns: &["request-start", "request-duration", "bytes", "status"],
    more: &[],
    order: &[],
    read: read_row,
    notes: &[CLOSED_LOOP, RESPONSES_ONLY],
    has_open_end: false,
};

fn read_row(cells: &[&[u8]], run: &mut Run) -> Result<(), String> {
    let [start, duration, bytes, status] = *cells else { return Ok(()) };
    let latency = nanoseconds(duration, 0)?;
    let start = decimal(start).map(|seconds| (seconds * 1e9) as i128);
    run.push(&Request {
        failure: class(status),
        latency,
        start,
        bytes: count(bytes),
        ..Request::default()
    });
    Ok(())
}

static DOCUMENT: Whole = Whole {
    harness: "oha",
    how: Some("oha --output-format csv, which writes each request"),
    note: Some(CLOSED_LOOP_SUMMARY),
    read,
};

fn read(value: &mut Cursor<'_>, _: &LoadOptions) -> Result<Vec<Summary>, Stop> {
    let mut summary = Summary::of(UNNAMED);
    let (mut responses, mut failed, mut lost) = (0_u64, 0_u64, 0_u64);
    let mut inside = value.object()?;
    while let Some(part) = value.key(&mut inside)? {
        let part = part.raw;
        let parts: [&[u8]; 4] =
            [b"summary", b"latencyPercentiles", b"statusCodeDistribution", b"errorDistribution"];
        if !parts.contains(&part) || value.found()? != Found::Object {
            value.skip()?;
            continue;
        }
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            if value.found()? != Found::Number {
                value.skip()?;
                continue;
            }
            let text = value.number()?;
            let number = decimal(text);
            match (part, key.raw) {
                (b"summary", b"slowest") => summary.max = number,
                (b"summary", b"average") => summary.mean = number,
                (b"summary", b"requestsPerSec") => summary.rate = number,
                (b"latencyPercentiles", [b'p', percentage @ ..]) => {
                    summary.quantile(&String::from_utf8_lossy(percentage), number);
                }
                (b"statusCodeDistribution", code) => {
                    let requests = count(text).unwrap_or_default();
                    responses = responses.saturating_add(requests);
                    failed =
                        failed.saturating_add(if class(code).is_some() { requests } else { 0 });
                }
                // These requests were on their way when the time was over, so they neither failed nor ended.
                (b"errorDistribution", b"aborted due to deadline") => {}
                (b"errorDistribution", _) => {
                    lost = lost.saturating_add(count(text).unwrap_or_default());
                }
                _ => {}
            }
        }
    }
    summary.requests = (responses != 0).then_some(responses);
    // Requests without a response are not among the others.
    let all = responses.saturating_add(lost);
    summary.errors = (all != 0).then(|| failed.saturating_add(lost) as f64 / all as f64);
    Ok(vec![summary])
}
