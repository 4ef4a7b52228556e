//! All configurations of a store.
//!
//! A log may have thousands of keys and thousands of results that differ in one of them. So a configuration is a map
//! that shares common parts with the others and stores the configuration from which it was derived. Operations on all
//! configurations then only visit the differences.

use crate::base::sort::sort_copies;
use crate::base::{Map, Maps, PairInterner};

/// The configurations, numbered by first appearance.
#[derive(Debug, Clone, Default)]
pub(crate) struct Configs {
    maps: Maps,
    all: PairInterner<Config>,
    /// The configuration from which each was derived, which is an earlier one.
    parents: Vec<Option<u32>>,
}

/// A configuration. Equal configurations have the same keys with the same values in the same order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Config {
    /// The label of the input.
    label: u32,
    /// For each key, its value plus one.
    values: Map,
    /// For each key, its index in the order plus one.
    indices: Map,
}

/// A key in which two configurations differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) key: u32,
    /// The entry in the second configuration; `None` if it is not set.
    pub(crate) entry: Option<ConfigEntry>,
}

/// The entry of a key in a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ConfigEntry {
    /// The index in the order of the keys.
    pub(crate) index: u32,
    pub(crate) value: u32,
}

impl Configs {
    pub(super) fn seeded(seed: u64) -> Configs {
        let (maps, all) = (Maps::seeded(seed), PairInterner::seeded(seed));
        Configs { maps, all, parents: Vec::new() }
    }

    /// Returns the number of the configuration that has a label and differs from another in some keys, sorted by key
    /// number. Without another configuration, it has no other keys.
    pub(super) fn intern(&mut self, label: u32, from: Option<u32>, changes: &[Change]) -> u32 {
        let (values, indices) = match from.map(|from| self.all.get(from)) {
            Some(from) => (from.values, from.indices),
            None => Default::default(),
        };
        let map = |part: fn(ConfigEntry) -> u32| {
            let value = |change: &Change| (change.key, change.entry.map_or(0, |e| part(e) + 1));
            changes.iter().map(value).collect::<Vec<_>>()
        };
        let values = self.maps.with(values, &map(|entry| entry.value));
        let indices = self.maps.with(indices, &map(|entry| entry.index));
        let number = self.all.intern(Config { label, values, indices });
        if number as usize == self.parents.len() {
            self.parents.push(from);
        }
        number
    }

    pub(crate) fn len(&self) -> usize {
        self.parents.len()
    }

    /// Returns the label of the input.
    pub(crate) fn label(&self, config: u32) -> u32 {
        self.all.get(config).label
    }

    /// Returns the configuration from which this one was derived.
    pub(crate) fn parent(&self, config: u32) -> Option<u32> {
        self.parents[config as usize]
    }

    /// Returns the value of a key.
    pub(crate) fn value(&self, config: u32, key: u32) -> Option<u32> {
        self.maps.get(self.all.get(config).values, key).checked_sub(1)
    }

    /// Returns the index of a key in the order.
    pub(crate) fn index(&self, config: u32, key: u32) -> Option<u32> {
        self.maps.get(self.all.get(config).indices, key).checked_sub(1)
    }

    /// Returns the map from each key to its value plus one, in [`maps`](Configs::maps).
    pub(crate) fn values(&self, config: u32) -> Map {
        self.all.get(config).values
    }

    pub(crate) fn maps(&self) -> &Maps {
        &self.maps
    }

    /// Returns the differences between a configuration and another one, or an empty one, by key.
    pub(crate) fn changes(&self, from: Option<u32>, config: u32) -> Vec<Change> {
        let own = self.all.get(config);
        let (values, indices) = match from.map(|from| self.all.get(from)) {
            Some(from) => (from.values, from.indices),
            None => Default::default(),
        };
        let values = self.maps.differing(values, own.values);
        let indices = self.maps.differing(indices, own.indices);
        let mut keys: Vec<u32> = values.iter().chain(&indices).map(|&(key, ..)| key).collect();
        keys.sort_unstable();
        keys.dedup();
        let entry = |key| {
            let (value, index) = (self.value(config, key)?, self.index(config, key)?);
            Some(ConfigEntry { index, value })
        };
        keys.into_iter().map(|key| Change { key, entry: entry(key) }).collect()
    }

    /// Returns all keys and values, in order.
    pub(crate) fn entries(&self, config: u32) -> Vec<(u32, u32)> {
        let mut changes = self.changes(None, config);
        sort_copies(&mut changes, &mut |a, b| a.entry.cmp(&b.entry));
        let entry = |change: Change| Some((change.key, change.entry?.value));
        changes.into_iter().filter_map(entry).collect()
    }
}
