//! What `.config` shows: all configuration keys that are not named elsewhere.
//!
//! A log may have thousands of keys, and thousands of configurations that differ in one of them. So what
//! configurations have in common is looked at once, and the others go by their differences.

use std::cmp::Ordering;

use super::value_ranks::Ranks;
use crate::base::sort::sort_copies;
use crate::base::{Derived, Interner, Map, Maps, PairInterner, Text};
use crate::project::order::Order;
use crate::store::Store;

/// The keys that `.config` shows, which are not those of metadata, by first appearance among the results that count.
#[derive(Debug, Clone)]
pub(super) struct ConfigKeys {
    /// The texts of the keys that are left out, then their numbers.
    claimed: Vec<Vec<u8>>,
    claimed_keys: Option<Vec<u32>>,
    /// By key number the number of the text that a configuration shows.
    shown: Derived,
    /// By key number, its place among those that are shown.
    places: Vec<Option<u32>>,
    keys: Vec<ConfigKey>,
    /// The values of keys that have appeared.
    seen: PairInterner<(u32, u32)>,
    /// Where the keys begin in the names of each field `.config`.
    starts: Vec<u32>,
    /// By place in the names the number of the text that a configuration shows; by half.
    pub(super) placed: Maps,
    maps: Vec<Map>,
}

#[derive(Debug, Clone)]
struct ConfigKey {
    name: Text,
    /// Its values by first appearance, the empty one left out.
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

    /// What a configuration shows, by key number. New keys are placed in its order.
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
            let known = seen.len() as u32;
            if seen.intern((key, text)) == known {
                found.push((store.configs.place(config, key), key, text));
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

    /// Makes the maps by place. Where the keys begin in the names is given as the number of other names
    /// before each field; `halves` are those of the configurations.
    ///
    /// Configurations that do not count are placed, too: they lead to those that do.
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

    /// What a half shows, by place in the names.
    pub(super) fn map(&self, half: u32) -> Map {
        self.maps[half as usize]
    }

    /// How many keys there are.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The names of the keys.
    pub(super) fn names(&self) -> impl Iterator<Item = &Text> {
        self.keys.iter().map(|key| &key.name)
    }

    /// The ranks of the values of each key.
    pub(super) fn ranks(&self, order: &Order, texts: &Interner) -> Vec<Ranks> {
        let ranks = |key: &ConfigKey| {
            let mut values: Vec<(u32, &[u8])> = vec![(0, b"")];
            values.extend(key.seen.iter().map(|&value| (value, texts.get(value))));
            // Within `.config`, values that have no order of their own sort as texts.
            order.sort(&mut values, false);
            Ranks::sparse(values.iter().map(|&(value, _)| value))
        };
        self.keys.iter().map(ranks).collect()
    }

    /// How two halves compare.
    pub(super) fn compare(&self, ranks: &[Ranks], a: u32, b: u32) -> Ordering {
        let Some((place, a, b)) = self.placed.first_differing(self.map(a), self.map(b)) else {
            return Ordering::Equal;
        };
        let start = self.starts.first().copied().unwrap_or_default();
        let ranks = &ranks[(place - start) as usize];
        ranks.get(a).cmp(&ranks.get(b))
    }

    /// The places of the keys in which some of these maps differ, ascending.
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
