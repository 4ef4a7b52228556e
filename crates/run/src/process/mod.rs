//! One run of one command.
//!
//! Takes a command; gives how it ended and what it used. Two processes share the work: `launch` in the program
//! itself, and `keep` in a small copy of it that starts the command. Nothing that the command started outlives the
//! run. Must not know what a command prints.

mod counters;
mod keep;
mod launch;
mod report;
mod start;
mod sweep;

pub use counters::why_no_counters;
pub use keep::keep;
pub(crate) use launch::Job;
pub use launch::{Finished, Launcher};
pub use report::{Ended, Usage};

/// The first word of the command line of a keeper.
pub const KEEPER: &str = "__keep";
