//! Answers: the report on a question about a store.
//!
//! Takes a store and a compiled query; gives a report: at once, in steps, or from shards.

pub(super) mod first_rows;
pub(super) mod question;
pub(super) mod remembered;
pub(super) mod report;
pub(super) mod shards;
pub(super) mod uncompared;
