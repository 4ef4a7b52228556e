//! `benchlens help`: the texts of `-h` and `--help`.
//!
//! Takes clap's definitions of commands. `-h` lists the flags that most people need, `--help` all flags in groups.

use clap::builder::StyledStr;
use clap::{Arg, ArgMatches, Command};

use crate::args::{self, Extent, HEADINGS, Program};

/// The command's name.
pub(super) const NAME: &str = "help";

pub(super) const USAGE: &str = "usage: benchlens help [COMMAND]\n";

/// Defines the command, for its help and completions.
pub(super) fn command() -> Command {
    args::command(NAME, "Explain a command", "benchlens help [COMMAND]")
        .arg(Arg::new("words").value_name("COMMAND").num_args(0..))
        .args(args::help_flags())
}

/// Returns the full help of the comparison, or of a named command.
pub(super) fn text(matches: &ArgMatches, program: &Program) -> Result<String, String> {
    let command = program.asked(NAME, matches)?;
    let listed = if command.is_none() { &program.named[..] } else { &[] };
    Ok(of(command.unwrap_or(&program.comparison), listed, Extent::Full))
}

/// Where explanations begin, unless the left column is narrower.
const INDENT: usize = 24;

/// The column where lines end.
const WIDTH: usize = 80;

/// The commands that `-h` only names.
const RARE: [&str; 3] = ["completions", "man", "version"];

/// The help of a command. `named` is listed in it.
pub(super) fn of(command: &Command, named: &[Command], extent: Extent) -> String {
    let is_full = extent == Extent::Full;
    let text = |text: Option<&StyledStr>| text.map(ToString::to_string).unwrap_or_default();
    let about = text(if is_full { command.get_long_about() } else { command.get_about() });
    let (title, description) = about.split_once("\n\n").unwrap_or((&about, ""));
    let version = command.get_version().map(|version| format!("benchlens {version}\n"));
    let usage = command.clone().render_usage().to_string().replace('\n', "\n       ");
    let mut parts = vec![
        format!("{}{title}\n", version.unwrap_or_default()),
        format!("{usage}\n"),
        wrapped(description),
        text(command.get_before_help()),
        commands(named, extent),
    ];
    let flags = command.get_arguments().filter(|arg| !arg.is_positional() && !arg.is_hide_set());
    let flags: Vec<&Arg> = flags.collect();
    if is_full {
        for heading in HEADINGS {
            let flags = flags.iter().filter(|flag| flag.get_help_heading() == Some(heading));
            parts.push(table(heading, flags.map(|flag| flag_row(flag, extent)).collect()));
        }
        parts.push(wrapped(&text(command.get_after_long_help())));
    } else {
        let common = flags.iter().filter(|flag| !flag.is_hide_short_help_set());
        let rows: Vec<_> = common.map(|flag| flag_row(flag, extent)).collect();
        let heading = if rows.len() < flags.len() { "Common flags" } else { "Flags" };
        parts.push(table(heading, rows));
        parts.push(text(command.get_after_help()));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// The list of commands, if there are any.
fn commands(named: &[Command], extent: Extent) -> String {
    let is_full = extent == Extent::Full;
    let listed = named.iter().filter(|c| is_full || !RARE.contains(&c.get_name()));
    let about = |command: &Command| command.get_about().map(ToString::to_string);
    let row = |c: &Command| (c.get_name().to_owned(), about(c).unwrap_or_default());
    let mut rows: Vec<(String, String)> = listed.map(row).collect();
    if let (false, Some((_, about))) = (is_full, rows.last_mut()) {
        *about += &format!(" (also: {})", RARE.join(", "));
    }
    table("Commands", rows)
}

/// Returns a flag as it is typed, and its text. Details are only in the full help.
fn flag_row(flag: &Arg, extent: Extent) -> (String, String) {
    let name = flag.get_long().unwrap_or_default();
    let mut left = match flag.get_short() {
        Some(letter) => format!("-{letter}, --{name}"),
        None if name.len() == 1 => format!("-{name}"),
        None => format!("    --{name}"),
    };
    if flag.get_action().takes_values() {
        for value in flag.get_value_names().unwrap_or_default() {
            left += &if flag.is_require_equals_set() {
                format!("[={value}]")
            } else {
                format!(" {value}")
            };
        }
    }
    let text = |text: Option<&StyledStr>| text.map(ToString::to_string);
    let mut right = text(flag.get_help()).unwrap_or_default();
    let default: Vec<_> = flag.get_default_values().iter().map(|v| v.to_string_lossy()).collect();
    let default = default.join(" ");
    if flag.get_action().takes_values() && !default.is_empty() {
        right += &format!(" [default: {default}]");
    }
    if let (Extent::Full, Some(long)) = (extent, text(flag.get_long_help())) {
        let details = long.split_once('\n').map_or("", |(_, details)| details);
        right = format!("{right}\n{details}");
    }
    (left, right)
}

/// Formats rows of two columns below a heading; empty without rows.
fn table(heading: &str, rows: Vec<(String, String)>) -> String {
    let widest = rows.iter().map(|(left, _)| left.len() + 4).max().unwrap_or_default();
    let indent = widest.min(INDENT);
    let mut out = if rows.is_empty() { String::new() } else { format!("{heading}:\n") };
    for (left, right) in rows {
        out += &if indent < left.len() + 4 {
            format!("  {left}\n{:indent$}", "")
        } else {
            format!("  {left:0$}", indent - 2)
        };
        let right = right.lines().flat_map(|line| lines(line, WIDTH - indent));
        out += &right.collect::<Vec<_>>().join(&format!("\n{:indent$}", ""));
        out.push('\n');
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
