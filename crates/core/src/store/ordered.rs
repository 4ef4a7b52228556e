//! Keys and their values in the order in which outputs show them.

use hashbrown::HashTable;

/// Values by key number, in benchstat's order: new keys are added at the end, and when a key is deleted the last one
/// moves into its place. That order is visible in tables.
#[derive(Debug, Clone)]
pub(crate) struct Ordered<V> {
    entries: Vec<(u32, V)>,
    /// The index of each key in `entries`.
    indices: HashTable<(u32, u32)>,
}

impl<V> Default for Ordered<V> {
    fn default() -> Ordered<V> {
        Ordered { entries: Vec::new(), indices: HashTable::default() }
    }
}

impl<V> Ordered<V> {
    pub(crate) fn set(&mut self, key: u32, value: V) {
        match self.index(key) {
            Some(index) => self.entries[index as usize].1 = value,
            None => {
                self.keep(key, self.entries.len() as u32);
                self.entries.push((key, value));
            }
        }
    }

    /// Deletes a key; returns whether it existed, and which key moved into its place.
    pub(crate) fn delete(&mut self, key: u32) -> (bool, Option<u32>) {
        let Some(index) = self.index(key) else { return (false, None) };
        self.entries.swap_remove(index as usize);
        if let Ok(entry) = self.indices.find_entry(hash(key), |&(known, _)| known == key) {
            entry.remove();
        }
        let moved = self.entries.get(index as usize).map(|&(moved, _)| moved);
        if let Some(moved) = moved {
            self.keep(moved, index);
        }
        (true, moved)
    }

    /// Returns the index of a key, if it is set.
    pub(crate) fn index(&self, key: u32) -> Option<u32> {
        self.indices.find(hash(key), |&(known, _)| known == key).map(|&(_, index)| index)
    }

    /// Returns the index of a key and its value, if it is set.
    pub(crate) fn get(&self, key: u32) -> Option<(u32, &V)> {
        let index = self.index(key)?;
        Some((index, &self.entries[index as usize].1))
    }

    /// Returns all keys, in order.
    pub(crate) fn keys(&self) -> impl ExactSizeIterator<Item = u32> {
        self.entries.iter().map(|&(key, _)| key)
    }

    fn keep(&mut self, key: u32, index: u32) {
        match self.indices.find_mut(hash(key), |&(known, _)| known == key) {
            Some(known) => known.1 = index,
            None => {
                self.indices.insert_unique(hash(key), (key, index), |&(key, _)| hash(key));
            }
        }
    }
}

/// Keys are numbers by first use, so an attacker cannot make them collide.
fn hash(key: u32) -> u64 {
    u64::from(key).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
