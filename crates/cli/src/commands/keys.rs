//! `benchlens keys`: the keys of logs and their values.

use benchlens_core::render::{overview_json, overview_text};
use clap::{ArgMatches, Command};

use crate::args::{self, Kept, OutputArguments, WorkArguments};
use crate::output::{self, Form};
use crate::status::Status;

/// The arguments of `keys`.
#[derive(Debug)]
pub(crate) struct Keys {
    output: OutputArguments,
    work: WorkArguments,
}

/// The command's name.
pub(super) const NAME: &str = "keys";

pub(super) const USAGE: &str = "\
usage: benchlens keys [flags] inputs...

An input is a file, a folder, an archive, label=input, or - for standard input.
'benchlens keys -h' explains the flags.
";

const ABOUT: &str = "\
List the keys to filter and group by

Lists every key with its values and the number of results for each value, then commands to try. \
--table, --row, --col, --ignore and --filter accept these keys. Text shows at most ten values of a key.";

const FORMATS: [&str; 2] = ["text", "json"];

/// Defines the command, for its help, its flags and completions.
pub(super) fn command() -> Command {
    args::command(NAME, ABOUT, "benchlens keys [FLAGS] INPUT...")
        .arg(args::format_flag(&FORMATS))
        .arg(args::output_flag("Also write FILE.json or FILE.txt (repeatable)", &FORMATS))
        .args(args::input_flags())
        .args(args::general_flags("Hide notes"))
        .arg(args::inputs_arg())
}

/// Reads the arguments.
///
/// # Errors
///
/// Returns a sentence that explains which argument is wrong.
pub(super) fn from_matches(matches: &ArgMatches) -> Result<Keys, String> {
    let output = OutputArguments::from_matches(matches, &FORMATS)?;
    if !FORMATS.contains(&&output.format[..]) {
        return Err("-format must be text or json".into());
    }
    Ok(Keys { output, work: WorkArguments::from_matches(matches)? })
}

/// Reads the logs and lists their keys.
pub(super) fn run(keys: &Keys) -> Status {
    let work = &keys.work;
    if let Err(message) = keys.output.check(&work.inputs, Kept::default()) {
        return output::fail(Status::Usage, &message);
    }
    let (store, status) = match crate::logs::read(work) {
        Ok(read) => read,
        Err(status) => return status,
    };
    let text = |format: &str| match format {
        "json" => overview_json(&store),
        _ => overview_text(&store),
    };
    let files =
        keys.output.files.iter().map(|(format, path)| {
            output::write_file(path, |out| out.write_all(&text(format.name)))
        });
    let files = files.fold(Status::Done, Status::or);
    let form = if keys.output.format == "json" { Form::Data } else { Form::Text };
    files.or(output::print(&text(&keys.output.format), form)).or(status)
}
