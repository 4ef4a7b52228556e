//! A step of a measurement.

use crate::plan::Item;

/// A run that is about to begin.
#[derive(Debug, Clone, Copy)]
pub struct Step<'p> {
    /// The item that is measured.
    pub item: &'p Item,
    /// The item's index in the plan.
    pub item_number: usize,
    /// The number of the block, from 1; warmup blocks are numbered from 1 to `warmup`.
    pub block: u32,
    /// Whether the run is discarded.
    pub is_warmup: bool,
    /// The version's label.
    pub label: &'p str,
}
