//! `benchlens completions`: scripts that complete the command line in a shell.
//!
//! A script asks the CLI for candidates, so that flags, commands and values are listed only where they are defined.
//! The script contains only the parts that depend on its shell.

use clap::builder::StyledStr;
use clap::{Arg, ArgMatches, Command, ValueHint};

use crate::args::{self, Program};

/// The command's name.
pub(super) const NAME: &str = "completions";

pub(super) const USAGE: &str = "\
usage: benchlens completions SHELL

SHELL is one of bash, elvish, fish, powershell, zsh.
";

const ABOUT: &str = "\
Print a shell completion script

Completes commands, flags (with one or two dashes) and flag values in bash, elvish, fish, \
powershell or zsh. For bash:

  benchlens completions bash > ~/.local/share/bash-completion/completions/benchlens";

const SCRIPTS: [(&str, &str); 5] = [
    ("bash", include_str!("completions/benchlens.bash")),
    ("elvish", include_str!("completions/benchlens.elv")),
    ("fish", include_str!("completions/benchlens.fish")),
    ("powershell", include_str!("completions/benchlens.ps1")),
    ("zsh", include_str!("completions/benchlens.zsh")),
];

/// Defines the command, for its help and completions.
pub(super) fn command() -> Command {
    let words = Arg::new("words").value_name("SHELL").num_args(0..);
    let candidates = Arg::new("candidates").long("candidates").hide(true);
    args::command(NAME, ABOUT, "benchlens completions SHELL")
        .arg(words.value_parser(args::Suggested::new(&SCRIPTS.map(|(name, _)| name))))
        .arg(candidates.action(clap::ArgAction::SetTrue))
        .args(args::help_flags())
}

/// Returns the text to print: a script, or the candidates that a script asks for.
///
/// # Errors
///
/// Returns a sentence if the shell is not known.
pub(super) fn text(matches: &ArgMatches, program: &Program) -> Result<String, String> {
    let words = matches.get_many::<String>("words").unwrap_or_default();
    let words: Vec<&str> = words.map(String::as_str).collect();
    match &words[..] {
        [_, words @ ..] if matches.get_flag("candidates") => {
            Some(answer(&candidates(words, program)))
        }
        [shell] => {
            let script = SCRIPTS.iter().find(|(name, _)| name == shell);
            script.map(|(_, script)| (*script).to_owned())
        }
        _ => None,
    }
    .ok_or_else(|| "completions takes one of bash, elvish, fish, powershell, zsh".into())
}

/// The candidates at the cursor.
#[derive(Debug, Default)]
struct Candidates {
    /// The words, each with its description.
    words: Vec<(String, String)>,
    /// If files are also candidates, the part of the word that precedes the file's path.
    files_after: Option<String>,
}

/// Formats the answer to a script: the first line says whether files fit and after which part of the word, and the
/// candidates follow.
fn answer(candidates: &Candidates) -> String {
    let mut out = match &candidates.files_after {
        Some(prefix) => format!("files {prefix}\n"),
        None => "words\n".to_owned(),
    };
    for (word, help) in &candidates.words {
        out += &format!("{word}\t{help}\n");
    }
    out
}

/// Returns the candidates for the last word, which is the word at the cursor.
fn candidates(words: &[&str], program: &Program) -> Candidates {
    let named = &program.named;
    let Some((last, before)) = words.split_last() else { return Candidates::default() };
    // PowerShell cannot pass an empty word.
    let last = if *last == "\"\"" { "" } else { *last };
    let first = before.first().and_then(|word| named.iter().find(|c| c.get_name() == *word));
    let command = first.unwrap_or(&program.comparison);
    if before.contains(&"--") {
        return positional(last, command);
    }
    let pending = before.last().and_then(|word| flag(command, word));
    if let Some(flag) = pending.filter(|flag| flag.get_action().takes_values()) {
        return values(flag, "", last);
    }
    if let Some((name, value)) = last.split_once('=')
        && let Some(flag) = flag(command, name)
    {
        return values(flag, &format!("{name}="), value);
    }
    if last.starts_with('-') {
        let dashes = if last.starts_with("--") { "--" } else { "-" };
        let mut words: Vec<(String, String)> = Vec::new();
        for flag in command.get_arguments().filter(|flag| !flag.is_hide_set()) {
            let Some(name) = flag.get_long() else { continue };
            words.push((format!("{dashes}{name}"), text_of(flag.get_help())));
        }
        return Candidates { words: starting(words, last), files_after: None };
    }
    let mut candidates = positional(last, command);
    // The first word may be a command, and some commands accept the name of a command.
    if before.is_empty()
        || first.is_some_and(|command| ["help", "man"].contains(&command.get_name()))
    {
        let about = |command: &Command| {
            text_of(command.get_about()).lines().next().unwrap_or_default().to_owned()
        };
        let commands = named.iter().map(|c| (c.get_name().to_owned(), about(c))).collect();
        candidates.words = starting(commands, last);
    }
    candidates
}

/// Returns the candidates for arguments that are not flags: the words that a command suggests, or files, perhaps
/// after a label.
fn positional(last: &str, command: &Command) -> Candidates {
    match command.get_positionals().next() {
        Some(arg) if arg.get_value_hint() == ValueHint::FilePath => {
            let label = last.rfind('=').map_or("", |at| &last[..=at]);
            Candidates { words: Vec::new(), files_after: Some(label.to_owned()) }
        }
        Some(arg) => values(arg, "", last),
        None => Candidates::default(),
    }
}

/// Returns the values of a flag; `prefix` precedes them in the same word.
fn values(flag: &Arg, prefix: &str, value: &str) -> Candidates {
    let known = flag.get_possible_values();
    let words = known
        .iter()
        .map(|known| (format!("{prefix}{}", known.get_name()), text_of(known.get_help())));
    let words = starting(words.collect(), &format!("{prefix}{value}"));
    // If a flag's value is optional, the next word can be an input.
    let is_left_out = flag.is_require_equals_set() && prefix.is_empty();
    let files = is_left_out || flag.get_value_hint() == ValueHint::FilePath;
    let format = value.rfind('=').map_or("", |at| &value[..=at]);
    Candidates { words, files_after: files.then(|| format!("{prefix}{format}")) }
}

/// Returns the flag that a word names.
fn flag<'c>(command: &'c Command, word: &str) -> Option<&'c Arg> {
    let name = word.strip_prefix('-')?;
    let name = name.strip_prefix('-').unwrap_or(name);
    command.get_arguments().find(|flag| {
        let is_letter = |letter: char| name.chars().eq([letter]);
        flag.get_long() == Some(name) || flag.get_short().is_some_and(is_letter)
    })
}

fn starting(words: Vec<(String, String)>, with: &str) -> Vec<(String, String)> {
    words.into_iter().filter(|(word, _)| word.starts_with(with)).collect()
}

fn text_of(text: Option<&StyledStr>) -> String {
    text.map(ToString::to_string).unwrap_or_default()
}
