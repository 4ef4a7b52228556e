//! The comparison, which is the default command.

use std::io::Write;
use std::path::Path;

use benchlens_core::gate::{GateStatus, Word, clause_words, term_words};
use benchlens_core::render::{
    Chart, ChartQuery, HtmlParts, ReportChart, TextStyle, render_in_style,
};
use benchlens_core::{Answer, Output, Query, Store};
use clap::{ArgMatches, Command};

use crate::args::{self, GateArguments, JUNIT, Kept, ReportArguments, WorkArguments, nearest};
use crate::gate;
use crate::github::GitHub;
use crate::output::{self, Form, HtmlResults};
use crate::progress::Bar;
use crate::status::Status;
use benchlens_inputs::{self as inputs, Progress};
use benchlens_inputs::{InputArgument, ReadGate};

/// The arguments of a comparison.
#[derive(Debug)]
pub(crate) struct Compare {
    query: Query,
    gate: GateArguments,
    report: ReportArguments,
    chart: Option<ChartQuery>,
    work: WorkArguments,
    /// The hint to print if the first word was meant as a command.
    advice: Option<String>,
}

impl Compare {
    /// Prints the hint if an input cannot be opened.
    fn advise(&self) {
        let advice = self.advice.clone().or_else(|| file_nearby(&self.work.inputs));
        let line = advice.map(|advice| format!("{advice}\n")).unwrap_or_default();
        output::write_stderr(line.as_bytes());
    }

    /// Notes that the first word looks like a command, in case it is not a file.
    pub(super) fn note_command(&mut self, advice: String) {
        self.advice =
            self.work.inputs.first().filter(|input| !input.path().exists()).map(|_| advice);
    }
}

pub(super) const USAGE: &str = "\
usage: benchlens [flags] inputs...

An input is a file, a folder, an archive, label=input, or - for standard input.
'benchlens -h' explains the flags and shows examples.
";

/// The word that names it, which can be left out.
pub(super) const NAME: &str = "compare";

/// The flags that `-h` shows.
const COMMON: [&str; 15] = [
    "table",
    "row",
    "col",
    "ignore",
    "filter",
    "base",
    "outcomes",
    "sort",
    "changed",
    "format",
    "o",
    "gate",
    "gate-file",
    "quiet",
    "help",
];

/// The program without a command, for its help, its flags and completions.
pub(super) fn command() -> Command {
    let about = args::command("benchlens", ABOUT, USAGE_LINES).version(env!("CARGO_PKG_VERSION"));
    args::with_common_flags(with_flags(about), &COMMON)
}

/// The same as a command among others.
pub(super) fn named() -> Command {
    let command = args::command(NAME, ABOUT_NAMED, "benchlens compare [FLAGS] OLD NEW...");
    args::with_common_flags(with_flags(command), &COMMON)
}

fn with_flags(command: Command) -> Command {
    command
        .before_help(EXAMPLES)
        .after_help(SEE)
        .after_long_help(notation())
        .args(args::setting_flags::<Query>())
        .args(args::input_flags())
        .args(args::report_flags(&formats()))
        .args(args::chart_flags())
        .args(args::gate_flags())
        .args(args::general_flags("Hide notes and warnings"))
        .arg(args::inputs_arg())
}

/// Reads the arguments.
///
/// # Errors
///
/// Returns a sentence that explains which argument is wrong.
pub(super) fn from_matches(matches: &ArgMatches) -> Result<Compare, String> {
    let report = ReportArguments::from_matches(matches, &formats())?;
    let chart = args::chart_from_matches(matches)?;
    let files = report.output.files.iter().map(|(format, _)| format.name);
    let asked: Vec<&str> = files.chain([&report.output.format[..]]).collect();
    let has_chart = asked.iter().any(|name| is_chart(name));
    // Report this before reading anything, because reading may take long.
    if !output::HAS_PNG && asked.contains(&"png") {
        return Err(output::NO_PNG.into());
    }
    let gate = GateArguments::from_matches(matches);
    if asked.contains(&JUNIT) && !gate.is_gate() {
        return Err("junit requires a gate: add -gate or -gate-file".into());
    }
    if chart.is_some() && !has_chart {
        return Err("the flags of charts need a chart: -o FILE.svg or -o FILE.png".into());
    }
    Ok(Compare {
        query: args::query_from_matches(matches)?,
        gate,
        report,
        chart: has_chart.then(|| chart.unwrap_or_default()),
        work: WorkArguments::from_matches(matches)?,
        advice: None,
    })
}

/// Returns the names of all formats.
fn formats() -> Vec<&'static str> {
    let outputs = Output::ALL.map(|(name, _)| name);
    outputs.into_iter().chain([JUNIT]).chain(args::CHART_FORMATS).collect()
}

fn is_chart(format: &str) -> bool {
    args::CHART_FORMATS.contains(&format)
}

/// Compares the inputs and reports to the runner if there is one.
pub(super) fn run(request: &Compare) -> Status {
    let github = GitHub::find(request.gate.github, request.gate.is_gate());
    let status = compare(request, github.as_ref());
    github.into_iter().for_each(|github| github.end(status));
    status
}

fn compare(request: &Compare, github: Option<&GitHub>) -> Status {
    let (written, work) = (&request.report.output, &request.work);
    let stdout = find_format(&written.format);
    let files = written.files.iter().filter_map(|(format, _)| find_format(format.name));
    let outputs: Vec<Format> = stdout.into_iter().chain(files).collect();
    let shows_outcomes = outputs.iter().any(|output| output.shows_outcomes()) || github.is_some();
    let query = request.query.clone();
    let query = if shows_outcomes { query } else { query.plain() };
    let plan = match query.compile() {
        Ok(plan) if outputs.contains(&Format::Report(Output::Json)) => plan,
        Ok(plan) => plan.without_equivalence_intervals(),
        Err(error) => return output::fail(Status::Usage, &error.sentence().flag_text()),
    };
    let Some(stdout) = stdout else {
        return output::fail(Status::Usage, &format_error(&written.format));
    };
    let ReadGate { gate, files: rules, .. } = match gate::read(&request.gate) {
        Ok(read) => read,
        Err((status, message)) => return output::fail(status, &message),
    };
    let plan = match gate {
        Some(gate) => plan.with_gate(gate),
        None => plan,
    };
    let runner = github.map(GitHub::files).unwrap_or_default();
    if let Err(message) = written.check(&work.inputs, Kept { rules: &rules, runner: &runner }) {
        return output::fail(Status::Usage, &message);
    }
    let mut progress = Bar::new(inputs::total_bytes(&work.inputs));
    let inputs = inputs::read(&work.inputs, &work.options, &work.threads, &mut progress);
    if inputs.leftovers.failure.is_some() || inputs.store.is_empty() {
        progress.finish();
        let status = output::check_inputs(&inputs, work.quiet);
        if inputs.leftovers.failure.is_some() {
            request.advise();
        }
        return status.unwrap_or(Status::Input);
    }
    progress.say("comparing");
    let threads = work.threads_for(inputs.store.len());
    let answer = plan.with_threads(threads).run(&inputs.store);
    progress.finish();
    output::check_inputs(&inputs, work.quiet);
    let drawn = answer.map_err(|error| error.sentence().flag_text()).and_then(|answer| {
        let chart = request.chart.as_ref().map(|query| draw(query, &answer, &inputs.store));
        Ok((chart.transpose()?, answer))
    });
    let (chart, answer) = match drawn {
        Ok(drawn) => drawn,
        Err(message) => return output::fail(Status::Usage, &message),
    };
    let answer = answer.released();
    let is_html = outputs.contains(&Format::Report(Output::Html));
    let results = is_html.then(|| HtmlResults::of(&inputs.store)).flatten();
    let completeness = output::completeness(&inputs.store);
    drop(inputs);
    let html = output::html_parts(results.as_ref());
    if let (true, false, Some(why)) = (is_html, work.quiet, output::html_note(&html)) {
        output::note(why);
    }
    let form = Rendering {
        budget: request.report.budget,
        threads,
        html,
        chart: chart.as_ref().map(|c| &c.chart),
    };
    let status = tell(request, stdout, chart.as_ref(), &answer, &form, github);
    // A gate already accounts for incomplete inputs.
    let status = if answer.gate().is_some() { status } else { status.or(completeness) };
    // The process is about to end, so freeing a large report piece by piece would only take time.
    std::mem::forget(answer);
    status
}

/// Draws the chart while the sample values are still available.
///
/// # Errors
///
/// Returns a sentence that explains why there is nothing to draw.
fn draw(query: &ChartQuery, answer: &Answer, store: &Store) -> Result<ReportChart, String> {
    let samples = |table, row, column| answer.samples(store, table, row, column);
    benchlens_core::render::report_chart(answer.report(), query, &samples)
}

/// Writes a report to every output that the user asked for.
fn tell(
    request: &Compare,
    stdout: Format,
    picture: Option<&ReportChart>,
    answer: &Answer,
    form: &Rendering<'_>,
    github: Option<&GitHub>,
) -> Status {
    // This gate status means that the rules do not fit the query, so no report would be the right one.
    if answer.gate().is_some_and(|gate| gate.status == GateStatus::Invalid) {
        return tell_gate(answer, github);
    }
    let quiet = request.work.quiet;
    let mut files = Status::Done;
    let in_file = TextStyle { notes: request.report.style.notes, ..TextStyle::default() };
    for (format, path) in &request.report.output.files {
        let Some(output) = find_format(format.name) else { continue };
        // CSV has no place for some values; report them on the terminal only if CSV goes to standard output.
        let file = output::write_file(path, |out| {
            render(answer, output, in_file, form, out).map(|_warnings| ())
        });
        files = files.or(file);
    }
    let style = request.report.style;
    let stream = match stdout {
        Format::Report(Output::Text) if style.color => Form::Coloured,
        Format::Report(output) if output.is_for_people() => Form::Text,
        Format::Report(_) | Format::Junit | Format::Svg | Format::Png => Form::Data,
    };
    let mut out = output::stdout(stream);
    let rendered = render(answer, stdout, style, form, &mut out);
    if let (Ok(warnings), false) = (&rendered, quiet) {
        output::write_stderr(warnings);
    }
    let written = output::written(rendered.and_then(|_| out.flush()));
    if !quiet {
        // Notes follow the table because readers at a terminal see them there.
        output::tell_notes(answer.report());
        picture
            .iter()
            .flat_map(|picture| &picture.notes)
            .for_each(|note| output::note(&note.flag_text()));
    }
    files.or(written).or(tell_gate(answer, github))
}

/// Renders a report or its chart, and returns the parts that the format cannot show.
///
/// # Errors
///
/// Returns the errors of `out`.
fn render(
    answer: &Answer,
    format: Format,
    style: TextStyle,
    form: &Rendering<'_>,
    out: &mut dyn Write,
) -> std::io::Result<Vec<u8>> {
    let svg = form.chart.map_or("", |chart| &chart.svg);
    let bytes = match format {
        Format::Report(Output::Markdown) => benchlens_core::render::markdown(answer, form.budget),
        Format::Report(Output::Html) => benchlens_core::render::html(answer, &form.html),
        Format::Report(output) => {
            return render_in_style(answer, output, style, form.threads, out);
        }
        Format::Junit => benchlens_core::render::junit(answer),
        Format::Svg => svg.as_bytes().to_vec(),
        Format::Png => output::png(svg).map_err(std::io::Error::other)?,
    };
    out.write_all(&bytes).map(|()| Vec::new())
}

/// How reports are rendered.
struct Rendering<'a> {
    /// The maximum size of Markdown in bytes.
    budget: usize,
    threads: usize,
    /// The parts of an HTML report besides the report itself.
    html: HtmlParts<'a>,
    /// The chart, if the user asked for one.
    chart: Option<&'a Chart>,
}

/// An output that can be written: a report in one of its formats, gate results, or a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Report(Output),
    Junit,
    Svg,
    Png,
}

impl Format {
    /// Returns whether the output shows outcomes.
    fn shows_outcomes(self) -> bool {
        match self {
            Format::Report(output) => output.shows_outcomes(),
            Format::Junit | Format::Svg | Format::Png => true,
        }
    }
}

/// Reports the gate's result on standard error and to the runner, if there is a gate.
fn tell_gate(report: &Answer, github: Option<&GitHub>) -> Status {
    let reported = github.map_or(Status::Done, |github| github.tell(report));
    reported.or(gate::tell(report))
}

/// Finds a format by its name.
fn find_format(name: &str) -> Option<Format> {
    let output = Output::ALL.into_iter().find(|&(known, _)| known == name);
    match name {
        JUNIT => Some(Format::Junit),
        "svg" => Some(Format::Svg),
        "png" => Some(Format::Png),
        _ => output.map(|(_, output)| Format::Report(output)),
    }
}

/// Explains that a `-format` does not exist.
fn format_error(given: &str) -> String {
    let names = formats();
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    let meant = Output::ALL.into_iter().find(|(_, output)| output.endings().contains(&given));
    let advice = meant.map(|(name, _)| format!("; did you mean {name}?")).unwrap_or_default();
    format!("-format must be {} or {last}{advice}", others.join(", "))
}

const USAGE_LINES: &str = "\
benchlens [FLAGS] OLD NEW...    files, folders, archives or - (stdin)
benchlens COMMAND [FLAGS] ...";

const ABOUT: &str = "\
Find out which benchmark changes are real and which are noise

Each benchmark is a row and each input a column. A cell shows the median of all runs and its \
confidence interval. From the second column on, a cell also shows the change from the first column; \
~ means that the change is not significant.

An input is a file, a folder, an archive, or - for standard input. LABEL=INPUT sets the column \
heading. One dash works for all flags, as in benchstat: -filter is --filter. Flags can be anywhere, \
with a space or = before the value.";

const ABOUT_NAMED: &str = "\
Compare versions (the default command)

benchlens compare OLD NEW is the same as benchlens OLD NEW. To compare a file or folder named \
compare, write ./compare.";

const EXAMPLES: &str = "\
Examples:
  benchlens old.txt new.txt                         compare two versions
  benchlens --outcomes old.txt new.txt              with intervals and outcomes
  benchlens --filter .unit:sec/op old.txt new.txt   compare only times
  benchlens --gate 'sec/op: +5%' old.txt new.txt    fail if a time regressed
  benchlens --col /codec log.txt                    compare sub-benchmarks
  benchlens -o report.html old.txt new.txt          also write a report
  go test -bench . | benchlens                      read standard input
  benchlens run old=./old.test new=./new.test -- -test.bench .   measure both
";

const SEE: &str = concat!(
    "benchlens --help shows all flags, filter syntax and gate rules.\n",
    "One dash works for all flags, as in benchstat: -filter is --filter.\n",
    env!("CARGO_PKG_REPOSITORY"),
    "\n"
);

const NOTATION: &str = "\
Keys (KEYS is a list of keys, separated by commas or spaces):
  .name, .fullname   benchmark name without and with sub-benchmarks
  .file              label or path of the input
  .config            all configuration lines, such as goos: linux
  /KEY               sub-benchmark, such as /n in X/n=10
  /gomaxprocs        8 in X-8
  KEY                configuration line, such as goos, pkg or cpu
  KEY@ORDER          sort by first, alpha, num or (a b c): --col '/n@num'

Filters:
  KEY:VALUE          equal, such as .unit:sec/op
  KEY:/REGEXP/       match, such as .name:/^Encode/
  KEY:(A OR B)       one of several, such as /n:(10 OR 100)
  X Y, X OR Y, -X    and, or, not; parentheses group

Gate rules (separated by semicolons; the last rule that matches decides):
  UNIT: LIMIT        such as 'sec/op: +5%', or FILTER: LIMIT
";

/// Returns the notation of keys, filters and rules.
fn notation() -> String {
    let line = |width| move |word: Word| format!("  {:width$} {}\n", word.written, word.text);
    let terms: String = term_words().into_iter().map(line(18)).collect();
    let clauses: String = clause_words().into_iter().map(line(33)).collect();
    let repository = env!("CARGO_PKG_REPOSITORY");
    format!("{NOTATION}{terms}{clauses}\n{repository}\n")
}

/// At most this number of names in a folder is searched.
const NAMES_MAX: usize = 1000;

/// Returns the existing file that the first missing input was probably meant to be.
fn file_nearby(inputs: &[InputArgument]) -> Option<String> {
    let missing = inputs.iter().map(InputArgument::path).find(|path| !path.exists())?;
    let name = missing.file_name()?.to_str()?;
    let folder = missing.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?.take(NAMES_MAX);
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort_unstable();
    let near = nearest(name, names.iter().map(String::as_str))?;
    Some(format!("did you mean {}?", missing.with_file_name(near).display()))
}
