//! fortio's JSON, with a histogram of latencies.

use super::CLOSED_LOOP_SUMMARY;
use super::document::Whole;
use super::quantiles::LoadOptions;
use super::run::UNNAMED;
use super::summary::Summary;
use super::values::{count, decimal, push_path};
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
            _ => value.skip()?,
        }
    }
    if !has_histogram {
        return value.lacks("a member `DurationHistogram`");
    }
    let counts = failures.requests.zip(summary.requests).filter(|(_, all)| *all != 0);
    summary.errors = counts.map(|(failed, all)| failed as f64 / all as f64);
    summary.name.begin(&name);
    Ok(vec![summary])
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
