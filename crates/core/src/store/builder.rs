//! Builds a store from segments.

use std::sync::Arc;

use super::config::Contexts;
use super::event::Member;
use super::input::{Input, Origin, Recalled};
use super::segment::{End, Segment, SegmentBuilder, SegmentSink, lines};
use super::{Diagnostic, InputInfo, NO_RUN, Run, Store};
use crate::base::{Error, float};
use crate::format::{
    AutoReader, HEAD_BYTES, Hidden, KIND_BYTES, Kind, Location, Loss, Notice, Number, Problem,
    ReadOptions, Reader, Record, Repeats, ResultLine, Sink,
};

/// Builds a [`Store`] from inputs that come one after another.
///
/// For each input, call [`begin`](StoreBuilder::begin), then one of
///
/// - [`feed`](StoreBuilder::feed) with its bytes, in chunks of any length;
/// - [`append`](StoreBuilder::append) with segments that were read elsewhere;
/// - [`add`](StoreBuilder::add) with results that were never text, or [`push`](Sink::push) with any records;
///
/// then [`end`](StoreBuilder::end), which the next `begin` and [`finish`](StoreBuilder::finish) call if you do not.
/// Adding results while no input is open is an error, so that no result is lost.
///
/// ```
/// let mut builder = benchlens_core::StoreBuilder::default();
/// builder.begin(b"old.txt", b"old");
/// builder.feed(b"BenchmarkA 100 12.5 ns")?;
/// builder.feed(b"/op\n")?;
/// builder.end();
/// let error = builder.feed(b"BenchmarkA 100 12.5 ns/op\n").unwrap_err();
/// assert_eq!(error.to_string(), "no input is open: call begin first");
/// assert_eq!(builder.finish().len(), 1);
/// # Ok::<(), benchlens_core::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct StoreBuilder {
    /// The store is shared with running evaluations; a change in the meantime is made to a copy.
    pub(super) store: Arc<Store>,
    contexts: Contexts,
    /// The options for all inputs.
    options: ReadOptions,
    /// Whether an input has begun but not ended.
    is_open: bool,
    /// The segments of a line that was cut off.
    cut: Vec<Segment>,
    reader: AutoReader,
    segment: SegmentBuilder,
    /// The first bytes of the input, until it contains a result.
    head: Vec<u8>,
    /// The location of the first result of the input that is not at the beginning of its line, and the number of such
    /// results.
    wrapped: Option<(Location, u64)>,
    /// The file of the input that is being read.
    member: Member,
    /// The number of results that were added from memory.
    pub(super) added: u64,
    /// The known facts about the input.
    pub(super) recalled: Option<Recalled>,
}

impl StoreBuilder {
    /// Returns a builder whose hash tables use a seed. Names can be chosen so that they collide under a known seed,
    /// which makes reading them slow, so pass a secret number if you read logs of strangers. The store and every
    /// answer are the same for all seeds.
    pub fn seeded(seed: u64) -> StoreBuilder {
        StoreBuilder { store: Arc::new(Store::seeded(seed)), ..StoreBuilder::default() }
    }

    /// Returns the builder with options for the inputs. Call it before the first input begins.
    ///
    /// ```
    /// use benchlens_core::StoreBuilder;
    /// use benchlens_core::reading::{Columns, ReadOptions};
    ///
    /// let columns = Columns::parse("name=test,value=ms,unit=ms/op")?;
    /// let options = ReadOptions::default().with_columns(columns);
    /// let mut builder = StoreBuilder::default().with_options(options);
    /// builder.begin(b"times.csv", b"times");
    /// builder.feed(b"test,ms\nParse,12.5\n")?;
    /// builder.end();
    /// assert_eq!(builder.finish().len(), 1);
    /// # Ok::<(), benchlens_core::Error>(())
    /// ```
    #[must_use]
    pub fn with_options(mut self, options: ReadOptions) -> StoreBuilder {
        Arc::make_mut(&mut self.store).reading = options.settings().to_vec();
        StoreBuilder { options, ..self }
    }

    /// Returns the options for the inputs.
    pub fn options(&self) -> &ReadOptions {
        &self.options
    }

    /// Returns the seed of hashing.
    pub fn seed(&self) -> u64 {
        self.store.seed
    }

    /// Returns whether an input has begun but not ended.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Starts an input: messages call it `name`, and `label` is its `.file`. If another input is open, it ends.
    pub fn begin(&mut self, name: &[u8], label: &[u8]) {
        self.end();
        self.is_open = true;
        let (name, label) = (name.to_vec(), label.to_vec());
        let store = Arc::make_mut(&mut self.store);
        store.generation.renew();
        self.contexts.reset(store.values.intern(&label));
        self.reader = AutoReader::new(self.options.clone());
        self.segment = SegmentBuilder::seeded(store.seed);
        self.head.clear();
        self.wrapped = None;
        self.member = Member::default();
        self.added = 0;
        self.recalled = None;
        store.start_input(InputInfo {
            name,
            label,
            lines: 0,
            results: 0,
            kind: Kind::Empty,
            origin: Origin::default(),
        });
    }

    /// Starts a file of an input that is a folder. The file is read separately, with a format and a configuration of
    /// its own, and its locations include this name.
    pub fn member(&mut self, name: &[u8]) {
        self.end_member();
        let store = Arc::make_mut(&mut self.store);
        let lines_before = store.inputs.last().map_or(0, |input| input.lines);
        self.member = Member { name: Some(name.to_vec()), lines_before, torn: None };
        if let Some(input) = store.inputs.last() {
            let label = input.label.clone();
            self.contexts.reset(store.values.intern(&label));
        }
        store.end_block();
    }

    /// Ends a file of the input; returns the number of results in the input so far. The next file and
    /// [`end`](StoreBuilder::end) call this automatically.
    pub fn end_member(&mut self) -> u64 {
        self.with_sink(|reader, sink| reader.finish(sink));
        let last = self.segment.take(lines(&self.reader));
        self.append(last);
        std::mem::take(&mut self.cut).into_iter().for_each(|segment| self.append(segment));
        Arc::make_mut(&mut self.store).end_run();
        // A reader that has finished must not finish again.
        self.reader = AutoReader::new(self.options.clone());
        self.segment = SegmentBuilder::seeded(self.store.seed);
        self.store.inputs.last().map_or(0, |input| input.results)
    }

    /// Reads the next bytes of the input, which may be cut anywhere. The format follows from the first bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if no input is open.
    pub fn feed(&mut self, chunk: &[u8]) -> Result<(), Error> {
        self.check_open()?;
        self.read(chunk);
        Ok(())
    }

    pub(super) fn check_open(&self) -> Result<(), Error> {
        self.is_open.then_some(()).ok_or_else(Error::no_input)
    }

    pub(super) fn read(&mut self, chunk: &[u8]) {
        self.note_head(chunk);
        self.with_sink(|reader, sink| reader.feed(chunk, sink));
    }

    /// Appends a segment that was read elsewhere (see [`read_segments`](super::read_segments)).
    pub fn append(&mut self, segment: Segment) {
        let StoreBuilder { store, contexts, wrapped, member, .. } = self;
        merge(Arc::make_mut(store), contexts, wrapped, member, segment);
    }

    /// Appends the segment of a line in the middle of which reading failed. It is added when the file ends, and does
    /// not count as a completely read line.
    #[doc(hidden)]
    pub fn append_cut(&mut self, segment: Segment) {
        self.cut.push(segment);
    }

    /// Stores the first bytes of an input, so that [`InputInfo::kind`] can guess its format.
    /// [`feed`](StoreBuilder::feed) calls this automatically.
    pub fn note_head(&mut self, chunk: &[u8]) {
        let room = HEAD_BYTES.saturating_sub(self.head.len());
        self.head.extend_from_slice(&chunk[..room.min(chunk.len())]);
    }

    /// Counts results of the current input that are stored elsewhere.
    pub(crate) fn count_results(&mut self, count: u64) {
        if let Some(input) = Arc::make_mut(&mut self.store).inputs.last_mut() {
            input.results += count;
        }
    }

    /// Returns the position up to which the current input, or its current file, was completely read.
    pub fn position(&self) -> Location {
        let lines = self.store.inputs.last().map_or(0, |input| input.lines);
        let merged = lines - self.member.lines_before.min(lines);
        let mut at = self.reader.position();
        if let Location::Line(line) = &mut at {
            *line = merged.max(*line);
        }
        match &self.member.name {
            Some(name) => Location::Member { name: name.clone(), at: Box::new(at) },
            None => at,
        }
    }

    /// Reports that the rest of the current input, or of its current file, cannot be read, and why. Everything that
    /// was read before is kept.
    pub fn unreadable(&mut self, message: &[u8]) {
        let at = self.reader.position();
        let problem = Problem::Unreadable { message: message.to_vec() };
        self.push(&at, problem.into());
    }

    /// Reports that a part of the current input cannot be read, and why.
    pub fn lost(&mut self, message: &[u8]) {
        self.end_member();
        self.tell(Problem::Unreadable { message: message.to_vec() });
    }

    /// Reports that files of the current input have no results although they should, for example because they are
    /// empty. A gate does not pass then.
    pub fn skipped(&mut self, message: &[u8]) {
        self.end_member();
        self.tell(Problem::Skipped { message: message.to_vec() });
    }

    fn tell(&mut self, problem: Problem) {
        let store = Arc::make_mut(&mut self.store);
        store.take_notice(Location::Input, Notice::Problem(problem));
    }

    /// Ends the input like [`end`](StoreBuilder::end), and forgets it if it contains nothing: no result and no problem
    /// to report. Returns whether the input is kept.
    pub fn end_if_found(&mut self) -> bool {
        self.end();
        let store = Arc::make_mut(&mut self.store);
        let (Some(start), Some(input)) = (store.starts.last().copied(), store.inputs.last()) else {
            return false;
        };
        let has_said = start.diagnostics < store.diagnostics.len()
            || start.kept_lines < store.kept_lines.len()
            || start.runs < store.runs.len()
            || start.blocks < store.blocks.len();
        if input.results != 0 || has_said {
            return true;
        }
        store.segments.truncate(start.segments);
        store.inputs.pop();
        store.starts.pop();
        false
    }

    /// Ends the input, if one is open.
    pub fn end(&mut self) {
        if !std::mem::take(&mut self.is_open) {
            return;
        }
        self.end_member();
        self.tell_failures_once();
        Arc::make_mut(&mut self.store).find_sentences();
        let StoreBuilder { store, head, wrapped, member, recalled, .. } = self;
        let store = Arc::make_mut(store);
        let Some(input) = store.inputs.last_mut() else { return };
        // The name may also belong to an earlier input, whose lines are not counted here.
        let own = |d: &Diagnostic| {
            matches!(d.problem, Problem::Syntax { loss, .. } if loss != Loss::Nothing)
                || matches!(d.problem, Problem::Unreadable { .. })
        };
        let before = store.starts.last().map_or(0, |start| start.diagnostics);
        let malformed = store.diagnostics[before..].iter().any(own);
        // If no result was found, all bytes that decided the format help to explain why.
        let seen = if input.results == 0 { head.len() } else { head.len().min(KIND_BYTES) };
        input.kind = if malformed { Kind::Malformed } else { Kind::of(&head[..seen]) };
        let input_kind = input.kind;
        // Recalled facts already contain only what is not explained.
        let is_explained =
            recalled.is_none() && !malformed && input.results == 0 && input.kind != Kind::Text;
        // Without any result, the kind explains the problem.
        if let Some((first, lines)) = wrapped.take().filter(|_| input.results != 0) {
            store.take_notice(first, Notice::Problem(Problem::Wrapped { lines }));
        }
        if is_explained {
            store.forget_sentences();
            let found = Hidden::find(head).filter(|_| member.name.is_none());
            if let Some(Hidden { line, kind, text }) =
                found.filter(|found| found.kind == input_kind)
            {
                let (before, after): (&[u8], &[u8]) = if kind == Kind::Unnamed {
                    (b"found a result of `", b"`, expected a name that begins with Benchmark")
                } else {
                    (b"found a result behind `", b"`, expected it at the start of its line")
                };
                let why: [&[u8]; 3] = [before, &text, after];
                let note = Problem::Note { text: why.concat() };
                store.take_notice(Location::Line(line), Notice::Problem(note));
            }
        }
        self.settle();
        let store = Arc::make_mut(&mut self.store);
        store.tell_repeated_units();
        store.end_problems();
    }

    /// Reports each failed package once: `go test` ends it with a line that names it, and with lines that do not. One
    /// line without a name is enough, and it is dropped if a name is known.
    fn tell_failures_once(&mut self) {
        let store = Arc::make_mut(&mut self.store);
        let before = store.starts.last().map_or(0, |start| start.diagnostics);
        let is_failure = |d: &Diagnostic, is_named: bool| matches!(&d.problem, Problem::Failed { name } if name.is_empty() != is_named);
        // Failures that were not kept have names.
        let mut is_reported = store.unkept.failed != 0
            || store.diagnostics[before..].iter().any(|d| is_failure(d, true));
        let own = store.diagnostics.split_off(before);
        let is_kept =
            |d: &Diagnostic| !(is_failure(d, false) && std::mem::replace(&mut is_reported, true));
        store.diagnostics.extend(own.into_iter().filter(is_kept));
    }

    /// Returns the store so far; an input is complete after it has ended.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Returns the same store, shared, for answers that are computed step by step.
    pub fn shared(&self) -> Arc<Store> {
        Arc::clone(&self.store)
    }

    /// Returns the store of everything that was read. An open input ends.
    pub fn finish(mut self) -> Store {
        self.end();
        let mut store = Arc::unwrap_or_clone(self.store);
        store.forget_complete_parts();
        store
    }

    fn with_sink(&mut self, f: impl FnOnce(&mut AutoReader, &mut dyn Sink)) {
        let StoreBuilder { store, contexts, reader, segment, wrapped, member, .. } = self;
        let store = Arc::make_mut(store);
        let mut full = |segment: Segment| merge(store, contexts, wrapped, member, segment);
        f(reader, &mut SegmentSink { segment, full: &mut full });
    }
}

/// Accepts records of the current input that do not come from its bytes.
///
/// A result has as many units as values; entries beyond the shorter list are ignored. Lines come in ascending order. A
/// result while no input is open begins an input without a name.
impl Sink for StoreBuilder {
    fn push(&mut self, at: &Location, record: Record<'_>) {
        let Record::Result(result) = record else {
            return self.with_sink(|_, sink| sink.push(at, record));
        };
        if !self.is_open {
            self.begin(b"", b"");
        }
        let columns = result.values.len().min(result.units.len());
        let sound = |number: Number| match number {
            Number::Short { mantissa, decimals } if Number::DECIMALS_MAX < decimals => {
                let text = format!("{mantissa}e-{decimals}");
                float::read_decimal(text.as_bytes()).map_or(number, Number::Wide)
            }
            Number::Short { .. } | Number::Wide(_) => number,
        };
        let values: Vec<Number> = result.values[..columns].iter().copied().map(sound).collect();
        let units = &result.units[..columns];
        // Whether the result repeats the previous one is determined here, because the caller's flag is not trusted.
        let result = ResultLine { values: &values, units, repeats: false, ..result };
        self.with_sink(|_, sink| sink.push(at, Record::Result(result)));
    }

    fn repeat(&mut self, _at: &Location, _rows: Repeats<'_>) -> usize {
        0
    }
}

/// Merges a segment into the store; `contexts` are the configurations before it, and afterward those after it.
fn merge(
    store: &mut Store,
    contexts: &mut Contexts,
    wrapped: &mut Option<(Location, u64)>,
    member: &mut Member,
    mut segment: Segment,
) {
    store.generation.renew();
    if segment.is_rest {
        let torn = member.torn.take();
        torn.iter().for_each(|name| store.forget_torn(name));
        segment.find_name(torn.as_deref());
    }
    match &segment.end {
        End::Unchanged => {}
        End::Whole => member.torn = None,
        End::Torn(name) => member.torn = Some(name.clone()),
    }
    let is_anew = contexts.is_reported_since_result(&segment.config);
    let ends = segment.config_ends();
    let mut numbers = Vec::with_capacity(ends.len());
    let Store { keys, values, configs, .. } = store;
    segment.config.replay(
        contexts,
        &ends,
        |key, value| (keys.intern(key), values.intern(value)),
        |state| numbers.push(state.number(configs)),
    );
    let config_at = |changes: usize| {
        ends.binary_search(&changes).ok().and_then(|index| numbers.get(index).copied())
    };
    store.take_events(std::mem::take(&mut segment.events), member, config_at);
    if let Some((first, lines)) = &segment.wrapped {
        let first = || (store.place(first, member), 0);
        wrapped.get_or_insert_with(first).1 += lines;
    }
    if let Some(input) = store.inputs.last_mut() {
        input.lines += segment.lines;
        input.results += segment.results;
    }
    let Store { names, units, layouts, identities, .. } = store;
    let name_ids: Vec<u32> = segment.names.iter().map(|name| names.intern(name)).collect();
    let unit_ids: Vec<u32> = segment.units.iter().map(|unit| units.intern(unit)).collect();
    let layout_ids: Vec<u32> = (0..segment.layouts.count())
        .map(|i| {
            let layout = segment.layouts.get(i as u32);
            let layout: Vec<u32> = layout.iter().map(|&unit| unit_ids[unit as usize]).collect();
            layouts.intern(&layout)
        })
        .collect();
    // Both ascend.
    let mut numbered = ends.iter().zip(&numbers);
    let number_of = |changes: &usize| numbered.find(|&(end, _)| end == changes).map(|(_, &n)| n);
    let config_ids: Vec<u32> = segment.config.states.iter().filter_map(number_of).collect();
    let series_ids: Vec<u32> = segment
        .series
        .keys()
        .iter()
        .map(|&(name, state, layout)| {
            let identity = (name_ids[name as usize], config_ids[state as usize]);
            let identity = identities.intern(identity);
            store.series.intern((identity, layout_ids[layout as usize]))
        })
        .collect();
    store.series_runs.resize(store.series.count(), (NO_RUN, NO_RUN));
    append_runs(store, segment, &series_ids, is_anew);
}

/// `is_anew` is whether configuration lines are between the first row and the previous row.
fn append_runs(store: &mut Store, segment: Segment, series_ids: &[u32], is_anew: bool) {
    if segment.runs.is_empty() {
        return;
    }
    store.count_restarts(&segment.runs, series_ids, is_anew);
    let number = store.segments.len() as u32;
    store.segments.push(Arc::new(segment.values));
    for run in &segment.runs {
        let run_in_store = Run { segment: number, next: NO_RUN, block: run.block, rows_before: 0 };
        store.push_run(series_ids[run.series as usize], run_in_store);
    }
}

impl Store {
    /// Reads whole inputs. It never fails: [`Store::diagnostics`] contains the lines that cannot be read.
    pub fn read<'a>(inputs: impl IntoIterator<Item = Input<'a>>) -> Store {
        let mut builder = StoreBuilder::default();
        for input in inputs {
            builder.begin(input.name, input.label);
            builder.read(input.bytes);
            builder.end();
        }
        builder.finish()
    }

    /// Appends a run after the other runs of its series.
    pub(super) fn push_run(&mut self, series: u32, run: Run) {
        let at = self.runs.len() as u32;
        let before = self.runs.last();
        let rows_before = before.map_or(0, |run| run.rows_before + u64::from(run.block.rows));
        self.runs.push(Run { rows_before, ..run });
        self.series_of_runs.push(series);
        let (first, last) = &mut self.series_runs[series as usize];
        match self.runs.get_mut(*last as usize) {
            Some(run) => run.next = at,
            None => *first = at,
        }
        *last = at;
    }
}

#[cfg(test)]
mod tests;
