//! HdrHistogram's logs of intervals (`.hlog`) and its text of percentiles (`.hgrm`).

use super::hdr_encoding::Decoder;
use super::lines::{LineReader, Lines};
use super::run::{Run, UNNAMED};
use super::summary::{Shortage, Summary};
use super::tally::{Interval, Request};
use super::values::{count, decimal, milliseconds, shifted, unexpected};
use crate::json::Out;
use crate::sight::{Head, Sight};
use crate::{Format, Kind};

pub(crate) const LOG: Format = Format {
    name: "hdr-log",
    about: "HdrHistogram's log of intervals, in nanoseconds",
    example: "HistogramLogWriter (Java, Go, .NET, Rust, Python) writes new/1.hlog",
    run_command: None,
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: |head| {
        // The names of columns are optional, and C has another one.
        sight(head, |line| {
            line.starts_with(b"\"StartTimestamp\",\"")
                || line.starts_with(b"#[Histogram log format ")
        })
    },
    reader: |reading| LineReader::boxed(Log::default(), &reading.load),
};

pub(crate) const PERCENTILES: Format = Format {
    name: "hdr-percentiles",
    about: "HdrHistogram's percentiles (.hgrm), in milliseconds, without requests",
    example: "histogram.outputPercentileDistribution(stream, 1000000.0) writes new/1.hgrm",
    sight: |head| sight(head, |line| Layout::of(line).is_some()),
    reader: |reading| LineReader::boxed(Percentiles::default(), &reading.load),
    ..LOG
};

/// Detects a header line after comments.
fn sight(head: &Head<'_>, is_header: fn(&[u8]) -> bool) -> Sight {
    let is_said =
        |line: &&[u8]| is_header(line) || !line.starts_with(b"#") && !line.trim_ascii().is_empty();
    match head.lines().find(is_said) {
        Some(line) if is_header(line) => Sight::Yes,
        Some(_) => Sight::No,
        None => Sight::Unsure,
    }
}

/// Reads `Tag=NAME,START,LENGTH,MAX,HISTOGRAM`, in which the tag is optional.
#[derive(Default)]
struct Log {
    decoder: Decoder,
}

impl Lines for Log {
    fn line(&mut self, line: &[u8], run: &mut Run, out: &mut Out<'_>) -> Result<(), String> {
        if line.is_empty() || line.starts_with(b"#") {
            return Ok(());
        }
        out.metadata(b"harness", b"hdrhistogram");
        run.without_failures();
        if line.starts_with(b"\"") {
            return Ok(());
        }
        let (tag, rest) = match line.strip_prefix(b"Tag=") {
            Some(rest) => {
                let end = memchr::memchr(b',', rest).unwrap_or(rest.len());
                (&rest[..end], rest.get(end + 1..).unwrap_or_default())
            }
            None => (&b""[..], line),
        };
        let mut parts = rest.splitn(4, |byte| *byte == b',');
        let mut part = || parts.next().unwrap_or_default();
        let (start, length, _, text) = (part(), part(), part(), part());
        let latencies = self.decoder.decode(text).map_err(|expected| unexpected(text, expected))?;
        let span = decimal(start).zip(decimal(length));
        let (start, length) = span.ok_or_else(|| unexpected(rest, "a start and a length"))?;
        run.name().extend_from_slice(tag);
        let nanoseconds = |seconds: f64| (seconds * 1e9) as i128;
        let interval = Some(Interval { start: nanoseconds(start), length: nanoseconds(length) });
        run.push_many(&Request { interval, ..Request::default() }, latencies);
        run.extend(nanoseconds(start), nanoseconds(start + length));
        Ok(())
    }
}

/// How a text of percentiles is written.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Layout {
    /// Words, and a footer with the number of values.
    Words,
    /// Words without a footer, as `vegeta report -type=hdrplot` writes them.
    Plot,
    /// CSV, which has no footer either.
    Csv,
}

impl Layout {
    /// Returns the layout that a header begins.
    fn of(header: &[u8]) -> Option<Layout> {
        match fields(header) {
            [b"Value", b"Percentile", ..] => Some(Layout::Words),
            [b"Value(ms)", b"Percentile", ..] => Some(Layout::Plot),
            [first, b"", ..] if first.starts_with(b"\"Value\",\"Percentile\",") => {
                Some(Layout::Csv)
            }
            _ => None,
        }
    }
}

fn fields(line: &[u8]) -> [&[u8]; 4] {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    std::array::from_fn(|_| words.next().unwrap_or_default())
}

/// Reads rows of a value, the percentile there, and the number of values up to it.
#[derive(Debug, Default)]
struct Percentiles {
    open: Option<(Layout, Summary)>,
}

impl Percentiles {
    fn close(&mut self, run: &Run, out: &mut Out<'_>) {
        let Some((layout, summary)) = self.open.take() else { return };
        if summary.requests.is_none() {
            let expected = match layout {
                Layout::Words => "`Total count` after the percentiles",
                Layout::Plot | Layout::Csv => "the percentile 1 at the end",
            };
            out.unreadable(&format!("expected {expected}: the text may be cut"));
        }
        let mut short = Shortage::default();
        short.add(summary.emit(run.options(), out));
        short.note(out);
        out.summary_only("an interval log (.hlog), or several runs in one file");
    }

    /// Reads a line after the percentiles: `#[Max = VALUE, Total count = NUMBER]`.
    fn footer(summary: &mut Summary, line: &[u8]) {
        let mut numbers = line.split(|byte| b"=,]".contains(byte)).skip(1).step_by(2);
        let mut number = || numbers.next().unwrap_or_default().trim_ascii();
        match fields(line)[0] {
            b"#[Mean" => summary.mean = milliseconds(number()),
            b"#[Max" => {
                summary.max = milliseconds(number());
                // Python writes a decimal number.
                let whole = |count: &f64| count.fract() == 0.0 && (0.0..1e15).contains(count);
                summary.requests = decimal(number()).filter(whole).map(|count| count as u64);
            }
            _ => {}
        }
    }
}

impl Lines for Percentiles {
    fn line(&mut self, line: &[u8], run: &mut Run, out: &mut Out<'_>) -> Result<(), String> {
        if let Some(layout) = Layout::of(line) {
            self.close(run, out);
            out.metadata(b"harness", b"hdrhistogram");
            self.open = Some((layout, Summary::of(UNNAMED)));
            return Ok(());
        }
        let Some((layout, summary)) = &mut self.open else { return Ok(()) };
        let line = line.trim_ascii();
        if line.is_empty() {
            return Ok(());
        }
        if line.starts_with(b"#[") {
            Self::footer(summary, line);
            return Ok(());
        }
        let mut cells = line.split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
        let [value, part, values, _] = match layout {
            Layout::Csv => std::array::from_fn(|_| cells.next().unwrap_or_default()),
            Layout::Words | Layout::Plot => fields(line),
        };
        let fraction = decimal(part).ok_or_else(|| unexpected(line, "a value and a percentile"))?;
        let seconds = milliseconds(value).ok_or_else(|| unexpected(line, "a value"))?;
        if *layout != Layout::Words && 1.0 <= fraction {
            summary.max = Some(seconds);
            summary.requests = count(values);
        }
        // Only percentiles that are rows are known.
        let percentage = shifted(part, 2).map(|percentage| percentage.to_string());
        let percentage = percentage.and_then(|text| super::percentage(text.as_bytes()));
        if let Some(percentage) = percentage {
            summary.quantile(&percentage, Some(seconds));
        }
        Ok(())
    }

    fn end(&mut self, run: &mut Run, out: &mut Out<'_>) {
        self.close(run, out);
    }
}
