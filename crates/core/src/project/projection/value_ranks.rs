//! The ranks of values.

use crate::base::sort::sort_copies;

/// The rank of each value of a slot.
pub(super) enum Ranks {
    /// Pairs of value and rank, sorted by value.
    Sparse(Vec<(u32, u32)>),
    /// The ranks, by value number.
    Dense(Vec<u32>),
}

/// The maximum number of values that a linear search visits.
pub(super) const FEW: usize = 8;

impl Ranks {
    /// Returns the ranks of some values that are already in order.
    pub(super) fn sparse(values: impl Iterator<Item = u32>) -> Ranks {
        let mut ranks: Vec<(u32, u32)> = values.zip(0..).collect();
        sort_copies(&mut ranks, &mut |a, b| a.cmp(b));
        Ranks::Sparse(ranks)
    }

    pub(super) fn get(&self, value: u32) -> u32 {
        match self {
            Ranks::Sparse(ranks) if ranks.len() <= FEW => {
                ranks.iter().find(|rank| rank.0 == value).map_or(0, |rank| rank.1)
            }
            Ranks::Sparse(ranks) => {
                let at = ranks.binary_search_by_key(&value, |rank| rank.0);
                at.map_or(0, |at| ranks[at].1)
            }
            Ranks::Dense(ranks) => ranks[value as usize],
        }
    }
}
