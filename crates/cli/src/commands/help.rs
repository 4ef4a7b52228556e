//! `benchlens help`: the text of `-h`.
//!
//! Takes clap's definitions of commands; writes flags as people type them, with one dash, in groups.

use clap::builder::StyledStr;
use clap::{Arg, ArgMatches, Command};

use crate::args::{self, HEADINGS, nearest};

/// The command's name.
pub(super) const NAME: &str = "help";

pub(super) const USAGE: &str = "usage: benchlens help [COMMAND]\n";

/// Defines the command, for its help and completions.
pub(super) fn command() -> Command {
    args::command(NAME, "Explain a command", "benchlens help [COMMAND]")
        .arg(Arg::new("words").value_name("COMMAND").num_args(0..))
        .args(args::help_flags())
}

/// Returns the text to print: the help of the comparison, or of a named command.
///
/// # Errors
///
/// Returns a sentence if there is no such command.
pub(super) fn text(
    matches: &ArgMatches,
    compare: &Command,
    named: &[Command],
) -> Result<String, String> {
    let words: Vec<&String> = matches.get_many("words").unwrap_or_default().collect();
    match words[..] {
        [] => Ok(of(compare, named)),
        [word] => {
            let command = named.iter().find(|command| command.get_name() == word);
            command.map(|command| of(command, &[])).ok_or_else(|| unknown(word, named))
        }
        _ => Err("help takes one command".into()),
    }
}

fn unknown(word: &str, named: &[Command]) -> String {
    let names = || named.iter().map(Command::get_name);
    let list = names().collect::<Vec<_>>().join(", ");
    match nearest(word, names()) {
        Some(near) => format!("no command is named {word:?}: did you mean {near}?"),
        None => format!("no command is named {word:?}: there are {list}"),
    }
}

/// The column where explanations begin.
const INDENT: usize = 22;

/// The column where lines end.
const WIDTH: usize = 80;

/// Returns the help of a command, which also lists the `named` commands.
pub(super) fn of(command: &Command, named: &[Command]) -> String {
    let text = |text: Option<&StyledStr>| text.map(ToString::to_string).unwrap_or_default();
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").replace('\n', "\n       ");
    let mut parts = vec![format!("usage: {usage}\n")];
    parts.push(text(command.get_before_help()));
    parts.push(wrapped(&text(command.get_about())));
    if !named.is_empty() {
        let rows = named.iter().map(|command| {
            let about = text(command.get_about());
            row(command.get_name(), about.lines().next().unwrap_or_default())
        });
        parts.push(format!("Commands:\n{}", rows.collect::<String>()));
    }
    for heading in HEADINGS {
        let flags = command.get_arguments().filter(|arg| arg.get_help_heading() == Some(heading));
        let rows: String = flags.filter(|flag| !flag.is_hide_set()).map(flag_row).collect();
        parts.push(if rows.is_empty() { rows } else { format!("{heading}:\n{rows}") });
    }
    parts.push(wrapped(&text(command.get_after_help())));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// Formats a flag as people type it, with its description.
fn flag_row(flag: &Arg) -> String {
    let mut left = flag.get_short().map(|letter| format!("-{letter}, ")).unwrap_or_default();
    left += &format!("-{}", flag.get_long().unwrap_or_default());
    if flag.get_action().takes_values() {
        for value in flag.get_value_names().unwrap_or_default() {
            left += &if flag.is_require_equals_set() {
                format!("[={value}]")
            } else {
                format!(" {value}")
            };
        }
    }
    let mut right = flag.get_help().map(ToString::to_string).unwrap_or_default();
    let default: Vec<_> = flag.get_default_values().iter().map(|v| v.to_string_lossy()).collect();
    let default = default.join(" ");
    if flag.get_action().takes_values() && !default.is_empty() {
        right += &format!(" [default: {default}]");
    }
    row(&left, &right)
}

fn row(left: &str, right: &str) -> String {
    let mut out = format!("  {left:0$}", INDENT - 2);
    if INDENT < left.len() + 4 {
        out = format!("  {left}\n{:INDENT$}", "");
    }
    for (i, line) in lines(right, WIDTH - INDENT).iter().enumerate() {
        out += &" ".repeat(if i == 0 { 0 } else { INDENT });
        out += &format!("{line}\n");
    }
    out
}

/// Wraps a text to the width. Indented lines are unchanged.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let pieces = if line.starts_with(' ') || line.is_empty() {
            vec![line.to_owned()]
        } else {
            lines(line, WIDTH)
        };
        out.extend(pieces.into_iter().map(|piece| piece + "\n"));
    }
    out
}

/// Splits a text into lines of at most `width` characters.
fn lines(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let used = lines.last().map_or(0, |line| line.chars().count());
        if used != 0 && width < used + 1 + word.chars().count() {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines
}
