//! Summarizes the keys of the results with their values.

use super::extract::{Key, parts};
use super::facts::value;
use crate::base::names::processors;
use crate::base::sort::sort_copies;
use crate::base::{Interner, Text, Visited, metadata};
use crate::store::Store;

/// A key of the results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeySummary {
    /// The key as it is written in a query.
    pub key: Text,
    /// Its origin.
    pub kind: KeyKind,
    /// The number of different values, without the absent value.
    pub distinct: usize,
    /// The values by first appearance, each with the number of its results, at most as many as requested; the empty
    /// value is last if some results lack the key.
    pub values: Vec<(Text, u64)>,
}

/// The origin of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum KeyKind {
    /// The whole name or its base.
    Name,
    /// A part of names, or the number at their end.
    Part,
    /// A line of the configuration.
    Config,
    /// Metadata: facts about results that are not part of the configuration.
    Metadata,
    /// The input.
    File,
    /// The unit.
    Unit,
}

/// Returns all keys of the results, each with up to `values_max` values.
pub fn summarize_keys(store: &Store, values_max: usize) -> Vec<KeySummary> {
    let mut keys = Keys::default();
    keys.add_names(store);
    keys.add_configs(store);
    keys.add_units(store);
    keys.all.into_iter().map(|counter| counter.finish(store.rows_total(), values_max)).collect()
}

/// Returns the number of values, at most `values_max`, that a key has before the first result without it. This is the
/// index of the absent value when values are sorted by first appearance.
///
/// Examines at most `looks` benchmarks, and counts `looks` down. If the limit is reached, the absent value is last.
pub fn index_of_absent(
    store: &Store,
    summary: &KeySummary,
    values_max: usize,
    looks: &mut usize,
) -> usize {
    let text = summary.key.as_bytes();
    let key = match summary.kind {
        KeyKind::Part if text == b"/gomaxprocs" => Key::GoMaxProcs,
        KeyKind::Part => Key::NamePart([text, b"="].concat()),
        KeyKind::Name | KeyKind::Config | KeyKind::Metadata | KeyKind::File | KeyKind::Unit => {
            Key::FileConfig(text.to_vec())
        }
    };
    let mut seen = Interner::seeded(store.seed);
    for identity in 0..store.identities.count() as u32 {
        let value = value(&key, store, identity);
        if value.is_empty() {
            return seen.count().min(values_max);
        }
        seen.intern(value);
        if *looks == 0 || values_max < seen.count() {
            break;
        }
        *looks -= 1;
    }
    values_max
}

/// The number of results for each value of a key.
#[derive(Debug)]
struct Counter {
    key: Text,
    kind: KeyKind,
    values: Interner,
    counts: Vec<u64>,
}

#[derive(Debug, Default)]
struct Keys {
    all: Vec<Counter>,
}

impl Counter {
    fn new(store: &Store, key: &[u8], kind: KeyKind) -> Counter {
        let values = Interner::seeded(store.seed);
        Counter { key: Text::from(key), kind, values, counts: Vec::new() }
    }

    fn add(&mut self, value: &[u8], count: u64) {
        let id = self.values.intern(value) as usize;
        if id == self.counts.len() {
            self.counts.push(0);
        }
        self.counts[id] += count;
    }

    fn finish(self, total: u64, values_max: usize) -> KeySummary {
        let counted: u64 = self.counts.iter().sum();
        let pairs = self.values.iter().map(Text::from).zip(self.counts.iter().copied());
        let mut values: Vec<(Text, u64)> = pairs.take(values_max).collect();
        // A result can have several units.
        if counted < total && self.kind != KeyKind::Unit {
            values.push((Text::default(), total - counted));
        }
        KeySummary { key: self.key, kind: self.kind, distinct: self.values.count(), values }
    }
}

/// The parts of names.
#[derive(Debug)]
struct Parts {
    keys: Interner,
    /// For each key, its values, and the last name that has the key, counted from 1.
    counters: Vec<(Counter, usize)>,
}

impl Parts {
    /// Adds the parts of the `number`-th name. Time is proportional to the name's length.
    fn add(&mut self, store: &Store, name: &[u8], number: usize, count: u64) {
        for (key, value) in parts(name).filter(|&(key, _)| key != b"/gomaxprocs") {
            let id = self.keys.intern(key) as usize;
            if id == self.counters.len() {
                self.counters.push((Counter::new(store, key, KeyKind::Part), 0));
            }
            let (counter, last) = &mut self.counters[id];
            // A second part with the same key is ignored.
            if *last != number && !value.is_empty() {
                counter.add(value, count);
            }
            *last = number;
        }
    }
}

impl Keys {
    fn add_names(&mut self, store: &Store) {
        let mut counts = vec![0; store.names.count()];
        for series in 0..store.series.count() as u32 {
            let (name, _) = store.identities.get(store.series.get(series).0);
            counts[name as usize] += store.rows_of(series);
        }
        let mut base = Counter::new(store, b".name", KeyKind::Name);
        let mut full = Counter::new(store, b".fullname", KeyKind::Name);
        let mut cpus = Counter::new(store, b"/gomaxprocs", KeyKind::Part);
        let mut parts = Parts { keys: Interner::seeded(store.seed), counters: Vec::new() };
        let counted = (1..).zip(store.names.iter().zip(counts));
        for (number, (name, count)) in counted.filter(|&(_, (_, count))| count != 0) {
            base.add(Key::BaseName.of_name(name), count);
            full.add(Key::FullName.of_name(name), count);
            if processors(name).is_some() {
                cpus.add(Key::GoMaxProcs.of_name(name), count);
            }
            parts.add(store, name, number, count);
        }
        let parts = parts.counters.into_iter().map(|(counter, _)| counter);
        let all = std::iter::once(base).chain(parts).chain([cpus, full]);
        self.all.extend(all.filter(|counter| counter.values.count() != 0));
    }

    fn add_configs(&mut self, store: &Store) {
        let mut counts = vec![0; store.configs.len()];
        for series in 0..store.series.count() as u32 {
            let (_, config) = store.identities.get(store.series.get(series).0);
            counts[config as usize] += store.rows_of(series);
        }
        let counted = || (0..).zip(&counts).filter(|&(_, &count)| count != 0);
        let mut file = Counter::new(store, b".file", KeyKind::File);
        let maps = store.configs.maps();
        // Each key gets its index, and each value its number, at its first appearance.
        let mut indices = vec![None; store.keys.count()];
        let mut visited = Visited::default();
        for (config, &count) in counted() {
            file.add(store.values.get(store.configs.label(config)), count);
            let mut found = Vec::new();
            maps.visit(store.configs.values(config), &mut visited, &mut |key, value| {
                let index = store.configs.index(config, key);
                found.push((store.is_metadata(key), index, key, value));
            });
            // Metadata follows the configuration because a store of tables does not know how both were mixed.
            sort_copies(&mut found, &mut |a, b| a.cmp(b));
            for (_, _, key, value) in found {
                let index = *indices[key as usize].get_or_insert(self.all.len());
                if index == self.all.len() {
                    let text = store.keys.get(key);
                    self.all.push(match metadata::name(text) {
                        Some(name) => Counter::new(store, name, KeyKind::Metadata),
                        None => Counter::new(store, text, KeyKind::Config),
                    });
                }
                self.all[index].add(store.values.get(value - 1), 0);
            }
        }
        let counted = counted().map(|(config, &count)| (store.configs.values(config), count));
        maps.tally(counted, &mut |key, value, count| {
            if let Some(index) = indices[key as usize] {
                self.all[index].add(store.values.get(value - 1), count);
            }
        });
        self.all.extend((file.values.count() != 0).then_some(file));
    }

    fn add_units(&mut self, store: &Store) {
        let mut units = Counter::new(store, b".unit", KeyKind::Unit);
        for series in 0..store.series.count() as u32 {
            let layout = store.layouts.get(store.series.get(series).1);
            let tidied = |unit| store.units.tidied(store.units.tidied_id(unit));
            let count = store.rows_of(series);
            layout.iter().for_each(|&unit| units.add(tidied(unit), count));
        }
        self.all.extend((units.values.count() != 0).then_some(units));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Input;

    #[test]
    fn keys_have_values_and_counts() {
        let log = b"goos: linux\nBenchmarkA/n=1/k=x-8 1 2 ns/op\nBenchmarkA/n=2-8 1 2 ns/op 3 z\n\
                    BenchmarkA/n=1/k=x-8 1 2 ns/op\ngoos:\nBenchmarkB 1 1 z\n";
        let store = Store::read([Input { name: b"f", label: b"f", bytes: log }]);
        let shown: Vec<String> = summarize_keys(&store, 2)
            .into_iter()
            .map(|k| {
                let values: Vec<String> =
                    k.values.iter().map(|(value, count)| format!("{value}={count}")).collect();
                format!("{} {:?} {} {}", k.key, k.kind, k.distinct, values.join(" "))
            })
            .collect();
        assert_eq!(
            shown,
            [
                ".name Name 2 A=3 B=1",
                "/n Part 2 1=2 2=1 =1",
                "/k Part 1 x=2 =2",
                "/gomaxprocs Part 1 8=3 =1",
                ".fullname Name 3 A/n=1/k=x-8=2 A/n=2-8=1",
                "goos Config 1 linux=3 =1",
                ".file File 1 f=4",
                ".unit Unit 2 sec/op=3 z=2",
            ]
        );
        assert!(summarize_keys(&Store::default(), 9).is_empty());
    }
}
