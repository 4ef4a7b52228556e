//! The order of keys.

use std::cmp::Ordering;

use super::{FEW, KeyId, Projection, Slot};

/// The rank of each value of a slot.
enum Ranks {
    /// (value, rank).
    Few(Vec<(u32, u32)>),
    /// By value number.
    Many(Vec<u32>),
}

impl Ranks {
    fn get(&self, value: u32) -> u32 {
        match self {
            Ranks::Few(ranks) => ranks.iter().find(|r| r.0 == value).map_or(0, |r| r.1),
            Ranks::Many(ranks) => ranks[value as usize],
        }
    }
}

impl Projection {
    /// The place of each key when all keys are sorted, by key number.
    pub(crate) fn ranks(&self) -> Vec<u32> {
        let ranks: Vec<Ranks> = self.slots.iter().map(|slot| self.value_ranks(slot)).collect();
        let order: Vec<usize> = self.flattened_places();
        let rank = |key: KeyId, slot: usize| ranks[slot].get(self.value(key, &self.slots[slot]));
        let compare = |&a: &KeyId, &b: &KeyId| {
            let mut unequal = order.iter().map(|&slot| rank(a, slot).cmp(&rank(b, slot)));
            unequal.find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
        };
        let mut sorted: Vec<KeyId> = (0..self.keys.len() as u32).collect();
        sorted.sort_by(compare);
        let mut places = vec![0; sorted.len()];
        for (place, &key) in (0..).zip(&sorted) {
            places[key as usize] = place;
        }
        places
    }

    /// The rank of each value of a slot. Values never seen in it rank first; only the empty one can
    /// turn up so, in keys older than the slot.
    fn value_ranks(&self, slot: &Slot) -> Ranks {
        let mut values: Vec<(u32, &[u8])> = Vec::with_capacity(slot.seen.len() + 1);
        if !slot.seen.contains(&0) {
            values.push((0, b""));
        }
        values.extend(slot.seen.iter().map(|&value| (value, self.texts.get(value))));
        self.fields[slot.field].order.sort(&mut values, slot.config_key.is_none());
        let ranked = values.iter().zip(0..).map(|(&(value, _), rank)| (value, rank));
        if values.len() <= FEW {
            return Ranks::Few(ranked.collect());
        }
        let mut ranks = vec![0; self.texts.len()];
        ranked.for_each(|(value, rank)| ranks[value as usize] = rank);
        Ranks::Many(ranks)
    }
}
