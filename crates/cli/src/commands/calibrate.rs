//! `benchlens calibrate`: noise floors from logs of one version.

use benchlens_core::Query;
use benchlens_core::query::{AnalysisQuery, calibration_query};
use benchlens_core::table::{Note, parse_share};
use clap::{ArgMatches, Command};

use crate::args::{self, Kept, OutputArguments, WorkArguments};
use crate::output::{self, Form};
use crate::status::Status;
use benchlens_core::gate::{Calibration, FloorSize, calibrate};

/// The arguments of a calibration.
#[derive(Debug)]
pub(crate) struct Calibrate {
    query: Query,
    rate: f64,
    output: OutputArguments,
    work: WorkArguments,
}

/// The command's name.
pub(super) const NAME: &str = "calibrate";

pub(super) const USAGE: &str = "\
usage: benchlens calibrate [flags] inputs...

Each input is a log of the same version: a file, a folder of logs, an archive, label=input, or - for standard input.
'benchlens calibrate -h' explains the flags.
";

const ABOUT: &str = "\
Estimate noise floors from repeated logs of one version

Writes a TOML file with the difference to expect between equal versions, for each benchmark and \
unit. If a gate file contains floors = \"noise.toml\", no benchmark fails for a difference below its \
floor.

Use at least five logs of one version. Each file in a folder is a log, and so is each subfolder. \
Measure these logs like the logs that the gate compares: on the same kind of machine, with a new \
build for each log.";

const FORMATS: [&str; 1] = ["toml"];

/// Defines the command, for its help, its flags and completions.
pub(super) fn command() -> Command {
    args::command(NAME, ABOUT, "benchlens calibrate [FLAGS] INPUT...")
        .args(args::filter_flag())
        .arg(args::rate_flag())
        .args(args::better_flag())
        .arg(args::output_flag("Write to FILE instead of standard output (repeatable)", &FORMATS))
        .args(args::input_flags())
        .args(args::general_flags("Hide notes"))
        .arg(args::inputs_arg())
}

/// Reads the arguments.
///
/// # Errors
///
/// Returns a sentence that explains which argument is wrong.
pub(super) fn from_matches(matches: &ArgMatches) -> Result<Calibrate, String> {
    let text = |name: &str| matches.get_one::<String>(name).cloned().unwrap_or_default();
    let given = text("rate");
    let rate = parse_share(&given).filter(|&rate| 0.0 < rate && rate <= 0.5);
    let rate = rate.ok_or_else(|| {
        format!(
            "invalid value {given:?} for flag -rate: expected a percentage above 0% and up to 50%"
        )
    })?;
    let mut work = WorkArguments::from_matches(matches)?;
    work.inputs = work.inputs.iter().flat_map(|input| input.children().0).collect();
    if work.inputs.len() < 2 {
        return Err("calibrate needs two logs of one version or more".into());
    }
    let better: Vec<String> = matches.get_many("better").unwrap_or_default().cloned().collect();
    let analysis = (!better.is_empty()).then(|| AnalysisQuery::default().better(better));
    Ok(Calibrate {
        query: calibration_query().filter(text("filter")).analysis(analysis),
        rate,
        output: OutputArguments::from_matches(matches, &FORMATS)?,
        work,
    })
}

/// With this number of logs, one more does not narrow the floors much.
const ENOUGH: usize = 5;

/// A floor above this fraction hides changes that are clearly more than noise.
const WIDE: f64 = 0.5;

/// Explains that floors are too high to be useful, if they are.
fn wide_floors(calibration: &Calibration) -> Option<String> {
    let share = |size: FloorSize| match size {
        FloorSize::Share(share) => share,
        FloorSize::Amount(_) => 0.0,
    };
    let wide = calibration.floors.iter().filter(|floor| WIDE < share(floor.size));
    let highest = wide.clone().max_by(|a, b| share(a.size).total_cmp(&share(b.size)))?;
    let size = match 100.0 * share(highest.size) {
        percent if percent < 10_000.0 => format!("{percent:.0}%"),
        _ => "more than 10000%".to_owned(),
    };
    let (count, all, name) = (wide.count(), calibration.floors.len(), &highest.name);
    let are = if count == 1 { "is" } else { "are" };
    Some(format!(
        "{count} of {all} floors {are} above 50%, the highest is {size} ({name}): \
         the logs may be of several versions, or the machine was too busy"
    ))
}

/// Reads the logs and writes the floors.
pub(super) fn run(request: &Calibrate) -> Status {
    let work = &request.work;
    let plan = match request.query.compile() {
        Ok(plan) => plan,
        Err(error) => return output::fail(Status::Usage, &error.sentence().flag_text()),
    };
    if let Err(message) = request.output.check(&work.inputs, Kept::default()) {
        return output::fail(Status::Usage, &message);
    }
    let (store, status) = match crate::logs::read(work) {
        Ok(read) => read,
        Err(status) => return status,
    };
    let mut report = match plan.with_threads(work.threads_for(store.len())).run(&store) {
        Ok(answer) => answer.into_report(),
        Err(error) => return output::fail(Status::Usage, &error.sentence().flag_text()),
    };
    // Two notes are not useful here. Logs without a package are common, and logs are compared as units, so the order
    // of the runs does not matter.
    report.notes.retain(|note| {
        !matches!(note, Note::UnknownKey { part: "table", .. }) && !note.is_of_recording()
    });
    if !work.quiet {
        output::tell_notes(&report);
    }
    let calibration = calibrate(&report, request.rate);
    if calibration.floors.is_empty() {
        let message = match calibration.not_finite {
            0 => "no benchmark is in two of the logs: nothing to calibrate with",
            _ => "no benchmark is in two of the logs with finite values: nothing to calibrate with",
        };
        return output::fail(Status::Undecided, message);
    }
    if !work.quiet {
        if calibration.without != 0 {
            let without = calibration.without;
            output::note(&format!("{without} without a floor: in one of the logs only"));
        }
        if calibration.not_finite != 0 {
            let not_finite = calibration.not_finite;
            output::note(&format!("{not_finite} without a floor: with infinite values"));
        }
        if let Some(message) = wide_floors(&calibration) {
            output::note(&message);
        }
        if calibration.logs < ENOUGH {
            let logs = calibration.logs;
            output::note(&format!(
                "floors from {logs} logs are conservative; use {ENOUGH} logs or more"
            ));
        }
    }
    let text = calibration.to_toml();
    let files = request
        .output
        .files
        .iter()
        .map(|(_, path)| output::write_file(path, |out| out.write_all(text.as_bytes())));
    let files = files.fold(Status::Done, Status::or);
    // A file replaces standard output, unless the user asks for both.
    if request.output.files.is_empty() || request.output.is_stdout_asked {
        files.or(output::print(text.as_bytes(), Form::Data)).or(status)
    } else {
        files.or(status)
    }
}
