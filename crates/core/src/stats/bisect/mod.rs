//! Searches a sequence of versions for the first one with a change.
//!
//! `change_point` computes probabilities from measurements; `search` decides what to measure next, and when the search
//! ends. Must not know what a version is, or how it is measured.

mod change_point;
mod search;

pub use change_point::ChangePoint;
pub use search::{Decision, MARGIN, Next, SURE, Search, Trial, Verdict};
