//! A projection in use: maps identities to keys.

mod configs;
mod keys;
mod rank;
mod texts;
mod value_ranks;

pub(crate) use texts::KeyTexts;

use super::extract::{Excluded, Key};
use super::order::Order;
use crate::base::{Interner, ListInterner, Map, Text};
use crate::store::Store;
use configs::ConfigKeys;
pub(crate) use keys::KeyId;
use keys::Keys;

/// A field before it is applied to results.
#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) key: Key,
    pub(super) order: Order,
}

/// Maps identities to keys, and numbers the keys.
///
/// A key has two halves, the values that depend on the name and the values that depend on the configuration, so that
/// each name and each configuration is examined only once.
#[derive(Debug, Clone)]
pub(crate) struct Projection {
    fields: Vec<Field>,
    excluded: Excluded,
    /// Projected values; number 0 is the empty value.
    texts: Interner,
    /// The fields that have a single value.
    slots: Vec<Slot>,
    /// The keys that `.config` fields show, if there are such fields.
    configs: Option<ConfigKeys>,
    /// Lists of values, by half slot; empty values at the end are omitted. With `.config`, the half of a configuration
    /// begins with the map of the values that `.config` shows.
    halves: [ListInterner<u32>; 2],
    /// The halves that are already known, by name number and by configuration number.
    known: [Vec<Option<u32>>; 2],
    keys: Keys,
    /// The half of every name, if no field depends on the name.
    nameless: Option<u32>,
    scratch: Vec<u32>,
}

/// A field with a single value in a key.
#[derive(Debug, Clone)]
struct Slot {
    field: usize,
    name: Text,
    half: usize,
    /// Its index in its half.
    place: usize,
    /// The values by first appearance.
    seen: Vec<u32>,
    /// Whether a value was seen, by value number.
    is_seen: Vec<bool>,
}

/// A part of a key.
enum KeyPart<'p> {
    Slot(&'p Slot),
    /// All values that `.config` shows, in the order of a field.
    Configs(&'p ConfigKeys, &'p Order),
}

const NAME: usize = 0;
const CONFIG: usize = 1;

impl Projection {
    /// Returns a projection that hashes with a seed. `.config` omits the `claimed` keys.
    pub(super) fn new(
        seed: u64,
        fields: Vec<Field>,
        excluded: Excluded,
        claimed: &[Vec<u8>],
    ) -> Self {
        let mut texts = Interner::seeded(seed);
        texts.intern(b"");
        let has_configs = fields.iter().any(|field| field.key == Key::Config);
        let configs = has_configs.then(|| ConfigKeys::new(seed, claimed));
        let mut places = [0, if has_configs { MAP_LEN } else { 0 }];
        let slots = fields.iter().enumerate().filter(|(_, field)| field.key != Key::Config);
        let slot = |(field, Field { key, .. }): (usize, &Field)| {
            let half = if key.is_of_name() { NAME } else { CONFIG };
            let place = places[half];
            places[half] += 1;
            let name = Text::from(&key.text()[..]);
            Slot { field, name, half, place, seen: Vec::new(), is_seen: Vec::new() }
        };
        let slots = slots.map(slot).collect();
        let mut halves = [ListInterner::seeded(seed), ListInterner::seeded(seed)];
        let is_named = fields.iter().any(|field| field.key.is_of_name());
        let nameless = (!is_named).then(|| halves[NAME].intern(&[]));
        Projection {
            fields,
            excluded,
            texts,
            slots,
            configs,
            halves,
            known: Default::default(),
            keys: Keys::seeded(seed),
            nameless,
            scratch: Vec::new(),
        }
    }

    /// Returns whether results that differ in a key of the configuration have different keys here.
    pub(super) fn shows(&self, key: &[u8]) -> bool {
        let is_named = |field: &Field| matches!(&field.key, Key::FileConfig(own) if own == key);
        self.fields.iter().any(is_named)
            || self.configs.as_ref().is_some_and(|configs| configs.shows(key))
    }

    /// Returns the key of an identity.
    pub(crate) fn key(&mut self, store: &Store, identity: u32) -> KeyId {
        let (name, config) = store.identities.get(identity);
        let name = match self.nameless {
            // All names share one half if no field shows the name.
            Some(half) => half,
            None => match known(&self.known[NAME], name) {
                Some(half) => half,
                None => self.name_half(store, name),
            },
        };
        let config = match known(&self.known[CONFIG], config) {
            Some(half) => half,
            None => self.config_half(store, config),
        };
        self.keys.number((name, config))
    }

    fn name_half(&mut self, store: &Store, name: u32) -> u32 {
        let text = store.names.get(name);
        let mut values = std::mem::take(&mut self.scratch);
        values.clear();
        for slot in self.slots.iter_mut().filter(|slot| slot.half == NAME) {
            let Field { key, order } = &self.fields[slot.field];
            let value = if let Some(name) = order.name(key.of_name(text)) {
                self.texts.intern(name)
            } else if *key == Key::FullName && !self.excluded.is_empty() {
                let mut left = Vec::with_capacity(text.len());
                self.excluded.write_full_name(text, &mut left);
                self.texts.intern(&left)
            } else {
                self.texts.intern(key.of_name(text))
            };
            slot.see(value);
            values.push(value);
        }
        self.keep(NAME, name, values)
    }

    fn config_half(&mut self, store: &Store, config: u32) -> u32 {
        let mut values = std::mem::take(&mut self.scratch);
        values.clear();
        if let Some(configs) = &mut self.configs {
            let Map { level, node } = configs.see(store, config, &mut self.texts);
            values.extend([level, node]);
        }
        for slot in self.slots.iter_mut().filter(|slot| slot.half == CONFIG) {
            let value = match &self.fields[slot.field].key {
                Key::File => Some(store.configs.label(config)),
                Key::FileConfig(text) => store.configured(config, text),
                Key::BaseName
                | Key::FullName
                | Key::Config
                | Key::Unit
                | Key::GoMaxProcs
                | Key::NamePart(_) => None,
            };
            let text = value.map_or(&b""[..], |value| store.values.get(value));
            let name = self.fields[slot.field].order.name(text).unwrap_or(text);
            let value = self.texts.intern(name);
            slot.see(value);
            values.push(value);
        }
        self.keep(CONFIG, config, values)
    }

    fn keep(&mut self, half: usize, source: u32, values: Vec<u32>) -> u32 {
        let len = values.iter().rposition(|&value| value != 0).map_or(0, |last| last + 1);
        let id = self.halves[half].intern(&values[..len]);
        let (known, index) = (&mut self.known[half], source as usize);
        if known.len() <= index {
            known.resize(index + 1, None);
        }
        known[index] = Some(id);
        self.scratch = values;
        id
    }

    /// Prepares the data that sorts and shows keys. Call it when all keys are known.
    pub(crate) fn settle(&mut self, store: &Store) {
        let mut before = Vec::new();
        let mut names = 0;
        for part in self.parts() {
            match part {
                KeyPart::Slot(_) => names += 1,
                KeyPart::Configs(..) => before.push(names),
            }
        }
        if let Some(configs) = &mut self.configs {
            configs.settle(store, &mut self.texts, &before, &self.known[CONFIG]);
        }
    }

    /// Returns the names of all fields, with `.config` expanded in place.
    pub(crate) fn names(&self) -> Vec<Text> {
        let mut names = Vec::new();
        for part in self.parts() {
            match part {
                KeyPart::Slot(slot) => names.push(slot.name.clone()),
                KeyPart::Configs(configs, _) => names.extend(configs.names().cloned()),
            }
        }
        names
    }

    /// Returns the number of names.
    pub(super) fn names_len(&self) -> usize {
        let len = |part| match part {
            KeyPart::Slot(_) => 1,
            KeyPart::Configs(configs, _) => configs.len(),
        };
        self.parts().map(len).sum()
    }

    /// Returns the parts of a key, field by field.
    fn parts(&self) -> impl Iterator<Item = KeyPart<'_>> {
        let mut slots = self.slots.iter();
        self.fields.iter().filter_map(move |field| match &self.configs {
            Some(configs) if field.key == Key::Config => {
                Some(KeyPart::Configs(configs, &field.order))
            }
            _ => slots.next().map(KeyPart::Slot),
        })
    }

    fn value(&self, key: KeyId, slot: &Slot) -> u32 {
        let (name, config) = self.keys.get(key);
        let half = if slot.half == NAME { name } else { config };
        self.halves[slot.half].get(half).get(slot.place).copied().unwrap_or(0)
    }

    /// Returns the indexes in [`names`](Projection::names) at which some of the keys differ, if `.config` is the only
    /// field.
    pub(super) fn differing(&self, keys: &[KeyId]) -> Vec<usize> {
        let Some(configs) = &self.configs else { return Vec::new() };
        configs.differing(&keys.iter().map(|&key| self.map(key)).collect::<Vec<_>>())
    }

    /// Returns the map of the values that `.config` shows in a key.
    fn map(&self, key: KeyId) -> Map {
        let half = self.halves[CONFIG].get(self.keys.get(key).1);
        let number = |place: usize| half.get(place).copied().unwrap_or(0);
        Map { level: number(0), node: number(1) }
    }
}

/// The number of numbers that a map occupies in a half.
const MAP_LEN: usize = 2;

impl Slot {
    fn see(&mut self, value: u32) {
        let index = value as usize;
        if self.is_seen.len() <= index {
            self.is_seen.resize(index + 1, false);
        }
        if !self.is_seen[index] {
            self.is_seen[index] = true;
            self.seen.push(value);
        }
    }
}

fn known(known: &[Option<u32>], id: u32) -> Option<u32> {
    known.get(id as usize).copied().flatten()
}
