//! `benchlens completions`: scripts that complete the command line in a shell.

use clap::{Arg, ArgMatches, Command};

use crate::args;

pub(super) const USAGE: &str = "\
usage: benchlens completions SHELL

SHELL is one of bash, elvish, fish, powershell, zsh.
";

/// The command, for its help and completions.
pub(super) fn command() -> Command {
    let about = "Print a script that completes flags and values in your shell";
    args::command("completions", about, "benchlens completions SHELL")
        .arg(Arg::new("words").num_args(0..))
        .args(args::help_flags())
}

/// What it prints.
///
/// # Errors
///
/// That no such shell is known.
pub(super) fn text(
    matches: &ArgMatches,
    compare: &Command,
    named: &[Command],
) -> Result<String, String> {
    let words: Vec<&String> = matches.get_many("words").unwrap_or_default().collect();
    let shell = match words[..] {
        [shell] => shell.parse::<clap_complete::Shell>().ok(),
        _ => None,
    };
    let shell = shell.ok_or("completions takes one of bash, elvish, fish, powershell, zsh")?;
    let mut command = compare.clone().disable_help_subcommand(true).subcommands(named.to_vec());
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "benchlens", &mut script);
    Ok(String::from_utf8_lossy(&script).into_owned())
}
