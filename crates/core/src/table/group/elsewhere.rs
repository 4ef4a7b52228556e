//! The known facts about the values of cells that a store does not have.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// The facts about values that notes and gates need in addition to summaries and comparisons. Cells are identified by
/// their [numbers](super::index::CellIndex::number), comparisons by the numbers of baseline and new side.
#[derive(Debug, Default)]
pub(in crate::table) struct Known {
    /// The comparisons whose sides have the same samples, or of which one side contains the samples of the other.
    pub(in crate::table) overlaps: BTreeMap<[u32; 2], Overlap>,
    /// The blocks of comparisons within a recording.
    pub(in crate::table) blocks: BTreeMap<[u32; 2], RowBlocks>,
    /// The cells with more than one value whose values are all equal.
    pub(in crate::table) constant: BTreeSet<u32>,
}

/// How the samples of both sides of a comparison overlap.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(in crate::table) struct Overlap {
    /// Whether both sides have the same samples; otherwise one contains the other.
    pub(in crate::table) is_whole: bool,
    /// The logarithm of the greatest probability of that by chance.
    pub(in crate::table) ln_chance: f64,
}

/// The blocks of a recording in which both sides of a row were measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(in crate::table) struct RowBlocks {
    /// By recording and number.
    pub(in crate::table) blocks: Vec<RowBlock>,
    /// How many runs of either side they contain.
    pub(in crate::table) runs: [u32; 2],
}

/// A row in a block: logarithms of both sides, the baseline's first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(in crate::table) struct RowBlock {
    pub(in crate::table) recording: Vec<u8>,
    pub(in crate::table) number: u32,
    /// Of the median, or the mean, of the runs.
    pub(in crate::table) average: [f64; 2],
    /// Of the best run.
    pub(in crate::table) best: [f64; 2],
}
