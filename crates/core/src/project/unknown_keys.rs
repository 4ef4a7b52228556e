//! The keys of a query that no result has.
//!
//! Also gives values that results do have, for the note about a query that selects nothing.

use super::extract::Key;
use super::facts::value;
use super::missing_key::unknown_key;
use super::schema::Schema;
use crate::base::{Interner, Text, metadata};
use crate::store::Store;

/// A key of a query that no result has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnknownKey {
    /// The setting that names it.
    pub(crate) part: &'static str,
    pub(crate) key: Text,
    /// The key that results do have and that looks most like it.
    pub(crate) nearest: Option<Text>,
    /// Where none does, some of the keys that there are.
    pub(crate) known: Vec<Text>,
}

/// Values of a key, of which some are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PresentValues {
    /// The key.
    pub key: Text,
    /// Some of its values.
    pub values: Vec<Text>,
    /// How many more there are.
    pub more: usize,
}

/// How many keys an explanation shows.
const KEYS_SHOWN: usize = 8;

fn some_keys(store: &Store, names: &Interner) -> Vec<Text> {
    let configured = store.keys.iter().map(|key| metadata::name(key).unwrap_or(key));
    // Queries know the number at the end of names also where none has it.
    let has_number = store.names.iter().any(|name| !Key::GoMaxProcs.of_name(name).is_empty());
    let names = names.iter().filter(|name| has_number || *name != b"/gomaxprocs");
    let all = std::iter::once(&b".name"[..]).chain(names).chain(configured);
    all.take(KEYS_SHOWN).map(Text::from).collect()
}

/// The keys that a query names and no result has: perhaps absent for a reason, perhaps misspelt.
pub(crate) fn unknown_keys(schema: &Schema, store: &Store) -> Vec<UnknownKey> {
    let mut unknown: Vec<UnknownKey> = Vec::new();
    // Looking through all names takes time: only a query that names their keys pays for it.
    let mut name_keys: Option<Interner> = None;
    for (part, key) in schema.keys() {
        if unknown.iter().any(|u| u.key.as_bytes() == key.text()) {
            continue;
        }
        let found = unknown_key(key, store, &mut name_keys);
        let known = match (&found, &name_keys) {
            (Some((_, None)), Some(names)) => some_keys(store, names),
            _ => Vec::new(),
        };
        unknown.extend(found.map(|(key, nearest)| UnknownKey { part, key, nearest, known }));
    }
    unknown
}

/// How many values of how many keys an explanation shows.
const SHOWN_MAX: usize = 5;

/// Some of the values that results have for the keys by which a query selects.
pub(crate) fn present_values(schema: &Schema, store: &Store) -> Vec<PresentValues> {
    let mut shown: Vec<PresentValues> = Vec::new();
    for (name, key) in schema.selecting_keys() {
        if shown.len() == SHOWN_MAX || shown.iter().any(|known| known.key.as_bytes() == name) {
            continue;
        }
        let mut values = Interner::seeded(store.seed);
        if *key == Key::Unit {
            (0..store.layouts.len() as u32).flat_map(|i| store.layouts.get(i)).for_each(|&unit| {
                values.intern(store.units.tidied(store.units.tidied_id(unit)));
            });
        } else {
            for identity in 0..store.identities.len() as u32 {
                values.intern(value(key, store, identity));
            }
        }
        let some = values.iter().filter(|v| !v.is_empty()).take(SHOWN_MAX).map(Text::from);
        let some: Vec<Text> = some.collect();
        let more = values.iter().filter(|v| !v.is_empty()).count() - some.len();
        if !some.is_empty() {
            shown.push(PresentValues { key: Text::from(&name[..]), values: some, more });
        }
    }
    shown
}
