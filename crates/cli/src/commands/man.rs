//! `benchlens man`: manual pages.
//!
//! Takes clap's definitions of commands, as the help does; writes them in the language of `man`. A page contains all
//! flags of its command.

use clap::builder::{Resettable, StyledStr};
use clap::{Arg, ArgMatches, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::args::{self, Program};

/// The command's name.
pub(super) const NAME: &str = "man";

pub(super) const USAGE: &str = "usage: benchlens man [COMMAND]\n";

const ABOUT: &str = "\
Print a manual page

Prints the page of benchlens or of a command. To read it:

  benchlens man | man -l -";

/// Defines the command, for its help and completions.
pub(super) fn command() -> Command {
    args::command(NAME, ABOUT, "benchlens man [COMMAND]")
        .arg(Arg::new("words").value_name("COMMAND").num_args(0..))
        .args(args::help_flags())
}

/// Returns the text to print: the page of the comparison, or of a named command.
pub(super) fn text(matches: &ArgMatches, program: &Program) -> Result<String, String> {
    match program.asked(NAME, matches)? {
        None => page(program.comparison.clone(), "benchlens", &program.named),
        Some(command) => page(command.clone(), &format!("benchlens {}", command.get_name()), &[]),
    }
}

/// Renders the page of a command that is invoked with these words. The page also lists the `named` commands.
fn page(command: Command, called: &str, named: &[Command]) -> Result<String, String> {
    let title = called.replace(' ', "-");
    let about = text_of(command.get_long_about());
    let long = about.split_once("\n\n").map_or("", |(_, long)| long);
    let examples = text_of(command.get_before_help());
    let notes = text_of(command.get_after_long_help());
    let command = command.bin_name(called.to_owned()).display_name(title.clone());
    let command = command.mut_args(shown);
    let man = Man::new(command)
        .title(title)
        .source(concat!("benchlens ", env!("CARGO_PKG_VERSION")))
        .manual("benchlens");
    let mut out = Vec::new();
    let mut write = || -> std::io::Result<()> {
        man.render_title(&mut out)?;
        man.render_name_section(&mut out)?;
        man.render_synopsis_section(&mut out)?;
        section("DESCRIPTION", long).to_writer(&mut out)?;
        let examples = examples.trim_start_matches("Examples:\n");
        section("EXAMPLES", examples).to_writer(&mut out)?;
        commands(named).to_writer(&mut out)?;
        man.render_options_section(&mut out)?;
        section("NOTES", &notes).to_writer(&mut out)
    };
    write().map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// A flag without what its help says already: the list of its values, and a default that is nothing. One letter has
/// one dash.
fn shown(arg: Arg) -> Arg {
    if arg.is_positional() {
        return arg.hide(true);
    }
    let letter = arg.get_long().filter(|long| long.len() == 1).and_then(|long| long.chars().next());
    // All flags are described; details follow the summary as sentences.
    let help = arg.get_long_help().map(|help| help.to_string().replace('\n', ". "));
    let arg = match help {
        Some(help) => arg.hide_short_help(false).long_help(help),
        None => arg.hide_short_help(false),
    };
    let arg = match letter {
        Some(letter) => arg.short(letter).long(Resettable::Reset),
        None => arg,
    };
    if !arg.get_action().takes_values() {
        return arg;
    }
    let has_default = arg.get_default_values().iter().any(|value| !value.is_empty());
    arg.hide_possible_values(true).hide_default_value(!has_default)
}

/// Renders a section: paragraphs are filled, and indented lines are unchanged. A section without text is omitted.
fn section(heading: &str, text: &str) -> Roff {
    let mut roff = Roff::new();
    if text.is_empty() {
        return roff;
    }
    roff.control("SH", [heading]);
    let mut is_kept = false;
    for line in text.lines() {
        if line.starts_with(' ') != is_kept {
            is_kept = !is_kept;
            roff.control(if is_kept { "nf" } else { "fi" }, []);
        }
        match line {
            "" => roff.control("PP", []),
            _ => roff.text([roman(line)]),
        };
    }
    if is_kept {
        roff.control("fi", []);
    }
    roff
}

/// Renders the list of commands, if there are any.
fn commands(named: &[Command]) -> Roff {
    let mut roff = Roff::new();
    if named.is_empty() {
        return roff;
    }
    roff.control("SH", ["COMMANDS"]);
    for command in named {
        let about = text_of(command.get_about());
        roff.control("TP", []);
        roff.text([bold(command.get_name())]);
        let page = format!(": benchlens-{}(1)", command.get_name());
        roff.text([roman(about.lines().next().unwrap_or_default()), roman(page)]);
    }
    roff
}

fn text_of(text: Option<&StyledStr>) -> String {
    text.map(ToString::to_string).unwrap_or_default()
}
