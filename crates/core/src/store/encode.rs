//! Encodes stores and parts as bytes, to send them between workers.
//!
//! The format is private and not persistent: both sides are the same program. A different version is rejected.

use serde::Serialize;

use super::configs::{Change, ConfigEntry, Configs};
use super::segment::{Event, LocalRun, Segment};
use super::values::{Block, Values};
use super::{Part, Run, Store};
use crate::base::{ByteWriter, Interner, ListInterner};
use crate::format::{Location, Notice};

/// The beginning of encoded stores: their type and the version of the format.
pub(super) const STORE_MARK: &[u8] = b"benchlens store 11\n";
pub(super) const PART_MARK: &[u8] = b"benchlens part 11\n";

impl Store {
    /// Returns everything that was read, as bytes for [`Store::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = ByteWriter::default();
        out.raw(STORE_MARK);
        [&self.names, &self.keys, &self.values].into_iter().for_each(|i| interner(&mut out, i));
        out.number(self.units.all_written().count() as u64);
        self.units.all_written().for_each(|unit| out.bytes(unit));
        lists(&mut out, &self.layouts, |out, &unit| out.number(unit.into()));
        configs(&mut out, &self.configs);
        out.number(self.identities.count() as u64);
        self.identities.keys().iter().for_each(|&(a, b)| numbers(&mut out, [a, b]));
        out.number(self.series.count() as u64);
        self.series.keys().iter().for_each(|&(a, b)| numbers(&mut out, [a, b]));
        out.number(self.inputs.len() as u64);
        (0..self.inputs.len()).for_each(|input| self.input(&mut out, input));
        out.finish()
    }

    fn input(&self, out: &mut ByteWriter, input: usize) {
        let info = &self.inputs[input];
        out.bytes(&info.name);
        out.bytes(&info.label);
        out.number(info.lines);
        out.number(info.results);
        out.number(info.kind.code().into());
        derived(out, &info.origin);
        let all: Vec<(Location, Notice)> = self.notices_of(input).collect();
        out.number(all.len() as u64);
        all.into_iter().for_each(|(at, notice)| event(out, &Event::of_input(at, notice)));
        let (start, end) = self.extent(input);
        out.number((end.blocks - start.blocks) as u64);
        for block in &self.blocks[start.blocks..end.blocks] {
            numbers(out, [block.run - start.runs as u32, block.block]);
            out.bytes(self.recording(block));
        }
        out.number((end.segments - start.segments) as u64);
        let mut at = start.runs;
        for segment in start.segments..end.segments {
            let runs = &self.runs[at..end.runs];
            let own = runs.partition_point(|run| run.segment as usize <= segment);
            let series = self.series_of_runs[at..at + own].iter();
            self.segment(out, segment, series.copied().zip(&runs[..own]));
            at += own;
        }
    }

    fn segment<'r>(
        &self,
        out: &mut ByteWriter,
        segment: usize,
        runs: impl ExactSizeIterator<Item = (u32, &'r Run)>,
    ) {
        out.number(runs.len() as u64);
        runs.for_each(|(series, run)| block(out, series, run.block));
        values(out, &self.segments[segment]);
    }
}

impl Part {
    /// Returns the part as bytes for [`Part::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = ByteWriter::default();
        out.raw(PART_MARK);
        out.bytes(&self.head);
        out.number(self.segments.len() as u64);
        self.segments.iter().for_each(|segment| part_segment(&mut out, segment));
        out.finish()
    }
}

fn part_segment(out: &mut ByteWriter, segment: &Segment) {
    interner(out, &segment.names);
    interner(out, &segment.units);
    lists(out, &segment.layouts, |out, &unit| out.number(unit.into()));
    interner(out, &segment.config.texts);
    out.number(segment.config.changes.len() as u64);
    // The marker of a context comes first.
    let change = |&(key, value): &(u32, u32)| numbers(out, [key.wrapping_add(1), value]);
    segment.config.changes.iter().for_each(change);
    out.number(segment.config.states.len() as u64);
    segment.config.states.iter().for_each(|&state| out.number(state as u64));
    out.number(segment.series.count() as u64);
    segment.series.keys().iter().for_each(|&(a, b, c)| numbers(out, [a, b, c]));
    out.number(segment.runs.len() as u64);
    segment.runs.iter().for_each(|&LocalRun { series, block: b }| block(out, series, b));
    out.number(segment.events.len() as u64);
    segment.events.iter().for_each(|own| event(out, own));
    match &segment.wrapped {
        None => out.number(0),
        Some((first, lines)) => {
            out.number(*lines);
            first.encode(out);
        }
    }
    values(out, &segment.values);
    out.number(segment.results);
    out.number(segment.lines);
    out.number(segment.is_rest.into());
    derived(out, &segment.end);
}

/// Writes each configuration as its origin and the differences, so that it needs no more space than in the log.
fn configs(out: &mut ByteWriter, configs: &Configs) {
    out.number(configs.len() as u64);
    for config in 0..configs.len() as u32 {
        let parent = configs.parent(config);
        let changes = configs.changes(parent, config);
        numbers(out, [configs.label(config), parent.map_or(0, |parent| parent + 1)]);
        out.number(changes.len() as u64);
        for Change { key, entry } in changes {
            match entry {
                None => numbers(out, [key, 0]),
                Some(ConfigEntry { index, value }) => numbers(out, [key, index + 1, value]),
            }
        }
    }
}

/// Writes a block, without its start because that follows from the previous blocks.
fn block(out: &mut ByteWriter, series: u32, block: Block) {
    numbers(out, [series, block.rows.into(), block.pattern.into()]);
}

fn numbers<const N: usize>(out: &mut ByteWriter, all: [u32; N]) {
    all.into_iter().for_each(|number| out.number(number.into()));
}

fn interner(out: &mut ByteWriter, interner: &Interner) {
    out.number(interner.count() as u64);
    interner.iter().for_each(|text| out.bytes(text));
}

fn lists<T: std::hash::Hash + Eq + Copy>(
    out: &mut ByteWriter,
    lists: &ListInterner<T>,
    mut item: impl FnMut(&mut ByteWriter, &T),
) {
    out.number(lists.count() as u64);
    for i in 0..lists.count() as u32 {
        let list = lists.get(i);
        out.number(list.len() as u64);
        list.iter().for_each(|element| item(out, element));
    }
}

fn event(out: &mut ByteWriter, Event { at, run, changes, notice }: &Event) {
    at.encode(out);
    out.number((*run).into());
    out.number(*changes as u64);
    derived(out, notice);
}

/// Writes a value in the form that follows from its type. Columns, which are large, have forms of their own.
fn derived(out: &mut ByteWriter, what: &impl Serialize) {
    // The data are numbers, texts and lists, and they go into a vector, so this cannot fail.
    out.bytes(&postcard::to_allocvec(what).unwrap_or_default());
}

fn values(out: &mut ByteWriter, values: &Values) {
    out.bytes(&values.bytes);
    out.number(values.wide.len() as u64);
    values.wide.iter().for_each(|bits| out.raw(&bits.to_le_bytes()));
    lists(out, &values.patterns, |out, &decimals| out.raw(&[decimals]));
}
