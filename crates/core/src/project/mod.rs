//! Expressions over benchmark results.

pub mod regexp;
