//! Keys and their values in the order in which outputs show them.

use hashbrown::HashTable;

/// Values by key number, in benchstat's order: new keys are added at the end, and when a key is deleted the last one
/// moves into its place. That order is visible in tables.
#[derive(Debug, Clone)]
pub(crate) struct Ordered<V> {
    entries: Vec<(u32, V)>,
    /// The index of each key in `entries`.
    places: HashTable<(u32, u32)>,
}

impl<V> Default for Ordered<V> {
    fn default() -> Ordered<V> {
        Ordered { entries: Vec::new(), places: HashTable::default() }
    }
}

impl<V> Ordered<V> {
    pub(crate) fn set(&mut self, key: u32, value: V) {
        match self.place(key) {
            Some(place) => self.entries[place as usize].1 = value,
            None => {
                self.keep(key, self.entries.len() as u32);
                self.entries.push((key, value));
            }
        }
    }

    /// Deletes a key; returns whether it existed, and which key moved into its place.
    pub(crate) fn delete(&mut self, key: u32) -> (bool, Option<u32>) {
        let Some(place) = self.place(key) else { return (false, None) };
        self.entries.swap_remove(place as usize);
        if let Ok(entry) = self.places.find_entry(hash(key), |&(known, _)| known == key) {
            entry.remove();
        }
        let moved = self.entries.get(place as usize).map(|&(moved, _)| moved);
        if let Some(moved) = moved {
            self.keep(moved, place);
        }
        (true, moved)
    }

    /// Returns the index of a key, if it is set.
    pub(crate) fn place(&self, key: u32) -> Option<u32> {
        self.places.find(hash(key), |&(known, _)| known == key).map(|&(_, place)| place)
    }

    /// Returns the index of a key and its value, if it is set.
    pub(crate) fn get(&self, key: u32) -> Option<(u32, &V)> {
        let place = self.place(key)?;
        Some((place, &self.entries[place as usize].1))
    }

    /// Returns all keys, in order.
    pub(crate) fn keys(&self) -> impl ExactSizeIterator<Item = u32> {
        self.entries.iter().map(|&(key, _)| key)
    }

    fn keep(&mut self, key: u32, place: u32) {
        match self.places.find_mut(hash(key), |&(known, _)| known == key) {
            Some(known) => known.1 = place,
            None => {
                self.places.insert_unique(hash(key), (key, place), |&(key, _)| hash(key));
            }
        }
    }
}

/// Keys are numbers by first use, so an attacker cannot make them collide.
fn hash(key: u32) -> u64 {
    u64::from(key).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
