//! What is known of the values of cells that a store does not have.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// What more than summaries and comparisons is asked of values. Cells go by their [numbers](super::cells::CellPlace::number),
/// comparisons by those of baseline and new side.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// In how many orders the samples could stand of which both sides have them in the same one.
    pub(super) orders: BTreeMap<[u32; 2], f64>,
    /// The exact p of comparisons of which the report has an approximation.
    pub(super) exact_p: BTreeMap<[u32; 2], f64>,
    /// The cells that have one value alone, more than once.
    pub(super) constant: BTreeSet<u32>,
}
