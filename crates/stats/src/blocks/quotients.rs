//! The quotients (or differences) of new and old values within blocks, by weight.
//!
//! Takes blocks and weights; gives the quotient at which a fraction of the weight is reached. Guarantees that memory
//! stays small for large blocks. Must not know any test.

use super::super::ShiftScale;
use super::block::Block;
use super::weights::Weights;
use benchlens_base::sort::{from_sort_key, to_sort_key};

/// The maximum number of quotients to list in order. If there are more, one is searched among all numbers.
const LISTED: usize = 1 << 16;

/// Quotients of one set of blocks. Keep and reuse it, because it only keeps memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Quotients {
    /// The distinct quotients as integers in the same order, each with the cumulative weight.
    keys: Vec<(u64, u64)>,
    is_listed: bool,
}

impl Quotients {
    pub(super) fn fill(&mut self, blocks: &[Block<'_>], weights: &Weights, scale: ShiftScale) {
        let keys = &mut self.keys;
        keys.clear();
        let count: usize = weights.sizes.iter().map(|[old, new]| old.saturating_mul(*new)).sum();
        self.is_listed = count <= LISTED;
        if !self.is_listed {
            return;
        }
        for (block, &weight) in blocks.iter().zip(&weights.of) {
            for &x in block.old {
                keys.extend(block.new.iter().map(|&y| (to_sort_key(scale.of(x, y)), weight)));
            }
        }
        keys.sort_unstable();
        keys.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        let mut end = 0;
        for (_, weight) in keys {
            end += *weight;
            *weight = end;
        }
    }

    /// Returns the number of distinct quotients that are listed, which is also the number of the last stretch between
    /// them.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns the weight of the first `first` distinct quotients.
    pub(super) fn weight_of(&self, first: usize) -> u64 {
        first.checked_sub(1).map_or(0, |last| self.keys[last].1)
    }

    /// Returns how many distinct quotients have at most this weight together.
    pub(super) fn stretch_at(&self, weight: u64) -> usize {
        self.keys.partition_point(|&(_, end)| end <= weight)
    }

    /// Returns the distinct quotient at key `at`.
    pub(super) fn different(&self, at: usize) -> Option<f64> {
        self.keys.get(at).map(|&(key, _)| from_sort_key(key))
    }

    /// Returns the first quotient whose cumulative weight is greater than `weight`.
    pub(super) fn beyond(
        &self,
        weight: u64,
        blocks: &[Block<'_>],
        weights: &Weights,
        scale: ShiftScale,
    ) -> f64 {
        if self.is_listed {
            return self.different(self.stretch_at(weight)).unwrap_or(f64::NAN);
        }
        let (mut least, mut most) = (0, u64::MAX);
        while least < most {
            let middle = least + (most - least) / 2;
            if weight < up_to(from_sort_key(middle), blocks, weights, scale) {
                most = middle;
            } else {
                least = middle + 1;
            }
        }
        from_sort_key(least)
    }
}

/// Returns the weight of all quotients up to a bound. Quotients grow with the new value and fall with the old one,
/// even rounded, so one pass counts them.
fn up_to(bound: f64, blocks: &[Block<'_>], weights: &Weights, scale: ShiftScale) -> u64 {
    let mut all = 0;
    for (block, weight) in blocks.iter().zip(&weights.of) {
        let (mut count, mut below) = (0, 0);
        for &x in block.old {
            let more = block.new[below..].iter();
            below += more.take_while(|&&y| scale.of(x, y).total_cmp(&bound).is_le()).count();
            count += below as u64;
        }
        all += weight * count;
    }
    all
}
