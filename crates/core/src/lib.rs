//! Compare benchmark results.
#![forbid(unsafe_code)]

pub mod base;
pub mod format;
pub mod project;
pub mod query;
pub mod stats;
pub mod store;
pub mod table;
pub mod unit;

pub use query::{Plan, Query, run};
pub use store::{Input, Store, StoreBuilder};
