//! `benchlens bisect`: find the commit that changed a benchmark.

use std::ffi::OsString;

use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::args::{self, BisectArguments};
#[cfg(not(unix))]
use crate::output;
use crate::status::Status;

/// The arguments of a search.
#[derive(Debug)]
pub(crate) struct Bisect(BisectArguments);

/// The command's name.
pub(super) const NAME: &str = "bisect";

pub(super) const USAGE: &str = "\
usage: benchlens bisect [flags] GOOD..BAD [-- COMMAND...]
       benchlens bisect [flags] -from-history FILE [-- COMMAND...]

'benchlens bisect -h' explains the flags and shows examples.
";

const ABOUT: &str = "\
Find the commit that made a benchmark slower or faster

Measures commits between GOOD and BAD in blocks next to GOOD, always the commit that divides the \
remaining possibilities best, until one commit is the first with the change with a probability of \
95%. Fresh blocks of this commit and its parent then have to prove it. If more runs cannot decide, \
the answer is a range of commits.

Each commit is in its own folder, where builds and COMMAND run; your files are not changed. With \
--build, COMMAND is the list of arguments of the program and can be omitted. A search that was \
interrupted continues from its logs.";

const EXAMPLES: &str = "\
Examples:
  benchlens bisect v1.8..HEAD -- go test -run '^$' -bench Decode
  benchlens bisect --build 'go test -c -o $BENCH_OUT' v1.8.. -- -test.bench X
  benchlens bisect --time --build 'make && cp prog $BENCH_OUT' v1.8..HEAD
";

/// Defines the command, for its help, its flags and completions.
pub(super) fn command() -> Command {
    args::command(NAME, ABOUT, "benchlens bisect [FLAGS] GOOD..BAD [-- COMMAND...]")
        .before_help(EXAMPLES)
        .args(args::bisect_flags())
        .args(args::help_flags())
        .arg(words("range", "GOOD..BAD"))
        .arg(words("rest", "COMMAND").last(true))
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
pub(super) fn from_matches(matches: &ArgMatches) -> Result<Bisect, String> {
    BisectArguments::from_matches(matches).map(Bisect)
}

/// Searches for the commit.
pub(super) fn run(request: &Bisect) -> Status {
    #[cfg(unix)]
    return crate::recording::bisect(&request.0);
    #[cfg(not(unix))]
    {
        let _ = &request.0;
        output::fail(Status::Usage, "bisect needs a Unix system, such as Linux, macOS or WSL")
    }
}
