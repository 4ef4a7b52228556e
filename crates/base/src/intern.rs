//! Interning: every distinct byte string, list or pair gets a small number, in order of first appearance. Numbers are
//! valid only with the interner that returned them.
//!
//! Nothing iterates over the tables, so numbers depend only on the order of the calls, whatever the seed of the hash
//! is. The caller chooses the seed, because texts that collide under one seed do not collide under another.

use std::hash::{Hash, Hasher};

use foldhash::SharedSeed;
use foldhash::fast::FoldHasher;
use hashbrown::HashTable;

/// A hash with a seed.
#[derive(Debug, Clone)]
struct Hashing {
    own: u64,
    shared: SharedSeed,
}

impl Hashing {
    fn seeded(seed: u64) -> Hashing {
        Hashing { own: seed, shared: SharedSeed::from_u64(seed) }
    }

    fn of<T: Hash + ?Sized>(&self, value: &T) -> u64 {
        let mut hasher = FoldHasher::with_seed(self.own, &self.shared);
        value.hash(&mut hasher);
        hasher.finish()
    }
}

impl Default for Hashing {
    fn default() -> Hashing {
        Hashing::seeded(0)
    }
}

/// Maps byte strings to numbers, in one arena.
#[derive(Debug, Clone, Default)]
pub struct Interner {
    arena: Vec<u8>,
    ends: Vec<usize>,
    table: HashTable<(u64, u32)>,
    hashing: Hashing,
}

impl Interner {
    /// Returns an interner that hashes with a seed.
    pub fn seeded(seed: u64) -> Interner {
        Interner { hashing: Hashing::seeded(seed), ..Interner::default() }
    }

    /// Returns the number of `bytes`, and assigns one if it is new.
    pub fn intern(&mut self, bytes: &[u8]) -> u32 {
        let hash = self.hashing.of(bytes);
        let (arena, ends) = (&self.arena, &self.ends);
        let same = |&(h, id): &(u64, u32)| h == hash && slice(arena, ends, id) == bytes;
        if let Some(&(_, id)) = self.table.find(hash, same) {
            return id;
        }
        let id = number(self.ends.len());
        self.arena.extend_from_slice(bytes);
        self.ends.push(self.arena.len());
        self.table.insert_unique(hash, (hash, id), |&(h, _)| h);
        id
    }

    /// Returns the number of `bytes` if it has one.
    pub fn find(&self, bytes: &[u8]) -> Option<u32> {
        let hash = self.hashing.of(bytes);
        let same = |&(h, id): &(u64, u32)| h == hash && self.get(id) == bytes;
        self.table.find(hash, same).map(|&(_, id)| id)
    }

    /// Returns the bytes of number `id`.
    pub fn get(&self, id: u32) -> &[u8] {
        slice(&self.arena, &self.ends, id)
    }

    /// Returns the number of different items.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// Returns all strings, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..number(self.count())).map(|id| self.get(id))
    }
}

fn slice<'a, T>(arena: &'a [T], ends: &[usize], id: u32) -> &'a [T] {
    let id = id as usize;
    let start = if id == 0 { 0 } else { ends[id - 1] };
    &arena[start..ends[id]]
}

/// Maps lists of `T` to numbers, in one arena.
#[derive(Debug, Clone)]
pub struct ListInterner<T> {
    arena: Vec<T>,
    ends: Vec<usize>,
    table: HashTable<(u64, u32)>,
    hashing: Hashing,
}

impl<T> Default for ListInterner<T> {
    fn default() -> Self {
        ListInterner::seeded(0)
    }
}

impl<T> ListInterner<T> {
    /// Returns an interner that hashes with a seed.
    pub fn seeded(seed: u64) -> Self {
        let (arena, ends, table) = (Vec::new(), Vec::new(), HashTable::new());
        ListInterner { arena, ends, table, hashing: Hashing::seeded(seed) }
    }
}

impl<T: Hash + Eq + Copy> ListInterner<T> {
    /// Returns the id of a list, which is new or known.
    pub fn intern(&mut self, list: &[T]) -> u32 {
        let hash = self.hashing.of(list);
        let (arena, ends) = (&self.arena, &self.ends);
        let same = |&(h, id): &(u64, u32)| h == hash && slice(arena, ends, id) == list;
        if let Some(&(_, id)) = self.table.find(hash, same) {
            return id;
        }
        let id = number(self.ends.len());
        self.arena.extend_from_slice(list);
        self.ends.push(self.arena.len());
        self.table.insert_unique(hash, (hash, id), |&(h, _)| h);
        id
    }

    /// Returns the list with an id.
    pub fn get(&self, id: u32) -> &[T] {
        slice(&self.arena, &self.ends, id)
    }

    /// Returns the number of different items.
    pub fn count(&self) -> usize {
        self.ends.len()
    }
}

/// Maps small fixed-size keys to numbers.
#[derive(Debug, Clone)]
pub struct PairInterner<T> {
    keys: Vec<T>,
    table: HashTable<u32>,
    hashing: Hashing,
}

impl<T> Default for PairInterner<T> {
    fn default() -> Self {
        PairInterner::seeded(0)
    }
}

impl<T> PairInterner<T> {
    /// Returns an interner that hashes with a seed.
    pub fn seeded(seed: u64) -> Self {
        let (keys, table) = (Vec::new(), HashTable::new());
        PairInterner { keys, table, hashing: Hashing::seeded(seed) }
    }
}

impl<T: Hash + Eq + Copy> PairInterner<T> {
    /// Returns the id of an item, which is new or known.
    pub fn intern(&mut self, key: T) -> u32 {
        let hash = self.hashing.of(&key);
        let keys = &self.keys;
        if let Some(&id) = self.table.find(hash, |&id| keys[id as usize] == key) {
            return id;
        }
        let id = number(self.keys.len());
        self.keys.push(key);
        let (keys, hashing) = (&self.keys, &self.hashing);
        self.table.insert_unique(hash, id, |&id| hashing.of(&keys[id as usize]));
        id
    }

    /// Returns the number of `key` if it has one.
    pub fn find(&self, key: T) -> Option<u32> {
        self.table.find(self.hashing.of(&key), |&id| self.keys[id as usize] == key).copied()
    }

    /// Returns the item with an id.
    pub fn get(&self, id: u32) -> T {
        self.keys[id as usize]
    }

    /// Returns the number of different items.
    pub fn count(&self) -> usize {
        self.keys.len()
    }

    /// Returns all keys, in the order of their numbers.
    pub fn keys(&self) -> &[T] {
        &self.keys
    }
}

/// Converts a count to 32 bits. 2³² distinct strings do not fit into the memory of any machine that this code is
/// written for, so running out of numbers is not an input error.
fn number(len: usize) -> u32 {
    u32::try_from(len).expect("fewer than 2^32 distinct values")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_first_appearance() {
        let mut interner = Interner::default();
        let ids: Vec<u32> =
            [&b"a"[..], b"", b"b", b"a", b""].iter().map(|b| interner.intern(b)).collect();
        assert_eq!(ids, [0, 1, 2, 0, 1]);
        assert_eq!(interner.iter().collect::<Vec<_>>(), [&b"a"[..], b"", b"b"]);
        assert_eq!((interner.find(b"b"), interner.find(b"c")), (Some(2), None));
    }

    #[test]
    fn numbers_do_not_depend_on_the_seed() {
        let mut interner = Interner::seeded(7);
        for round in 0..2 {
            for i in 0..1_000u32 {
                assert_eq!(interner.intern(i.to_string().as_bytes()), i, "round {round}");
            }
        }
    }

    #[test]
    fn many_strings_survive_growth() {
        let mut interner = Interner::default();
        for round in 0..2 {
            for i in 0..10_000u32 {
                assert_eq!(interner.intern(i.to_string().as_bytes()), i, "round {round}");
            }
        }
    }
}
