//! `benchlens run`: measure versions in interleaved runs, then compare them.

use clap::{Arg, ArgAction, ArgMatches, Command};
use std::ffi::OsString;

use crate::args::{self, RunArguments};
#[cfg(not(unix))]
use crate::output;
use crate::status::Status;

/// The arguments of a measurement.
#[derive(Debug)]
pub(crate) struct Run(RunArguments);

/// The command's name.
pub(super) const NAME: &str = "run";

pub(super) const USAGE: &str = "\
usage: benchlens run [flags] LABEL=COMMAND ... [-- ARGUMENTS...]

'benchlens run -h' explains the flags and shows examples.
";

const ABOUT: &str = "\
Record versions in turns, and compare them

Runs every version once in each block, in random order, so that all meet the same state of the \
machine. What a command prints goes to bench-LABEL.txt; the format is found by itself. At the end, the runs are \
compared in pairs, each with its partner of the same block.

A command is split into words as by a shell, without a shell. ARGUMENTS are added to each command.";

const EXAMPLES: &str = "\
Examples:
  benchlens run old='go test -bench . ./old' new='go test -bench . ./new'
  benchlens run -n 20 old=./old.test new=./new.test -- -test.bench .
  benchlens run -time old='./a input' new='./b input'      measure whole commands
  benchlens run -git main -git HEAD -build 'go test -c -o $BENCH_OUT .' -- -test.bench .
  benchlens run -aa now='./new.test -test.bench .'         one version against itself
";

const AFTER: &str = "\
Exit status: 0 recorded, 2 the command line is wrong, 3 a run failed, or a log cannot be written. \
What was recorded before stays in the logs.";

/// Defines the command, for its help, its flags and completions.
pub(super) fn command() -> Command {
    args::command(NAME, ABOUT, "benchlens run [flags] LABEL=COMMAND ... [-- ARGUMENTS...]")
        .before_help(EXAMPLES)
        .after_help(AFTER)
        .args(args::run_flags())
        .args(args::help_flags())
        .arg(words("versions", "LABEL=COMMAND"))
        .arg(words("rest", "ARGUMENTS").last(true))
}

fn words(name: &'static str, value: &'static str) -> Arg {
    let words = Arg::new(name).value_name(value).num_args(0..).action(ArgAction::Append);
    words.value_parser(clap::value_parser!(OsString))
}

/// Reads the arguments.
///
/// # Errors
///
/// Returns a sentence that explains which argument is wrong.
pub(super) fn from_matches(matches: &ArgMatches) -> Result<Run, String> {
    RunArguments::from_matches(matches).map(Run)
}

/// Measures and compares.
pub(super) fn run(request: &Run) -> Status {
    #[cfg(unix)]
    return crate::recording::run(&request.0);
    #[cfg(not(unix))]
    {
        let _ = &request.0;
        output::fail(Status::Usage, "run needs a Unix system, such as Linux, macOS or WSL")
    }
}
