//! Maps from numbers to numbers that share their common parts.
//!
//! A map is a tree in which every node covers a fixed range of keys, and equal nodes are stored once. So a map that
//! differs from another in a few keys costs a few nodes, equal maps have equal numbers, and two maps are compared by
//! visiting only the nodes that differ. Maps are valid only with the [`Maps`] that made them.

use std::ops::ControlFlow;

use super::ListInterner;

/// A map.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Map {
    /// The height of its tree, which is the smallest height with room for its keys.
    pub level: u32,
    /// 0 if the map is empty.
    pub node: u32,
}

/// The nodes of maps.
///
/// A node is a list: its index among the nodes of its level, then its children or its values, up to the last that is
/// not 0. The empty list has the number 0.
#[derive(Debug, Clone, Default)]
pub struct Maps {
    levels: Vec<ListInterner<u32>>,
    seed: u64,
}

/// A key and a value, which is 0 if the key is not set.
pub(crate) type Entry = (u32, u32);

/// The number of children of each node.
const WIDTH: usize = 1 << BITS;
const BITS: u32 = 4;

/// Returns the index, below its node, of the child that contains a key.
fn slot(level: u32, key: u32) -> usize {
    (key >> (BITS * level)) as usize & (WIDTH - 1)
}

/// Returns whether a tree of this height has no room for a key.
fn is_beyond(level: u32, key: u32) -> bool {
    u64::from(key) >> (BITS * (level + 1)) != 0
}

impl Maps {
    /// Returns an empty set of nodes that hashes with a seed.
    pub fn seeded(seed: u64) -> Maps {
        Maps { levels: Vec::new(), seed }
    }

    /// Returns a map that equals another map except for some entries, which are sorted by key.
    pub fn with(&mut self, map: Map, entries: &[Entry]) -> Map {
        let Some(&(last, _)) = entries.last() else { return map };
        let mut map = map;
        while is_beyond(map.level, last) {
            let level = map.level + 1;
            let node = if map.node == 0 { 0 } else { self.node(level, &[0, map.node]) };
            map = Map { level, node };
        }
        let node = self.set(map.level, map.node, 0, entries);
        self.lowered(Map { node, ..map })
    }

    /// Removes the levels that only lead to the next level.
    fn lowered(&self, mut map: Map) -> Map {
        if map.node == 0 {
            return Map::default();
        }
        while let (1.., [_, below]) = (map.level, self.list(map)) {
            map = Map { level: map.level - 1, node: *below };
        }
        map
    }

    fn set(&mut self, level: u32, node: u32, index: u32, entries: &[Entry]) -> u32 {
        let mut list = [0; WIDTH + 1];
        let old = self.list(Map { level, node });
        list[..old.len()].copy_from_slice(old);
        list[0] = index;
        if level == 0 {
            entries.iter().for_each(|&(key, value)| list[1 + slot(0, key)] = value);
        } else {
            for below in entries.chunk_by(|a, b| slot(level, a.0) == slot(level, b.0)) {
                let at = slot(level, below[0].0);
                let index = index << BITS | at as u32;
                list[1 + at] = self.set(level - 1, list[1 + at], index, below);
            }
        }
        self.node(level, &list)
    }

    /// Returns the number of a node.
    fn node(&mut self, level: u32, list: &[u32]) -> u32 {
        while self.levels.len() <= level as usize {
            let mut nodes = ListInterner::seeded(self.seed);
            nodes.intern(&[]);
            self.levels.push(nodes);
        }
        let len = list.iter().skip(1).rposition(|&below| below != 0).map_or(0, |last| last + 2);
        self.levels[level as usize].intern(&list[..len])
    }

    fn list(&self, map: Map) -> &[u32] {
        match self.levels.get(map.level as usize) {
            Some(nodes) => nodes.get(map.node),
            None => &[],
        }
    }

    /// Returns the value of a key, or 0.
    pub fn get(&self, map: Map, key: u32) -> u32 {
        if is_beyond(map.level, key) {
            return 0;
        }
        let mut node = map.node;
        for level in (0..=map.level).rev() {
            let list = self.list(Map { level, node });
            node = list.get(1 + slot(level, key)).copied().unwrap_or(0);
        }
        node
    }

    /// Returns the child at an index of the root of a map, as if its tree had this height, which must not be less than
    /// its own: a map, or the value if `level` is 0.
    pub fn below(&self, map: Map, level: u32, at: usize) -> Map {
        if map.level == level {
            let node = self.list(map).get(1 + at).copied().unwrap_or(0);
            return Map { level: level.saturating_sub(1), node };
        }
        // A lower tree is at the beginning of the range of a higher one.
        if at == 0 { map } else { Map { level: level - 1, node: 0 } }
    }

    /// Returns the difference of two maps: the keys in ascending order, with the value in either.
    pub fn differing(&self, a: Map, b: Map) -> Vec<(u32, u32, u32)> {
        let mut found = Vec::new();
        let _ = self.compare::<()>(a, b, 0, &mut |key, old, new| {
            found.push((key, old, new));
            ControlFlow::Continue(())
        });
        found
    }

    /// Returns the smallest key in which two maps differ, with the value in either.
    pub fn first_differing(&self, a: Map, b: Map) -> Option<(u32, u32, u32)> {
        let first = &mut |key, old, new| ControlFlow::Break((key, old, new));
        self.compare(a, b, 0, first).break_value()
    }

    /// Calls `f` with each key, from `start` on, in which the values differ.
    fn compare<B>(
        &self,
        a: Map,
        b: Map,
        start: u32,
        f: &mut dyn FnMut(u32, u32, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if a == b || (a.node, b.node) == (0, 0) {
            return ControlFlow::Continue(());
        }
        let level = a.level.max(b.level);
        for at in 0..WIDTH {
            let (a, b) = (self.below(a, level, at), self.below(b, level, at));
            let key = start + ((at as u32) << (BITS * level));
            if level != 0 {
                self.compare(a, b, key, f)?;
            } else if a.node != b.node {
                f(key, a.node, b.node)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `f` with the entries of each leaf of a map that was not visited before.
    pub fn visit(&self, map: Map, visited: &mut Visited, f: &mut dyn FnMut(u32, u32)) {
        if map.node == 0 || !visited.mark(map) {
            return;
        }
        let Some((&index, below)) = self.list(map).split_first() else { return };
        for (&node, at) in below.iter().zip(0..).filter(|&(&node, _)| node != 0) {
            match map.level.checked_sub(1) {
                Some(level) => self.visit(Map { level, node }, visited, f),
                None => f(index << BITS | at, node),
            }
        }
    }

    /// Sums maps with weights: calls `f` with entries and the weight of the maps that contain them. An entry may come
    /// several times.
    pub fn tally(&self, maps: impl Iterator<Item = (Map, u64)>, f: &mut dyn FnMut(u32, u32, u64)) {
        let mut weights: Vec<Vec<u64>> =
            self.levels.iter().map(|nodes| vec![0; nodes.count()]).collect();
        maps.filter(|(map, _)| map.node != 0)
            .for_each(|(map, weight)| weights[map.level as usize][map.node as usize] += weight);
        for level in (0..weights.len()).rev() {
            let (lower, own) = weights.split_at_mut(level);
            for (node, &weight) in (0..).zip(&own[0]).filter(|&(_, &weight)| weight != 0) {
                let list = self.list(Map { level: level as u32, node });
                let Some((&index, below)) = list.split_first() else { continue };
                for (&below, at) in below.iter().zip(0..).filter(|&(&below, _)| below != 0) {
                    match lower.last_mut() {
                        Some(lower) => lower[below as usize] += weight,
                        None => f(index << BITS | at, below, weight),
                    }
                }
            }
        }
    }
}

/// The nodes that were visited.
#[derive(Debug, Clone, Default)]
pub struct Visited(Vec<Vec<bool>>);

impl Visited {
    /// Marks a node as visited, and returns whether this is its first visit.
    fn mark(&mut self, map: Map) -> bool {
        let (level, node) = (map.level as usize, map.node as usize);
        if self.0.len() <= level {
            self.0.resize(level + 1, Vec::new());
        }
        let nodes = &mut self.0[level];
        if nodes.len() <= node {
            nodes.resize(node + 1, false);
        }
        !std::mem::replace(&mut nodes[node], true)
    }
}

/// Maps that are derived from other maps, entry by entry; common parts of the other maps are examined once.
#[derive(Debug, Clone)]
pub struct Derived {
    /// The derived maps.
    pub maps: Maps,
    /// For each level and node of the other maps, the derived node plus one.
    known: Vec<Vec<u32>>,
}

impl Derived {
    /// Returns no maps yet. The seed chooses the hash function.
    pub fn seeded(seed: u64) -> Derived {
        Derived { maps: Maps::seeded(seed), known: Vec::new() }
    }

    /// Returns the map that is derived from another; `f` returns the derived value for a key and a value.
    pub fn derive(&mut self, from: &Maps, map: Map, f: &mut dyn FnMut(u32, u32) -> u32) -> Map {
        let node = self.node(from, map, f);
        self.maps.lowered(Map { node, ..map })
    }

    fn node(&mut self, from: &Maps, map: Map, f: &mut dyn FnMut(u32, u32) -> u32) -> u32 {
        let (level, node) = (map.level as usize, map.node as usize);
        if self.known.len() <= level {
            self.known.resize(level + 1, Vec::new());
        }
        if let Some(known) = self.known[level].get(node).and_then(|known| known.checked_sub(1)) {
            return known;
        }
        let mut list = [0; WIDTH + 1];
        let old = from.list(map);
        list[..old.len()].copy_from_slice(old);
        for (at, below) in list[1..].iter_mut().enumerate().filter(|(_, below)| **below != 0) {
            *below = match map.level.checked_sub(1) {
                Some(level) => self.node(from, Map { level, node: *below }, f),
                None => f(old[0] << BITS | at as u32, *below),
            };
        }
        let own = self.maps.node(map.level, &list);
        let known = &mut self.known[level];
        if known.len() <= node {
            known.resize(node + 1, 0);
        }
        known[node] = own + 1;
        own
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn map(maps: &mut Maps, entries: &BTreeMap<u32, u32>) -> Map {
        let entries: Vec<Entry> = entries.iter().map(|(&key, &value)| (key, value)).collect();
        maps.with(Map::default(), &entries)
    }

    fn entries(maps: &Maps, of: Map) -> Vec<Entry> {
        let mut found = Vec::new();
        maps.visit(of, &mut Visited::default(), &mut |key, value| found.push((key, value)));
        found
    }

    fn changes() -> impl Strategy<Value = Vec<BTreeMap<u32, u32>>> {
        let key = prop_oneof![0..40u32, 0..5000u32, u32::MAX - 3..=u32::MAX];
        prop::collection::vec(prop::collection::btree_map(key, 0..3u32, 0..8), 1..12)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

        #[test]
        fn maps_are_what_was_put_into_them(changes in changes()) {
            let mut maps = Maps::default();
            let (mut wanted, mut own) = (vec![BTreeMap::new()], vec![Map::default()]);
            for change in &changes {
                let mut next = wanted[wanted.len() - 1].clone();
                next.extend(change);
                next.retain(|_, value| *value != 0);
                let list: Vec<Entry> = change.iter().map(|(&k, &v)| (k, v)).collect();
                own.push(maps.with(own[own.len() - 1], &list));
                wanted.push(next);
            }
            let mut derived = Derived::seeded(7);
            for (a, &map_a) in wanted.iter().zip(&own) {
                prop_assert_eq!(entries(&maps, map_a), a.clone().into_iter().collect::<Vec<_>>());
                prop_assert_eq!(map(&mut maps, a), map_a);
                let odd = derived.derive(&maps, map_a, &mut |key, value| if key % 2 == 0 { 0 } else { value + 1 });
                let want: Vec<Entry> =
                    a.iter().filter(|(key, _)| **key % 2 == 1).map(|(&k, &v)| (k, v + 1)).collect();
                prop_assert_eq!(entries(&derived.maps, odd), want.clone());
                let again = derived.maps.with(Map::default(), &want);
                prop_assert_eq!(again, odd);
                for (b, &map_b) in wanted.iter().zip(&own) {
                    let get = |map: &BTreeMap<u32, u32>, key| map.get(&key).copied().unwrap_or(0);
                    let keys: std::collections::BTreeSet<u32> = a.keys().chain(b.keys()).copied().collect();
                    let want: Vec<(u32, u32, u32)> = keys
                        .into_iter()
                        .map(|key| (key, get(a, key), get(b, key)))
                        .filter(|(_, a, b)| a != b)
                        .collect();
                    prop_assert_eq!(maps.first_differing(map_a, map_b), want.first().copied());
                    prop_assert_eq!(maps.differing(map_a, map_b), want);
                }
            }
            let mut sums: BTreeMap<Entry, u64> = BTreeMap::new();
            let weighted = own.iter().copied().zip(1..);
            maps.tally(weighted, &mut |key, value, weight| *sums.entry((key, value)).or_default() += weight);
            let mut want: BTreeMap<Entry, u64> = BTreeMap::new();
            for (map, weight) in wanted.iter().zip(1..) {
                map.iter().for_each(|(&k, &v)| *want.entry((k, v)).or_default() += weight);
            }
            prop_assert_eq!(sums, want);
        }
    }
}
