//! Sorts keys.

use std::cmp::Ordering;

use super::value_ranks::{FEW, Ranks};
use super::{ConfigKeys, KeyId, KeyPart, Projection, Slot};
use crate::base::sort::order;

/// The ranks of all values of a part of keys.
enum PartRanks<'p> {
    Slot(&'p Slot, Ranks),
    Configs(Vec<Ranks>),
}

impl Projection {
    /// Returns the rank of each key when all keys are sorted, by key number.
    pub(crate) fn ranks(&self) -> Vec<u32> {
        let ranks = |part| match part {
            KeyPart::Slot(slot) => PartRanks::Slot(slot, self.value_ranks(slot)),
            KeyPart::Configs(configs, order) => {
                PartRanks::Configs(configs.ranks(order, &self.texts))
            }
        };
        let parts: Vec<PartRanks<'_>> = self.parts().map(ranks).collect();
        let mut compare = |a: usize, b: usize| {
            let (a, b) = (a as KeyId, b as KeyId);
            let mut unequal = parts.iter().map(|part| self.compare(part, a, b));
            unequal.find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
        };
        let sorted = order(self.keys.len(), &mut compare);
        let mut indices = vec![0; sorted.len()];
        for (index, &key) in (0..).zip(&sorted) {
            indices[key] = index;
        }
        indices
    }

    fn compare(&self, part: &PartRanks<'_>, a: KeyId, b: KeyId) -> Ordering {
        match part {
            PartRanks::Slot(slot, ranks) => {
                ranks.get(self.value(a, slot)).cmp(&ranks.get(self.value(b, slot)))
            }
            PartRanks::Configs(ranks) => {
                let [a, b] = [a, b].map(|key| self.keys.get(key).1);
                let compare = |configs: &ConfigKeys| configs.compare(ranks, a, b);
                self.configs.as_ref().map_or(Ordering::Equal, compare)
            }
        }
    }

    /// Returns the rank of each value of a slot.
    fn value_ranks(&self, slot: &Slot) -> Ranks {
        let mut values: Vec<(u32, &[u8])> =
            slot.seen.iter().map(|&value| (value, self.texts.get(value))).collect();
        self.fields[slot.field].order.sort(&mut values, true);
        if values.len() <= FEW {
            return Ranks::sparse(values.iter().map(|&(value, _)| value));
        }
        let mut ranks = vec![0; self.texts.count()];
        for (&(value, _), rank) in values.iter().zip(0..) {
            ranks[value as usize] = rank;
        }
        Ranks::Dense(ranks)
    }
}
