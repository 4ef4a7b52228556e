//! Compare benchmark results.
#![forbid(unsafe_code)]

pub mod project;
pub mod stats;
