//! One projection at work: identities to keys.

mod rank;
mod texts;

pub(crate) use texts::KeyTexts;

use super::extract::{Excluded, Key};
use super::order::Order;
use crate::base::sort::order;
use crate::base::{Interner, ListInterner, PairInterner, Text};
use crate::store::{FILE, Store};

/// The number of a key: a tuple of values, one a field. Valid with its projection only.
pub(crate) type KeyId = u32;

/// A field before it meets results.
#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) key: Key,
    pub(super) order: Order,
}

/// Maps identities to keys, and numbers the keys.
///
/// A key has two halves, the values that depend on the name and those that depend on the
/// configuration, so that each name and each configuration is looked at once.
#[derive(Debug, Clone)]
pub(crate) struct Projection {
    fields: Vec<Field>,
    excluded: Excluded,
    /// Configuration keys that `.config` leaves out.
    claimed: Vec<Vec<u8>>,
    /// Projected values; 0 is the empty one.
    texts: Interner,
    slots: Vec<Slot>,
    /// How many slots each half has.
    places: [usize; 2],
    /// The slots that show a configuration key, by its number plus one (`.file` is 0): a log may
    /// have thousands of keys, and looking for each in each configuration would take all day.
    shown_in: Vec<Option<Box<[usize]>>>,
    /// Lists of values, by half slot; empty values at the end are left out.
    halves: [ListInterner<u32>; 2],
    /// What is known already: halves by name number and by configuration number.
    known: [Vec<Option<u32>>; 2],
    keys: PairInterner<(u32, u32)>,
    /// The halves of the identity before, and their key: most projections show the configuration
    /// alone, which seldom changes.
    last: Option<((u32, u32), KeyId)>,
    /// The half of every name, if no field depends on the name.
    nameless: Option<u32>,
    scratch: Vec<u32>,
}

/// One value of a key: a field, or one configuration key within `.config`.
#[derive(Debug, Clone)]
struct Slot {
    field: usize,
    /// The number of the configuration key, within `.config`.
    config_key: Option<u32>,
    name: Text,
    half: usize,
    /// Its place in its half.
    place: usize,
    /// Values by first appearance.
    seen: Vec<u32>,
    /// Whether a value has been seen, by its number; empty while there are [`FEW`].
    is_seen: Vec<bool>,
}

/// So many values are looked through one by one: thousands of configuration keys with one value
/// each must not need thousands of tables of all values.
const FEW: usize = 8;

const NAME: usize = 0;
const CONFIG: usize = 1;

impl Projection {
    pub(super) fn new(fields: Vec<Field>, excluded: Excluded, claimed: Vec<Vec<u8>>) -> Self {
        let mut texts = Interner::default();
        texts.intern(b"");
        let mut projection = Projection {
            fields: Vec::new(),
            excluded,
            claimed,
            texts,
            slots: Vec::new(),
            places: [0; 2],
            shown_in: Vec::new(),
            halves: Default::default(),
            known: Default::default(),
            keys: PairInterner::default(),
            last: None,
            nameless: None,
            scratch: Vec::new(),
        };
        for (i, field) in fields.iter().enumerate() {
            if field.key != Key::Config {
                projection.add_slot(i, None, Text::from(&field.key.text()[..]), &field.key);
            }
        }
        if !fields.iter().any(|field| field.key.is_of_name()) {
            projection.nameless = Some(projection.halves[NAME].intern(&[]));
        }
        projection.fields = fields;
        projection
    }

    fn add_slot(&mut self, field: usize, config_key: Option<u32>, name: Text, key: &Key) -> usize {
        let half = if key.is_of_name() { NAME } else { CONFIG };
        let place = self.places[half];
        self.places[half] += 1;
        let (seen, is_seen) = (Vec::new(), Vec::new());
        self.slots.push(Slot { field, config_key, name, half, place, seen, is_seen });
        self.slots.len() - 1
    }

    /// The key of an identity.
    pub(crate) fn key(&mut self, store: &Store, identity: u32) -> KeyId {
        let (name, config) = store.identities.get(identity);
        let name = match self.nameless {
            // One half serves all names where none of them shows.
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
        match self.last {
            Some((halves, key)) if halves == (name, config) => key,
            _ => {
                let key = self.keys.intern((name, config));
                self.last = Some(((name, config), key));
                key
            }
        }
    }

    /// Hashes texts as the store does, from the first one on.
    fn adopt_seed(&mut self, store: &Store) {
        if self.texts.len() == 1 {
            self.texts.reseed(store.seed);
        }
    }

    fn name_half(&mut self, store: &Store, name: u32) -> u32 {
        self.adopt_seed(store);
        let text = store.names.get(name);
        let mut values = std::mem::take(&mut self.scratch);
        values.clear();
        for i in 0..self.slots.len() {
            if self.slots[i].half != NAME {
                continue;
            }
            let key = &self.fields[self.slots[i].field].key;
            let value = if *key == Key::FullName && !self.excluded.is_empty() {
                let mut left = Vec::with_capacity(text.len());
                self.excluded.write_full_name(text, &mut left);
                self.texts.intern(&left)
            } else {
                self.texts.intern(key.of_name(text))
            };
            self.slots[i].see(value);
            values.push(value);
        }
        self.keep(NAME, name, values)
    }

    fn config_half(&mut self, store: &Store, config: u32) -> u32 {
        self.adopt_seed(store);
        let mut values = std::mem::take(&mut self.scratch);
        values.clear();
        values.resize(self.places[CONFIG], 0);
        for &(key, value) in store.configs.get(config) {
            let value = self.texts.intern(store.values.get(value));
            let index = key.wrapping_add(1) as usize;
            if self.shown_in.len() <= index {
                self.shown_in.resize(index + 1, None);
            }
            if self.shown_in[index].is_none() {
                let text = (key != FILE).then(|| store.keys.get(key));
                self.shown_in[index] = Some(self.slots_of_new_key(key, text));
            }
            for &slot in self.shown_in[index].iter().flatten() {
                let place = self.slots[slot].place;
                values.resize(values.len().max(place + 1), 0);
                values[place] = value;
            }
        }
        for slot in self.slots.iter_mut().filter(|slot| slot.half == CONFIG) {
            slot.see(values[slot.place]);
        }
        self.keep(CONFIG, config, values)
    }

    /// The slots that show a configuration key not met before; `.config` grows one for it.
    fn slots_of_new_key(&mut self, key: u32, text: Option<&[u8]>) -> Box<[usize]> {
        let mut found = Vec::new();
        for field in 0..self.fields.len() {
            match (&self.fields[field].key, text) {
                (Key::Config, Some(text))
                    if !self.claimed.iter().any(|claimed| claimed == text) =>
                {
                    found.push(self.add_slot(field, Some(key), Text::from(text), &Key::Config));
                }
                (Key::FileConfig(wanted), Some(text)) if wanted != text => {}
                (Key::FileConfig(_), Some(_)) | (Key::File, None) => {
                    found.extend(self.slots.iter().position(|slot| slot.field == field));
                }
                _ => {}
            }
        }
        found.into()
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

    /// The names of all fields, `.config` expanded in place.
    pub(crate) fn names(&self) -> Vec<Text> {
        self.flattened().map(|slot| slot.name.clone()).collect()
    }

    /// How many names there are.
    pub(super) fn names_len(&self) -> usize {
        self.slots.len()
    }

    /// The places in [`names`](Projection::names) at which the keys differ.
    pub(super) fn differing(&self, keys: &[KeyId]) -> Vec<usize> {
        let [first, others @ ..] = keys else { return Vec::new() };
        if others.is_empty() {
            return Vec::new();
        }
        let differs = |slot: &Slot| {
            let value = self.value(*first, slot);
            others.iter().any(|&other| self.value(other, slot) != value)
        };
        (0..).zip(self.flattened()).filter(|(_, slot)| differs(slot)).map(|(i, _)| i).collect()
    }

    fn value(&self, key: KeyId, slot: &Slot) -> u32 {
        let (name, config) = self.keys.get(key);
        let half = if slot.half == NAME { name } else { config };
        self.halves[slot.half].get(half).get(slot.place).copied().unwrap_or(0)
    }

    fn flattened(&self) -> impl Iterator<Item = &Slot> {
        self.flattened_places().into_iter().map(|i| &self.slots[i])
    }

    /// Slots field by field; within `.config` by first appearance.
    fn flattened_places(&self) -> Vec<usize> {
        order(self.slots.len(), &mut |a, b| self.slots[a].field.cmp(&self.slots[b].field))
    }
}

impl Slot {
    fn see(&mut self, value: u32) {
        if self.is_seen.is_empty() {
            if self.seen.contains(&value) {
                return;
            }
            if self.seen.len() < FEW {
                return self.seen.push(value);
            }
            std::mem::take(&mut self.seen).into_iter().for_each(|value| self.mark(value));
        }
        self.mark(value);
    }

    fn mark(&mut self, value: u32) {
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
