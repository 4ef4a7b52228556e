//! Collects the values of keys among some identities.

use super::extract::{Key, parts};
use super::missing_key::name_keys;
use crate::base::names::processors;
use crate::base::{Interner, PairInterner, Visited};
use crate::store::Store;

/// All keys of configurations and of names, and for each key the values that some identities have: by first
/// appearance, then the empty value if some identities lack the key.
///
/// The common part of configurations is examined once because there may be thousands of keys.
pub(crate) struct KeyValues<'s> {
    store: &'s Store,
    keys: &'s [Key],
    /// The values, by key.
    pub(crate) values: Vec<Vec<&'s [u8]>>,
}

/// Returns the keys in which results may differ, including metadata: keys of configurations, then keys of names.
pub(crate) fn all_keys(store: &Store) -> Vec<Key> {
    let configs = store.keys.iter().map(|key| Key::FileConfig(key.to_vec()));
    configs.chain(name_keys(store)).collect()
}

impl<'s> KeyValues<'s> {
    /// Returns the values of `keys`, which must be [`all_keys`] of the store.
    pub(crate) fn new(store: &'s Store, keys: &'s [Key], identities: &[u32]) -> KeyValues<'s> {
        let mut all = KeyValues { store, keys, values: vec![Vec::new(); keys.len()] };
        let (mut names, mut configs): (Vec<u32>, Vec<u32>) =
            identities.iter().map(|&identity| store.identities.get(identity)).unzip();
        keep_first(&mut names, store.names.count());
        keep_first(&mut configs, store.configs.len());
        all.add_configs(&configs);
        all.add_names(&names);
        all
    }

    fn add_configs(&mut self, configs: &[u32]) {
        let (store, values) = (self.store, &mut self.values);
        let maps = store.configs.maps();
        let mut seen = PairInterner::seeded(store.seed);
        let mut visited = Visited::default();
        for &config in configs {
            maps.visit(store.configs.values(config), &mut visited, &mut |key, value| {
                let known = seen.count() as u32;
                if seen.intern((key, value)) == known {
                    values[key as usize].push(store.values.get(value - 1));
                }
            });
        }
        let mut having = vec![0; store.keys.count()];
        let each = configs.iter().map(|&config| (store.configs.values(config), 1));
        maps.tally(each, &mut |key, _, count| having[key as usize] += count);
        for (values, having) in values.iter_mut().zip(having) {
            if having < configs.len() as u64 {
                values.push(b"");
            }
        }
    }

    fn add_names(&mut self, names: &[u32]) {
        let (store, first) = (self.store, self.store.keys.count());
        let mut numbers = Interner::seeded(store.seed);
        for key in &self.keys[first..] {
            numbers.intern(&key.text());
        }
        let mut texts = Interner::seeded(store.seed);
        let mut seen: PairInterner<(u32, u32)> = PairInterner::seeded(store.seed);
        // For each key, the number of names that have it, and the last of these names, counted from 1.
        let mut having = vec![(0, 0); self.keys.len() - first];
        for (number, &name) in (1..).zip(names) {
            let name = store.names.get(name);
            let mut add = |key: &[u8], value: &'s [u8]| {
                let Some(key) = numbers.find(key) else { return };
                let (count, last) = &mut having[key as usize];
                // A second part with the same key is ignored.
                if std::mem::replace(last, number) == number || value.is_empty() {
                    return;
                }
                *count += 1;
                let known = seen.count() as u32;
                if seen.intern((key, texts.intern(value))) == known {
                    self.values[first + key as usize].push(value);
                }
            };
            if processors(name).is_some() {
                add(b"/gomaxprocs", Key::GoMaxProcs.of_name(name));
            }
            parts(name).for_each(|(key, value)| add(key, value));
        }
        for (values, (count, _)) in self.values[first..].iter_mut().zip(having) {
            if count < names.len() {
                values.push(b"");
            }
        }
    }
}

/// Keeps the first of equal numbers, which must be less than `most`.
fn keep_first(numbers: &mut Vec<u32>, most: usize) {
    let mut is_seen = vec![false; most];
    numbers.retain(|&number| !std::mem::replace(&mut is_seen[number as usize], true));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Input;
    use crate::project::key_value;

    #[test]
    fn values_are_those_of_each_identity() {
        let log = "a: 1\nBenchmarkA/x=1/x=2/y=-8 1 1 u\nb: 2\nBenchmarkA/x=3 1 1 u\na:\nb: 3\n\
                   BenchmarkB-4 1 1 u\nBenchmarkC/gomaxprocs=7/z=1=2 1 1 u\na: 1\nBenchmarkC 1 1 u\n";
        let store = Store::read([Input::new("log", log)]);
        let keys = all_keys(&store);
        let identities: Vec<u32> = (0..store.identities.count() as u32).collect();
        for chosen in [&identities[..], &identities[1..3], &identities[3..], &[]] {
            let found = KeyValues::new(&store, &keys, chosen);
            for (key, found) in keys.iter().zip(found.values) {
                let mut want: Vec<&[u8]> = Vec::new();
                for &identity in chosen {
                    let value = key_value(key, &store, identity);
                    if !want.contains(&value) {
                        want.push(value);
                    }
                }
                want.sort_by_key(|value| value.is_empty());
                assert_eq!(found, want, "{key:?} of {chosen:?}");
            }
        }
    }
}
