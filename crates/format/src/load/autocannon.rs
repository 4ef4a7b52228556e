//! autocannon's JSON (`--json`): quantiles without requests.

use super::CLOSED_LOOP_SUMMARY;
use super::document::Whole;
use super::quantiles::LoadOptions;
use super::run::UNNAMED;
use super::summary::Summary;
use super::values::{count, decimal, milliseconds, push_path};
use crate::json::{Cursor, Found, Stop};
use crate::{Format, Kind};

pub(crate) const FORMAT: Format = Format {
    name: "autocannon",
    about: "autocannon's JSON: quantiles without requests",
    example: "autocannon --json -d 30 http://localhost:8080/ > new/1.json",
    run_command: Some("autocannon --json -d 10 http://localhost:8080/"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: |head| head.json_with(&[b"\"p97_5\"", b"\"non2xx\""]),
    reader: |reading| DOCUMENT.reader(&reading.load),
};

static DOCUMENT: Whole = Whole {
    harness: "autocannon",
    how: Some("a tool that writes each request or a histogram, such as vegeta, k6 or oha"),
    note: Some(CLOSED_LOOP_SUMMARY),
    read,
};

fn read(value: &mut Cursor<'_>, _: &LoadOptions) -> Result<Vec<Summary>, Stop> {
    let mut summary = Summary::of(UNNAMED);
    let mut name = UNNAMED.to_vec();
    let (mut failed, mut lost) = (0_u64, 0_u64);
    let mut inside = value.object()?;
    while let Some(key) = value.key(&mut inside)? {
        let is_number = value.found()? == Found::Number;
        match key.raw {
            b"url" => push_path(&value.scalar()?.unwrap_or_default(), &mut name),
            // Errors contain timeouts.
            b"errors" if is_number => lost = value.count()? as u64,
            b"4xx" | b"5xx" if is_number => {
                failed = failed.saturating_add(value.count()? as u64);
            }
            b"requests" => {
                let mut inside = value.object()?;
                while let Some(key) = value.key(&mut inside)? {
                    let text = value.number()?;
                    match key.raw {
                        b"total" => summary.requests = count(text),
                        b"average" => summary.rate = decimal(text),
                        _ => {}
                    }
                }
            }
            b"latency" => {
                let mut inside = value.object()?;
                while let Some(key) = value.key(&mut inside)? {
                    let text = value.number()?;
                    let seconds = milliseconds(text);
                    match key.raw {
                        b"average" => summary.mean = seconds,
                        b"max" => summary.max = seconds,
                        [b'p', percentage @ ..] => {
                            let percentage = String::from_utf8_lossy(percentage).replace('_', ".");
                            summary.quantile(&percentage, seconds);
                        }
                        _ => {}
                    }
                }
            }
            _ => value.skip()?,
        }
    }
    if summary.quantiles.is_empty() {
        return value.lacks("a member `latency`");
    }
    // Requests without a response are not among the others.
    let sent = summary.requests.unwrap_or_default().saturating_add(lost);
    summary.errors = (sent != 0).then(|| failed.saturating_add(lost) as f64 / sent as f64);
    summary.name.begin(&name);
    Ok(vec![summary])
}
