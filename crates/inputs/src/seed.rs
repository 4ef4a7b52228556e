//! The seed of hashing.

use std::hash::{BuildHasher, Hasher, RandomState};

/// Returns an unpredictable seed for hashing, so that a log cannot be crafted with names that collide.
pub fn seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
