//! The `/gomaxprocs` that a benchmark ran with.

use crate::project::{Key, key_value, processors};
use crate::store::Store;

/// Returns the `/gomaxprocs` of a benchmark; 1 if its name has none.
pub(super) fn gomaxprocs_text(store: &Store, identity: u32) -> &[u8] {
    processors(key_value(&Key::GoMaxProcs, store, identity))
}
