//! Measures benchmarks in interleaved runs.
//!
//! Takes a [`Plan`]: the versions of a program, and how often to run each. Gives a log for each version, in which
//! every run names its block of the recording. When the measurement ends for any reason, running commands are ended
//! with all their children.
//!
//! Guarantees: apart from the run in progress, a log contains only complete runs; the same plan and seed give the
//! same order. Must not know: the command line, the meaning of a number, the comparison.
//!
//! ```text
//! words ─→ plan ─→ record ─→ process   (a run, measured by a keeper)
//!                      └──→ logs
//! ask ─→ git, builds, names ─→ results ─→ plan       machine: warnings about the measurement
//! ```
#![cfg(unix)]
#![deny(unsafe_code)]

mod ask;
mod builds;
mod counted;
mod git;
mod headed;
mod inherited;
mod interrupts;
mod lines;
mod logs;
mod machine;
mod names;
mod plan;
mod process;
mod record;
mod results;
mod step;
mod words;

pub use ask::{Helper, Unready};
pub use builds::{BENCH_OUT, BENCH_SEED, Workshop, build_seeds};
pub use counted::Counted;
pub use git::{Commit, Repository, short};
pub use interrupts::{Interrupts, is_ignored};
pub use logs::{LogError, Logs, Mode as LogMode};
pub use machine::machine_notes;
pub use names::{GoTurns, Listed, go_one, go_pattern, go_turns, list_names, spread};
pub use plan::{Hooks, Item, Measure, Order, Plan, RESULTS, Template, Version, is_processors};
pub use process::{Ended, Finished, KEEPER, Launcher, Usage, keep, why_no_counters};
pub use record::{Failed, Flow, Outcome, Printed, Spent, Stop, Watcher, record};
pub use results::{has_results, with_results};
pub use step::Step;
pub use words::{WordsError, join, split};
