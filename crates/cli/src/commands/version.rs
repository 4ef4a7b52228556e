//! `benchlens version`.

use crate::args;

/// Defines the command, for its help and completions.
pub(super) fn command() -> clap::Command {
    args::command(NAME, "Print the version", "benchlens version").args(args::help_flags())
}

/// The command's name.
pub(super) const NAME: &str = "version";

pub(super) const USAGE: &str = "usage: benchlens version\n";

/// Returns the text to print.
pub(super) fn text() -> String {
    format!("benchlens {}\n", env!("CARGO_PKG_VERSION"))
}
