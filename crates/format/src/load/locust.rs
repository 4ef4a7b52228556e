//! Locust's statistics as JSON (`--json`), with counts of rounded response times, and as CSV.

use super::CLOSED_LOOP_SUMMARY;
use super::document::Whole;
use super::lines::{LineReader, Lines};
use super::quantiles::LoadOptions;
use super::run::Run;
use super::summary::{Shortage, Summary};
use super::values::{count, decimal, milliseconds, push_path, unexpected};
use crate::csv::Fields;
use crate::json::{Cursor, Found, Out, Stop};
use crate::sight::Sight;
use crate::{Format, Kind};

pub(crate) const FORMAT: Format = Format {
    name: "locust",
    about: "Locust's JSON",
    example: "locust --headless -u 50 -t 30s --host http://localhost:8080 --json > new/1.json",
    run_command: Some("locust --headless -u 50 -t 10s --host http://localhost:8080 --json"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: |head| head.json_with(&[b"\"response_times\":", b"\"num_requests\":"]),
    reader: |reading| DOCUMENT.reader(&reading.load),
};

pub(crate) const STATS: Format = Format {
    name: "locust-stats",
    about: "Locust's CSV of statistics: quantiles without requests",
    example: "locust --headless -u 50 -t 30s --host http://localhost:8080 --csv new/1",
    run_command: None,
    sight: |head| match head.lines().next() {
        Some(line) if line.starts_with(HEADER) => Sight::Yes,
        Some(_) => Sight::No,
        None => Sight::Unsure,
    },
    reader: |reading| LineReader::boxed(Stats::default(), &reading.load),
    ..FORMAT
};

static DOCUMENT: Whole =
    Whole { harness: "locust", how: None, note: Some(CLOSED_LOOP_SUMMARY), read };

fn read(value: &mut Cursor<'_>, options: &LoadOptions) -> Result<Vec<Summary>, Stop> {
    let mut all = Vec::new();
    let mut span: Option<(f64, f64)> = None;
    let mut list = value.array()?;
    while value.element(&mut list)? {
        let Entry { summary, times } = entry(value, options)?;
        span = match (span, times) {
            (Some(all), Some(own)) => Some((all.0.min(own.0), all.1.max(own.1))),
            (all, own) => all.or(own),
        };
        all.push(summary);
    }
    let seconds = span.map(|(first, last)| last - first).filter(|seconds| 0.0 < *seconds);
    for summary in &mut all {
        let requests = summary.requests.map(|requests| requests as f64);
        summary.rate = requests.zip(seconds).map(|(requests, seconds)| requests / seconds);
    }
    Ok(all)
}

struct Entry {
    summary: Summary,
    /// The first and the last time of a request, in seconds.
    times: Option<(f64, f64)>,
}

fn entry(value: &mut Cursor<'_>, options: &LoadOptions) -> Result<Entry, Stop> {
    let mut summary = Summary::of(b"");
    let (mut method, mut name) = (Vec::new(), Vec::new());
    let (mut failed, mut without_time, mut sum) = (0, 0, None);
    let (mut first, mut last) = (None, None);
    let mut times: Vec<(f64, u64)> = Vec::new();
    let mut inside = value.object()?;
    while let Some(key) = value.key(&mut inside)? {
        let is_number = value.found()? == Found::Number;
        match key.raw {
            b"name" => name = value.scalar()?.unwrap_or_default().into_owned(),
            b"method" => method = value.scalar()?.unwrap_or_default().into_owned(),
            b"num_requests" => summary.requests = Some(value.count()? as u64),
            b"num_failures" => failed = value.count()?,
            b"num_none_requests" => without_time = value.count()? as u64,
            b"start_time" if is_number => first = decimal(value.number()?),
            b"last_request_timestamp" if is_number => last = decimal(value.number()?),
            b"total_response_time" if is_number => sum = decimal(value.number()?),
            b"max_response_time" if is_number => summary.max = milliseconds(value.number()?),
            b"response_times" => {
                let mut inside = value.object()?;
                while let Some(time) = value.key(&mut inside)? {
                    let count = value.count()? as u64;
                    times.extend(milliseconds(time.raw).map(|time| (time, count)));
                }
            }
            _ => value.skip()?,
        }
    }
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let total = times.iter().fold(0_u64, |sum, (_, count)| sum.saturating_add(*count));
    summary.quantiles = options.quantiles(total, times);
    summary.check_counts(total.saturating_add(without_time));
    if let Some(requests) = summary.requests.filter(|requests| *requests != 0) {
        let timed = requests.saturating_sub(without_time).max(1) as f64;
        let requests = requests as f64;
        summary.mean = sum.map(|sum| sum / timed / 1e3);
        summary.errors = Some(failed as f64 / requests);
    }
    push_path(&name, &mut method);
    summary.name.begin(&method);
    Ok(Entry { summary, times: first.zip(last) })
}

const HEADER: &[u8] = b"Type,Name,Request Count,Failure Count,Median Response Time,";

/// Reads rows of statistics, whose last row is the sum of the others.
#[derive(Debug, Default)]
struct Stats {
    header: Vec<Vec<u8>>,
    fields: Fields,
    short: Shortage,
    /// The number of requests in the rows so far, until their sum follows.
    open: Option<u64>,
}

impl Stats {
    /// Ends a run, whose last row has the sum of all requests.
    fn close(&mut self, out: &mut Out<'_>) {
        if self.open.take().is_some() {
            out.unreadable(
                "expected a row `Aggregated` with the sum of all requests: the file may be cut",
            );
        }
    }
}

impl Lines for Stats {
    fn line(&mut self, line: &[u8], run: &mut Run, out: &mut Out<'_>) -> Result<(), String> {
        if line.is_empty() {
            return Ok(());
        }
        self.fields.split(line, b',');
        let fields = self.fields.get();
        if line.starts_with(HEADER) {
            out.metadata(b"harness", b"locust");
            self.header = fields.to_vec();
            self.close(out);
            self.open = Some(0);
            return Ok(());
        }
        if fields.len() != self.header.len() {
            return Err(unexpected(line, "as many fields as in the header"));
        }
        let mut summary = Summary::of(b"");
        let (mut name, mut path) = (fields[0].clone(), &b""[..]);
        let mut failed = None;
        for (index, (column, field)) in self.header.iter().zip(fields).enumerate() {
            if 1 < index && decimal(field).is_none() && field != b"N/A" {
                return Err(unexpected(field, "a number or `N/A`"));
            }
            let seconds = milliseconds(field);
            match &column[..] {
                b"Name" => path = field,
                b"Request Count" => summary.requests = count(field),
                b"Failure Count" => failed = count(field),
                b"Average Response Time" => summary.mean = seconds,
                b"Max Response Time" => summary.max = seconds,
                b"Requests/s" => summary.rate = decimal(field),
                [percentage @ .., b'%'] => {
                    summary.quantile(&String::from_utf8_lossy(percentage), seconds);
                }
                _ => {}
            }
        }
        let own = summary.requests.unwrap_or_default();
        if fields[0].is_empty() && path == b"Aggregated" {
            self.open = self.open.filter(|sum| own != *sum);
            return Ok(());
        }
        self.open = self.open.map(|sum| sum.saturating_add(own));
        let (requests, failed) = (summary.requests.filter(|all| *all != 0), failed);
        summary.errors = requests.zip(failed).map(|(all, failed)| failed as f64 / all as f64);
        push_path(path, &mut name);
        summary.name.begin(&name);
        self.short.add(summary.emit(run.options(), out));
        out.summary_only("locust --json, which writes counts of response times");
        Ok(())
    }

    fn end(&mut self, _run: &mut Run, out: &mut Out<'_>) {
        self.close(out);
        std::mem::take(&mut self.short).note(out);
        out.note(CLOSED_LOOP_SUMMARY);
    }
}
