//! An ordering as bytes: serde has none.

use std::cmp::Ordering;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The sign of an ordering.
pub(crate) fn serialize<S: Serializer>(ordering: &Ordering, out: S) -> Result<S::Ok, S::Error> {
    (*ordering as i8).serialize(out)
}

/// The ordering of a sign.
pub(crate) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Ordering, D::Error> {
    i8::deserialize(from).map(|sign| sign.cmp(&0))
}
