//! The generation of a store: a number that every change renews.

use std::sync::Arc;

/// Stores of the same generation have the same content: it is shared by clones, and replaced before
/// every change. It is no part of the content: nothing that is shown depends on it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Generation(Arc<()>);

impl Generation {
    /// Becomes one that nobody else has.
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
