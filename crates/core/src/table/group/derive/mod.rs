//! Derived metrics: units that are computed from others, line by line.
//!
//! Takes expressions; gives values for every line that has the required units and keys. Guarantees at most one value a
//! line, so that intervals and tests describe the derived quantity. Must not know how values are grouped.

mod bound;
mod derivation;
mod lowest;
mod parse;
mod procs;
mod steps;

pub(in crate::table) use bound::{DeriveRoom, Derived, LeftOut};
pub(crate) use derivation::Derivation;
