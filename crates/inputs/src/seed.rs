//! The seed of hashing.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A seed of hashing that nobody knows beforehand, so that no log can be made of names that collide.
pub fn seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
