//! Keys: pairs of halves, numbered by first appearance.
//!
//! Most names come with only one half of a configuration, or with the half of the previous result. Only names with
//! other halves need a lookup in a hash table.

use crate::base::PairInterner;

#[derive(Debug, Clone)]
pub(super) struct Keys {
    /// For each key, the halves of its name and its configuration.
    halves: Vec<(u32, u32)>,
    /// For each half of a name, the first half of a configuration that it came with, and their key.
    first: Vec<Option<(u32, KeyId)>>,
    /// Further halves of configurations, with their keys.
    others: PairInterner<(u32, u32)>,
    other_keys: Vec<KeyId>,
    /// The previous key.
    last: Option<((u32, u32), KeyId)>,
}

impl Keys {
    /// Returns an empty list of keys that hashes with a seed.
    pub(super) fn seeded(seed: u64) -> Keys {
        let (halves, first, other_keys) = (Vec::new(), Vec::new(), Vec::new());
        Keys { halves, first, others: PairInterner::seeded(seed), other_keys, last: None }
    }

    /// Returns the key of two halves, and numbers it if it is new.
    pub(super) fn number(&mut self, halves: (u32, u32)) -> KeyId {
        match self.last {
            Some((last, key)) if last == halves => key,
            _ => {
                let key = self.find_or_add(halves);
                self.last = Some((halves, key));
                key
            }
        }
    }

    fn find_or_add(&mut self, halves: (u32, u32)) -> KeyId {
        let (name, config) = (halves.0 as usize, halves.1);
        let next = self.halves.len() as KeyId;
        if self.first.len() <= name {
            self.first.resize(name + 1, None);
        }
        let (first_config, first_key) = *self.first[name].get_or_insert((config, next));
        let key = if first_config == config {
            first_key
        } else {
            let other = self.others.intern(halves) as usize;
            if other == self.other_keys.len() {
                self.other_keys.push(next);
            }
            self.other_keys[other]
        };
        if key == next {
            self.halves.push(halves);
        }
        key
    }

    /// Returns the halves of a key.
    pub(super) fn get(&self, key: KeyId) -> (u32, u32) {
        self.halves[key as usize]
    }

    /// Returns the number of keys.
    pub(super) fn len(&self) -> usize {
        self.halves.len()
    }
}

/// The number of a key, which is a tuple of values, one for each field. A number is valid only with its projection.
pub(crate) type KeyId = u32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_numbered_by_first_appearance() {
        let mut keys = Keys::seeded(7);
        let halves = [(0, 0), (1, 0), (0, 5), (0, 0), (1, 0), (0, 5), (3, 5), (1, 5), (0, 6)];
        let numbers = halves.map(|halves| keys.number(halves));
        assert_eq!(numbers, [0, 1, 2, 0, 1, 2, 3, 4, 5]);
        let first = [0, 1, 2, 6, 7, 8].map(|at| halves[at]);
        assert_eq!((0..6).map(|key| keys.get(key)).collect::<Vec<_>>(), first);
        assert_eq!(keys.len(), 6);
    }
}
