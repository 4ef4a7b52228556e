//! A segment: up to 65,535 rows that follow each other in one input, read on their own.
//!
//! Segments are what threads read side by side and what the builder merges in order. Everything in
//! one is numbered locally; the configuration it began with is not known yet, so its changes are
//! kept as a log.

use crate::base::{Interner, ListInterner, PairInterner};
use crate::format::gobench::Reader;
use crate::format::{Number, Record, ResultLine, Rows, Sink, SyntaxError};

use super::config::ConfigLog;
use super::values::{Block, Stage, Values, WIDE};

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
    pub(super) block: Block,
}

/// What a line says besides results and configuration; lines count from the segment's first.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Event {
    Malformed(SyntaxError),
    NotANumber { unit: Vec<u8> },
    Unit { unit: Vec<u8>, key: Vec<u8>, value: Vec<u8> },
}

/// A segment ends here at the latest: numbers of patterns fit 16 bits.
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
    let mut full = |segment| segments.push(segment);
    let mut cutter = Cutter { segment: &mut builder, full: &mut full };
    reader.feed(text, &mut cutter);
    reader.finish(&mut cutter);
    segments.push(builder.take(reader.lines()));
    segments
}

/// Cuts what a reader gives into segments.
pub(super) struct Cutter<'a> {
    pub(super) segment: &'a mut SegmentBuilder,
    pub(super) full: &'a mut dyn FnMut(Segment),
}

impl Cutter<'_> {
    /// Makes room for line `line`.
    fn cut(&mut self, line: u64) {
        if self.segment.is_full() {
            (self.full)(self.segment.take(line - 1));
        }
    }
}

impl Sink for Cutter<'_> {
    fn push(&mut self, line: u64, record: Record<'_>) {
        self.cut(line);
        self.segment.push(line, record);
    }

    fn repeat(&mut self, line: u64, rows: Rows<'_>) -> usize {
        self.cut(line);
        self.segment.repeat(line, rows)
    }
}

/// A segment under construction.
#[derive(Debug, Default)]
pub(super) struct SegmentBuilder {
    segment: Segment,
    /// Lines of the input that earlier segments hold.
    lines_before: u64,
    rows: usize,
    /// The rows at the end that are not packed yet: they have the same series and pattern.
    stage: Stage,
    /// Series and pattern of the row before; none if the next row must not be taken for its like.
    last: Option<(u32, u16)>,
    layout: Vec<u32>,
    /// The pattern of the row before.
    pattern: Vec<u8>,
}

impl SegmentBuilder {
    pub(super) fn is_full(&self) -> bool {
        self.rows == ROWS_MAX || self.segment.values.is_full()
    }

    /// The segment up to line `lines` of the input; the next one begins empty.
    pub(super) fn take(&mut self, lines: u64) -> Segment {
        self.pack();
        let mut segment = std::mem::take(&mut self.segment);
        segment.lines = lines - self.lines_before;
        segment.values.shrink();
        self.lines_before = lines;
        self.rows = 0;
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
        let count = match u32::try_from(result.iterations) {
            Ok(mantissa) => Number::Short { mantissa, decimals: 0 },
            Err(_) => Number::Wide(f64::from_bits(result.iterations as u64)),
        };
        let numbers = || std::iter::once(&count).chain(result.values);
        // Most rows have the pattern of the row before.
        let columns = result.values.len() + 1;
        let mut same = self.pattern.len() == columns;
        self.pattern.resize(columns, 0);
        for (number, place) in numbers().zip(&mut self.pattern) {
            let decimals = match *number {
                Number::Short { decimals, .. } => decimals,
                Number::Wide(_) => WIDE,
            };
            same &= *place == decimals;
            *place = decimals;
        }
        let pattern = match self.last {
            Some((_, last)) if same => last,
            _ => self.segment.values.pattern(&self.pattern),
        };
        let series = match self.last {
            Some((series, _)) if repeated => series,
            _ => self.series(result.name, result.units),
        };
        if self.last != Some((series, pattern)) || self.stage.is_full() {
            self.begin_run((series, pattern), columns);
        }
        let SegmentBuilder { segment, stage, .. } = self;
        stage.push(numbers().map(|&number| segment.values.integer(number)));
        self.rows += 1;
    }

    /// Takes rows that differ from the one before in their digits alone, as long as there is room.
    fn rows(&mut self, rows: Rows<'_>) -> usize {
        let columns = rows.decimals.len();
        let Some(last) = self.last.filter(|_| self.pattern == rows.decimals) else { return 0 };
        let count = (rows.numbers.len() / columns).min(ROWS_MAX - self.rows);
        let mut rest = &rows.numbers[..count * columns];
        while !rest.is_empty() {
            if self.stage.is_full() {
                self.begin_run(last, columns);
            }
            rest = self.stage.push_rows(rest);
        }
        self.rows += count;
        self.segment.results += count as u64;
        count
    }

    fn begin_run(&mut self, (series, pattern): (u32, u16), columns: usize) {
        self.pack();
        self.stage.begin(columns);
        let block = Block { start: 0, rows: 0, pattern };
        self.segment.runs.push(LocalRun { series, block });
        self.last = Some((series, pattern));
    }

    /// Ends the last run.
    fn pack(&mut self) {
        let SegmentBuilder { segment, stage, .. } = self;
        if let Some(LocalRun { block, .. }) = segment.runs.last_mut()
            && stage.rows != 0
        {
            block.start = segment.values.pack(stage);
            block.rows = stage.rows as u16;
            stage.rows = 0;
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

    fn repeat(&mut self, _line: u64, rows: Rows<'_>) -> usize {
        self.rows(rows)
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
