//! Compare benchmark results.
#![forbid(unsafe_code)]

pub mod stats;
