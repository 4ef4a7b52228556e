//! Serializes an ordering as a byte, because serde has no implementation for it.

use std::cmp::Ordering;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Serializes an ordering as its sign.
pub fn serialize<S: Serializer>(ordering: &Ordering, out: S) -> Result<S::Ok, S::Error> {
    (*ordering as i8).serialize(out)
}

/// Deserializes an ordering from its sign.
pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Ordering, D::Error> {
    i8::deserialize(from).map(|sign| sign.cmp(&0))
}
