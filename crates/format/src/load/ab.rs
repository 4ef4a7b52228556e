//! ApacheBench: its text, with quantiles but without requests, and its table of requests (`-g`).

use super::lines::{LineReader, Lines};
use super::run::{Run, UNNAMED};
use super::summary::{Shortage, Summary};
use super::table::Table;
use super::tally::Request;
use super::values::{count, decimal, milliseconds, nanoseconds, push_path, unexpected};
use super::{CLOSED_LOOP, CLOSED_LOOP_SUMMARY};
use crate::json::Out;
use crate::sight::Sight;
use crate::{Format, Kind};

pub(crate) const FORMAT: Format = Format {
    name: "ab",
    about: "the output of ApacheBench: quantiles without requests",
    example: "for run in 1 2 3 4 5 6; do ab -t 30 http://localhost:8080/; done > new.txt",
    run_command: Some("ab -t 10 http://localhost:8080/"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: |head| match head.lines().find(|line| !line.trim_ascii().is_empty()) {
        Some(line) if line.starts_with(BEGIN) => Sight::Yes,
        Some(_) => Sight::No,
        None => Sight::Unsure,
    },
    reader: |reading| LineReader::boxed(Ab::default(), &reading.load),
};

pub(crate) const REQUESTS: Format = Format {
    name: "ab-requests",
    about: "ApacheBench's table of requests",
    example: "ab -t 30 -g new/1.tsv http://localhost:8080/",
    run_command: Some("ab -t 10 -g one.tsv http://localhost:8080/ >&2 && cat one.tsv"),
    sight: |head| TABLE.sight(head),
    reader: |reading| TABLE.reader(&reading.load),
    ..FORMAT
};

static TABLE: Table = Table {
    harness: "ab",
    separators: b"\t",
    columns: &["starttime", "seconds", "ctime", "dtime", "ttime", "wait"],
    more: &[],
    order: &[],
    read,
    notes: &[CLOSED_LOOP],
    has_open_end: false,
};

fn read(cells: &[&[u8]], run: &mut Run) -> Result<(), String> {
    let [_, _, _, _, total, _] = *cells else { return Ok(()) };
    run.without_failures();
    // Beginnings are in whole seconds, which is too coarse for the duration of a run.
    run.push(&Request { latency: nanoseconds(total, -3)?, ..Request::default() });
    Ok(())
}

const BEGIN: &[u8] = b"This is ApacheBench";

#[derive(Debug, Default)]
struct Ab {
    open: Option<Summary>,
    failed: u64,
    is_complete: bool,
}

impl Ab {
    fn close(&mut self, run: &Run, out: &mut Out<'_>) {
        let Ab { open, failed, is_complete } = std::mem::take(self);
        let Some(mut summary) = open else { return };
        let requests = summary.requests.unwrap_or_default();
        // With -r, ab counts some failed requests twice.
        let fraction = || (failed as f64 / requests as f64).min(1.0);
        summary.errors = (requests != 0).then(fraction);
        if !is_complete {
            out.unreadable("expected percentages of requests at the end of a run: it may be cut");
        }
        let mut short = Shortage::default();
        short.add(summary.emit(run.options(), out));
        short.note(out);
        out.summary_only("ab -g, which writes each request");
        out.note(CLOSED_LOOP_SUMMARY);
    }
}

impl Lines for Ab {
    fn line(&mut self, line: &[u8], run: &mut Run, out: &mut Out<'_>) -> Result<(), String> {
        if line.starts_with(BEGIN) {
            self.close(run, out);
            out.metadata(b"harness", b"ab");
            self.open = Some(Summary::of(UNNAMED));
            return Ok(());
        }
        let Some(summary) = &mut self.open else { return Ok(()) };
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let words: [&[u8]; 6] = std::array::from_fn(|_| words.next().unwrap_or_default());
        match words {
            [b"Document", b"Path:", path, ..] => {
                let mut name = UNNAMED.to_vec();
                push_path(path, &mut name);
                summary.name.begin(&name);
            }
            [b"Complete", b"requests:", number, ..] => {
                let requests = count(number).ok_or_else(|| unexpected(line, "a number"))?;
                summary.requests = Some(requests);
            }
            [b"Failed", b"requests:", number, ..] | [b"Non-2xx", b"responses:", number, ..] => {
                self.failed = self.failed.saturating_add(count(number).unwrap_or_default());
            }
            // A response of another length is not a failure.
            [b"(Connect:", ..] => {
                let length = line.split(|byte| *byte == b',').nth(2).unwrap_or_default();
                let digits = length.trim_ascii().strip_prefix(b"Length: ").unwrap_or_default();
                self.failed = self.failed.saturating_sub(count(digits).unwrap_or_default());
            }
            [b"Requests", b"per", b"second:", number, ..] => summary.rate = decimal(number),
            // With -d, no percentages follow, and with -S, the maximum is the third number.
            [b"Total:", _, mean, third, _, fifth] => {
                summary.mean = milliseconds(mean);
                summary.max = milliseconds(if fifth.is_empty() { third } else { fifth });
                self.is_complete = true;
            }
            [b"Percentage", b"of", b"the", b"requests", ..] => self.is_complete = false,
            [b"100%", number, b"(longest", ..] => {
                summary.max = milliseconds(number);
                self.is_complete = true;
            }
            [[number @ .., b'%'], value, b"", ..] => {
                if let Some(number) = super::percentage(number) {
                    let value = milliseconds(value).ok_or_else(|| unexpected(line, "a time"))?;
                    summary.quantile(&number, Some(value));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, run: &mut Run, out: &mut Out<'_>) {
        self.close(run, out);
    }
}
