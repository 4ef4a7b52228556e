//! `benchlens keys`: what can be asked of logs.

use std::io::Write;

use benchlens::render::{overview_json, overview_text};
use clap::{Arg, ArgMatches, Command};

use crate::inputs::{self, InputArgument, Progress, Threads};
use crate::output::{self, Status};

/// What a command line asks for.
pub(crate) struct Keys {
    is_json: bool,
    quiet: bool,
    threads: Threads,
    inputs: Vec<InputArgument>,
}

pub(crate) const USAGE: &str = "\
usage: benchlens keys [flags] inputs...

An input is a file, label=file, or - for standard input.
'benchlens keys -h' explains the flags.
";

const ABOUT: &str = "\
Lists every key of the logs with its values, and how many results have each.

Keys are what -table, -row, -col, -ignore and -filter take. Below them stand command lines that make \
sense for these logs.";

/// The command, for its help, its flags and completions.
pub(crate) fn command() -> Command {
    Command::new("keys")
        .about(ABOUT)
        .override_usage("benchlens keys [flags] inputs...")
        .args_override_self(true)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .args([Arg::new("format")
            .long("format")
            .value_name("FORMAT")
            .default_value("text")
            .help("text or json; text has at most ten values of a key")])
        .args(crate::args::work_flags("No notes on standard error"))
        .args(crate::args::switches())
        .arg(crate::args::inputs_arg())
}

/// What the words ask for.
///
/// # Errors
///
/// What is wrong with them, as a sentence.
pub(crate) fn asked(matches: &ArgMatches) -> Result<Keys, String> {
    let format = matches.get_one::<String>("format").map_or("", |format| format);
    let is_json = match format {
        "json" => true,
        "text" => false,
        _ => return Err("-format must be text or json".into()),
    };
    let mut inputs = crate::args::inputs_of(matches);
    if inputs.is_empty() {
        if !inputs::stdin_has_data() {
            return Err("no inputs".into());
        }
        inputs.push(InputArgument::parse(std::ffi::OsStr::new("-")));
    }
    let threads = crate::args::threads_of(matches)?;
    Ok(Keys { is_json, quiet: matches.get_flag("quiet"), threads, inputs })
}

/// Reads the logs and lists their keys.
pub(crate) fn run(request: &Keys) -> Status {
    let mut progress = Progress::new(inputs::total_bytes(&request.inputs));
    let (store, failure) = inputs::read(&request.inputs, &request.threads, &mut progress);
    progress.finish();
    if let Some(status) = output::unusable(&store, failure.as_deref(), request.quiet) {
        return status;
    }
    let text = if request.is_json { overview_json(&store) } else { overview_text(&store) };
    output::written(std::io::stdout().write_all(&text))
}
