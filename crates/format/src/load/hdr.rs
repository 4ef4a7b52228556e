//! HdrHistogram's logs of intervals (`.hlog`) and its text of percentiles (`.hgrm`).

use std::io::Read as _;

use hdrhistogram::Histogram;
use hdrhistogram::serialization::Deserializer;

use super::lines::{LineReader, Lines};
use super::run::{Run, UNNAMED};
use super::summary::{Shortage, Summary};
use super::tally::{Interval, Request};
use super::values::{LATENCY_MAX, count, decimal, milliseconds, unexpected};
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
    sight: |head| sight(head, |line| line.starts_with(b"\"StartTimestamp\",\"Interval_Length\"")),
    reader: |reading| LineReader::boxed(Log::default(), &reading.load),
};

pub(crate) const PERCENTILES: Format = Format {
    name: "hdr-percentiles",
    about: "HdrHistogram's percentiles (.hgrm), in milliseconds, without requests",
    example: "histogram.outputPercentileDistribution(stream, 1000000.0) writes new/1.hgrm",
    sight: |head| sight(head, |line| fields(line)[..2] == [&b"Value"[..], b"Percentile"]),
    reader: |reading| LineReader::boxed(Percentiles::default(), &reading.load),
    ..LOG
};

/// Detects a header line after comments.
fn sight(head: &Head<'_>, is_header: fn(&[u8]) -> bool) -> Sight {
    let is_said = |line: &&[u8]| !line.starts_with(b"#") && !line.trim_ascii().is_empty();
    match head.lines().find(is_said) {
        Some(line) if is_header(line) => Sight::Yes,
        Some(_) => Sight::No,
        None => Sight::Unsure,
    }
}

fn fields(line: &[u8]) -> [&[u8]; 4] {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    std::array::from_fn(|_| words.next().unwrap_or_default())
}

/// The first bytes of a histogram, compressed and plain.
const COMPRESSED: [u8; 4] = [0x1c, 0x84, 0x93, 0x14];
const PLAIN: [u8; 4] = [0x1c, 0x84, 0x93, 0x13];

/// The maximum length of a histogram: 8 bytes for each counter of five digits.
const PLAIN_MAX: u64 = 1 << 26;

/// Reads `Tag=NAME,START,LENGTH,MAX,HISTOGRAM`, in which the tag is optional.
#[derive(Default)]
struct Log {
    deserializer: Deserializer,
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
        let histogram = self.histogram(text);
        let histogram = histogram.ok_or_else(|| unexpected(text, "a compressed histogram"))?;
        if LATENCY_MAX < histogram.max() as f64 {
            return Err("the histogram has latencies of more than 11 days: skipped".into());
        }
        let span = decimal(start).zip(decimal(length));
        let (start, length) = span.ok_or_else(|| unexpected(rest, "a start and a length"))?;
        run.name().extend_from_slice(tag);
        let nanoseconds = |seconds: f64| (seconds * 1e9) as i128;
        let interval = Some(Interval { start: nanoseconds(start), length: nanoseconds(length) });
        for step in histogram.iter_recorded() {
            let latency = histogram.median_equivalent(step.value_iterated_to());
            let request = Request { latency, interval, ..Request::default() };
            run.push_many(&request, step.count_since_last_iteration());
        }
        run.extend(nanoseconds(start), nanoseconds(start + length));
        Ok(())
    }
}

impl Log {
    fn histogram(&mut self, text: &[u8]) -> Option<Histogram<u64>> {
        use base64::Engine as _;
        let bytes = base64::engine::general_purpose::STANDARD.decode(text.trim_ascii()).ok()?;
        let mut plain = Vec::new();
        let packed = bytes.strip_prefix(&COMPRESSED).and_then(|rest| rest.get(4..));
        match packed {
            Some(packed) => {
                let mut unpacked = flate2::read::ZlibDecoder::new(packed).take(PLAIN_MAX);
                unpacked.read_to_end(&mut plain).ok()?;
            }
            None => plain = bytes,
        }
        // The library reserves as much memory as the header says.
        let stated = plain.get(4..8)?.try_into().ok().map(u32::from_be_bytes)?;
        let is_there = plain.starts_with(&PLAIN) && stated as usize <= plain.len();
        is_there.then(|| self.deserializer.deserialize(&mut &plain[..]).ok())?
    }
}

/// Reads rows of a value and the percentile there.
#[derive(Debug, Default)]
struct Percentiles {
    open: Option<Summary>,
}

impl Percentiles {
    fn close(&mut self, run: &Run, out: &mut Out<'_>) {
        let Some(summary) = self.open.take() else { return };
        if summary.requests.is_none() {
            out.unreadable("expected `Total count` after the percentiles: the text may be cut");
        }
        let mut short = Shortage::default();
        short.add(summary.emit(run.options(), out));
        short.note(out);
        out.summary_only("an interval log (.hlog), or several runs in one file");
    }
}

impl Lines for Percentiles {
    fn line(&mut self, line: &[u8], run: &mut Run, out: &mut Out<'_>) -> Result<(), String> {
        let [first, second, ..] = fields(line);
        if (first, second) == (b"Value", b"Percentile") {
            self.close(run, out);
            out.metadata(b"harness", b"hdrhistogram");
            self.open = Some(Summary::of(UNNAMED));
            return Ok(());
        }
        let Some(summary) = &mut self.open else { return Ok(()) };
        if line.starts_with(b"#[") {
            let mut numbers = line.split(|byte| b"=,]".contains(byte)).skip(1).step_by(2);
            let mut number = || numbers.next().unwrap_or_default().trim_ascii();
            match first {
                b"#[Mean" => summary.mean = milliseconds(number()),
                b"#[Max" => {
                    summary.max = milliseconds(number());
                    summary.requests = count(number());
                }
                _ => {}
            }
        } else if !first.is_empty() {
            let fraction =
                decimal(second).ok_or_else(|| unexpected(line, "a value and a percentile"))?;
            let seconds = milliseconds(first).ok_or_else(|| unexpected(line, "a value"))?;
            // Only percentiles that are rows are known.
            let percentage = format!("{:.6}", fraction * 100.0);
            if let Some(percentage) = super::percentage(percentage.as_bytes()) {
                summary.quantile(&percentage, Some(seconds));
            }
        }
        Ok(())
    }

    fn end(&mut self, run: &mut Run, out: &mut Out<'_>) {
        self.close(run, out);
    }
}
