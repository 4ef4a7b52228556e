//! Keys of a query that no result has, and the known key that is spelt most like each.
//!
//! Also gives values that results do have, for the note about a query that selects nothing.

use super::extract::{Key, parts};
use super::facts::value;
use super::schema::Schema;
use crate::base::{Interner, Text, detail};
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
    let configured = store.keys.iter().map(|key| detail::name(key).unwrap_or(key));
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

/// A key that no result has, and one that results have and that looks like it.
pub(crate) fn missing_key(key: &Key, store: &Store) -> Option<(Text, Option<Text>)> {
    unknown_key(key, store, &mut None)
}

fn unknown_key(
    key: &Key,
    store: &Store,
    name_keys: &mut Option<Interner>,
) -> Option<(Text, Option<Text>)> {
    let text = match key {
        Key::FileConfig(text) if !store.has_key(text) => text,
        Key::NamePart(prefix) => {
            let text = &prefix[..prefix.len() - 1];
            let keys = name_keys.get_or_insert_with(|| all_name_keys(store));
            if keys.find(text).is_some() {
                return None;
            }
            text
        }
        _ => return None,
    };
    let keys = name_keys.get_or_insert_with(|| all_name_keys(store));
    let special = [&b".name"[..], b".fullname", b".file", b".config"];
    let configured = || store.keys.iter().map(|key| detail::name(key).unwrap_or(key));
    let known = || configured().chain(keys.iter()).chain(special);
    // `!key:value` is how other languages exclude.
    let negated = text.strip_prefix(b"!").filter(|bare| known().any(|key| key == *bare));
    let near = match negated {
        Some(bare) => Some(Text::from(&[b"-", bare].concat()[..])),
        None => nearest(text, known()).map(Text::from),
    };
    Some((Text::from(text), near))
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

/// `/gomaxprocs` and the keys of all parts of names.
pub(super) fn name_keys(store: &Store) -> Vec<Key> {
    let keys = all_name_keys(store);
    let key = |text: &[u8]| match text {
        b"/gomaxprocs" => Key::GoMaxProcs,
        text => Key::NamePart([text, b"="].concat()),
    };
    keys.iter().map(key).collect()
}

fn all_name_keys(store: &Store) -> Interner {
    let mut keys = Interner::seeded(store.seed);
    for name in store.names.iter() {
        parts(name).for_each(|(key, _)| {
            keys.intern(key);
        });
    }
    keys.intern(b"/gomaxprocs");
    keys
}

/// The known key with the fewest edits, if they are few.
pub(crate) fn nearest<'k>(key: &[u8], known: impl Iterator<Item = &'k [u8]>) -> Option<&'k [u8]> {
    let bare = |key: &[u8]| key.trim_ascii_start().to_ascii_lowercase();
    let wanted = bare(key);
    let distance = |known: &[u8]| edits(&wanted, &bare(known));
    let best = known.map(|k| (distance(k), k)).min_by_key(|&(d, _)| d)?;
    (best.0 <= 1 + key.len() / 4).then_some(best.1)
}

/// How many insertions, deletions and replacements turn `a` into `b`.
fn edits(a: &Vec<u8>, b: &Vec<u8>) -> usize {
    // Long texts are not typing errors of each other; the table would be large.
    if 64 < a.len().max(b.len()) { usize::MAX } else { strsim::generic_levenshtein(a, b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_key_is_found_unless_it_is_far() {
        assert_eq!(nearest(b"proto", [&b"goos"[..], b"/proto"].into_iter()), Some(&b"/proto"[..]));
        assert_eq!(nearest(b"xyz", [&b"goos"[..], b"/proto"].into_iter()), None);
        let long = [b'x'; 65];
        assert_eq!(nearest(&long, [&long[..64]].into_iter()), None);
    }
}
