//! hey's CSV (`-o csv`), with a row for each request, and its text.

use super::lines::{LineReader, Lines};
use super::run::{Run, UNNAMED};
use super::summary::{Shortage, Summary};
use super::table::Table;
use super::tally::Request;
use super::values::{class, count, decimal, nanoseconds, unexpected};
use super::{CLOSED_LOOP, CLOSED_LOOP_SUMMARY, RESPONSES_ONLY};
use crate::json::Out;
use crate::sight::Sight;
use crate::{Format, Kind};

pub(crate) const FORMAT: Format = Format {
    name: "hey",
    about: "hey's CSV",
    example: "hey -z 30s -o csv http://localhost:8080/ > new/1.csv",
    run_command: Some("hey -z 10s -o csv http://localhost:8080/"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: |head| TABLE.sight(head),
    reader: |reading| TABLE.reader(&reading.load),
};

pub(crate) const TEXT: Format = Format {
    name: "hey-text",
    about: "the output of hey: quantiles without requests",
    example: "for run in 1 2 3 4 5 6; do hey -z 30s http://localhost:8080/; done > new.txt",
    run_command: Some("hey -z 10s http://localhost:8080/"),
    sight: |head| {
        let lines = head.lines().map(<[u8]>::trim_ascii_end);
        let mut lines = lines.filter(|line| !line.is_empty());
        match (lines.next(), lines.next()) {
            (Some(b"Summary:"), Some(line)) if line.starts_with(b"  Total:\t") => Sight::Yes,
            (Some(b"Summary:"), None) | (None, _) => Sight::Unsure,
            _ => Sight::No,
        }
    },
    reader: |reading| LineReader::boxed(Text::default(), &reading.load),
    ..FORMAT
};

static TABLE: Table = Table {
    harness: "hey",
    separators: b",",
    columns: &["response-time", "DNS+dialup", "Response-delay", "status-code", "offset"],
    more: &[],
    order: &[],
    read,
    notes: &[CLOSED_LOOP, RESPONSES_ONLY],
    has_open_end: false,
};

fn read(cells: &[&[u8]], run: &mut Run) -> Result<(), String> {
    let [time, _, _, status, offset] = *cells else { return Ok(()) };
    let latency = nanoseconds(time, 0)?;
    let start = decimal(offset).map(|seconds| (seconds * 1e9) as i128);
    run.push(&Request { failure: class(status), latency, start, ..Request::default() });
    Ok(())
}

/// Reads the text, whose latencies are those of responses.
#[derive(Debug, Default)]
struct Text {
    open: Option<Summary>,
    failed: u64,
    /// The number of requests without a response.
    lost: u64,
}

impl Text {
    fn close(&mut self, run: &Run, out: &mut Out<'_>) {
        let Text { open, failed, lost } = std::mem::take(self);
        let Some(mut summary) = open else { return };
        let all = summary.requests.unwrap_or_default().saturating_add(lost);
        summary.errors = (all != 0).then(|| failed.saturating_add(lost) as f64 / all as f64);
        if all == 0 {
            out.unreadable("expected numbers of responses at the end of a run: it may be cut");
        }
        let mut short = Shortage::default();
        short.add(summary.emit(run.options(), out));
        short.note(out);
        out.summary_only("hey -o csv, which writes each request");
        out.note(CLOSED_LOOP_SUMMARY);
    }
}

impl Lines for Text {
    fn line(&mut self, line: &[u8], run: &mut Run, out: &mut Out<'_>) -> Result<(), String> {
        if line == b"Summary:" {
            self.close(run, out);
            out.metadata(b"harness", b"hey");
            self.open = Some(Summary::of(UNNAMED));
            return Ok(());
        }
        let Some(summary) = &mut self.open else { return Ok(()) };
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let words: [&[u8]; 4] = std::array::from_fn(|_| words.next().unwrap_or_default());
        match words {
            [b"Slowest:", number, b"secs", _] => summary.max = decimal(number),
            [b"Average:", number, b"secs", _] => summary.mean = decimal(number),
            [b"Requests/sec:", number, ..] => summary.rate = decimal(number),
            [[percentage @ .., b'%'], b"in", number, b"secs"] => {
                // Some versions print two signs.
                let percentage = percentage.strip_suffix(b"%").unwrap_or(percentage);
                if let Some(percentage) = super::percentage(percentage) {
                    let value = decimal(number).ok_or_else(|| unexpected(line, "a time"))?;
                    summary.quantile(&percentage, Some(value));
                }
            }
            [[b'[', code @ .., b']'], number, b"responses", _] => {
                let number = count(number).ok_or_else(|| unexpected(line, "a number"))?;
                let requests = summary.requests.unwrap_or_default();
                summary.requests = Some(requests.saturating_add(number));
                if class(code).is_some() {
                    self.failed = self.failed.saturating_add(number);
                }
            }
            [[b'[', number @ .., b']'], ..] if line.starts_with(b"  [") => {
                self.lost = self.lost.saturating_add(count(number).unwrap_or_default());
            }
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, run: &mut Run, out: &mut Out<'_>) {
        self.close(run, out);
    }
}
