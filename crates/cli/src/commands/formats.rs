//! `benchlens formats`: the formats that benchlens reads, and how to record each of them.

use benchlens_core::format::{FORMATS, Format};
use clap::Command;

use crate::args;

/// The command's name.
pub(super) const NAME: &str = "formats";

pub(super) const USAGE: &str = "\
usage: benchlens formats
";

const ABOUT: &str = "\
List the supported formats and how to produce them

Lists a command that produces each format and, if possible, a command for benchlens run.";

/// Defines the command, for its help and completions.
pub(super) fn command() -> Command {
    args::command(NAME, ABOUT, "benchlens formats").args(args::help_flags())
}

/// The operator that needs a shell: `benchlens run` does not start a shell automatically.
const NEEDS_SHELL: &str = "&&";

/// Returns the text to print.
pub(super) fn text() -> String {
    let mut text = String::from(
        "Files, folders, archives, and what comes through a pipe may be in any of these formats. The content\n\
         decides, not the name. gzip, zstd, zip and tar are opened, and CI logs may have time stamps.\n",
    );
    FORMATS.iter().for_each(|format| push(&mut text, format));
    text += "\nTo measure versions, interleaved:\n  \
             benchlens run old='COMMAND' new='COMMAND'\n\
             benchlens run -shell old='COMMAND' new='COMMAND'\n";
    text
}

fn push(text: &mut String, format: &Format) {
    *text += &format!("\n{}: {}\n  measure:  {}\n", format.name, format.about, format.example);
    if let Some(command) = format.run_command {
        let flag = if command.contains(NEEDS_SHELL) { ", with -shell" } else { "" };
        *text += &format!("  benchlens run{flag}: {command}\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_fit_between_single_quotes() {
        // Go's commands quote only words that a shell would leave unchanged.
        let others = FORMATS.iter().filter(|format| !format.name.starts_with("go"));
        for (name, command) in others.filter_map(|format| Some((format.name, format.run_command?)))
        {
            assert!(!command.contains('\''), "{name}");
            let is_for_shell = command.contains(['>', ';', '|', '$']);
            assert!(!is_for_shell || command.contains(NEEDS_SHELL), "{name}");
        }
    }
}
