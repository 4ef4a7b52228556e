//! `benchlens convert`: results as Go benchmark text.

use std::io::Write;

use benchlens_core::Converter;
use benchlens_core::format::ReadOptions;
use clap::{ArgMatches, Command};

use crate::args;
use crate::output::{self, Form};
use crate::progress::Bar;
use crate::status::Status;
use benchlens_inputs::{self as inputs, Converting, InputArgument};

/// The arguments of a conversion.
#[derive(Debug)]
pub(crate) struct Convert {
    filter: String,
    with_metadata: bool,
    inputs: Vec<InputArgument>,
    options: ReadOptions,
    quiet: bool,
}

/// The command's name.
pub(super) const NAME: &str = "convert";

pub(super) const USAGE: &str = "\
usage: benchlens convert [flags] inputs...

An input is a file, label=file, or - for standard input.
'benchlens convert -h' explains the flags.
";

const ABOUT: &str = "\
Print any input as Go benchmark text

Prints one result per line, as text that every tool for Go benchmarks can read. For Go logs, the \
output is the same as that of benchfilter.";

const FORMATS: [&str; 1] = ["go"];

/// Defines the command, for its help, its flags and completions.
pub(super) fn command() -> Command {
    args::command(NAME, ABOUT, "benchlens convert [FLAGS] INPUT...")
        .args(args::filter_flag())
        .arg(args::format_flag(&FORMATS))
        .arg(args::details_flag())
        .args(args::input_flags())
        .arg(args::quiet_flag("Hide notes"))
        .args(args::help_flags())
        .arg(args::inputs_arg())
}

/// Reads the arguments.
///
/// # Errors
///
/// Returns a sentence that explains which argument is wrong.
pub(super) fn from_matches(matches: &ArgMatches) -> Result<Convert, String> {
    let text = |name: &str| matches.get_one::<String>(name).cloned().unwrap_or_default();
    if !FORMATS.contains(&&text("format")[..]) {
        return Err("-format must be go".into());
    }
    Ok(Convert {
        filter: text("filter"),
        with_metadata: matches.get_flag("metadata"),
        inputs: args::inputs_from_matches(matches)?,
        options: args::options_from_matches(matches)?,
        quiet: matches.get_flag("quiet"),
    })
}

/// Prints the results as they are read.
pub(super) fn run(convert: &Convert) -> Status {
    let converter = Converter::seeded(inputs::seed(), &convert.filter, convert.with_metadata);
    let converter = match converter {
        Ok(converter) => converter.with_options(convert.options.clone()),
        Err(error) => return output::fail(Status::Usage, &error.sentence().flag_text()),
    };
    let mut out = output::stdout(Form::Data);
    let mut converting = Converting::new(converter, &mut out);
    let leftovers = converting.feed(&convert.inputs, &mut Bar::hidden());
    let Converting { converter, written, .. } = converting;
    let written = output::written(written.and_then(|()| out.flush()));
    // Release the lock on standard output before other code writes.
    drop(out);
    written.or(output::check_converted(&converter, &leftovers, convert.quiet))
}
