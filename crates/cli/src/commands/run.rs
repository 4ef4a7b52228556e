//! `benchlens run`: measure versions with interleaved runs, then compare them.

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
Measure versions, interleaved, and compare them

Each block runs every version once, in random order, so that machine drift affects all versions \
equally. The output of each command is written to bench-LABEL.txt, in any supported format. At the \
end, the runs of each block are compared in pairs.

A command is split into words as in a shell, but runs without a shell unless you use --shell. \
ARGUMENTS are appended to each command.";

const EXAMPLES: &str = "\
Examples:
  benchlens run old='go test -bench . ./old' new='go test -bench . ./new'
  benchlens run -n 20 old=./old.test new=./new.test -- -test.bench .
  benchlens run --time old='./a input' new='./b input'   measure whole commands
  benchlens run --git main --git HEAD -- go test -bench .
  benchlens run --aa now='./new.test -test.bench .'      measure the noise
";

const USAGE_LINE: &str = "benchlens run [FLAGS] LABEL=COMMAND... [-- ARGUMENTS...]";

/// The flags that `-h` shows.
const COMMON: [&str; 14] = [
    "time", "each", "git", "build", "shell", "aa", "n", "for", "until", "o", "append", "force",
    "quiet", "help",
];

/// Defines the command, for its help, its flags and completions.
pub(super) fn command() -> Command {
    let command = args::command(NAME, ABOUT, USAGE_LINE)
        .before_help(EXAMPLES)
        .args(args::run_flags())
        .args(args::help_flags())
        .arg(words("versions", "LABEL=COMMAND"))
        .arg(words("rest", "ARGUMENTS").last(true));
    args::with_common_flags(command, &COMMON)
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
