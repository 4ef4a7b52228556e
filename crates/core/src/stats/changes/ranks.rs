//! The order of a series: which place each point takes when sorted, and mid-ranks.
//!
//! Takes values in order of time. Gives places from 0 and the ranks, equal values sharing the mean of
//! theirs. Guarantees an order for any values, also not-a-numbers.

use crate::base::sort::to_place;

/// A series as its ranks.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranks {
    /// Of each point in order of time, its place among the sorted.
    pub(super) places: Vec<u32>,
    /// The ranks in sorted order, from 1; a multiple of a half.
    pub(super) sorted: Vec<f64>,
    /// Σ t³ − t over groups of t equal values, as a share of n³ − n: 0 without ties, 1 if all are equal.
    pub(super) tied: f64,
}

impl Ranks {
    pub(super) fn of(values: &[f64]) -> Self {
        // As integers, which sort in a third of the time; both zeros are one value.
        let mut order: Vec<(u64, u32)> =
            values.iter().map(|value| to_place(value + 0.0)).zip(0..).collect();
        order.sort_unstable();
        let mut ranks = Ranks {
            places: vec![0; values.len()],
            sorted: Vec::with_capacity(values.len()),
            tied: 0.0,
        };
        for (place, &(_, at)) in (0..).zip(&order) {
            ranks.places[at as usize] = place;
        }
        let cube = |count: usize| (count as f64) * (count as f64) * (count as f64) - count as f64;
        for group in order.chunk_by(|(a, _), (b, _)| a == b) {
            let before = ranks.sorted.len();
            let rank = before as f64 + (group.len() + 1) as f64 / 2.0;
            ranks.sorted.resize(before + group.len(), rank);
            ranks.tied += cube(group.len());
        }
        if 1 < values.len() {
            ranks.tied /= cube(values.len());
        }
        ranks
    }

    /// How many points.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether all values are equal, or there are none.
    pub(super) fn are_equal(&self) -> bool {
        self.sorted.first() == self.sorted.last()
    }

    /// The rank of each point, in order of time.
    pub(super) fn in_order(&self) -> impl Iterator<Item = f64> + '_ {
        self.places.iter().map(|&place| self.sorted[place as usize])
    }
}
