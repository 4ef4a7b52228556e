//! The store: every result of every input, as columns.
//!
//! Takes records, gives identities (a name in a configuration) with their values. Names, units,
//! configurations and layouts are interned; values keep the digits they were written with. The
//! text is not kept. Guarantees that the content depends on the inputs and their order alone, never
//! on how they were cut. Must not know projections, statistics or output.
//!
//! A *row* is one result line. A *layout* is the list of units of a row. A *series* is all rows of
//! one identity with one layout; a *run* is rows of one series that follow each other.

mod builder;
mod columns;
mod config;
mod configs;
mod configured;
mod deal;
mod decode;
mod diagnostic;
mod encode;
mod event;
mod facts;
mod generation;
mod input;
mod join;
mod kept;
mod memory;
mod ordered;
mod outline;
mod part;
mod recorded;
mod recordings;
mod replay;
mod rows;
mod sample;
mod segment;
mod turns;
mod units;
mod values;

pub use builder::StoreBuilder;
#[doc(hidden)]
pub use columns::{StoredConfig, StoredRun, StoredUnit};
pub(crate) use configs::Configs;
pub use configured::Configured;
#[doc(hidden)]
pub use decode::DecodeError;
pub(crate) use diagnostic::summary_only;
pub use diagnostic::{Diagnostic, Problem};
pub use facts::{InputFacts, Told};
pub(crate) use generation::Generation;
pub use input::{Input, InputInfo};
pub(crate) use ordered::Ordered;
#[doc(hidden)]
pub use part::{Part, PartBuilder};
pub(crate) use recorded::Recorded;
pub use rows::StoredRow;
pub(crate) use sample::Sample;
#[doc(hidden)]
pub use segment::{Segment, read_segments};
pub(crate) use units::UnitTable;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::base::metadata;
use crate::base::{Interner, ListInterner, PairInterner};
use crate::format::ProblemCounts;
use kept::{KeptLine, OpenRun};
use recordings::{BlockStart, Plans};
use values::{Block, Values};

/// All results of all inputs.
#[derive(Debug, Clone, Default)]
pub struct Store {
    /// Another after every change.
    pub(crate) generation: Generation,
    /// The seed of hashing. Nothing else depends on it.
    pub(crate) seed: u64,
    inputs: Vec<InputInfo>,
    /// Where the parts of each input begin.
    starts: Vec<Start>,
    diagnostics: Vec<Diagnostic>,
    /// How many problems there are, kept or not.
    kept: ProblemCounts,
    /// How many problems of the last input are not kept.
    unkept: ProblemCounts,
    /// How many inputs there were when a failure without a name was kept last.
    failed_input: usize,
    kept_lines: Vec<KeptLine>,
    /// How often the last input has each `Unit` line.
    unit_lines: BTreeMap<[u32; 3], u64>,
    pub(crate) names: Interner,
    /// Configuration keys.
    pub(crate) keys: Interner,
    /// Configuration values and labels.
    pub(crate) values: Interner,
    pub(crate) configs: Configs,
    pub(crate) units: UnitTable,
    pub(crate) layouts: ListInterner<u32>,
    /// (name, configuration), by first row.
    pub(crate) identities: PairInterner<(u32, u32)>,
    /// (identity, layout), by first row.
    pub(crate) series: PairInterner<(u32, u32)>,
    /// First and last run of each series.
    series_runs: Vec<(u32, u32)>,
    runs: Vec<Run>,
    /// In the order of their runs.
    blocks: Vec<BlockStart>,
    /// The names of recordings; the first is that of none.
    recordings: Interner,
    /// When recordings look whether they may stop.
    plans: Plans,
    /// The run of the last input whose end is not known yet.
    open_run: Option<OpenRun>,
    /// The series of each run: whoever goes through the runs of many inputs looks at each once.
    series_of_runs: Vec<u32>,
    /// Shared with the stores that were joined from this one.
    segments: Vec<Arc<Values>>,
}

/// The first of everything that belongs to an input.
#[derive(Debug, Clone, Copy)]
struct Start {
    diagnostics: usize,
    kept_lines: usize,
    runs: usize,
    segments: usize,
    blocks: usize,
    keys: usize,
}

/// Rows of one series that follow each other in one segment.
#[derive(Debug, Clone, Copy)]
struct Run {
    segment: u32,
    /// The next run of the same series, or [`NO_RUN`].
    next: u32,
    block: Block,
    /// How many rows come before it; known once it is in a store.
    rows_before: u64,
}

/// Sorts rows as they were read: segment, block and place within it.
pub(crate) type RowPlace = (u32, u32, u16);

/// Room to read rows in.
#[derive(Debug, Default)]
pub(crate) struct RowRoom {
    values: Vec<f64>,
    integers: Vec<u32>,
}

const NO_RUN: u32 = u32::MAX;

impl Store {
    fn seeded(seed: u64) -> Store {
        Store {
            seed,
            names: Interner::seeded(seed),
            keys: Interner::seeded(seed),
            values: Interner::seeded(seed),
            recordings: Interner::seeded(seed),
            configs: Configs::seeded(seed),
            units: UnitTable::seeded(seed),
            layouts: ListInterner::seeded(seed),
            identities: PairInterner::seeded(seed),
            series: PairInterner::seeded(seed),
            ..Store::default()
        }
    }

    /// The inputs in the order they were read.
    pub fn inputs(&self) -> &[InputInfo] {
        &self.inputs
    }

    /// Lines that could not be read as data, in the order in which they were found.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Whether a part of an input could not be read, such as a damaged member of an archive: see
    /// [`Problem::is_unreadable`].
    pub fn is_incomplete(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.problem.is_unreadable())
    }

    /// Those of one input, by its place.
    pub fn diagnostics_of(&self, input: usize) -> &[Diagnostic] {
        let (start, end) = self.extent(input);
        &self.diagnostics[start.diagnostics..end.diagnostics]
    }

    /// How many results there are.
    pub fn len(&self) -> u64 {
        self.inputs.iter().map(|input| input.results).sum()
    }

    /// Whether there is no result at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends the values of one column (a place in the layout) of a series, in input order and in
    /// their tidied unit.
    pub(crate) fn gather(&self, series: u32, column: usize, out: &mut Sample) {
        let (_, layout) = self.series.get(series);
        let layout = self.layouts.get(layout);
        let factor = self.units.factor(layout[column]);
        for run in self.runs_of(series) {
            let values = &self.segments[run.segment as usize];
            out.add(values, run.block, layout.len() + 1, column + 1, factor);
        }
    }

    /// What a configuration says of a key, or else its metadata.
    pub(crate) fn configured(&self, config: u32, key: &[u8]) -> Option<u32> {
        let own = self.keys.find(key).and_then(|key| self.configs.value(config, key));
        own.or_else(|| self.configs.value(config, self.keys.find(&metadata::key(key))?))
    }

    /// Whether there are results, and each one says which harness it is from: logs of Go do not.
    pub(crate) fn is_of_harnesses(&self) -> bool {
        let Some(key) = self.keys.find(&metadata::key(b"harness")) else { return false };
        let mut configs = (0..self.identities.len() as u32).map(|i| self.identities.get(i).1);
        configs.all(|config| self.configs.value(config, key).is_some())
    }

    /// Whether a key, by its number, is that of metadata.
    pub(crate) fn is_metadata(&self, key: u32) -> bool {
        metadata::is(self.keys.get(key))
    }

    /// Whether results have a key in their configuration or their metadata.
    pub(crate) fn has_key(&self, key: &[u8]) -> bool {
        self.keys.find(key).is_some() || self.keys.find(&metadata::key(key)).is_some()
    }

    /// What the next input begins with.
    fn ends(&self) -> Start {
        Start {
            diagnostics: self.diagnostics.len(),
            kept_lines: self.kept_lines.len(),
            runs: self.runs.len(),
            segments: self.segments.len(),
            blocks: self.blocks.len(),
            keys: self.keys.len(),
        }
    }

    /// Where an input begins and where it ends.
    fn extent(&self, input: usize) -> (Start, Start) {
        let end = self.starts.get(input + 1).copied().unwrap_or_else(|| self.ends());
        (self.starts[input], end)
    }

    /// How many rows there are: results without a usable value have none.
    pub(crate) fn rows_total(&self) -> u64 {
        self.runs.iter().map(|run| u64::from(run.block.rows)).sum()
    }

    /// Whether an input has a result with a value.
    pub(crate) fn has_rows(&self, input: usize) -> bool {
        let (start, end) = self.extent(input);
        start.runs < end.runs
    }

    /// How many rows a series has.
    pub(crate) fn rows_of(&self, series: u32) -> u64 {
        self.runs_of(series).map(|run| u64::from(run.block.rows)).sum()
    }

    /// Like [`gather`](Store::gather), each value with the place of its row in the reading order.
    pub(crate) fn gather_placed(&self, series: u32, column: usize) -> Vec<(RowPlace, f64)> {
        let mut sample = Sample::default();
        self.gather(series, column, &mut sample);
        let places = self
            .runs_of(series)
            .flat_map(|run| (0..run.block.rows).map(|row| (run.segment, run.block.start, row)));
        let mut values = Vec::new();
        sample.write_unsorted(&mut values);
        places.zip(values).collect()
    }

    /// Calls `f` with each row of a series in reading order: its place, its iterations and its values
    /// in their tidied units. Ends where `f` breaks. `room` is room to work in, from one series to the next.
    pub(crate) fn each_row(
        &self,
        series: u32,
        room: &mut RowRoom,
        mut f: impl FnMut(RowPlace, i64, &[f64]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (_, layout) = self.series.get(series);
        let layout = self.layouts.get(layout);
        let RowRoom { values, integers } = room;
        values.clear();
        values.resize(layout.len(), 0.0);
        for run in self.runs_of(series) {
            let segment = &self.segments[run.segment as usize];
            segment.all_integers(run.block, layout.len() + 1, integers);
            for row in 0..run.block.rows {
                let (iterations, numbers) = segment.row(run.block, integers, row.into());
                for ((value, number), &unit) in values.iter_mut().zip(numbers).zip(layout) {
                    *value = number.to_f64() * self.units.factor(unit);
                }
                f((run.segment, run.block.start, row), iterations, values)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn runs_of(&self, series: u32) -> impl Iterator<Item = &Run> {
        let mut next = self.series_runs[series as usize].0;
        std::iter::from_fn(move || {
            let run = self.runs.get(next as usize)?;
            next = run.next;
            Some(run)
        })
    }
}
