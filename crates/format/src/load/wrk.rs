//! The text of wrk and wrk2 (`--latency`): quantiles without requests. Both correct them for coordinated omission: wrk by the
//! mean time between requests, wrk2 by its rate.

use super::lines::{LineReader, Lines};
use super::run::{Run, UNNAMED};
use super::summary::{Shortage, Summary};
use super::values::{count, decimal, duration, push_path, unexpected};
use crate::json::Out;
use crate::sight::Sight;
use crate::{Format, Kind};

pub(crate) const FORMAT: Format = Format {
    name: "wrk",
    about: "the output of wrk or wrk2: quantiles without requests",
    example: "for run in 1 2 3 4 5 6; do wrk --latency -d 30s http://localhost:8080/; done > new.txt",
    run_command: Some("wrk --latency -d 10s http://localhost:8080/"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: |head| match head.lines().find(|line| !line.trim_ascii().is_empty()) {
        Some(line) if url(line).is_some() => Sight::Yes,
        Some(_) => Sight::No,
        None => Sight::Unsure,
    },
    reader: |reading| LineReader::boxed(Wrk::default(), &reading.load),
};

const HOW: &str = "several runs in one file, or with benchlens run";

/// Returns the URL of a line that begins a run.
fn url(line: &[u8]) -> Option<&[u8]> {
    let rest = line.strip_prefix(b"Running ")?;
    let at = memchr::memmem::find(rest, b" test @ ")?;
    Some(&rest[at + b" test @ ".len()..])
}

#[derive(Debug, Default)]
struct Wrk {
    open: Option<Summary>,
    failed: u64,
    /// The number of requests without a response.
    lost: u64,
    /// Whether quantiles follow that wrk2 has not corrected (`-U`).
    is_uncorrected: bool,
}

impl Wrk {
    fn close(&mut self, run: &Run, out: &mut Out<'_>) {
        let failed = std::mem::take(&mut self.failed);
        let Some(mut summary) = self.open.take() else { return };
        if let Some(requests) = summary.requests {
            // Requests without a response are not among the others.
            let all = requests.saturating_add(self.lost);
            let failed = failed.saturating_add(self.lost);
            summary.errors = (all != 0).then(|| failed as f64 / all as f64);
            self.lost = 0;
        } else {
            out.unreadable("expected `N requests in TIME` at the end of a run: it may be cut");
        }
        let mut short = Shortage::default();
        short.add(summary.emit(run.options(), out));
        short.note(out);
        out.summary_only(HOW);
    }
}

impl Lines for Wrk {
    fn line(&mut self, line: &[u8], run: &mut Run, out: &mut Out<'_>) -> Result<(), String> {
        if let Some(url) = url(line) {
            self.close(run, out);
            out.metadata(b"harness", b"wrk");
            let mut name = UNNAMED.to_vec();
            push_path(url, &mut name);
            self.open = Some(Summary::of(&name));
            self.is_uncorrected = false;
            return Ok(());
        }
        let Some(summary) = &mut self.open else { return Ok(()) };
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let seconds = |text: &[u8]| duration(text).map(|nanoseconds| nanoseconds as f64 / 1e9);
        let words: [&[u8]; 5] = std::array::from_fn(|_| words.next().unwrap_or_default());
        match words {
            [b"Latency", mean, _, max, _] if seconds(mean).is_some() => {
                summary.mean = seconds(mean);
                summary.max = seconds(max);
            }
            [b"Latency", b"Distribution", .., kind] => self.is_uncorrected = kind == b"Uncorrected",
            [[number @ .., b'%'], value, b"", ..] if !self.is_uncorrected => {
                if let Some(number) = super::percentage(number) {
                    let value = seconds(value).ok_or_else(|| unexpected(line, "a time"))?;
                    summary.quantile(&number, Some(value));
                }
            }
            [number, b"requests", b"in", ..] => {
                let requests = count(number).ok_or_else(|| unexpected(line, "a number"))?;
                summary.requests = Some(requests);
            }
            [b"Non-2xx", b"or", b"3xx", b"responses:", number] => {
                self.failed = count(number).unwrap_or_default();
            }
            [b"Socket", b"errors:", ..] => {
                let numbers = line.split(|byte| !byte.is_ascii_digit()).filter_map(count);
                // Requests that took too long are among the others.
                self.lost = numbers.take(3).fold(0, u64::saturating_add);
            }
            // wrk2 measures no latencies while it adapts to the rate.
            [b"#[Max", ..] if !self.is_uncorrected => {
                let number = line.rsplit(|byte| *byte == b' ').next().unwrap_or_default();
                summary.timed = number.strip_suffix(b"]").and_then(count);
            }
            [b"Requests/sec:", number, ..] => summary.rate = decimal(number),
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, run: &mut Run, out: &mut Out<'_>) {
        self.close(run, out);
    }
}
