//! autocannon's JSON (`--json`): quantiles without requests.

use super::CLOSED_LOOP_SUMMARY;
use super::document::Whole;
use super::quantiles::LoadOptions;
use super::run::UNNAMED;
use super::summary::Summary;
use super::values::{decimal, milliseconds, push_path};
use crate::format::json::{Cursor, Found, Stop};
use crate::format::{Format, Kind};

pub(in crate::format) const FORMAT: Format = Format {
    name: "autocannon",
    about: "autocannon's JSON: quantiles without requests",
    example: "autocannon --json -d 30 http://localhost:8080/ > new/1.json",
    run_command: Some("autocannon --json -d 10 http://localhost:8080/"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: |head| head.json_with(&[b"\"p97_5\"", b"\"non2xx\""]),
    reader: |options| DOCUMENT.reader(options.load()),
};

static DOCUMENT: Whole = Whole {
    harness: "autocannon",
    how: Some("a tool that writes each request or a histogram, such as vegeta, k6 or oha"),
    note: Some(CLOSED_LOOP_SUMMARY),
    read,
};

fn read(value: &mut Cursor<'_>, _: &LoadOptions) -> Result<Vec<Summary>, Stop> {
    let mut summary = Summary::default();
    let mut name = UNNAMED.to_vec();
    let (mut failed, mut responses, mut seconds) = (0.0, 0.0, None);
    let mut inside = value.object()?;
    while let Some(key) = value.key(&mut inside)? {
        let is_number = value.found()? == Found::Number;
        match key.raw {
            b"url" => push_path(&value.scalar()?.unwrap_or_default(), &mut name),
            b"duration" if is_number => seconds = decimal(value.number()?),
            // Errors contain timeouts.
            b"errors" if is_number => failed += decimal(value.number()?).unwrap_or_default(),
            b"non2xx" if is_number => {
                let other = decimal(value.number()?).unwrap_or_default();
                failed += other;
                responses += other;
            }
            b"2xx" if is_number => responses += decimal(value.number()?).unwrap_or_default(),
            b"latency" => {
                let mut inside = value.object()?;
                while let Some(key) = value.key(&mut inside)? {
                    let text = value.number()?;
                    let seconds = milliseconds(text);
                    match key.raw {
                        b"mean" | b"average" => summary.mean = seconds,
                        b"max" => summary.max = seconds,
                        b"totalCount" => summary.requests = super::values::count(text),
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
    let sent = responses + failed.max(0.0);
    summary.errors = (0.0 < sent).then_some(failed / sent);
    summary.rate = seconds.filter(|seconds| 0.0 < *seconds).map(|seconds| responses / seconds);
    summary.name.begin(&name);
    Ok(vec![summary])
}
