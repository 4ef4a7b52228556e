//! Compare benchmark results.
#![forbid(unsafe_code)]

pub mod base;
pub mod format;
mod grid;
pub mod project;
pub mod query;
pub mod render;
pub mod stats;
pub mod store;
pub mod table;
pub mod unit;

pub use base::{Error, label_inputs};
pub use query::{Plan, Query, run};
pub use render::{Output, Page, render};
pub use store::{Input, Store, StoreBuilder};
pub use table::Report;
