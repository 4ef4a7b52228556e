//! Records benchmarks in turns.
//!
//! Takes a [`Plan`]: versions of a program, and how often to run each. Gives a log for each version, in which every
//! run says which block of the recording it is of. What runs is ended with all its children if the
//! recording ends, however that comes.
//!
//! Guarantees: a log holds whole runs only, but for the one in progress; the same plan and seed give the same
//! order. Must not know: the command line, what a number means, how a comparison is made.
//!
//! ```text
//! words ─→ plan ─→ record ─→ process   (a run, measured by a keeper)
//!                      └──→ logs
//! ask ─→ git, builds, names ─→ plan       machine: what speaks against measuring now
//! ```
#![cfg(unix)]
#![deny(unsafe_code)]

mod ask;
mod builds;
mod git;
mod headed;
mod interrupts;
mod lines;
mod logs;
mod machine;
mod names;
mod plan;
mod process;
mod record;
mod step;
mod words;

pub use ask::{Helper, Unready};
pub use builds::{BENCH_OUT, Workshop, build_seeds};
pub use git::{Repository, short};
pub use interrupts::{Interrupts, is_ignored};
pub use logs::{LogError, Logs, Mode as LogMode};
pub use machine::machine_notes;
pub use names::{GoTurns, Listed, go_turns, list_names, spread};
pub use plan::{Item, Measure, Order, Plan, Template, Version, is_processors};
pub use process::{Ended, Finished, KEEPER, Launcher, Usage, keep, why_no_counters};
pub use record::{Flow, Outcome, Printed, Stop, Watcher, record};
pub use step::Step;
pub use words::{WordsError, join, split};
