//! The generation of a store: a number that every change replaces.

use std::sync::Arc;

/// Stores of the same generation have the same content: clones share it, and every change replaces it first. It is not
/// part of the content, and no output depends on it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Generation(Arc<()>);

impl Generation {
    /// Changes to a generation that no other store has.
    pub(super) fn renew(&mut self) {
        if Arc::get_mut(&mut self.0).is_none() {
            *self = Generation::default();
        }
    }
}

impl PartialEq for Generation {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
