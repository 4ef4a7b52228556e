//! Turns Go's spelling of flags into clap's.
//!
//! Unlike Go's flag package, clap rejects `-col`, values that begin with `-`, and flags that are given twice. The
//! clap command says which flags exist and which of them have a value.

use std::any::TypeId;
use std::ffi::{OsStr, OsString};

use clap::{Arg, Command};

use benchlens_inputs::split_at_equals;

/// The words of a command line in the order that clap accepts.
#[derive(Debug)]
pub(crate) enum Words {
    Help(Extent),
    Version,
    Flags(Vec<OsString>),
}

/// How much help is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// `-h`: what fits on one screen.
    Summary,
    /// `--help`: everything.
    Full,
}

/// Turns every spelling of a flag into `--name` or `--name=value`, and puts inputs behind `--`.
///
/// # Errors
///
/// Returns a sentence that explains which flag is wrong.
pub(crate) fn sort_words(words: &[OsString], command: &Command) -> Result<Words, String> {
    let (mut flags, mut inputs) = (vec![OsString::from("benchlens")], Vec::new());
    // A command that distinguishes the arguments after `--` from its inputs has a separate argument for them.
    let is_rest_apart = command.get_arguments().any(Arg::is_last_set);
    let mut words = words.iter().cloned().peekable();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy().into_owned();
        if text == "--" {
            inputs.extend(is_rest_apart.then_some(word));
            inputs.extend(words);
            break;
        }
        let Some(bare) = text.strip_prefix('-').filter(|bare| !bare.is_empty()) else {
            inputs.push(word);
            continue;
        };
        let bare = bare.strip_prefix('-').unwrap_or(bare);
        if bare.is_empty() || bare.starts_with(['-', '=']) {
            return Err(format!("bad flag syntax: {text}"));
        }
        let (name, value) = match bare.split_once('=') {
            Some((name, _)) => (name, split_at_equals(&word).map(|(_, value)| value)),
            None => (bare, None),
        };
        match name {
            "h" => return Ok(Words::Help(Extent::Summary)),
            "help" => return Ok(Words::Help(Extent::Full)),
            "V" | "version" => return Ok(Words::Version),
            _ => {}
        }
        let flag = find(command, name).ok_or_else(|| undefined(command, name))?;
        let name = flag.get_long().unwrap_or(name);
        let is_optional = flag.is_require_equals_set();
        let value = match (flag.get_action().takes_values(), value) {
            (true, None) if is_optional => words.next_if(|word| is_value(flag, word)),
            (true, None) => {
                Some(words.next().ok_or_else(|| format!("flag needs an argument: -{name}"))?)
            }
            (true, value) => value,
            (false, None) => None,
            (false, Some(_)) => return Err(format!("flag takes no value: -{name}")),
        };
        // Paths and revisions can be any bytes.
        let is_text = flag.get_value_parser().type_id() != TypeId::of::<OsString>();
        if is_text && value.as_ref().is_some_and(|value| value.to_str().is_none()) {
            return Err(format!(
                "invalid value for flag -{name}: not UTF-8 (in quotes, \\xff stands for a byte)"
            ));
        }
        flags.push(flag_word(name, value.as_deref()));
    }
    flags.extend((!is_rest_apart).then(|| "--".into()));
    flags.extend(inputs);
    Ok(Words::Flags(flags))
}

/// Returns whether the word after a flag is its value instead of an input: a word that the flag knows, or a
/// percentage if the flag lists no words.
fn is_value(flag: &Arg, word: &OsStr) -> bool {
    let known = flag.get_possible_values();
    let is_percentage =
        |text: &str| text.strip_suffix('%').is_some_and(|number| number.parse::<f64>().is_ok());
    if known.is_empty() {
        word.to_str().is_some_and(is_percentage)
    } else {
        known.iter().any(|value| word == value.get_name())
    }
}

/// Finds a flag by its name or its letter.
fn find<'c>(command: &'c Command, name: &str) -> Option<&'c Arg> {
    let mut letters = name.chars();
    let letter = letters.next().filter(|_| letters.next().is_none());
    command.get_arguments().find(|flag| {
        flag.get_long() == Some(name) || letter.is_some() && flag.get_short() == letter
    })
}

/// Explains that a flag does not exist.
fn undefined(command: &Command, name: &str) -> String {
    let message = format!("flag provided but not defined: -{name}");
    let is_called = |flag: &&Arg| flag.get_all_aliases().is_some_and(|all| all.contains(&name));
    let called = command.get_arguments().find(is_called).map(|flag| flag.get_id().as_str());
    match called.or_else(|| nearest(name, command.get_arguments().filter_map(Arg::get_long))) {
        Some(flag) => format!("{message}\ndid you mean -{flag}?"),
        None => message,
    }
}

/// Returns the known word that is closest to a word.
pub(crate) fn nearest<'w>(word: &str, known: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let near = known.map(|known| (strsim::jaro_winkler(known, word), known));
    let (likeness, known) = near.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (0.8 < likeness).then_some(known)
}

fn flag_word(name: &str, value: Option<&OsStr>) -> OsString {
    let mut word = OsString::from(format!("--{name}"));
    if let Some(value) = value {
        word.push("=");
        word.push(value);
    }
    word
}
