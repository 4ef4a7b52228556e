//! Comparing: from cells to numbers.
//!
//! Takes cells and their values; gives rows with summaries and comparisons. Must not know names, or how anything is
//! printed.

mod block_centers;
mod builds;
pub(super) mod cache;
mod confirming;
pub(super) mod control;
pub(super) mod family;
pub(super) mod geomean;
pub(super) mod levels;
pub(super) mod looks;
mod means;
pub(super) mod method;
pub(super) mod paired;
pub(super) mod pairing;
pub(super) mod pass;
mod ranks;
pub(super) mod samples;
pub(super) mod shifts;
pub(super) mod suite;
pub(super) mod varying_keys;
