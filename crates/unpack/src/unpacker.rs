//! What opening needs to know of the containers around an input.

use std::sync::Arc;

use super::budget::Budget;

/// Opens one input, and what is inside of it.
#[derive(Debug, Clone, Default)]
pub struct Unpacker {
    pub(crate) budget: Arc<Budget>,
    /// How many containers were opened on the way here.
    pub(crate) depth: usize,
}

impl Unpacker {
    /// How many bytes were read of what was opened with it: how far unpacking is.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.budget.so_far()
    }
}
