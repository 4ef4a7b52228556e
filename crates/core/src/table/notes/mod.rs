//! Facts that a reader should know in addition to the numbers.
//!
//! Takes the store, the cells and finished tables; gives notes as data. Must not know how notes are worded.

pub(super) mod clocks;
pub(super) mod common_shift;
pub(super) mod direction;
pub(super) mod explain;
pub(super) mod found;
pub(super) mod looks;
pub(super) mod machine;
pub(super) mod mismatch;
pub(super) mod run_order;
pub(super) mod same_samples;
pub(super) mod sequential;
