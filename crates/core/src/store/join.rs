//! Stores to one store: inputs that were read elsewhere, or earlier.
//!
//! Everything is numbered anew, in the order in which reading the inputs one after the other would
//! have numbered it. The numbers of the results themselves are shared, not copied.

use std::sync::Arc;

use super::configs::{Change, ConfigEntry};
use super::{InputInfo, NO_RUN, Run, Store, StoreBuilder};
use crate::base::sort::sort_copies;

/// The new numbers of another store's things, as far as they are known.
struct Renumber<'s> {
    from: &'s Store,
    /// The series of each run.
    series_of_runs: Vec<u32>,
    names: Vec<Option<u32>>,
    keys: Vec<Option<u32>>,
    values: Vec<Option<u32>>,
    units: Vec<Option<u32>>,
    layouts: Vec<Option<u32>>,
}

impl StoreBuilder {
    /// Appends all inputs of another store, as if they had been read here. A `label` replaces
    /// theirs. To be called between inputs.
    pub fn append_store(&mut self, other: &Store, label: Option<&[u8]>) {
        let mut renumber = Renumber::new(other);
        let store = Arc::make_mut(&mut self.store);
        store.generation.renew();
        renumber.number_all(store);
        for (input, info) in other.inputs.iter().enumerate() {
            renumber.append_input(store, input, label.unwrap_or(&info.label));
        }
    }

    /// Appends one input of another store under a label, as if it had been read here. To be called
    /// between inputs; a number that no input has appends nothing.
    pub fn append_input(&mut self, other: &Store, input: usize, label: &[u8]) {
        if input < other.inputs.len() {
            let store = Arc::make_mut(&mut self.store);
            store.generation.renew();
            Renumber::new(other).append_input(store, input, label);
        }
    }
}

impl<'s> Renumber<'s> {
    fn new(from: &'s Store) -> Self {
        let mut series_of_runs = vec![0; from.runs.len()];
        for (series, &(first, _)) in (0..).zip(&from.series_runs) {
            let mut next = first;
            while let Some(run) = from.runs.get(next as usize) {
                series_of_runs[next as usize] = series;
                next = run.next;
            }
        }
        Renumber {
            from,
            series_of_runs,
            names: vec![None; from.names.len()],
            keys: vec![None; from.keys.len()],
            values: vec![None; from.values.len()],
            units: vec![None; from.units.all_written().count()],
            layouts: vec![None; from.layouts.len()],
        }
    }

    /// Numbers all texts, used or not, in their old order: a whole store is read as it was.
    fn number_all(&mut self, to: &mut Store) {
        (0..self.keys.len() as u32).for_each(|key| {
            self.key(to, key);
        });
        (0..self.units.len() as u32).for_each(|unit| {
            self.unit(to, unit);
        });
    }

    fn key(&mut self, to: &mut Store, key: u32) -> u32 {
        let text = self.from.keys.get(key);
        *self.keys[key as usize].get_or_insert_with(|| to.keys.intern(text))
    }

    fn unit(&mut self, to: &mut Store, unit: u32) -> u32 {
        let text = self.from.units.written(unit);
        *self.units[unit as usize].get_or_insert_with(|| to.units.intern(text))
    }

    fn layout(&mut self, to: &mut Store, layout: u32) -> u32 {
        if let Some(known) = self.layouts[layout as usize] {
            return known;
        }
        let from = self.from;
        let units = from.layouts.get(layout).iter();
        let units: Vec<u32> = units.map(|&unit| self.unit(to, unit)).collect();
        *self.layouts[layout as usize].insert(to.layouts.intern(&units))
    }

    /// Goes by what differs from one that is known: where it came from, or else the one before.
    fn config(&mut self, to: &mut Store, config: u32, known: &mut KnownConfigs) -> u32 {
        if let Some(number) = known.numbers[config as usize] {
            return number;
        }
        let from = self.from;
        let parent = from.configs.parent(config);
        let is_known = |&parent: &u32| known.numbers[parent as usize].is_some();
        let base = parent.and_then(|parent| Some(parent).filter(is_known).or(known.last));
        let mut changes = from.configs.changes(base, config);
        // Keys are numbered in their order.
        sort_copies(&mut changes, &mut |a, b| a.entry.cmp(&b.entry));
        for Change { key, entry } in &mut changes {
            *key = self.key(to, *key);
            if let Some(ConfigEntry { value, .. }) = entry {
                let text = from.values.get(*value);
                let known = &mut self.values[*value as usize];
                *value = *known.get_or_insert_with(|| to.values.intern(text));
            }
        }
        sort_copies(&mut changes, &mut |a, b| a.key.cmp(&b.key));
        let base = base.and_then(|base| known.numbers[base as usize]);
        known.last = Some(config);
        *known.numbers[config as usize].insert(to.configs.intern(known.label, base, &changes))
    }

    fn series(&mut self, to: &mut Store, series: u32, configs: &mut KnownConfigs) -> u32 {
        let from = self.from;
        let (identity, layout) = from.series.get(series);
        let (name, config) = from.identities.get(identity);
        let text = from.names.get(name);
        let name = *self.names[name as usize].get_or_insert_with(|| to.names.intern(text));
        let config = self.config(to, config, configs);
        let identity = to.identities.intern((name, config));
        let layout = self.layout(to, layout);
        to.series.intern((identity, layout))
    }

    fn append_input(&mut self, to: &mut Store, input: usize, label: &[u8]) {
        let from = self.from;
        let (start, end) = from.extent(input);
        let first_segment = to.segments.len() as u32;
        to.end_block();
        to.starts.push(to.ends());
        to.inputs.push(InputInfo { label: label.to_vec(), ..from.inputs[input].clone() });
        let label = to.values.intern(label);
        from.events_of(input).for_each(|(location, event)| to.take_event(location, &event));
        for block in &from.blocks[start.blocks..end.blocks] {
            let run = block.run - start.runs as u32 + to.runs.len() as u32;
            to.begin_block(run, from.recording(block), block.block);
        }
        let segments = &from.segments[start.segments..end.segments];
        to.segments.extend(segments.iter().map(Arc::clone));
        let numbers = vec![None; from.configs.len()];
        let mut configs = KnownConfigs { label, numbers, last: None };
        let mut known: Vec<Known> = vec![None; from.series.len()];
        for at in start.runs..end.runs {
            let series = self.series_of_runs[at];
            let old = known[series as usize];
            let series = *known[series as usize]
                .insert(old.unwrap_or_else(|| self.series(to, series, &mut configs)));
            to.series_runs.resize(to.series.len(), (NO_RUN, NO_RUN));
            let run = from.runs[at];
            let segment = run.segment - start.segments as u32 + first_segment;
            to.push_run(series, Run { segment, next: NO_RUN, ..run });
        }
    }
}

/// A new number, once it is known.
type Known = Option<u32>;

/// The new numbers of the configurations of an input.
struct KnownConfigs {
    /// The input's new label.
    label: u32,
    numbers: Vec<Known>,
    /// The one that was numbered last.
    last: Known,
}
