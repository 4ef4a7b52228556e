//! Keys: pairs of halves, numbered by first appearance.
//!
//! Most names have one half of a configuration, or come with the one of the result before. Only
//! where a name has another one is a hash table asked.

use crate::base::PairInterner;

#[derive(Debug, Clone)]
pub(super) struct Keys {
    /// By key: the halves of its name and of its configuration.
    halves: Vec<(u32, u32)>,
    /// By half of a name: the half of the configuration that it first came with, and their key.
    first: Vec<Option<(u32, KeyId)>>,
    /// Further halves of configurations, and their keys.
    others: PairInterner<(u32, u32)>,
    other_keys: Vec<KeyId>,
    /// The key before.
    last: Option<((u32, u32), KeyId)>,
}

impl Keys {
    /// No keys. What is hashed has a seed.
    pub(super) fn seeded(seed: u64) -> Keys {
        let (halves, first, other_keys) = (Vec::new(), Vec::new(), Vec::new());
        Keys { halves, first, others: PairInterner::seeded(seed), other_keys, last: None }
    }

    /// The key of two halves, numbered now if it is new.
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

    /// The halves of a key.
    pub(super) fn get(&self, key: KeyId) -> (u32, u32) {
        self.halves[key as usize]
    }

    /// How many keys there are.
    pub(super) fn len(&self) -> usize {
        self.halves.len()
    }
}

/// The number of a key: a tuple of values, one a field. Valid with its projection only.
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
