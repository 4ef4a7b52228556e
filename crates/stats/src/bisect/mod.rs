//! Searches a sequence of versions for the first one with a change.
//!
//! `change_point` computes probabilities from measurements; `search` decides what to measure next, and when the search
//! ends. Must not know the meaning of a version or of a measurement.

mod change_point;
mod search;

pub use change_point::ChangePoint;
pub use search::{Decision, Next, SURE, Search, Trial, Verdict};
