//! The known facts about the values of cells that a store does not have.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// The facts about values that notes and gates need in addition to summaries and comparisons. Cells are identified by
/// their [numbers](super::place::CellPlace::number), comparisons by the numbers of baseline and new side.
#[derive(Debug, Default)]
pub(in crate::table) struct Known {
    /// For comparisons whose sides have the same samples in the same order: how many orders were possible.
    pub(in crate::table) orders: BTreeMap<[u32; 2], f64>,
    /// The exact p of comparisons whose p in the report is an approximation.
    pub(in crate::table) exact_p: BTreeMap<[u32; 2], f64>,
    /// The cells with more than one value whose values are all equal.
    pub(in crate::table) constant: BTreeSet<u32>,
}
