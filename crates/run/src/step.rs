//! A step of a recording.

use crate::plan::Item;

/// A run that is about to begin.
#[derive(Debug, Clone, Copy)]
pub struct Step<'p> {
    /// What is measured.
    pub item: &'p Item,
    /// Its place in the plan.
    pub item_number: usize,
    /// The block, from 1; from 1 to `warmup` in a warm-up.
    pub block: u32,
    /// Whether it is thrown away.
    pub is_warmup: bool,
    /// The version's label.
    pub label: &'p str,
}
