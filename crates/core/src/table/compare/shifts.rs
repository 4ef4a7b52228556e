//! By how much control benchmarks moved in each block.

use crate::project::KeyId;

/// What tells a pair or block from the others: a value of the key, a place in the order of reading, or a
/// recording and the number of a block in it.
pub(super) type BlockId<'s> = (&'s [u8], u32);

/// By how much the control rows of a column moved against a baseline.
#[derive(Debug, Default)]
pub(super) struct Shifts<'s> {
    /// By block.
    pub(super) ratios: Vec<(BlockId<'s>, f64)>,
    /// How many runs each side of a control has, for pairs by place.
    pub(super) runs: usize,
    /// The median over the blocks.
    pub(super) median: f64,
    /// What they are made of.
    pub(super) found: Found,
}

impl Shifts<'_> {
    /// By how much they moved in a block.
    pub(super) fn of(&self, block: BlockId<'_>) -> Option<f64> {
        let place = self.ratios.binary_search_by(|(other, _)| other.cmp(&block)).ok()?;
        Some(self.ratios[place].1)
    }
}

/// What shifts are made of.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// All controls that both sides have.
    pub(super) rows: Vec<KeyId>,
    /// How many of them have a ratio.
    pub(super) usable: u32,
    /// How many of their pairs or blocks have none, because a value is not positive.
    pub(super) without: u64,
}
