//! Finds keys that no result has, and suggests the known key with the most similar spelling.

use super::extract::{Key, parts};
use crate::base::{Interner, Text, metadata};
use crate::store::Store;

/// A key that no result has, and a similar key that results do have.
pub(crate) fn missing_key(key: &Key, store: &Store) -> Option<(Text, Option<Text>)> {
    unknown_key(key, store, &mut None)
}

pub(super) fn unknown_key(
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
        Key::BaseName
        | Key::FullName
        | Key::File
        | Key::Config
        | Key::Unit
        | Key::GoMaxProcs
        | Key::FileConfig(_) => return None,
    };
    let keys = name_keys.get_or_insert_with(|| all_name_keys(store));
    let special = [&b".name"[..], b".fullname", b".file", b".config"];
    let configured = || store.keys.iter().map(|key| metadata::name(key).unwrap_or(key));
    let known = || configured().chain(keys.iter()).chain(special);
    // `!key:value` is the syntax that other languages use to exclude.
    let negated = text.strip_prefix(b"!").filter(|bare| known().any(|key| key == *bare));
    let near = match negated {
        Some(bare) => Some(Text::from(&[b"-", bare].concat()[..])),
        None => nearest(text, known()).map(Text::from),
    };
    Some((Text::from(text), near))
}

/// Returns `/gomaxprocs` and the keys of all parts of names.
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

/// Returns the known key with the fewest edits, if the number of edits is small.
pub(crate) fn nearest<'k>(key: &[u8], known: impl Iterator<Item = &'k [u8]>) -> Option<&'k [u8]> {
    let bare = |key: &[u8]| key.trim_ascii_start().to_ascii_lowercase();
    let wanted = bare(key);
    let distance = |known: &[u8]| edits(&wanted, &bare(known));
    let best = known.map(|k| (distance(k), k)).min_by_key(|&(d, _)| d)?;
    (best.0 <= 1 + key.len() / 4).then_some(best.1)
}

/// Returns the number of insertions, deletions and replacements that turn `a` into `b`.
fn edits(a: &Vec<u8>, b: &Vec<u8>) -> usize {
    // Long texts are unlikely to be typing errors of each other, and the table would be large.
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
