//! A segment: up to 65,535 rows that follow each other in one input, read on their own.
//!
//! Segments are what threads read side by side and what the builder merges in order. Everything in
//! one is numbered locally; the configuration it began with is not known yet, so its changes are
//! kept as a log.

use crate::base::{Interner, ListInterner, PairInterner};
use crate::format::gobench::Reader;
use crate::format::{Number, Record, ResultLine, Sink, SyntaxError};

use super::config::ConfigLog;

/// Rows that follow each other in one input, not yet merged into a store.
#[derive(Debug, Clone, Default)]
pub struct Segment {
    pub(super) names: Interner,
    pub(super) units: Interner,
    pub(super) layouts: ListInterner<u32>,
    pub(super) config: ConfigLog,
    /// (name, configuration state, layout).
    pub(super) series: PairInterner<(u32, u32, u32)>,
    pub(super) runs: Vec<LocalRun>,
    pub(super) events: Vec<(u64, Event)>,
    pub(super) values: Values,
    pub(super) results: u64,
    pub(super) lines: u64,
}

/// Rows of one local series that follow each other.
#[derive(Debug, Clone, Copy)]
pub(super) struct LocalRun {
    pub(super) series: u32,
    pub(super) start: u32,
    pub(super) row: u16,
    pub(super) rows: u16,
}

/// What a line says besides results and configuration; lines count from the segment's first.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Event {
    Malformed(SyntaxError),
    NotANumber { unit: Vec<u8> },
    Unit { unit: Vec<u8>, key: Vec<u8>, value: Vec<u8> },
}

/// The numbers of a segment: per row the iteration count, then one value per unit of its layout.
///
/// A number takes 4 bytes: its digits as one integer. Where the point stands is one small pattern
/// per row, shared by the many rows that have the same. Numbers that do not fit (negative, huge,
/// with an exponent) are kept as doubles aside, with their index in place of the digits.
#[derive(Debug, Clone, Default)]
pub(super) struct Values {
    pub(super) numbers: Vec<u32>,
    pub(super) wide: Vec<u64>,
    pub(super) row_patterns: Vec<u16>,
    /// Per column the digits after the point, or [`WIDE`].
    pub(super) patterns: ListInterner<u8>,
}

pub(super) const WIDE: u8 = u8::MAX;

/// A segment ends here at the latest: places and counts of rows fit 16 bits.
pub(super) const ROWS_MAX: usize = u16::MAX as usize;

/// Reads whole lines into segments.
///
/// `text` must begin at a line's beginning. An input with a byte-order mark must be fed instead: a
/// piece of one could not tell.
/// The segments of all pieces of an input, appended in order, give the same store as the whole.
pub fn read_segments(text: &[u8]) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut builder = SegmentBuilder::default();
    let mut reader = Reader::of_lines();
    let mut sink = |line: u64, record: Record<'_>| {
        if builder.is_full() {
            segments.push(builder.take(line - 1));
        }
        builder.push(line, record);
    };
    reader.feed(text, &mut sink);
    reader.finish(&mut sink);
    segments.push(builder.take(reader.lines()));
    segments
}

/// A segment under construction.
#[derive(Debug, Default)]
pub(super) struct SegmentBuilder {
    segment: Segment,
    /// Lines of the input that earlier segments hold.
    lines_before: u64,
    /// The series and pattern of the row before, if there is one.
    last: Option<(u32, u16)>,
    layout: Vec<u32>,
    /// The pattern of the row before.
    pattern: Vec<u8>,
}

impl SegmentBuilder {
    pub(super) fn is_full(&self) -> bool {
        self.segment.values.row_patterns.len() == ROWS_MAX
    }

    /// The segment up to line `lines` of the input; the next one begins empty.
    pub(super) fn take(&mut self, lines: u64) -> Segment {
        let mut segment = std::mem::take(&mut self.segment);
        segment.lines = lines - self.lines_before;
        segment.values.numbers.shrink_to_fit();
        segment.values.row_patterns.shrink_to_fit();
        segment.values.wide.shrink_to_fit();
        self.lines_before = lines;
        self.last = None;
        segment
    }

    fn result(&mut self, line: u64, result: &ResultLine<'_>) {
        self.segment.results += 1;
        let is_nan = |value: &Number| matches!(value, Number::Wide(v) if v.is_nan());
        if result.values.iter().any(is_nan) {
            return self.result_with_nan(line, result);
        }
        self.row(result, result.repeats && self.last.is_some());
    }

    #[cold]
    fn result_with_nan(&mut self, line: u64, result: &ResultLine<'_>) {
        let (mut values, mut units) = (Vec::new(), Vec::new());
        for (&value, &unit) in result.values.iter().zip(result.units) {
            match value {
                Number::Wide(v) if v.is_nan() => {
                    self.event(line, Event::NotANumber { unit: unit.to_vec() });
                }
                _ => {
                    values.push(value);
                    units.push(unit);
                }
            }
        }
        if !values.is_empty() {
            self.row(&ResultLine { values: &values, units: &units, ..*result }, false);
        }
        // The next row may repeat this line, but not the row that was made of it.
        self.last = None;
    }

    fn row(&mut self, result: &ResultLine<'_>, repeated: bool) {
        let values = &mut self.segment.values;
        let start = values.numbers.len() as u32;
        let place = values.row_patterns.len() as u16;
        let count = match u32::try_from(result.iterations) {
            Ok(mantissa) => Number::Short { mantissa, decimals: 0 },
            Err(_) => Number::Wide(f64::from_bits(result.iterations as u64)),
        };
        // Most rows have the pattern of the row before.
        let columns = result.values.len() + 1;
        let mut same = self.pattern.len() == columns;
        self.pattern.resize(columns, 0);
        for (&number, place) in std::iter::once(&count).chain(result.values).zip(&mut self.pattern)
        {
            let decimals = values.push(number);
            same &= *place == decimals;
            *place = decimals;
        }
        let pattern = match self.last {
            Some((_, last)) if same => last,
            // No segment has more patterns than rows.
            _ => values.patterns.intern(&self.pattern) as u16,
        };
        values.row_patterns.push(pattern);
        let series = match self.last {
            Some((series, _)) if repeated => series,
            _ => self.series(result.name, result.units),
        };
        self.last = Some((series, pattern));
        match self.segment.runs.last_mut() {
            Some(run) if run.series == series => run.rows += 1,
            _ => self.segment.runs.push(LocalRun { series, start, row: place, rows: 1 }),
        }
    }

    fn series(&mut self, name: &[u8], units: &[&[u8]]) -> u32 {
        let segment = &mut self.segment;
        self.layout.clear();
        self.layout.extend(units.iter().map(|unit| segment.units.intern(unit)));
        let layout = segment.layouts.intern(&self.layout);
        let name = segment.names.intern(name);
        let state = segment.config.state();
        segment.series.intern((name, state, layout))
    }

    fn event(&mut self, line: u64, event: Event) {
        self.segment.events.push((line - self.lines_before, event));
    }
}

impl Sink for SegmentBuilder {
    fn push(&mut self, line: u64, record: Record<'_>) {
        match record {
            Record::Result(result) => self.result(line, &result),
            Record::Config { key, value } => {
                self.segment.config.record(key, value);
                // The next result may repeat the last one's name, but not its configuration.
                self.last = None;
            }
            Record::Unit { unit, key, value } => {
                let (unit, key, value) = (unit.to_vec(), key.to_vec(), value.to_vec());
                self.event(line, Event::Unit { unit, key, value });
            }
            Record::Malformed(error) => self.event(line, Event::Malformed(error)),
        }
    }
}

impl Values {
    /// Adds a number; says how many digits it has after the point, or [`WIDE`].
    fn push(&mut self, number: Number) -> u8 {
        let (bits, decimals) = match number {
            Number::Short { mantissa, decimals } => (mantissa, decimals),
            Number::Wide(value) => {
                self.wide.push(value.to_bits());
                (self.wide.len() as u32 - 1, WIDE)
            }
        };
        self.numbers.push(bits);
        decimals
    }

    /// Appends value `column` (0 is the first measurement) of `rows` rows from `row` on, times
    /// `factor`. The rows have `columns` measurements each; their numbers begin at `start`.
    #[expect(clippy::too_many_arguments, reason = "the address of a column is that long")]
    pub(super) fn gather(
        &self,
        row: u16,
        rows: u16,
        start: u32,
        columns: usize,
        column: usize,
        factor: f64,
        out: &mut Vec<f64>,
    ) {
        let stride = columns + 1;
        let numbers = &self.numbers[start as usize..][..stride * usize::from(rows)];
        let patterns = &self.row_patterns[usize::from(row)..][..usize::from(rows)];
        let (mut last, mut decimals) = (None, WIDE);
        for (numbers, &pattern) in numbers.chunks_exact(stride).zip(patterns) {
            if last != Some(pattern) {
                decimals = self.patterns.get(u32::from(pattern))[column + 1];
                last = Some(pattern);
            }
            out.push(self.number(numbers[column + 1], decimals).to_f64() * factor);
        }
    }

    /// The numbers of one row: iterations, then the measurements.
    pub(super) fn row(&self, row: u16, start: u32, columns: usize) -> (i64, Vec<Number>) {
        let numbers = &self.numbers[start as usize..][..columns + 1];
        let pattern = self.patterns.get(u32::from(self.row_patterns[usize::from(row)]));
        let mut decoded = numbers.iter().zip(pattern).map(|(&n, &d)| self.number(n, d));
        let iterations = match decoded.next() {
            Some(Number::Short { mantissa, .. }) => i64::from(mantissa),
            Some(Number::Wide(bits)) => bits.to_bits() as i64,
            None => 0,
        };
        (iterations, decoded.collect())
    }

    fn number(&self, bits: u32, decimals: u8) -> Number {
        match decimals {
            WIDE => Number::Wide(f64::from_bits(self.wide[bits as usize])),
            decimals => Number::Short { mantissa: bits, decimals },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_in_the_middle_of_an_input_is_none() {
        let segments = read_segments(b"\xef\xbb\xbfBenchmarkX 1 2 ns/op\n\xff\xfe\n");
        assert_eq!((segments[0].results, segments[0].lines), (0, 2));
    }
}
