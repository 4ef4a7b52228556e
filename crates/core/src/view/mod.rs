//! Views: what an interactive page shows of a store and of a report, piece by piece.
//!
//! Takes stores, reports and what a reader asks for (this table, sorted so, these rows); gives
//! plain data of texts and counts that serialises. Every number is formatted, every sentence
//! written, every order decided here or below, so that a front end only places what it is given.
//! A window of rows costs what its rows cost, not what the table costs.

mod ask;
mod input;
mod overview;
mod reading;
mod rows;
mod types;

pub use ask::{detail, run_result};
pub use input::{diagnostics, inputs, keys, suggestions};
pub use overview::{overview_json, overview_text};
pub use reading::{Capacity, capacity, progress};
pub use rows::{row_order, row_page};
pub use types::*;
