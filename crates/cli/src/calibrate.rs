//! `benchlens calibrate`: noise floors from logs of one version.

use std::io::Write;

use benchlens::Query;
use benchlens::query::calibration_query;
use benchlens::table::{Note, calibrate, parse_share};
use clap::{Arg, ArgMatches, Command};

use crate::inputs::{self, InputArgument, Progress, Threads};
use crate::output::{self, Status};

/// What a command line asks for.
pub(crate) struct Calibrate {
    query: Query,
    rate: f64,
    file: Option<String>,
    quiet: bool,
    threads: Threads,
    inputs: Vec<InputArgument>,
}

pub(crate) const USAGE: &str = "\
usage: benchlens calibrate [flags] inputs...

Each input is a log of the same version, a file or label=file.
'benchlens calibrate -h' explains the flags.
";

const ABOUT: &str = "\
Learns from logs of one version by how much equal versions differ.

Writes a TOML file with the noise floor of each benchmark and unit. A gate file names it with \
floors = \"noise.toml\"; then no benchmark fails by less than its floor. Give at least five logs, \
recorded as those that the gate will compare: on the same kind of machine, each built anew.";

/// The command, for its help, its flags and completions.
pub(crate) fn command() -> Command {
    let flag = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    Command::new("calibrate")
        .about(ABOUT)
        .override_usage("benchlens calibrate [flags] inputs...")
        .args_override_self(true)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .args([
            flag("filter", "FILTER", "Which results count").default_value("*"),
            flag("rate", "PERCENT", "How often equal versions may differ by more than a floor")
                .default_value("1%"),
            flag("output", "FILE", "Write there instead of to standard output").short('o'),
        ])
        .args(crate::args::work_flags("No notes on standard error"))
        .args(crate::args::switches())
        .arg(crate::args::inputs_arg())
}

/// What the words ask for.
///
/// # Errors
///
/// What is wrong with them, as a sentence.
pub(crate) fn asked(matches: &ArgMatches) -> Result<Calibrate, String> {
    let text = |name: &str| matches.get_one::<String>(name).cloned();
    let given = text("rate").unwrap_or_default();
    let rate = parse_share(&given).filter(|&rate| 0.0 < rate && rate <= 0.5);
    let rate = rate.ok_or_else(|| {
        format!("invalid value {given:?} for flag -rate: not a share above 0% and up to 50%")
    })?;
    let inputs = crate::args::inputs_of(matches);
    if inputs.len() < 2 {
        return Err("calibrate needs two logs of one version or more".into());
    }
    Ok(Calibrate {
        query: Query { filter: text("filter").unwrap_or_default(), ..calibration_query() },
        rate,
        file: text("output"),
        quiet: matches.get_flag("quiet"),
        threads: crate::args::threads_of(matches)?,
        inputs,
    })
}

/// From so many logs on, one more does not narrow the floors much.
const ENOUGH: usize = 5;

/// Reads the logs and writes the floors.
pub(crate) fn run(request: &Calibrate) -> Status {
    let plan = match request.query.compile() {
        Ok(plan) => plan,
        Err(error) => return output::fail(Status::Usage, &error.to_string()),
    };
    let mut progress = Progress::new(inputs::total_bytes(&request.inputs));
    let (store, failure) = inputs::read(&request.inputs, &request.threads, &mut progress);
    progress.finish();
    if let Some(status) = output::unusable(&store, failure.as_deref(), request.quiet) {
        return status;
    }
    let mut report = match plan.run(&store) {
        Ok(report) => report,
        Err(error) => return output::fail(Status::Usage, &error.to_string()),
    };
    // That logs name no package is no news.
    report.notes.retain(|note| !matches!(note, Note::UnknownKey { part: "table", .. }));
    output::note(&report, request.quiet);
    let calibration = calibrate(&report, request.rate);
    if calibration.floors.is_empty() {
        let message = "no benchmark is in two of the logs: nothing to calibrate with";
        return output::fail(Status::Incomparable, message);
    }
    if !request.quiet {
        if calibration.without != 0 {
            let without = calibration.without;
            output::tell(&format!("{without} without a floor: in one of the logs only"));
        }
        if calibration.logs < ENOUGH {
            let logs = calibration.logs;
            output::tell(&format!("from {logs} logs floors are high: take {ENOUGH} or more"));
        }
    }
    let text = calibration.to_toml();
    match &request.file {
        None => output::written(std::io::stdout().write_all(text.as_bytes())),
        Some(file) => match std::fs::write(file, text) {
            Ok(()) => Status::Done,
            Err(error) => {
                let reason = inputs::reason(&error);
                output::fail(Status::Input, &format!("write {file}: {reason}"))
            }
        },
    }
}
