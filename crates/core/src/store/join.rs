//! Joins stores: appends inputs that were read elsewhere, or earlier.
//!
//! Everything is numbered again, in the order in which reading the inputs one after another would have numbered it.
//! The numbers of the results themselves are shared, not copied.

use std::sync::Arc;

use super::configs::{Change, ConfigEntry};
use super::{InputInfo, NO_RUN, Run, Store, StoreBuilder};
use crate::base::sort::sort_copies;

/// The new numbers of another store's items, if they are known.
struct Renumber<'s> {
    from: &'s Store,
    names: Vec<Option<u32>>,
    keys: Vec<Option<u32>>,
    values: Vec<Option<u32>>,
    units: Vec<Option<u32>>,
    layouts: Vec<Option<u32>>,
    configs: OfInput,
    series: OfInput,
}

impl StoreBuilder {
    /// Appends all inputs of another store, as if they had been read here. A `label` replaces their labels. Call it
    /// between inputs.
    pub fn append_store(&mut self, other: &Store, label: Option<&[u8]>) {
        let mut renumber = Renumber::new(other);
        let store = Arc::make_mut(&mut self.store);
        store.generation.renew();
        renumber.number_all(store);
        for (input, info) in other.inputs.iter().enumerate() {
            renumber.append_input(store, input, label.unwrap_or(&info.label), Vec::new());
        }
    }

    /// Appends the first inputs of another store, each under its label, as if they had been read here. It is for a
    /// store of a table, in which every input has its rows and the keys that it was the first to set. Call it between
    /// inputs.
    pub fn append_labelled(&mut self, other: &Store, labels: &[impl AsRef<[u8]>]) {
        let mut renumber = Renumber::new(other);
        let store = Arc::make_mut(&mut self.store);
        store.generation.renew();
        for (input, label) in labels.iter().take(other.inputs.len()).enumerate() {
            renumber.append_input(store, input, label.as_ref(), other.new_keys(input));
        }
    }

    /// Appends inputs of another store, by their numbers, each under a label, as if they had been read here in this
    /// order. Call it between inputs; numbers without an input are ignored.
    pub fn append_inputs<'l>(
        &mut self,
        other: &Store,
        inputs: impl IntoIterator<Item = (usize, &'l [u8])>,
    ) {
        // Items of several inputs are looked up once.
        let mut renumber = Renumber::new(other);
        let store = Arc::make_mut(&mut self.store);
        store.generation.renew();
        for (input, label) in inputs {
            if input < other.inputs.len() {
                renumber.append_input(store, input, label, Vec::new());
            }
        }
    }
}

impl<'s> Renumber<'s> {
    fn new(from: &'s Store) -> Self {
        Renumber {
            from,
            names: vec![None; from.names.count()],
            keys: vec![None; from.keys.count()],
            values: vec![None; from.values.count()],
            units: vec![None; from.units.all_written().count()],
            layouts: vec![None; from.layouts.count()],
            configs: OfInput::new(from.configs.len()),
            series: OfInput::new(from.series.count()),
        }
    }

    /// Numbers all texts, used or not, in their old order, so that a whole store keeps its numbers.
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

    /// Numbers a configuration by its differences from a known one: its origin, or else the previous configuration.
    fn config(&mut self, to: &mut Store, config: u32, own: &mut Labelled) -> u32 {
        if let Some(number) = self.configs.get(config) {
            return number;
        }
        let from = self.from;
        let parent = from.configs.parent(config);
        let is_known = |&parent: &u32| self.configs.get(parent).is_some();
        let base = parent.and_then(|parent| Some(parent).filter(is_known).or(own.last));
        let mut changes = from.configs.changes(base, config);
        // Keys are numbered in order.
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
        let base = base.and_then(|base| self.configs.get(base));
        own.last = Some(config);
        self.configs.set(config, to.configs.intern(own.label, base, &changes))
    }

    fn series(&mut self, to: &mut Store, series: u32, own: &mut Labelled) -> u32 {
        if let Some(number) = self.series.get(series) {
            return number;
        }
        let from = self.from;
        let old = series;
        let (identity, layout) = from.series.get(series);
        let (name, config) = from.identities.get(identity);
        let text = from.names.get(name);
        let name = *self.names[name as usize].get_or_insert_with(|| to.names.intern(text));
        let config = self.config(to, config, own);
        let identity = to.identities.intern((name, config));
        let layout = self.layout(to, layout);
        self.series.set(old, to.series.intern((identity, layout)))
    }

    /// Appends an input, which knows some keys before its rows.
    fn append_input(&mut self, to: &mut Store, input: usize, label: &[u8], keys: Vec<&[u8]>) {
        let from = self.from;
        let (start, end) = from.extent(input);
        let first_segment = to.segments.len() as u32;
        to.start_input(InputInfo { label: label.to_vec(), ..from.inputs[input].clone() });
        keys.into_iter().for_each(|key| {
            to.keys.intern(key);
        });
        let label = to.values.intern(label);
        from.notices_of(input).for_each(|(at, notice)| to.take_notice(at, notice));
        to.end_problems();
        for block in &from.blocks[start.blocks..end.blocks] {
            let run = block.run - start.runs as u32 + to.runs.len() as u32;
            to.begin_block(run, from.recording(block), block.block);
        }
        let segments = &from.segments[start.segments..end.segments];
        to.segments.extend(segments.iter().map(Arc::clone));
        // A configuration includes the label of its input.
        self.configs.forget();
        self.series.forget();
        let mut own = Labelled { label, last: None };
        for at in start.runs..end.runs {
            let series = self.series(to, from.series_of_runs[at], &mut own);
            to.series_runs.resize(to.series.count(), (NO_RUN, NO_RUN));
            let run = from.runs[at];
            let segment = run.segment - start.segments as u32 + first_segment;
            to.push_run(series, Run { segment, next: NO_RUN, ..run });
        }
    }
}

/// New numbers that are valid for one input.
struct OfInput {
    numbers: Vec<Option<u32>>,
    /// The known numbers, because each of many inputs has few of all.
    known: Vec<u32>,
}

impl OfInput {
    fn new(count: usize) -> OfInput {
        OfInput { numbers: vec![None; count], known: Vec::new() }
    }

    fn get(&self, old: u32) -> Option<u32> {
        self.numbers[old as usize]
    }

    fn set(&mut self, old: u32, new: u32) -> u32 {
        self.known.push(old);
        *self.numbers[old as usize].insert(new)
    }

    fn forget(&mut self) {
        self.known.drain(..).for_each(|old| self.numbers[old as usize] = None);
    }
}

/// The start of the configurations of an input.
struct Labelled {
    /// The input's new label.
    label: u32,
    /// The configuration that was numbered last.
    last: Option<u32>,
}

#[cfg(test)]
mod tests {
    use crate::{Input, Store, StoreBuilder};

    #[test]
    fn inputs_that_are_appended_are_those_that_were_read() {
        let logs = [
            "a: 1\nb: 2\nBenchmarkA 1 2 x\na:\nBenchmarkA 1 3 y\n",
            "unused: 1\nunused:\nBenchmarkB 1 2 x\n",
            "",
        ];
        let logs = [logs[0], logs[1], logs[2], logs[0], "c: 1\nBenchmarkA 1 2 x\n"];
        let store = Store::read(logs.iter().map(|log| Input::new("log", log)));
        let mut builder = StoreBuilder::default();
        builder.append_labelled(&store, &[b"log"; 5]);
        let again = builder.finish();
        // Reading also numbers the empty value of a key that is deleted, which no result has.
        assert_eq!(again.rows().collect::<Vec<_>>(), store.rows().collect::<Vec<_>>());
        assert_eq!(again.inputs(), store.inputs());
        for input in 0..logs.len() {
            assert_eq!(again.new_keys(input), store.new_keys(input), "{input}");
        }
        // Numbers without an input are ignored.
        let mut builder = StoreBuilder::default();
        builder.append_labelled(&store, &[b"log"; 9]);
        assert_eq!(builder.finish().to_bytes(), again.to_bytes());
        let mut builder = StoreBuilder::default();
        builder.append_labelled(&store, &[&b"x"[..], b"y"]);
        let names = ["x", "y"]
            .map(|label| Input::new("log", logs[usize::from(label == "y")]).labelled(label));
        let read = Store::read(names);
        assert_eq!(builder.finish().rows().collect::<Vec<_>>(), read.rows().collect::<Vec<_>>());
    }
}
