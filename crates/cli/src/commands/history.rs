//! `benchlens history`: many logs as one line of versions.

use benchlens_core::gate::GateStatus;
use benchlens_core::history::{History, HistoryNote, HistoryPlan, HistoryQuery};
use benchlens_core::render::{ChartQuery, HistoryOutput, history_gate_messages};
use clap::{ArgMatches, Command};

use crate::args::{self, GateArguments, Kept, ReportArguments, WorkArguments};
use crate::gate;
use crate::output::{self, Form};
use crate::progress::Bar;
use crate::status::Status;
use benchlens_inputs::ReadGate;
use benchlens_inputs::{self as inputs, Progress};

/// The arguments of a history.
#[derive(Debug)]
pub(crate) struct HistoryRequest {
    query: HistoryQuery,
    gate: GateArguments,
    report: ReportArguments,
    chart: ChartQuery,
    work: WorkArguments,
    /// Notes about the inputs that are known before they are read.
    notes: Vec<String>,
}

/// The command's name.
pub(super) const NAME: &str = "history";

pub(super) const USAGE: &str = "\
usage: benchlens history [flags] inputs...

An input is a file, a folder of logs, an archive, label=input, or - for standard input.
'benchlens history -h' explains the flags and shows examples.
";

const ABOUT: &str = "\
Find when benchmarks changed

Each input is the log of a version, oldest first, and becomes a point. Each file and folder in a \
folder is a point, sorted by name. The report shows where each benchmark changed permanently, by \
how much, and its p-value adjusted for the number of rows. A change needs five points on each side.

With --gate, the newest point is compared with the prediction from the points since the last change.";

const EXAMPLES: &str = "\
Examples:
  benchlens history logs/                       each file is a point
  benchlens history v1.txt v2.txt v3.txt        three points, oldest first
  benchlens history --by commit --order commit-time logs/
  benchlens history data.js                     data of github-action-benchmark
  benchlens history --gate 'sec/op: any' logs/  check the newest point
";

/// The flags that `-h` shows.
const COMMON: [&str; 11] = [
    "by",
    "order",
    "filter",
    "margin",
    "unit",
    "format",
    "o",
    "gate",
    "gate-file",
    "quiet",
    "help",
];

const SVG: &str = "svg";

/// Returns the names of all formats.
fn formats() -> Vec<&'static str> {
    HistoryOutput::ALL.map(|(name, _)| name).into_iter().chain(args::CHART_FORMATS).collect()
}

/// Defines the command, for its help, its flags and completions.
pub(super) fn command() -> Command {
    let command = args::command(NAME, ABOUT, "benchlens history [FLAGS] INPUT...")
        .before_help(EXAMPLES)
        .args(args::setting_flags::<HistoryQuery>())
        .args(args::input_flags())
        .args(args::format_and_colour_flags(&formats()))
        .args(args::picture_flags())
        .args(args::rule_flags())
        .args(args::general_flags("Hide notes"))
        .arg(args::inputs_arg());
    args::with_common_flags(command, &COMMON)
}

/// Reads the arguments.
///
/// # Errors
///
/// Returns a sentence that explains which argument is wrong.
pub(super) fn from_matches(matches: &ArgMatches) -> Result<HistoryRequest, String> {
    let mut work = WorkArguments::from_matches(matches)?;
    let mut notes = Vec::new();
    work.inputs = work.inputs.iter().flat_map(|input| input.split(&mut notes)).collect();
    let report = ReportArguments::from_matches(matches, &formats())?;
    let files = report.output.files.iter().map(|(format, _)| format.name);
    let asked: Vec<&str> = files.chain([&report.output.format[..]]).collect();
    if !output::HAS_PNG && asked.contains(&"png") {
        return Err(output::NO_PNG.into());
    }
    let chart = args::picture_from_matches(matches)?;
    if chart.is_some() && !asked.iter().any(|name| args::CHART_FORMATS.contains(name)) {
        return Err("the flags of charts need a chart: -o FILE.svg or -o FILE.png".into());
    }
    Ok(HistoryRequest {
        query: args::query_from_matches(matches)?,
        gate: GateArguments::rules_from_matches(matches),
        report,
        chart: chart.unwrap_or_default(),
        work,
        notes,
    })
}

/// Reads the logs and reports their history.
pub(super) fn run(request: &HistoryRequest) -> Status {
    let (work, written) = (&request.work, &request.report.output);
    let Some(stdout) = find_format(&written.format) else {
        let names = formats();
        let (last, others) = names.split_last().unwrap_or((&"", &[]));
        let message = format!("-format must be {} or {last}", others.join(", "));
        return output::fail(Status::Usage, &message);
    };
    let plan = match request.query.compile() {
        Ok(plan) => plan,
        Err(error) => return output::fail(Status::Usage, &error.sentence().flag_text()),
    };
    let ReadGate { gate, files: rules, .. } = match gate::read(&request.gate) {
        Ok(read) => read,
        Err((status, message)) => return output::fail(status, &message),
    };
    let plan = match gate.map_or(Ok(plan.clone()), |gate| plan.with_gate(gate)) {
        Ok(plan) => plan,
        Err(error) => return output::fail(Status::Usage, &error.sentence().flag_text()),
    };
    if let Err(message) = written.check(&work.inputs, Kept { rules: &rules, ..Kept::default() }) {
        return output::fail(Status::Usage, &message);
    }
    if !work.quiet {
        request.notes.iter().for_each(|note| output::note(note));
    }
    let (history, completeness) = match answer(plan, work) {
        Ok(answer) => answer,
        Err(status) => return status,
    };
    let status = tell(request, stdout, &history);
    // A gate already accounts for incomplete inputs.
    if history.gate.is_some() { status } else { status.or(completeness) }
}

/// Returns the history of the inputs, and whether they could be read completely.
///
/// # Errors
///
/// Returns the exit status, after reporting the reason.
fn answer(plan: HistoryPlan, work: &WorkArguments) -> Result<(History, Status), Status> {
    let mut progress = Bar::new(inputs::total_bytes(&work.inputs));
    let inputs = inputs::read(&work.inputs, &work.options, &work.threads, &mut progress);
    progress.say("looking for changes");
    let threads = work.threads_for(inputs.store.len());
    let history = plan.with_threads(threads).run(&inputs.store);
    progress.finish();
    match output::check_histories(&inputs, work.quiet) {
        Some(status) => Err(status),
        None => history
            .map(|history| {
                // A point without results is a gap, which the history shows.
                let is_complete = !inputs.store.is_incomplete();
                (history, if is_complete { Status::Done } else { Status::Input })
            })
            .map_err(|error| output::fail(Status::Usage, &error.sentence().flag_text())),
    }
}

/// An output that can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    History(HistoryOutput),
    Svg,
    Png,
}

fn find_format(name: &str) -> Option<Format> {
    let output = HistoryOutput::ALL.into_iter().find(|&(known, _)| known == name);
    match name {
        SVG => Some(Format::Svg),
        "png" => Some(Format::Png),
        _ => output.map(|(_, output)| Format::History(output)),
    }
}

/// Writes a history to every output that the user asked for.
fn tell(request: &HistoryRequest, stdout: Format, history: &History) -> Status {
    let is_unusable =
        |gate: &benchlens_core::history::Judgement| gate.status == GateStatus::Invalid;
    if history.gate.as_ref().is_some_and(is_unusable) {
        return tell_gate(history);
    }
    if !request.work.quiet {
        history
            .notes
            .iter()
            .for_each(|note: &HistoryNote| output::note(&note.sentence().flag_text()));
    }
    let mut status = Status::Done;
    for (format, path) in &request.report.output.files {
        let Some(format) = find_format(format.name) else { continue };
        status = status.or(match bytes(request, format, history) {
            Ok(bytes) => output::write_file(path, |out| out.write_all(&bytes)),
            Err(message) => output::fail(Status::Usage, &message),
        });
    }
    let stdout = match stdout {
        Format::History(HistoryOutput::Text) if request.report.style.color => {
            Format::History(HistoryOutput::Terminal)
        }
        output => output,
    };
    let form = match stdout {
        Format::History(HistoryOutput::Terminal) => Form::Coloured,
        Format::History(output) if output.is_for_people() => Form::Text,
        Format::History(_) | Format::Svg | Format::Png => Form::Data,
    };
    let printed = match bytes(request, stdout, history) {
        Ok(bytes) => output::print(&bytes, form),
        Err(message) => output::fail(Status::Usage, &message),
    };
    status.or(printed).or(tell_gate(history))
}

fn draw(request: &HistoryRequest, history: &History) -> Result<String, String> {
    let chart = benchlens_core::render::history_chart(history, &request.chart);
    chart.map(|chart| chart.svg).map_err(|error| format!("no chart: {error}"))
}

fn bytes(request: &HistoryRequest, format: Format, history: &History) -> Result<Vec<u8>, String> {
    match format {
        Format::History(output) => Ok(benchlens_core::render::history(history, output)),
        Format::Svg => Ok(draw(request, history)?.into_bytes()),
        Format::Png => output::png(&draw(request, history)?),
    }
}

/// At most this number of rule results is reported.
const RULE_RESULTS: usize = 10;

/// Reports the results of the rules for the newest point, if there are rules.
fn tell_gate(history: &History) -> Status {
    let Some(gate) = &history.gate else { return Status::Done };
    let messages = history_gate_messages(history, RULE_RESULTS);
    output::gate_messages(&messages);
    gate::status(gate.status)
}
