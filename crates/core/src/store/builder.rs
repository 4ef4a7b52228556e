//! Segments to a store.

use std::sync::Arc;

use super::config::ConfigState;
use super::segment::{Cutter, Segment, SegmentBuilder};
use super::{Diagnostic, FILE, InputInfo, NO_RUN, Problem, Run, Stamp, Store};
use crate::format::gobench::Reader;
use crate::format::{HEAD_BYTES, Kind, detect};

/// Builds a [`Store`] from inputs that come one after the other.
///
/// For each input call [`begin`](StoreBuilder::begin), then [`feed`](StoreBuilder::feed) with its
/// bytes (or [`append`](StoreBuilder::append) with segments that were read elsewhere), then
/// [`end`](StoreBuilder::end).
///
/// ```
/// let mut builder = benchlens::StoreBuilder::default();
/// builder.begin(b"old.txt", b"old");
/// builder.feed(b"BenchmarkA 100 12.5 ns");
/// builder.feed(b"/op\n");
/// builder.end();
/// assert_eq!(builder.finish().len(), 1);
/// ```
#[derive(Debug, Default)]
pub struct StoreBuilder {
    pub(super) store: Store,
    config: ConfigState,
    reader: Reader,
    segment: SegmentBuilder,
    /// The first bytes of the input, until it has shown a result.
    head: Vec<u8>,
}

impl StoreBuilder {
    /// Starts an input: `name` is what messages call it, `label` is its `.file`.
    pub fn begin(&mut self, name: &[u8], label: &[u8]) {
        let (name, label) = (name.to_vec(), label.to_vec());
        self.store.stamp = Stamp::default();
        self.config.reset(FILE, self.store.values.intern(&label));
        self.reader = Reader::default();
        self.segment = SegmentBuilder::default();
        self.head.clear();
        self.store.starts.push(self.store.ends());
        self.store.inputs.push(InputInfo { name, label, lines: 0, results: 0, kind: Kind::Empty });
    }

    /// Reads the next bytes of the input, cut anywhere.
    pub fn feed(&mut self, chunk: &[u8]) {
        self.note_head(chunk);
        let StoreBuilder { store, config, reader, segment, .. } = self;
        let mut full = |segment: Segment| merge(store, config, segment);
        reader.feed(chunk, &mut Cutter { segment, full: &mut full });
    }

    /// Appends a segment that was read elsewhere (see [`read_segments`](super::read_segments)).
    /// An input is either fed or appended.
    pub fn append(&mut self, segment: Segment) {
        merge(&mut self.store, &mut self.config, segment);
    }

    /// Remembers the first bytes of an input, so that [`InputInfo::kind`] can say what it seems to
    /// be. [`feed`](StoreBuilder::feed) does that by itself.
    pub fn note_head(&mut self, chunk: &[u8]) {
        let room = HEAD_BYTES.saturating_sub(self.head.len());
        self.head.extend_from_slice(&chunk[..room.min(chunk.len())]);
    }

    /// How many lines of the current input were completely read.
    pub fn lines(&self) -> u64 {
        let merged = self.store.inputs.last().map_or(0, |input| input.lines);
        merged.max(self.reader.lines())
    }

    /// Ends the input.
    pub fn end(&mut self) {
        let StoreBuilder { store, config, reader, segment, head, .. } = self;
        let mut full = |segment: Segment| merge(store, config, segment);
        reader.finish(&mut Cutter { segment, full: &mut full });
        merge(store, config, segment.take(reader.lines()));
        if let Some(input) = store.inputs.last_mut() {
            // The name may be that of an earlier input, whose lines do not count here.
            let own = |d: &Diagnostic| matches!(d.problem, Problem::Syntax(_));
            let before = store.starts.last().map_or(0, |start| start.diagnostics);
            let malformed = store.diagnostics[before..].iter().any(own);
            input.kind = if malformed { Kind::Malformed } else { detect(head) };
        }
    }

    /// What was read so far; an input is whole once it was ended.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// All that was read.
    pub fn finish(self) -> Store {
        self.store
    }
}

/// Merges a segment into the store; `config` is the configuration before it and then behind it.
fn merge(store: &mut Store, config: &mut ConfigState, segment: Segment) {
    store.stamp = Stamp::default();
    store.take_events(&segment.events);
    if let Some(input) = store.inputs.last_mut() {
        input.lines += segment.lines;
        input.results += segment.results;
    }
    let Store { names, keys, values, configs, units, layouts, identities, .. } = store;
    let name_ids: Vec<u32> = segment.names.iter().map(|name| names.intern(name)).collect();
    let unit_ids: Vec<u32> = segment.units.iter().map(|unit| units.intern(unit)).collect();
    let layout_ids: Vec<u32> = (0..segment.layouts.len())
        .map(|i| {
            let layout = segment.layouts.get(i as u32);
            let layout: Vec<u32> = layout.iter().map(|&unit| unit_ids[unit as usize]).collect();
            layouts.intern(&layout)
        })
        .collect();
    let mut config_ids = Vec::with_capacity(segment.config.states() + 1);
    segment.config.replay(
        config,
        |key, value| (keys.intern(key), values.intern(value)),
        |state| {
            if config_ids.len() < segment.config.states() {
                config_ids.push(configs.intern(state.entries()));
            }
        },
    );
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
    store.series_runs.resize(store.series.len(), (NO_RUN, NO_RUN));
    append_runs(store, segment, &series_ids);
}

fn append_runs(store: &mut Store, segment: Segment, series_ids: &[u32]) {
    if segment.runs.is_empty() {
        return;
    }
    let number = store.segments.len() as u32;
    store.segments.push(Arc::new(segment.values));
    for run in &segment.runs {
        let run_in_store = Run { segment: number, next: NO_RUN, block: run.block };
        store.push_run(series_ids[run.series as usize], run_in_store);
    }
}

impl Store {
    /// Appends a run behind the others of its series.
    pub(super) fn push_run(&mut self, series: u32, run: Run) {
        let at = self.runs.len() as u32;
        self.runs.push(run);
        let (first, last) = &mut self.series_runs[series as usize];
        match self.runs.get_mut(*last as usize) {
            Some(run) => run.next = at,
            None => *first = at,
        }
        *last = at;
    }
}
