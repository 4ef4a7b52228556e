//! The keys that `.config` shows: all configuration keys that the query does not name elsewhere.
//!
//! A log may have thousands of keys, and thousands of configurations that differ in one of them. So the common part of
//! configurations is examined once, and other configurations are derived from their differences.

use std::cmp::Ordering;

use super::value_ranks::Ranks;
use crate::base::sort::sort_copies;
use crate::base::{Derived, Interner, Map, Maps, PairInterner, Text, metadata};
use crate::project::order::Order;
use crate::store::Store;

/// The keys that `.config` shows, without metadata, by first appearance among the results that are kept.
#[derive(Debug, Clone)]
pub(super) struct ConfigKeys {
    /// The texts of the keys that `.config` omits, then their numbers.
    claimed: Vec<Vec<u8>>,
    claimed_keys: Option<Vec<u32>>,
    /// For each key number, the number of the text that a configuration shows.
    shown: Derived,
    /// For each key number, its index among the shown keys.
    places: Vec<Option<u32>>,
    keys: Vec<ConfigKey>,
    /// The values that have appeared, with their keys.
    seen: PairInterner<(u32, u32)>,
    /// The start of the keys in the names, for each `.config` field.
    starts: Vec<u32>,
    /// For each index in the names, the number of the text that a configuration shows; by half.
    pub(super) placed: Maps,
    maps: Vec<Map>,
}

#[derive(Debug, Clone)]
struct ConfigKey {
    name: Text,
    /// The values by first appearance, without the empty value.
    seen: Vec<u32>,
}

impl ConfigKeys {
    pub(super) fn new(seed: u64, claimed: &[Vec<u8>]) -> ConfigKeys {
        ConfigKeys {
            claimed: claimed.to_vec(),
            claimed_keys: None,
            shown: Derived::seeded(seed),
            places: Vec::new(),
            keys: Vec::new(),
            seen: PairInterner::seeded(seed),
            starts: Vec::new(),
            placed: Maps::seeded(seed),
            maps: Vec::new(),
        }
    }

    /// Returns whether `.config` shows a key.
    pub(super) fn shows(&self, key: &[u8]) -> bool {
        !metadata::is(key) && self.claimed.iter().all(|claimed| claimed != key)
    }

    /// Returns the map of the values that a configuration shows, by key number. New keys get the next indexes, in the
    /// configuration's order.
    pub(super) fn see(&mut self, store: &Store, config: u32, texts: &mut Interner) -> Map {
        let ConfigKeys { claimed, claimed_keys, shown, seen, .. } = self;
        let claimed = claimed_keys.get_or_insert_with(|| {
            let mut keys: Vec<u32> =
                claimed.iter().filter_map(|text| store.keys.find(text)).collect();
            keys.sort_unstable();
            keys
        });
        let mut found: Vec<(Option<u32>, u32, u32)> = Vec::new();
        let values = store.configs.values(config);
        let map = shown.derive(store.configs.maps(), values, &mut |key, value| {
            if claimed.binary_search(&key).is_ok() || store.is_metadata(key) {
                return 0;
            }
            let text = texts.intern(store.values.get(value - 1));
            let known = seen.count() as u32;
            if seen.intern((key, text)) == known {
                found.push((store.configs.index(config, key), key, text));
            }
            text
        });
        sort_copies(&mut found, &mut |a, b| a.cmp(b));
        for (_, key, text) in found {
            let index = key as usize;
            if self.places.len() <= index {
                self.places.resize(index + 1, None);
            }
            let place = *self.places[index].get_or_insert(self.keys.len() as u32) as usize;
            if place == self.keys.len() {
                let name = Text::from(store.keys.get(key));
                self.keys.push(ConfigKey { name, seen: Vec::new() });
            }
            self.keys[place].seen.push(text);
        }
        map
    }

    /// Makes the maps by index. The start of the keys in the names is given as the number of other names before each
    /// field; `halves` are the halves of the configurations.
    ///
    /// Configurations whose results are not kept are included because others are derived from them.
    pub(super) fn settle(
        &mut self,
        store: &Store,
        texts: &mut Interner,
        before: &[usize],
        halves: &[Option<u32>],
    ) {
        let start = |(fields, names): (usize, &usize)| (names + fields * self.keys.len()) as u32;
        self.starts = before.iter().enumerate().map(start).collect();
        let mut placed: Vec<Map> = Vec::with_capacity(halves.len());
        let mut entries = Vec::new();
        for (config, half) in (0..).zip(halves) {
            let parent = store.configs.parent(config);
            entries.clear();
            for change in store.configs.changes(parent, config) {
                let Some(&Some(place)) = self.places.get(change.key as usize) else { continue };
                let text = |value| store.values.get(value);
                let text = change.entry.map_or(0, |entry| texts.intern(text(entry.value)));
                entries.extend(self.starts.iter().map(|start| (start + place, text)));
            }
            sort_copies(&mut entries, &mut |a, b| a.cmp(b));
            let from = parent.map_or(Map::default(), |parent| placed[parent as usize]);
            let map = self.placed.with(from, &entries);
            placed.push(map);
            if let Some(half) = half {
                let half = *half as usize;
                self.maps.resize(self.maps.len().max(half + 1), Map::default());
                self.maps[half] = map;
            }
        }
    }

    /// Returns the map of the values that a half shows, by index in the names.
    pub(super) fn map(&self, half: u32) -> Map {
        self.maps[half as usize]
    }

    /// Returns the number of keys.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns the names of the keys.
    pub(super) fn names(&self) -> impl Iterator<Item = &Text> {
        self.keys.iter().map(|key| &key.name)
    }

    /// Returns the ranks of the values of each key.
    pub(super) fn ranks(&self, order: &Order, texts: &Interner) -> Vec<Ranks> {
        let ranks = |key: &ConfigKey| {
            let mut values: Vec<(u32, &[u8])> = vec![(0, b"")];
            values.extend(key.seen.iter().map(|&value| (value, texts.get(value))));
            // Within `.config`, values without an order of their own sort as texts.
            order.sort(&mut values, false);
            Ranks::sparse(values.iter().map(|&(value, _)| value))
        };
        self.keys.iter().map(ranks).collect()
    }

    /// Compares two halves.
    pub(super) fn compare(&self, ranks: &[Ranks], a: u32, b: u32) -> Ordering {
        let Some((place, a, b)) = self.placed.first_differing(self.map(a), self.map(b)) else {
            return Ordering::Equal;
        };
        let start = self.starts.first().copied().unwrap_or_default();
        let ranks = &ranks[(place - start) as usize];
        ranks.get(a).cmp(&ranks.get(b))
    }

    /// Returns the indexes of the keys in which some of these maps differ, in ascending order.
    pub(super) fn differing(&self, maps: &[Map]) -> Vec<usize> {
        let mut places = Vec::new();
        for pair in maps.windows(2) {
            let keys = self.shown.maps.differing(pair[0], pair[1]);
            let place = |(key, ..): &(u32, u32, u32)| self.places.get(*key as usize).copied();
            places.extend(keys.iter().filter_map(place).flatten().map(|place| place as usize));
        }
        places.sort_unstable();
        places.dedup();
        places
    }
}
