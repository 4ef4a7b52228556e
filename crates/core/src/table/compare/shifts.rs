//! The movement of control benchmarks in each block.

use crate::project::KeyId;

/// Identifies a pair or block: a value of the key, a position in reading order, or a recording and a block number in
/// it.
pub(super) type BlockId<'s> = (&'s [u8], u32);

/// The movement of the control benchmarks of a column against a baseline.
#[derive(Debug, Default)]
pub(super) struct Shifts<'s> {
    /// The ratio new/old of each block.
    pub(super) ratios: Vec<(BlockId<'s>, f64)>,
    /// How many runs each side of a control has, for pairs by index.
    pub(super) runs: usize,
    /// The median over the blocks.
    pub(super) median: f64,
    /// The controls that the ratios come from.
    pub(super) found: Found,
}

impl Shifts<'_> {
    /// Returns the movement in a block.
    pub(super) fn of(&self, block: BlockId<'_>) -> Option<f64> {
        let index = self.ratios.binary_search_by(|(other, _)| other.cmp(&block)).ok()?;
        Some(self.ratios[index].1)
    }
}

/// The controls that shifts come from.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// All controls that both sides have.
    pub(super) rows: Vec<KeyId>,
    /// How many of them have a ratio.
    pub(super) usable: u32,
    /// How many of their pairs or blocks have no ratio, because a value is not positive.
    pub(super) without: u64,
}
