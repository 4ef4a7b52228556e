//! Runs one command once.
//!
//! Takes a command; gives how it ended and the resources it used. Two processes share the work: `launch` in the
//! program itself, and `keep` in a small copy of the program that starts the command. No process that the command
//! started survives the run. Must not know the format of a command's output.

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

/// The first argument of a keeper's command line.
pub const KEEPER: &str = "__keep";
