//! Compare benchmark results.
#![forbid(unsafe_code)]

pub mod base;
pub mod format;
pub mod project;
pub mod stats;
pub mod store;
pub mod unit;

pub use store::{Input, Store, StoreBuilder};
