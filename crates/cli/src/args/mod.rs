//! The command line: from raw words to typed arguments.
//!
//! `words` turns Go's spelling of flags into clap's. Each other file has the flags of one group: the
//! clap definitions, and the typed arguments that are read from the matches. A command takes the
//! groups that it needs. Nothing here reads a log or writes an output.

mod chart;
mod gate;
mod output;
mod record;
mod settings;
mod words;
mod work;

pub(crate) use chart::{
    CHART_FORMATS, chart_flags, chart_from_matches, picture_flags, picture_from_matches,
};
pub(crate) use gate::{GateArguments, gate_flags, rule_flags};
pub(crate) use output::{
    Kept, OutputArguments, ReportArguments, details_flag, format_and_colour_flags, format_flag,
    output_flag, path_flag, report_flags,
};
pub(crate) use record::{RunArguments, run_flags};
pub(crate) use settings::{better_flag, filter_flag, query_from_matches, rate_flag, setting_flags};
pub(crate) use words::{Words, nearest, sort_words};
pub(crate) use work::{
    WorkArguments, general_flags, help_flags, input_flags, inputs_arg, inputs_from_matches,
    options_from_matches, quiet_flag,
};

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};

/// Headings of the groups, in the order in which help shows them.
pub(crate) const HEADINGS: [&str; 10] = [
    COMPARE,
    INPUTS,
    record::WHAT,
    record::HOW_OFTEN,
    record::AROUND,
    record::LOGS,
    STATISTICS,
    OUTPUT,
    CI,
    GENERAL,
];

const COMPARE: &str = "What to compare";
const INPUTS: &str = "Inputs";
const STATISTICS: &str = "Statistics";
const OUTPUT: &str = "Output";
const CI: &str = "Gates and CI";
const GENERAL: &str = "General";

/// A flag with a value, under a heading.
fn flag(
    heading: &'static str,
    name: &'static str,
    value: &'static str,
    help: &'static str,
) -> clap::Arg {
    clap::Arg::new(name).long(name).value_name(value).help(help).help_heading(heading)
}

/// A flag without a value, under a heading.
fn switch(heading: &'static str, name: &'static str, help: &'static str) -> clap::Arg {
    let arg = clap::Arg::new(name).long(name).help(help).help_heading(heading);
    arg.action(clap::ArgAction::SetTrue)
}

/// A flag whose value may be left out. What follows it may be an input, so a value stands behind `=`;
/// only these `words` are taken from the next word, too (`./word` is a file). The first is what the flag
/// means alone.
fn optional(
    heading: &'static str,
    name: &'static str,
    value: &'static str,
    help: &'static str,
    (alone, words): (&'static str, &[&'static str]),
) -> clap::Arg {
    let flag = flag(heading, name, value, help).value_parser(Suggested::new(words));
    flag.num_args(0..=1).require_equals(true).default_missing_value(alone)
}

/// A command with its help, as all commands have them.
pub(crate) fn command(
    name: &'static str,
    about: &'static str,
    usage: &'static str,
) -> clap::Command {
    clap::Command::new(name)
        .about(about)
        .override_usage(usage)
        .args_override_self(true)
        .disable_help_flag(true)
        .disable_version_flag(true)
}

/// Takes any text, and knows which ones complete the command line. What is wrong with a value is said
/// where it is used.
#[derive(Clone)]
pub(crate) struct Suggested(pub(crate) Vec<String>);

impl Suggested {
    pub(crate) fn new(words: &[&str]) -> Suggested {
        Suggested(words.iter().map(|&word| word.to_owned()).collect())
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
        Some(Box::new(self.0.iter().map(|word| PossibleValue::new(word.clone()))))
    }
}
