//! Decodes stores and parts from bytes. It trusts nothing: every property that a store relies on later is checked
//! here.

use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::configs::{Change, ConfigEntry, Configs};
use super::encode::{PART_MARK, STORE_MARK};
use super::input::Origin;
use super::segment::{Event, LocalRun, ROWS_MAX, Segment};
use super::values::{BLOCK_ROWS, Block, Values};
use super::{InputInfo, NO_RUN, Part, Run, Store};
use crate::base::{ByteReader, Interner, ListInterner, PairInterner};
use crate::format::{Kind, Location};

/// The reason why bytes are not a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// The bytes are something else, or were written by another version.
    Foreign,
    /// The bytes are damaged or incomplete.
    Damaged,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DecodeError::Foreign => "these bytes were not stored by this version of benchlens",
            DecodeError::Damaged => "the stored bytes are damaged or incomplete",
        })
    }
}

impl std::error::Error for DecodeError {}

/// The largest valid count of lines; below it no sum overflows.
const LINES_MAX: u64 = 1 << 48;
const INPUTS_MAX: usize = 1 << 14;

impl Store {
    /// Decodes the store that [`Store::to_bytes`] wrote.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are anything else. Hostile bytes return an error or a meaningless store, but
    /// never panic, and need memory in proportion to their length.
    pub fn from_bytes(bytes: &[u8]) -> Result<Store, DecodeError> {
        Store::from_bytes_seeded(0, bytes)
    }

    /// Decodes the same store with seeded hash tables: see [`StoreBuilder::seeded`](super::StoreBuilder::seeded).
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Store::from_bytes`].
    pub fn from_bytes_seeded(seed: u64, bytes: &[u8]) -> Result<Store, DecodeError> {
        let bytes = bytes.strip_prefix(STORE_MARK).ok_or(DecodeError::Foreign)?;
        store(seed, &mut ByteReader::new(bytes)).ok_or(DecodeError::Damaged)
    }
}

impl Part {
    /// Decodes the part that [`Part::to_bytes`] wrote.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Store::from_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Part, DecodeError> {
        Part::from_bytes_seeded(0, bytes)
    }

    /// Decodes the same part with seeded hash tables: see [`StoreBuilder::seeded`](super::StoreBuilder::seeded).
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Store::from_bytes`].
    pub fn from_bytes_seeded(seed: u64, bytes: &[u8]) -> Result<Part, DecodeError> {
        let bytes = bytes.strip_prefix(PART_MARK).ok_or(DecodeError::Foreign)?;
        part(seed, &mut ByteReader::new(bytes)).ok_or(DecodeError::Damaged)
    }
}

fn store(seed: u64, read: &mut ByteReader<'_>) -> Option<Store> {
    let mut store = Store::seeded(seed);
    for texts in [&mut store.names, &mut store.keys, &mut store.values] {
        fill(read, texts)?;
    }
    for unit in 0..read.count(1)? {
        (store.units.intern(read.bytes()?) as usize == unit).then_some(())?;
    }
    let units = store.units.all_written().count();
    fill_lists(read, &mut store.layouts, |read| read.below(units))?;
    let (keys, values) = (store.keys.count(), store.values.count());
    fill_configs(read, &mut store.configs, keys, values)?;
    let (names, configs) = (store.names.count(), store.configs.len());
    let identity = |read: &mut ByteReader<'_>| Some((read.below(names)?, read.below(configs)?));
    fill_pairs(read, 2, &mut store.identities, identity)?;
    let (identities, layouts) = (store.identities.count(), store.layouts.count());
    let series = |read: &mut ByteReader<'_>| Some((read.below(identities)?, read.below(layouts)?));
    fill_pairs(read, 2, &mut store.series, series)?;
    store.series_runs = vec![(NO_RUN, NO_RUN); store.series.count()];
    let inputs = read.count(6)?;
    (inputs <= INPUTS_MAX).then_some(())?;
    (0..inputs).try_for_each(|_| input(read, &mut store))?;
    // Each series was made by a row.
    store.series_runs.iter().all(|&(first, _)| first != NO_RUN).then_some(())?;
    read.end()?;
    Some(store)
}

/// Reads each configuration as its origin and the differences.
fn fill_configs(
    read: &mut ByteReader<'_>,
    configs: &mut Configs,
    keys: usize,
    values: usize,
) -> Option<()> {
    for number in 0..read.count(3)? as u32 {
        let (label, parent) = (read.below(values)?, read.below(number as usize + 1)?);
        let mut changes: Vec<Change> = Vec::new();
        for _ in 0..read.count(2)? {
            let key = read.below(keys)?;
            changes.last().is_none_or(|last| last.key < key).then_some(())?;
            let entry = match u32::try_from(read.number()?).ok()?.checked_sub(1) {
                None => None,
                Some(index) => {
                    // No index may be beyond the number of keys.
                    ((index as usize) < keys).then_some(())?;
                    Some(ConfigEntry { index, value: read.below(values)? })
                }
            };
            changes.push(Change { key, entry });
        }
        (configs.intern(label, parent.checked_sub(1), &changes) == number).then_some(())?;
    }
    Some(())
}

fn input(read: &mut ByteReader<'_>, store: &mut Store) -> Option<()> {
    let (name, label) = (read.bytes()?.to_vec(), read.bytes()?.to_vec());
    let (lines, results) = (read.number()?, read.number()?);
    (results.max(lines) <= LINES_MAX).then_some(())?;
    let kind = Kind::of_code(u8::try_from(read.number()?).ok()?)?;
    let origin: Origin = derived(read)?;
    (origin.restarts <= LINES_MAX).then_some(())?;
    store.start_input(InputInfo { name, label, lines, results, kind, origin });
    events(read)?.into_iter().for_each(|event| store.take_event(event));
    store.end_problems();
    for _ in 0..read.count(3)? {
        let (run, block) = (any(read)?, any(read)?);
        let run = run.saturating_add(store.runs.len() as u32);
        store.begin_block(run, read.bytes()?, block);
    }
    for _ in 0..read.count(5)? {
        let number = store.segments.len() as u32;
        let columns = |store: &Store, series| {
            let (_, layout) = store.series.get(series);
            store.layouts.get(layout).len()
        };
        let mut all = runs(read, store.series.count())?;
        let found = values(store.seed, read)?;
        index(&mut all, &found, |series| columns(store, series))?;
        store.segments.push(Arc::new(found));
        for run in all {
            let LocalRun { series, block } = run;
            store.push_run(series, Run { segment: number, next: NO_RUN, block, rows_before: 0 });
        }
    }
    Some(())
}

fn part(seed: u64, read: &mut ByteReader<'_>) -> Option<Part> {
    let head = read.bytes()?.to_vec();
    let count = read.count(8)?;
    let segments = (0..count).map(|_| segment(seed, read)).collect::<Option<_>>()?;
    read.end()?;
    Some(Part { head, segments })
}

fn segment(seed: u64, read: &mut ByteReader<'_>) -> Option<Segment> {
    let mut segment = Segment::seeded(seed);
    fill(read, &mut segment.names)?;
    fill(read, &mut segment.units)?;
    let units = segment.units.count();
    fill_lists(read, &mut segment.layouts, |read| read.below(units))?;
    fill(read, &mut segment.config.texts)?;
    let texts = segment.config.texts.count();
    for _ in 0..read.count(2)? {
        let (key, value) = (read.below(texts + 1)?, read.below(texts)?);
        segment.config.changes.push((key.wrapping_sub(1), value));
    }
    for _ in 0..read.count(1)? {
        let state = read.below(segment.config.changes.len() + 1)? as usize;
        segment.config.states.last().is_none_or(|&last| last < state).then_some(())?;
        segment.config.states.push(state);
    }
    let (names, states) = (segment.names.count(), segment.config.states.len());
    let layouts = segment.layouts.count();
    fill_pairs(read, 3, &mut segment.series, |read| {
        Some((read.below(names)?, read.below(states)?, read.below(layouts)?))
    })?;
    let columns = |series: u32| segment.layouts.get(segment.series.get(series).2).len();
    segment.runs = runs(read, segment.series.count())?;
    segment.events = events(read)?;
    let wrapped = read.number()?;
    if wrapped != 0 {
        (wrapped <= LINES_MAX).then_some(())?;
        segment.wrapped = Some((Location::decode(read)?, wrapped));
    }
    segment.values = values(seed, read)?;
    index(&mut segment.runs, &segment.values, columns)?;
    (segment.results, segment.lines) = (read.number()?, read.number()?);
    (segment.results.max(segment.lines) <= LINES_MAX).then_some(())?;
    segment.is_rest = read.number()? != 0;
    (!segment.is_rest || segment.names.count() <= 1).then_some(())?;
    segment.end = derived(read)?;
    Some(segment)
}

/// Reads the content of an empty interner.
fn fill(read: &mut ByteReader<'_>, interner: &mut Interner) -> Option<()> {
    for number in 0..read.count(1)? {
        (interner.intern(read.bytes()?) as usize == number).then_some(())?;
    }
    Some(())
}

fn fill_lists<'a, T: Hash + Eq + Copy>(
    read: &mut ByteReader<'a>,
    lists: &mut ListInterner<T>,
    mut item: impl FnMut(&mut ByteReader<'a>) -> Option<T>,
) -> Option<()> {
    for number in 0..read.count(1)? {
        let len = read.count(1)?;
        let list: Vec<T> = (0..len).map(|_| item(read)).collect::<Option<_>>()?;
        (lists.intern(&list) as usize == number).then_some(())?;
    }
    Some(())
}

fn fill_pairs<'a, T: Hash + Eq + Copy>(
    read: &mut ByteReader<'a>,
    size: usize,
    pairs: &mut PairInterner<T>,
    mut item: impl FnMut(&mut ByteReader<'a>) -> Option<T>,
) -> Option<()> {
    for number in 0..read.count(size)? {
        (pairs.intern(item(read)?) as usize == number).then_some(())?;
    }
    Some(())
}

/// Reads the runs of a segment; the start of each is not known yet.
fn runs(read: &mut ByteReader<'_>, series_count: usize) -> Option<Vec<LocalRun>> {
    let count = read.count(3)?;
    let mut left = ROWS_MAX;
    let mut run = || {
        let (series, rows) = (read.below(series_count)?, read.below(BLOCK_ROWS + 1)?);
        left = left.checked_sub(rows as usize)?;
        let pattern = u16::try_from(read.number()?).ok()?;
        let block = Block { start: 0, rows: rows as u16, pattern };
        (0 < rows).then_some(LocalRun { series, block })
    };
    (0..count).map(|_| run()).collect()
}

fn events(read: &mut ByteReader<'_>) -> Option<Vec<Event>> {
    let event = |read: &mut ByteReader<'_>| {
        let (at, run, changes) = (Location::decode(read)?, any(read)?, any(read)? as usize);
        Some(Event { at, run, changes, notice: derived(read)? })
    };
    let count = read.count(5)?;
    (0..count).map(|_| event(read)).collect()
}

/// Reads a number of 32 bits.
fn any(read: &mut ByteReader<'_>) -> Option<u32> {
    u32::try_from(read.number()?).ok()
}

fn derived<T: DeserializeOwned>(read: &mut ByteReader<'_>) -> Option<T> {
    postcard::from_bytes(read.bytes()?).ok()
}

fn values(seed: u64, read: &mut ByteReader<'_>) -> Option<Values> {
    let bytes = read.bytes()?.to_vec();
    let wide = read.count(8)?;
    let (wide, _) = read.raw(8 * wide)?.as_chunks::<8>();
    let mut values = Values::seeded(seed);
    values.bytes = bytes;
    values.wide = wide.iter().map(|&bits| u64::from_le_bytes(bits)).collect();
    fill_lists(read, &mut values.patterns, |read| read.raw(1).map(|byte| byte[0]))?;
    Some(values)
}

/// Places the runs one after another, if they contain everything in the segment and each is valid.
fn index(runs: &mut [LocalRun], values: &Values, columns: impl Fn(u32) -> usize) -> Option<()> {
    let mut start = 0;
    for LocalRun { series, block } in runs {
        block.start = start;
        start = values.end_of(*block, columns(*series) + 1)?;
    }
    (start as usize == values.bytes.len()).then_some(())
}
