//! Finds the keys of a query that no result has.
//!
//! Also returns values that results do have, for the note about a query that selects nothing.

use super::extract::Key;
use super::facts::value;
use super::missing_key::unknown_key;
use super::schema::Schema;
use crate::base::{Interner, Text, metadata};
use crate::store::Store;

/// A key of a query that no result has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnknownKey {
    /// The setting that names the key.
    pub(crate) part: &'static str,
    pub(crate) key: Text,
    /// The key with the most similar spelling that results do have.
    pub(crate) nearest: Option<Text>,
    /// Some of the existing keys, if no key is similar.
    pub(crate) known: Vec<Text>,
}

/// Some of the values of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PresentValues {
    /// The key.
    pub key: Text,
    /// Some of its values.
    pub values: Vec<Text>,
    /// The number of further values.
    pub more: usize,
}

/// The maximum number of keys in an explanation.
const KEYS_SHOWN: usize = 8;

fn some_keys(store: &Store, names: &Interner) -> Vec<Text> {
    let configured = store.keys.iter().map(|key| metadata::name(key).unwrap_or(key));
    // Queries accept the key of the number at the end of names even if no name has the number.
    let has_number = store.names.iter().any(|name| !Key::GoMaxProcs.of_name(name).is_empty());
    let names = names.iter().filter(|name| has_number || *name != b"/gomaxprocs");
    let all = std::iter::once(&b".name"[..]).chain(names).chain(configured);
    all.take(KEYS_SHOWN).map(Text::from).collect()
}

/// Returns the keys that a query names and no result has. They may be absent for a reason, or misspelled.
pub(crate) fn unknown_keys(schema: &Schema, store: &Store) -> Vec<UnknownKey> {
    let mut unknown: Vec<UnknownKey> = Vec::new();
    // A pass over all names takes time, so only queries that name their keys need it.
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

/// The maximum number of keys, and of values for each key, in an explanation.
const SHOWN_MAX: usize = 5;

/// Returns some of the values that results have for the keys by which a query selects.
pub(crate) fn present_values(schema: &Schema, store: &Store) -> Vec<PresentValues> {
    let mut shown: Vec<PresentValues> = Vec::new();
    for (name, key) in schema.selecting_keys() {
        if shown.len() == SHOWN_MAX || shown.iter().any(|known| known.key.as_bytes() == name) {
            continue;
        }
        let mut values = Interner::seeded(store.seed);
        if *key == Key::Unit {
            (0..store.layouts.count() as u32).flat_map(|i| store.layouts.get(i)).for_each(
                |&unit| {
                    values.intern(store.units.tidied(store.units.tidied_id(unit)));
                },
            );
        } else {
            for identity in 0..store.identities.count() as u32 {
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
