//! Which content a store has.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Stores of the same stamp have the same content. It is no part of the content: nothing that is
/// shown depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp(usize);

impl Default for Stamp {
    /// One that no store had yet.
    fn default() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        Stamp(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
