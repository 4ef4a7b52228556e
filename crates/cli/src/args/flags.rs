//! Constructors for flags.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};

/// A flag with a value, under a heading. The first line of `help` is for `-h`; `--help` shows all lines.
pub(super) fn flag(
    heading: &'static str,
    name: &'static str,
    value: &'static str,
    help: &'static str,
) -> clap::Arg {
    described(clap::Arg::new(name).long(name).value_name(value).help_heading(heading), help)
}

/// Gives a flag its help: a summary, and the details that follow it.
fn described(arg: clap::Arg, help: &'static str) -> clap::Arg {
    match help.split_once('\n') {
        Some((summary, _)) => arg.help(summary).long_help(help),
        None => arg.help(help),
    }
}

/// Lists the values of a flag in its help, and completes them.
pub(super) fn one_of(arg: clap::Arg, words: &[&'static str]) -> clap::Arg {
    let help = arg.get_long_help().or_else(|| arg.get_help()).map(ToString::to_string);
    let help = format!("{}\nValues: {}", help.unwrap_or_default(), words.join(", "));
    arg.value_parser(Suggested::new(words)).long_help(help)
}

/// Defines a flag without a value, under a heading.
pub(super) fn switch(heading: &'static str, name: &'static str, help: &'static str) -> clap::Arg {
    let arg = clap::Arg::new(name).long(name).help_heading(heading);
    described(arg.action(clap::ArgAction::SetTrue), help)
}

/// Defines a flag with an optional value. The next word may be an input, so the value follows `=`; only these `words`
/// are also accepted as the next word (`./word` is a file). The flag without a value means the first word.
pub(super) fn optional(
    heading: &'static str,
    name: &'static str,
    value: &'static str,
    help: &'static str,
    alone: &'static str,
    words: &[&'static str],
) -> clap::Arg {
    let flag = flag(heading, name, value, help).value_parser(Suggested::new(words));
    flag.num_args(0..=1).require_equals(true).default_missing_value(alone)
}

/// Accepts any text and knows the words that complete the command line, with their meanings. Values are checked where
/// they are used.
#[derive(Clone)]
pub(crate) struct Suggested(pub(super) Vec<PossibleValue>);

impl Suggested {
    pub(crate) fn new(words: &[&'static str]) -> Suggested {
        Suggested(words.iter().map(PossibleValue::new).collect())
    }

    pub(super) fn with_meanings(words: &[(&'static str, &'static str)]) -> Suggested {
        let word = |&(word, meaning): &(&'static str, &'static str)| {
            PossibleValue::new(word).help(meaning)
        };
        Suggested(words.iter().map(word).collect())
    }
}

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(
        &self,
        _command: &clap::Command,
        _arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        Ok(value.to_string_lossy().into_owned())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().cloned()))
    }
}
