//! Go's spelling of flags, turned into clap's.
//!
//! clap takes neither `-col` nor a value that begins with `-` nor a flag given twice as Go's flag
//! package does. Which flags there are and which take a value is asked of the clap command.

use std::ffi::{OsStr, OsString};

use clap::{Arg, Command};

use benchlens_inputs::split_at_equals;

/// The words of a command line in the order that clap takes.
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
/// What is wrong with a flag.
pub(crate) fn sort_words(words: &[OsString], command: &Command) -> Result<Words, String> {
    let (mut flags, mut inputs) = (vec![OsString::from("benchlens")], Vec::new());
    // A command that tells what stands behind `--` from its inputs has an argument for it.
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
        if value.as_ref().is_some_and(|value| value.to_str().is_none()) {
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

/// Whether a word after a flag is its value and no input: one that the flag knows, or a percentage for a flag that has none.
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

/// The flag of a name, or of one letter.
fn find<'c>(command: &'c Command, name: &str) -> Option<&'c Arg> {
    let mut letters = name.chars();
    let letter = letters.next().filter(|_| letters.next().is_none());
    command.get_arguments().find(|flag| {
        flag.get_long() == Some(name) || letter.is_some() && flag.get_short() == letter
    })
}

/// What to say of a flag that does not exist.
fn undefined(command: &Command, name: &str) -> String {
    let message = format!("flag provided but not defined: -{name}");
    match nearest(name, command.get_arguments().filter_map(Arg::get_long)) {
        Some(flag) => format!("{message}\ndid you mean -{flag}?"),
        None => message,
    }
}

/// The known word that a word is close to.
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
