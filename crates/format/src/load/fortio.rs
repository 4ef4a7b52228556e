//! fortio's JSON, with a histogram of latencies.

use super::CLOSED_LOOP_SUMMARY;
use super::document::Whole;
use super::quantiles::LoadOptions;
use super::run::UNNAMED;
use super::summary::Summary;
use super::values::{class, count, decimal, push_path};
use crate::json::{Cursor, Found, Stop};
use crate::{Format, Kind};

pub(crate) const FORMAT: Format = Format {
    name: "fortio",
    about: "fortio's JSON",
    example: "fortio load -qps 500 -t 30s -r 0.0001 -json new/1.json http://localhost:8080/",
    run_command: Some(
        "fortio load -quiet -qps 500 -t 10s -r 0.0001 -json - http://localhost:8080/",
    ),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: |head| head.json_with(&[b"\"RunType\"", b"\"DurationHistogram\""]),
    reader: |reading| DOCUMENT.reader(&reading.load),
};

static DOCUMENT: Whole =
    Whole { harness: "fortio", how: None, note: Some(CLOSED_LOOP_SUMMARY), read };

fn read(value: &mut Cursor<'_>, options: &LoadOptions) -> Result<Vec<Summary>, Stop> {
    let mut summary = Summary::of(UNNAMED);
    let mut failures = Summary::default();
    let mut name = UNNAMED.to_vec();
    let mut has_histogram = false;
    let mut codes = None;
    let mut inside = value.object()?;
    while let Some(key) = value.key(&mut inside)? {
        match key.raw {
            b"URL" => push_path(&value.scalar()?.unwrap_or_default(), &mut name),
            b"ActualQPS" => summary.rate = decimal(value.number()?),
            b"DurationHistogram" => {
                has_histogram = true;
                histogram(value, &mut summary, options)?;
            }
            b"ErrorsDurationHistogram" => histogram(value, &mut failures, options)?,
            b"RetCodes" if value.found()? == Found::Object => codes = failed(value)?,
            _ => value.skip()?,
        }
    }
    if !has_histogram {
        return value.lacks("a member `DurationHistogram`");
    }
    // Old versions have no histogram of errors.
    let counts = failures.requests.or(codes).zip(summary.requests).filter(|(_, all)| *all != 0);
    summary.errors = counts.map(|(failed, all)| failed as f64 / all as f64);
    summary.problem = summary.problem.or(failures.problem);
    summary.name.begin(&name);
    Ok(vec![summary])
}

/// Returns the number of requests whose HTTP status means a failure, or `None` if the keys are not HTTP statuses.
fn failed(value: &mut Cursor<'_>) -> Result<Option<u64>, Stop> {
    let (mut failed, mut are_statuses) = (0_u64, true);
    let mut inside = value.object()?;
    while let Some(code) = value.key(&mut inside)? {
        let count = value.count()? as u64;
        are_statuses &= code.raw == b"-1" || code.raw.iter().all(u8::is_ascii_digit);
        failed = failed.saturating_add(if class(code.raw).is_some() { count } else { 0 });
    }
    Ok(are_statuses.then_some(failed))
}

/// A bucket, whose values are assumed to be evenly distributed.
#[derive(Debug, Clone, Copy, Default)]
struct Bucket {
    start: f64,
    end: f64,
    count: u64,
}

fn histogram(
    value: &mut Cursor<'_>,
    summary: &mut Summary,
    options: &LoadOptions,
) -> Result<(), Stop> {
    let mut buckets = Vec::new();
    let mut inside = value.object()?;
    while let Some(key) = value.key(&mut inside)? {
        match key.raw {
            b"Count" => summary.requests = count(value.number()?),
            b"Max" => summary.max = decimal(value.number()?),
            b"Avg" => summary.mean = decimal(value.number()?),
            b"Data" if value.found()? == Found::Array => {
                let mut list = value.array()?;
                while value.element(&mut list)? {
                    buckets.push(bucket(value)?);
                }
            }
            _ => value.skip()?,
        }
    }
    let total = buckets.iter().fold(0_u64, |sum, bucket| sum.saturating_add(bucket.count));
    summary.check_counts(total);
    let mut below = 0_u64;
    let mut wanted = options.wanted().peekable();
    for Bucket { start, end, count } in buckets {
        let before = below as f64;
        below = below.saturating_add(count);
        while let Some((text, share)) =
            wanted.next_if(|(_, share)| share * total as f64 <= below as f64)
        {
            let part = (share * total as f64 - before) / count.max(1) as f64;
            summary.quantile(text, Some(start + part.clamp(0.0, 1.0) * (end - start)));
        }
    }
    Ok(())
}

fn bucket(value: &mut Cursor<'_>) -> Result<Bucket, Stop> {
    let mut bucket = Bucket::default();
    let mut inside = value.object()?;
    while let Some(key) = value.key(&mut inside)? {
        match key.raw {
            b"Start" => bucket.start = value.finite()?,
            b"End" => bucket.end = value.finite()?,
            b"Count" => bucket.count = value.count()? as u64,
            _ => value.skip()?,
        }
    }
    Ok(bucket)
}
