//! The store: every result of every input, as columns.
//!
//! Takes records; gives identities (a name in a configuration) with their values. Names, units, configurations and
//! layouts are interned; values keep the digits with which they were written. The text is not kept. Guarantees that
//! the content depends only on the inputs and their order, never on how they were cut. Must not know projections,
//! statistics or output.
//!
//! A *row* is one result line. A *layout* is the list of units of a row. A *series* is all rows of one identity with
//! one layout; a *run* is a sequence of consecutive rows of one series.

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
mod read_order;
mod recorded;
mod recordings;
mod replay;
mod rows;
mod sample;
mod segment;
mod units;
mod values;

pub use builder::StoreBuilder;
#[doc(hidden)]
pub use columns::{StoredConfig, StoredRun, StoredUnit};
pub(crate) use configs::Configs;
pub use configured::Configured;
#[doc(hidden)]
pub use decode::DecodeError;
pub use diagnostic::Diagnostic;
pub use facts::InputFacts;
pub(crate) use generation::Generation;
pub use input::{Input, InputInfo};
pub(crate) use ordered::Ordered;
#[doc(hidden)]
pub use part::{Part, PartBuilder};
#[doc(hidden)]
pub use recorded::FIXED_ORDER;
pub(crate) use recorded::{Recorded, has_fixed_order};
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
use crate::format::{Location, Notice, Problem, ProblemCounts};
use kept::{KeptLine, OpenRun};
use recordings::{BlockStart, Plans};
use values::{Block, Values};

/// All results of all inputs.
#[derive(Debug, Clone, Default)]
pub struct Store {
    /// A different generation after every change.
    pub(crate) generation: Generation,
    /// The seed of hashing, which affects nothing else.
    pub(crate) seed: u64,
    inputs: Vec<InputInfo>,
    /// The options with which inputs were read, as flags of a command line.
    pub(crate) reading: Vec<(&'static str, String)>,
    /// The start of the parts of each input.
    starts: Vec<Start>,
    diagnostics: Vec<Diagnostic>,
    /// The number of all problems, kept or not.
    kept: ProblemCounts,
    /// The number of problems of the last input that are not kept.
    unkept: ProblemCounts,
    /// The number of inputs when a failure without a name was last kept.
    failed_input: usize,
    kept_lines: Vec<KeptLine>,
    /// The number of occurrences of each `Unit` line in the last input.
    unit_lines: BTreeMap<[u32; 3], u64>,
    pub(crate) names: Interner,
    /// Configuration keys.
    pub(crate) keys: Interner,
    /// Configuration values and labels.
    pub(crate) values: Interner,
    pub(crate) configs: Configs,
    pub(crate) units: UnitTable,
    pub(crate) layouts: ListInterner<u32>,
    /// Pairs of name and configuration, by first row.
    pub(crate) identities: PairInterner<(u32, u32)>,
    /// Pairs of identity and layout, by first row.
    pub(crate) series: PairInterner<(u32, u32)>,
    /// The first and last run of each series.
    series_runs: Vec<(u32, u32)>,
    runs: Vec<Run>,
    /// The starts of blocks, in the order of their runs.
    blocks: Vec<BlockStart>,
    /// The names of recordings; the first means no recording.
    recordings: Interner,
    /// The interim checks of recordings.
    plans: Plans,
    /// The run of the last input whose end is not known yet.
    open_run: Option<OpenRun>,
    /// The series of each run, so that code which visits the runs of many inputs visits each run once.
    series_of_runs: Vec<u32>,
    /// The segments, shared with the stores that were joined from this one.
    segments: Vec<Arc<Values>>,
}

/// The first index of everything that belongs to an input.
#[derive(Debug, Clone, Copy)]
struct Start {
    diagnostics: usize,
    kept_lines: usize,
    runs: usize,
    segments: usize,
    blocks: usize,
    keys: usize,
}

/// Consecutive rows of one series in one segment.
#[derive(Debug, Clone, Copy)]
struct Run {
    segment: u32,
    /// The next run of the same series, or [`NO_RUN`].
    next: u32,
    block: Block,
    /// The number of previous rows, which is set when the run is in a store.
    rows_before: u64,
}

/// The sort key of rows in reading order: segment, block and index within it.
pub(crate) type RowIndex = (u32, u32, u16);

/// Buffers for reading rows.
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

    /// Returns the inputs in the order in which they were read.
    pub fn inputs(&self) -> &[InputInfo] {
        &self.inputs
    }

    /// Returns the lines that could not be read as data, in the order in which they were found.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the diagnostics without those about the missing samples of files that are runs of one version, such as a
    /// folder of them: together they are samples.
    #[doc(hidden)]
    pub fn told_diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        let is_summary = |found: &Diagnostic| matches!(found.problem, Problem::SummaryOnly { .. });
        let of_inputs = || self.inputs.iter().enumerate();
        let mut files: BTreeMap<&[u8], usize> = BTreeMap::new();
        for (index, input) in of_inputs() {
            let summaries = self.diagnostics_of(index).iter().filter(|found| is_summary(found));
            *files.entry(&input.label).or_default() += summaries.count();
        }
        of_inputs().flat_map(move |(index, input)| {
            let has_runs = files.get(&input.label[..]).is_some_and(|&files| 1 < files);
            let found = self.diagnostics_of(index).iter();
            found.filter(move |found| !has_runs || !is_summary(found))
        })
    }

    /// Returns whether a part of an input could not be read, such as a damaged member of an archive: see
    /// [`Problem::is_unreadable`](crate::format::Problem::is_unreadable).
    pub fn is_incomplete(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.problem.is_unreadable())
    }

    /// Returns the indexes of the inputs that add nothing: no result, no `Unit` line, and no problem of their files, which
    /// explains why.
    #[doc(hidden)]
    pub fn empty_inputs(&self) -> impl Iterator<Item = usize> {
        let is_explained = |input: usize| {
            let mut found = self.diagnostics_of(input).iter();
            found.any(|found| found.problem.is_about_files() && found.location == Location::Input)
        };
        let has_units = |input: usize| {
            let (start, end) = self.extent(input);
            let mut lines = self.kept_lines[start.kept_lines..end.kept_lines].iter();
            lines.any(|line| matches!(line.notice, Notice::Unit { .. }))
        };
        (0..self.inputs.len()).filter(move |&input| {
            self.inputs[input].results == 0 && !has_units(input) && !is_explained(input)
        })
    }

    /// Returns the diagnostics of one input, by its index.
    pub fn diagnostics_of(&self, input: usize) -> &[Diagnostic] {
        let (start, end) = self.extent(input);
        &self.diagnostics[start.diagnostics..end.diagnostics]
    }

    /// Returns how many lines of one input are ignored, wholly or in part.
    pub fn malformed_lines(&self, input: usize) -> u64 {
        let all = self.diagnostics_of(input).iter().map(|found| found.problem.ignored_lines());
        all.fold(0, u64::saturating_add)
    }

    /// Returns the number of results.
    pub fn len(&self) -> u64 {
        self.inputs.iter().map(|input| input.results).sum()
    }

    /// Returns whether the store has no results.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends the values of one column (an index in the layout) of a series, in input order and in their tidied unit.
    pub(crate) fn gather(&self, series: u32, column: usize, out: &mut Sample) {
        let (_, layout) = self.series.get(series);
        let layout = self.layouts.get(layout);
        let factor = self.units.factor(layout[column]);
        for run in self.runs_of(series) {
            let values = &self.segments[run.segment as usize];
            out.add(values, run.block, layout.len() + 1, column + 1, factor);
        }
    }

    /// Returns the value of a key in a configuration, or else in its metadata.
    pub(crate) fn configured(&self, config: u32, key: &[u8]) -> Option<u32> {
        let own = self.keys.find(key).and_then(|key| self.configs.value(config, key));
        own.or_else(|| self.configs.value(config, self.keys.find(&metadata::key(key))?))
    }

    /// Returns whether there are results and each names its harness, which Go's logs do not.
    pub(crate) fn is_of_harnesses(&self) -> bool {
        let Some(key) = self.keys.find(&metadata::key(b"harness")) else { return false };
        let mut configs = (0..self.identities.count() as u32).map(|i| self.identities.get(i).1);
        configs.all(|config| self.configs.value(config, key).is_some())
    }

    /// Returns whether a key, given by its number, is a metadata key.
    pub(crate) fn is_metadata(&self, key: u32) -> bool {
        metadata::is(self.keys.get(key))
    }

    /// Returns whether results have a key in their configuration or their metadata.
    pub(crate) fn has_key(&self, key: &[u8]) -> bool {
        self.keys.find(key).is_some() || self.keys.find(&metadata::key(key)).is_some()
    }

    /// Returns the start of the next input.
    fn ends(&self) -> Start {
        Start {
            diagnostics: self.diagnostics.len(),
            kept_lines: self.kept_lines.len(),
            runs: self.runs.len(),
            segments: self.segments.len(),
            blocks: self.blocks.len(),
            keys: self.keys.count(),
        }
    }

    /// Returns the start and the end of an input.
    fn extent(&self, input: usize) -> (Start, Start) {
        let end = self.starts.get(input + 1).copied().unwrap_or_else(|| self.ends());
        (self.starts[input], end)
    }

    /// Returns the number of rows, without results that have no usable value.
    pub(crate) fn rows_total(&self) -> u64 {
        self.runs.iter().map(|run| u64::from(run.block.rows)).sum()
    }

    /// Returns whether an input has a result with a value.
    pub(crate) fn has_rows(&self, input: usize) -> bool {
        let (start, end) = self.extent(input);
        start.runs < end.runs
    }

    /// Returns the number of rows in a series.
    pub(crate) fn rows_of(&self, series: u32) -> u64 {
        self.runs_of(series).map(|run| u64::from(run.block.rows)).sum()
    }

    /// Appends values like [`gather`](Store::gather), each with the position of its row in the reading order.
    pub(crate) fn gather_indexed(&self, series: u32, column: usize) -> Vec<(RowIndex, f64)> {
        let mut sample = Sample::default();
        self.gather(series, column, &mut sample);
        let indices = self
            .runs_of(series)
            .flat_map(|run| (0..run.block.rows).map(|row| (run.segment, run.block.start, row)));
        let mut values = Vec::new();
        sample.write_unsorted(&mut values);
        indices.zip(values).collect()
    }

    /// Calls `f` with each row of a series in reading order: its position, its iterations and its values in their
    /// tidied units. Stops if `f` breaks. `room` is a buffer that is reused from one series to the next.
    pub(crate) fn each_row(
        &self,
        series: u32,
        room: &mut RowRoom,
        mut f: impl FnMut(RowIndex, i64, &[f64]) -> ControlFlow<()>,
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
