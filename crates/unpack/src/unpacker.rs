//! The state of unpacking: the containers around an input.

use std::sync::Arc;

use super::budget::Budget;

/// Opens one input and its content.
#[derive(Debug, Clone, Default)]
pub struct Unpacker {
    pub(crate) budget: Arc<Budget>,
    /// The number of containers that have been opened around it.
    pub(crate) depth: usize,
}

impl Unpacker {
    /// Returns the number of bytes that were read from the inputs it opened, which is the progress of unpacking.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.budget.so_far()
    }
}
