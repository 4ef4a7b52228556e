//! Flags for all commands that read logs (inputs, threads, `-quiet`) and flags for all commands.

use std::ffi::{OsStr, OsString};

use benchlens_core::format::{Columns, FORMATS, ReadOptions};
use benchlens_inputs::{InputArgument, Threads};
use clap::{Arg, ArgAction, ArgMatches, ValueHint};

use super::flags::{flag, one_of, switch};
use super::headings::{GENERAL, INPUTS};
use crate::system::{self, System};

/// The inputs of a command, and how to read them.
#[derive(Debug)]
pub(crate) struct WorkArguments {
    pub(crate) inputs: Vec<InputArgument>,
    /// The options for reading, which are known before anything is read.
    pub(crate) options: ReadOptions,
    pub(crate) threads: Threads,
    /// Whether notes are suppressed.
    pub(crate) quiet: bool,
}

impl WorkArguments {
    /// Reads the arguments.
    ///
    /// # Errors
    ///
    /// Returns a sentence that explains which argument is wrong.
    pub(crate) fn from_matches(matches: &ArgMatches) -> Result<WorkArguments, String> {
        let threads = threads_from_matches(matches)?;
        let options = options_from_matches(matches)?;
        let inputs = inputs_from_matches(matches)?;
        Ok(WorkArguments { inputs, options, threads, quiet: matches.get_flag("quiet") })
    }

    /// Returns the number of threads to compute with.
    pub(crate) fn threads_for(&self, results: u64) -> usize {
        self.threads.for_results(results)
    }
}

/// Reads the options that apply before any input is read.
///
/// # Errors
///
/// Returns a sentence that explains which word is wrong.
pub(crate) fn options_from_matches(matches: &ArgMatches) -> Result<ReadOptions, String> {
    let sentence = |error: benchlens_core::Error| error.sentence().flag_text();
    let mut options = ReadOptions::default();
    if let Some(name) = matches.get_one::<String>("input-format") {
        options = options.with_format(name).map_err(sentence)?;
    }
    if let Some(map) = matches.get_one::<String>("map") {
        options = options.with_columns(Columns::parse(map).map_err(sentence)?);
    }
    with_load_options(matches, options)
}

/// Adds the options of load tests.
///
/// # Errors
///
/// Returns a sentence that explains which word is wrong.
pub(crate) fn with_load_options(
    matches: &ArgMatches,
    mut options: ReadOptions,
) -> Result<ReadOptions, String> {
    let sentence = |error: benchlens_core::Error| error.sentence().flag_text();
    if let Some(quantiles) = matches.get_one::<String>("quantiles") {
        options = options.with_quantiles(quantiles).map_err(sentence)?;
    }
    if let Some(interval) = matches.get_one::<String>("expected-interval") {
        options = options.with_expected_interval(interval).map_err(sentence)?;
    }
    if let Some(window) = matches.get_one::<String>("window") {
        options = options.with_window(window).map_err(sentence)?;
    }
    Ok(options)
}

/// Returns the flags that describe the inputs.
pub(crate) fn input_flags() -> [Arg; 5] {
    let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    let help = "Force the input format [default: detect it per input]";
    let format = flag(INPUTS, "input-format", "NAME", help);
    let help = "Map CSV columns: name=COLUMN,value=COLUMN,unit=COLUMN\n\
                A unit can also be a text, such as unit=ms/op";
    let [quantiles, interval, window] = load_flags(INPUTS);
    [one_of(format, &names), flag(INPUTS, "map", "MAP", help), quantiles, interval, window]
}

/// Returns the flags that describe how the requests of load tests are summarized.
pub(crate) fn load_flags(heading: &'static str) -> [Arg; 3] {
    let help = "Set the quantiles of load tests [default: 50,90,99,99.9]";
    let quantiles = flag(heading, "quantiles", "LIST", help);
    let help = "Correct the latencies of closed loops, such as 10ms";
    let interval = flag(heading, "expected-interval", "TIME", help);
    let help = "Use the medians of quantiles of windows, such as 10s";
    [quantiles, interval, flag(heading, "window", "TIME", help)]
}

/// Reads the inputs of a command line. If none are given, piped standard input is the only input.
///
/// # Errors
///
/// Returns a sentence that explains which input is wrong.
pub(crate) fn inputs_from_matches(matches: &ArgMatches) -> Result<Vec<InputArgument>, String> {
    let words = matches.get_many::<OsString>("inputs").unwrap_or_default();
    let mut inputs: Vec<_> = words.flat_map(|word| InputArgument::expand(word)).collect();
    if inputs.is_empty() {
        if !system::here().stdin_has_data() {
            return Err("no inputs".into());
        }
        inputs.push(InputArgument::parse(OsStr::new("-")));
    }
    Ok(inputs)
}

fn threads_from_matches(matches: &ArgMatches) -> Result<Threads, String> {
    let Some(given) = matches.get_one::<String>("j") else { return Ok(Threads(None)) };
    Threads::parse("j", given).map_err(|error| error.sentence().flag_text())
}

/// Returns the flags; each command says what its `-quiet` silences.
pub(crate) fn general_flags(quiet: &'static str) -> [Arg; 4] {
    let [help, version] = help_flags();
    let threads = flag(GENERAL, "j", "N", "Set the number of threads [default: one per core]");
    [threads, quiet_flag(quiet), help, version]
}

/// Returns the flag `-quiet`.
pub(crate) fn quiet_flag(help: &'static str) -> Arg {
    switch(GENERAL, "quiet", help).short('q')
}

/// Returns the flags of every command.
pub(crate) fn help_flags() -> [Arg; 2] {
    [
        switch(GENERAL, "help", "Print a summary (-h) or the full help (--help)").short('h'),
        switch(GENERAL, "version", "Print the version").short('V'),
    ]
}

/// Defines the argument for all words that are not flags.
pub(crate) fn inputs_arg() -> Arg {
    Arg::new("inputs")
        .value_name("INPUTS")
        .num_args(0..)
        .action(ArgAction::Append)
        .value_parser(clap::value_parser!(OsString))
        .value_hint(ValueHint::FilePath)
}
