//! A segment: up to 65,535 consecutive rows of one input, read separately.
//!
//! Threads read segments in parallel, and the builder merges them in order. Everything in a segment is numbered
//! locally. Its initial configuration is not known yet, so its changes are stored as a log.

use serde::{Deserialize, Serialize};

use crate::base::{Interner, ListInterner, PairInterner, metadata, names, one_line};
use crate::format::{
    Format, Location, Loss, Notice, Number, Problem, Reader, Record, Repeats, ResultLine, Sink,
};

use super::config::ConfigLog;
use super::values::{Block, BlockBuffer, Values, WIDE};

/// Consecutive rows of one input, not yet merged into a store.
#[derive(Debug, Clone, Default)]
pub struct Segment {
    pub(super) names: Interner,
    pub(super) units: Interner,
    pub(super) layouts: ListInterner<u32>,
    pub(super) config: ConfigLog,
    /// Triples of name, configuration state and layout.
    pub(super) series: PairInterner<(u32, u32, u32)>,
    pub(super) runs: Vec<LocalRun>,
    pub(super) events: Vec<Event>,
    /// The location of the first result that is not read because of the text before it, and the number of such
    /// results.
    pub(super) wrapped: Option<(Location, u64)>,
    pub(super) values: Values,
    pub(super) results: u64,
    pub(super) lines: u64,
    /// Whether its only row has no name, because the name is in the segments before.
    pub(super) is_rest: bool,
    pub(super) end: End,
}

/// Whether numbers may follow a segment, whose name came before.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum End {
    /// The segment changes nothing.
    #[default]
    Unchanged,
    /// None.
    Whole,
    /// Those of this benchmark.
    Torn(Vec<u8>),
}

/// Consecutive rows of one local series.
#[derive(Debug, Clone, Copy)]
pub(super) struct LocalRun {
    pub(super) series: u32,
    pub(super) block: Block,
}

/// A notice of a segment; lines are counted from the segment's first line.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Event {
    pub(super) at: Location,
    /// The number of runs before it, which are counted from the first run that is not merged yet.
    pub(super) run: u32,
    /// The number of changes of the segment's configuration before it.
    pub(super) changes: usize,
    pub(super) notice: Notice,
}

impl Event {
    /// Returns an event of an input whose segments are merged.
    pub(super) fn of_input(at: Location, notice: Notice) -> Event {
        Event { at, run: 0, changes: 0, notice }
    }

    /// Returns whether its line may have lost a result, whose configuration then matters.
    pub(super) fn is_loss(&self) -> bool {
        matches!(self.notice, Notice::Problem(Problem::Syntax { .. } | Problem::NotANumber { .. }))
    }
}

/// The maximum number of rows in a segment, so that numbers of patterns fit 16 bits.
pub(super) const ROWS_MAX: usize = u16::MAX as usize;

/// The maximum number of events in a segment, because the store keeps only some of them.
const EVENTS_MAX: usize = 1 << 14;

/// Reads whole lines of an input that can be cut there: see [`cut_at_lines`].
///
/// `text` must begin at the beginning of a line. The segments of all pieces of an input, appended in order, give the
/// same store as the whole.
///
/// `seed` is the seed of hashing: see [`StoreBuilder::seeded`](super::StoreBuilder::seeded).
///
/// [`cut_at_lines`]: crate::format::cut_at_lines
pub fn read_segments(format: &Format, seed: u64, text: &[u8]) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut builder = SegmentBuilder::seeded(seed);
    let mut reader = format.reader();
    let mut full = |segment| segments.push(segment);
    let mut sink = SegmentSink { segment: &mut builder, full: &mut full };
    reader.feed(text, &mut sink);
    reader.finish(&mut sink);
    segments.push(builder.take(lines(&*reader)));
    segments
}

/// Returns how many lines a reader has read; 0 if its format has no lines.
pub(super) fn lines(reader: &dyn Reader) -> u64 {
    reader.position().line().unwrap_or_default()
}

/// Cuts the records of a reader into segments.
pub(super) struct SegmentSink<'a> {
    pub(super) segment: &'a mut SegmentBuilder,
    pub(super) full: &'a mut dyn FnMut(Segment),
}

impl SegmentSink<'_> {
    /// Makes room for a record at a location.
    #[inline]
    fn cut(&mut self, at: &Location) {
        if self.segment.is_full() {
            let lines = at.line().map_or(0, |line| line.saturating_sub(1));
            (self.full)(self.segment.take(lines));
        }
    }
}

impl Sink for SegmentSink<'_> {
    fn push(&mut self, at: &Location, record: Record<'_>) {
        self.cut(at);
        if let Record::Rest(result) = &record {
            // It has a segment of its own, because it counts only if its name is found.
            let line = at.line().unwrap_or_default();
            (self.full)(self.segment.take(line.saturating_sub(1)));
            self.segment.result(at, result);
            let rest = self.segment.take(line);
            return (self.full)(Segment { is_rest: true, ..rest });
        }
        self.segment.push(at, record);
    }

    fn repeat(&mut self, at: &Location, rows: Repeats<'_>) -> usize {
        self.cut(at);
        self.segment.repeat(at, rows)
    }

    fn samples(&mut self, at: &Location, values: &[Number]) -> usize {
        self.cut(at);
        self.segment.samples(at, values)
    }
}

impl Segment {
    /// Gives its only row the name that was found before it, or drops the row if no name was found.
    pub(super) fn find_name(&mut self, name: Option<&[u8]>) {
        let mut config = std::mem::take(&mut self.config);
        match name {
            Some(name) => {
                self.names = Interner::default();
                self.names.intern(name);
                self.config = config;
            }
            None => {
                config.states.clear();
                *self = Segment { config, lines: self.lines, ..Segment::default() };
            }
        }
    }

    /// Returns the numbers of changes, ascending, after which a result or a lost one has the configuration.
    pub(super) fn config_ends(&self) -> Vec<usize> {
        let lost = self.events.iter().filter(|event| event.is_loss());
        let lost = lost.map(|event| event.changes.min(self.config.changes.len()));
        let mut ends: Vec<usize> = self.config.states.iter().copied().chain(lost).collect();
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    pub(super) fn seeded(seed: u64) -> Segment {
        Segment {
            names: Interner::seeded(seed),
            units: Interner::seeded(seed),
            layouts: ListInterner::seeded(seed),
            config: ConfigLog::seeded(seed),
            series: PairInterner::seeded(seed),
            values: Values::seeded(seed),
            ..Segment::default()
        }
    }
}

/// A segment under construction.
#[derive(Debug, Default)]
pub(super) struct SegmentBuilder {
    segment: Segment,
    /// The seed of hashing.
    seed: u64,
    /// The number of lines of the input in earlier segments.
    lines_before: u64,
    rows: usize,
    /// The last rows, which are not packed yet: they have the same series and pattern.
    buffer: BlockBuffer,
    /// The series and pattern of the previous row; `None` if the next row must not be treated as a repetition.
    last: Option<(u32, u16)>,
    layout: Vec<u32>,
    /// The pattern of the previous row.
    pattern: Vec<u8>,
}

impl SegmentBuilder {
    pub(super) fn seeded(seed: u64) -> SegmentBuilder {
        SegmentBuilder { segment: Segment::seeded(seed), seed, ..SegmentBuilder::default() }
    }

    pub(super) fn is_full(&self) -> bool {
        self.rows == ROWS_MAX
            || self.segment.values.is_full()
            || EVENTS_MAX <= self.segment.events.len()
    }

    /// Returns the segment up to line `lines` of the input; the next segment begins empty.
    pub(super) fn take(&mut self, lines: u64) -> Segment {
        self.pack();
        let mut segment = std::mem::replace(&mut self.segment, Segment::seeded(self.seed));
        // Lines that do not come in order are ignored.
        let lines = lines.max(self.lines_before);
        segment.lines = lines - self.lines_before;
        segment.values.shrink();
        self.lines_before = lines;
        self.rows = 0;
        self.last = None;
        segment
    }

    fn result(&mut self, at: &Location, result: &ResultLine<'_>) {
        self.segment.results += 1;
        self.segment.end = End::Whole;
        let is_nan = |value: &Number| matches!(value, Number::Wide(v) if v.is_nan());
        if result.values.iter().any(is_nan) {
            return self.result_with_nan(at, result);
        }
        self.row(result, result.repeats && self.last.is_some());
    }

    #[cold]
    fn result_with_nan(&mut self, at: &Location, result: &ResultLine<'_>) {
        let (mut values, mut units) = (Vec::new(), Vec::new());
        for (&value, &unit) in result.values.iter().zip(result.units) {
            match value {
                Number::Wide(v) if v.is_nan() => {
                    let (name, unit) = (result.name.to_vec(), unit.to_vec());
                    let problem = Problem::NotANumber { name, unit, config: Vec::new() };
                    self.event(at, Notice::Problem(problem));
                }
                Number::Short { .. } | Number::Wide(_) => {
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
        // Most rows have the pattern of the previous row.
        let columns = result.values.len() + 1;
        let mut same = self.pattern.len() == columns;
        self.pattern.resize(columns, 0);
        for (number, index) in numbers().zip(&mut self.pattern) {
            let decimals = match *number {
                Number::Short { decimals, .. } => decimals,
                Number::Wide(_) => WIDE,
            };
            same &= *index == decimals;
            *index = decimals;
        }
        let pattern = match self.last {
            Some((_, last)) if same => last,
            _ => self.segment.values.pattern(&self.pattern),
        };
        let series = match self.last {
            Some((series, _)) if repeated => series,
            _ => self.series(&names::encode(result.name, result.has_processors), result.units),
        };
        if self.last != Some((series, pattern)) || self.buffer.is_full() {
            self.begin_run(series, pattern, columns);
        }
        let SegmentBuilder { segment, buffer, .. } = self;
        buffer.push(numbers().map(|&number| segment.values.integer(number)));
        self.rows += 1;
    }

    /// Adds rows that differ from the previous row only in their digits, while there is room.
    fn rows(&mut self, rows: Repeats<'_>) -> usize {
        let columns = rows.decimals.len();
        let Some((series, pattern)) = self.last.filter(|_| self.pattern == rows.decimals) else {
            return 0;
        };
        let count = (rows.numbers.len() / columns).min(ROWS_MAX - self.rows);
        let mut rest = &rows.numbers[..count * columns];
        while !rest.is_empty() {
            if self.buffer.is_full() {
                self.begin_run(series, pattern, columns);
            }
            rest = self.buffer.push_rows(rest);
        }
        self.rows += count;
        self.segment.results += count as u64;
        count
    }

    /// Adds values of results that are otherwise like the previous row, while they have its pattern and there is room.
    fn values(&mut self, values: &[Number]) -> usize {
        let (Some((series, pattern)), &[0, decimals]) = (self.last, &self.pattern[..]) else {
            return 0;
        };
        let Some(iterations) = self.buffer.last_first() else { return 0 };
        let room = values.len().min(ROWS_MAX - self.rows);
        let mut taken = 0;
        for value in &values[..room] {
            let integer = match *value {
                Number::Short { mantissa, decimals: own } if own == decimals => mantissa,
                Number::Wide(wide) if decimals == WIDE && !wide.is_nan() => {
                    self.segment.values.integer(*value)
                }
                Number::Short { .. } | Number::Wide(_) => break,
            };
            if self.buffer.is_full() {
                self.begin_run(series, pattern, 2);
            }
            self.buffer.push_pair([iterations, integer]);
            taken += 1;
        }
        self.rows += taken;
        self.segment.results += taken as u64;
        taken
    }

    fn begin_run(&mut self, series: u32, pattern: u16, columns: usize) {
        self.pack();
        self.buffer.begin(columns);
        let block = Block { start: 0, rows: 0, pattern };
        self.segment.runs.push(LocalRun { series, block });
        self.last = Some((series, pattern));
    }

    /// Ends the last run.
    fn pack(&mut self) {
        let SegmentBuilder { segment, buffer, .. } = self;
        if let Some(LocalRun { block, .. }) = segment.runs.last_mut()
            && buffer.rows != 0
        {
            block.start = segment.values.pack(buffer);
            block.rows = buffer.rows as u16;
            buffer.rows = 0;
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

    fn event(&mut self, at: &Location, notice: Notice) {
        let (at, run) = (self.relative(at), self.segment.runs.len() as u32);
        let changes = self.segment.config.changes.len();
        self.segment.events.push(Event { at, run, changes, notice });
    }

    /// Forgets the malformed line whose numbers have come.
    fn joined(&mut self, at: &Location, name: Vec<u8>) {
        let events = &mut self.segment.events;
        let is_torn = |event: &Event| matches!(&event.notice, Notice::Problem(problem) if problem.is_torn(&name));
        match events.iter().rposition(is_torn) {
            Some(index) => drop(events.remove(index)),
            None => self.event(at, Notice::Joined { name }),
        }
    }

    /// Returns the location within the segment.
    fn relative(&self, at: &Location) -> Location {
        let Location::Line(line) = at else { return at.clone() };
        Location::Line(line.saturating_sub(self.lines_before))
    }

    #[cold]
    fn notice(&mut self, at: &Location, notice: Notice) {
        match &notice {
            Notice::Problem(Problem::Syntax { name, loss: Loss::Numbers, .. }) => {
                self.segment.end = End::Torn(name.clone());
            }
            Notice::Problem(
                Problem::Syntax { loss: Loss::Nothing, .. }
                | Problem::Unreadable { .. }
                | Problem::Wrapped { .. },
            )
            | Notice::Joined { .. } => {}
            Notice::Problem(_)
            | Notice::Unit { .. }
            | Notice::Block { .. }
            | Notice::RunEnd { .. }
            | Notice::Looks { .. }
            | Notice::Times { .. } => self.segment.end = End::Whole,
        }
        match notice {
            Notice::Problem(Problem::Wrapped { lines }) => {
                let first = self.relative(at);
                self.segment.wrapped.get_or_insert((first, 0)).1 += lines;
            }
            Notice::Joined { name } => self.joined(at, name),
            Notice::Block { .. } => {
                // A block begins with the next row, and therefore with a run.
                self.last = None;
                self.event(at, notice);
            }
            Notice::Problem(Problem::NoBlock { .. }) => {
                let (recording, block, has_end) = (Vec::new(), 0, false);
                self.notice(at, Notice::Block { recording, block, has_end });
                self.event(at, notice);
            }
            Notice::Problem(_)
            | Notice::Unit { .. }
            | Notice::RunEnd { .. }
            | Notice::Looks { .. }
            | Notice::Times { .. } => self.event(at, notice),
        }
    }
}

impl Sink for SegmentBuilder {
    fn push(&mut self, at: &Location, record: Record<'_>) {
        match record {
            Record::Result(result) => self.result(at, &result),
            Record::Config { key, value } => {
                // A line of a log cannot contain a line end, but a value of JSON, of a table or of a program can.
                self.segment.config.record(key, &one_line(value));
                // The next result may repeat the last one's name, but not its configuration.
                self.last = None;
            }
            Record::Metadata { key, value } => {
                self.segment.config.record(&metadata::key(key), &one_line(value));
                self.last = None;
            }
            Record::Context(name) => {
                self.segment.config.enter(name);
                self.last = None;
            }
            Record::Rest(_) => {}
            Record::Notice(notice) => self.notice(at, notice),
        }
    }

    fn repeat(&mut self, _at: &Location, rows: Repeats<'_>) -> usize {
        self.rows(rows)
    }

    fn samples(&mut self, _at: &Location, values: &[Number]) -> usize {
        self.values(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::cut_at_lines;

    #[test]
    fn a_mark_where_files_were_joined_hides_no_line() {
        let text =
            b"BenchmarkA 1 2 ns/op\n\xef\xbb\xbf\xef\xbb\xbfBenchmarkX 1 2 ns/op\n\xff\xfe\n";
        let segments = read_segments(cut_at_lines(text).unwrap(), 0, text);
        assert_eq!((segments[0].results, segments[0].lines), (2, 3));
    }
}
