//! What is known of the values of cells that a store does not have.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// What more than summaries and comparisons is asked of values. Cells go by their [numbers](super::place::CellPlace::number),
/// comparisons by those of baseline and new side.
#[derive(Debug, Default)]
pub(in crate::table) struct Known {
    /// In how many orders the samples could stand of which both sides have them in the same one.
    pub(in crate::table) orders: BTreeMap<[u32; 2], f64>,
    /// The exact p of comparisons of which the report has an approximation.
    pub(in crate::table) exact_p: BTreeMap<[u32; 2], f64>,
    /// The cells that have one value alone, more than once.
    pub(in crate::table) constant: BTreeSet<u32>,
}
