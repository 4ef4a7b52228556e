//! The comparison of the logs of a recording.
//!
//! Takes the logs; gives the comparison, for the screen during the measurement, for the rule that ends it, and as the
//! answer. The library computes it in the same way as for any logs.

use std::ffi::OsString;
use std::path::PathBuf;

use benchlens_core::format::ReadOptions;
use benchlens_core::gate::{Gate, GateStatus};
use benchlens_core::reading::Text;
use benchlens_core::render::{MARKDOWN_BYTES, TextStyle, render_in_style};
use benchlens_core::table::{Note, is_decided};
use benchlens_core::{AnalysisQuery, Answer, Error, Output, Query, Report, Store};
use benchlens_run::{Item, Measure, Plan};

use crate::args::{OutputArguments, RunArguments};
use crate::gate;
use crate::output::{self, Form, HtmlResults};
use crate::progress::Bar;
use crate::status::Status;
use benchlens_inputs::{self as inputs, InputArgument, Inputs, Threads};

/// The quantities of whole commands that are shown; the first is the least sensitive to other programs on the
/// machine. The logs contain more quantities.
const SHOWN: [&str; 5] = ["cpu-sec/op", "sec/op", "peak-RSS-bytes", "instructions/op", "cycles/op"];

/// How the logs are compared.
#[derive(Debug)]
pub(super) struct Comparison {
    query: Query,
    inputs: Vec<InputArgument>,
    paths: Vec<PathBuf>,
    is_of_commands: bool,
    /// Whether the measurement may stop early.
    has_looks: bool,
    gate: Option<Gate>,
    /// The style of text on standard output.
    style: TextStyle,
}

impl Comparison {
    pub(super) fn new(
        arguments: &RunArguments,
        plan: &Plan,
        paths: &[PathBuf],
        gate: Option<Gate>,
    ) -> Comparison {
        let input = |(path, label): (&PathBuf, &str)| {
            let mut word = OsString::from(label);
            word.push("=");
            word.push(path);
            InputArgument::parse(&word)
        };
        let labels = plan.versions.iter().map(|version| &version.label[..]);
        let inputs: Vec<_> = paths.iter().zip(labels).map(input).collect();
        let is_of_commands = plan.measure != Measure::Output;
        let mut query = Query::default().plain().alpha(arguments.alpha);
        if is_of_commands {
            query.filter = format!(".unit:({})", SHOWN.join(" OR "));
        }
        if 1 < inputs.len() {
            let analysis = AnalysisQuery::default();
            let analysis = analysis.outcomes(true).margin(arguments.margin);
            query.analysis = Some(analysis);
        }
        Comparison {
            query,
            inputs,
            paths: paths.to_vec(),
            is_of_commands,
            has_looks: !plan.looks.is_empty(),
            gate,
            style: TextStyle {
                width: output::terminal_width(),
                notes: arguments.notes,
                ..TextStyle::default()
            },
        }
    }

    /// Returns the logs' names for a sentence.
    pub(super) fn shown_paths(&self) -> String {
        let paths: Vec<_> = self.paths.iter().map(|path| path.display().to_string()).collect();
        match paths.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("{} and {last}", others.join(", "))
            }
            _ => paths.concat(),
        }
    }

    /// Returns the logs as inputs of a comparison.
    pub(super) fn inputs(&self) -> &[InputArgument] {
        &self.inputs
    }

    /// Reads the current logs without printing messages.
    pub(super) fn store(&self) -> Option<Store> {
        let inputs = self.read(Bar::hidden());
        inputs.leftovers.failure.is_none().then_some(inputs.store)
    }

    /// Compares logs and applies the gate. A gate concerns all units, also those that are not shown.
    pub(super) fn gated(&self, store: &Store) -> Result<Answer, Error> {
        let query = self.query.clone().filter(Query::default().filter);
        compared(store, &query, self.gate.as_ref())
    }

    /// Compares one item without some keys.
    pub(super) fn item_answer(&self, store: &Store, item: &Item, ignore: &str) -> Option<Answer> {
        let query = self.query_of(item, Query::default().filter);
        benchlens_core::run(store, &query.ignore(ignore)).ok()
    }

    fn read(&self, mut progress: Bar) -> Inputs {
        let read =
            inputs::read(&self.inputs, &ReadOptions::default(), &Threads(None), &mut progress);
        progress.finish();
        read
    }

    /// Compares the current logs without printing messages.
    pub(super) fn report(&self) -> Option<Answer> {
        self.report_of(&self.query)
    }

    /// Does the same for one item.
    pub(super) fn item_report(&self, item: &Item) -> Option<Answer> {
        // The item may be called differently in the logs.
        let answer = self.report_of(&self.query_of(item, self.query.filter.clone()));
        answer.filter(|answer| !answer.report().tables.is_empty())
    }

    fn report_of(&self, query: &Query) -> Option<Answer> {
        self.store().and_then(|store| compared(&store, query, None).ok())
    }

    /// Returns whether every comparison of an item has an outcome by the better clock, so that more runs are not needed.
    /// For whole commands, only the processor time decides, because the other quantities may need any number of runs.
    /// Returns `None` if the names in the logs differ from the item's name.
    pub(super) fn is_decided(&self, item: &Item) -> Option<bool> {
        let unit = self.is_of_commands.then(|| format!(".unit:{}", SHOWN[0]));
        let query = self.query_of(item, unit.unwrap_or_else(|| self.query.filter.clone()));
        is_decided(self.report_of(&query)?.report())
    }

    /// Returns the query for the results of one item, restricted to results that match a filter.
    fn query_of(&self, item: &Item, filter: String) -> Query {
        let mut words = vec![filter];
        let name = item.name.as_deref().map(|name| name.strip_prefix("Benchmark").unwrap_or(name));
        let name = name.map(quoted);
        // A list may contain benchmarks or sub-benchmarks.
        words.extend(name.map(|name| format!("(.name:{name} OR .fullname:{name})")));
        // A parameter is a part of the name or a line of the log.
        let slash = if self.is_of_commands { "/" } else { "" };
        let values = item.values.iter();
        words.extend(values.map(|(name, value)| format!("{slash}{name}:{}", quoted(value))));
        self.query.clone().filter(words.join(" "))
    }

    /// Compares the logs, prints the tables and writes the report, after a measurement that is described in words.
    pub(super) fn tell(&self, output: &OutputArguments, measured: &str, quiet: bool) -> Status {
        let progress = if quiet { Bar::hidden() } else { Bar::new(None) };
        let inputs = self.read(progress);
        if let Some(status) = output::check_inputs(&inputs, quiet) {
            return status;
        }
        let store = &inputs.store;
        let answers = compared(store, &self.query, None).and_then(|shown| {
            let judged = self.gate.as_ref().map(|_| self.gated(store)).transpose()?;
            // Outcomes agree with the gate.
            Ok(match judged {
                Some(judged) if !self.is_of_commands => [None, Some(judged)],
                judged => [Some(shown), judged],
            })
        });
        let [shown, judged] = match answers {
            Ok(answers) => answers,
            Err(error) => return output::fail(Status::Usage, &error.sentence().flag_text()),
        };
        let (Some(answer), Some(judged)) =
            (shown.as_ref().or(judged.as_ref()), judged.as_ref().or(shown.as_ref()))
        else {
            return Status::Done;
        };
        if judged.gate().is_some_and(|gate| gate.status == GateStatus::Invalid) {
            return gate::tell(judged);
        }
        let status = self.write(output, answer, judged, store);
        if !quiet {
            self.tell_notes(answer.report(), measured);
        }
        status.or(gate::tell(judged))
    }

    /// Prints a report to standard output, and writes another one, which may have a gate, to files.
    fn write(
        &self,
        output: &OutputArguments,
        shown: &Answer,
        judged: &Answer,
        store: &Store,
    ) -> Status {
        let named = |name: &str| Output::ALL.into_iter().find(|&(known, _)| known == name);
        let is_html = output.files.iter().any(|(format, _)| format.name == "html");
        let results = is_html.then(|| HtmlResults::of(store)).flatten();
        let html = output::html_parts(results.as_ref());
        let bytes = |name: &str, answer: &Answer| match named(name) {
            Some((_, Output::Markdown)) => benchlens_core::render::markdown(answer, MARKDOWN_BYTES),
            Some((_, Output::Html)) => benchlens_core::render::html(answer, &html),
            Some((_, Output::Text)) => {
                text(answer, TextStyle { notes: self.style.notes, ..TextStyle::default() })
            }
            Some((_, output)) => benchlens_core::render(answer, output).out,
            None => benchlens_core::render::junit(answer),
        };
        let mut status = Status::Done;
        for (format, path) in &output.files {
            let rendered = bytes(format.name, judged);
            status = status.or(output::write_file(path, |out| out.write_all(&rendered)));
        }
        let is_text = output.format == "text";
        let printed = if is_text {
            output::print(&text(shown, self.style), Form::Text)
        } else {
            output::print(&bytes(&output.format, judged), Form::Data)
        };
        printed.or(status)
    }

    /// Prints the notes on the comparison, and where the logs are.
    fn tell_notes(&self, report: &Report, measured: &str) {
        output::tell_notes(report);
        if let Some(analysis) =
            report.analysis.as_ref().filter(|all| self.has_looks && 1 < all.tests)
        {
            let (rows, alpha) = (analysis.tests, report.alpha);
            output::note(&format!(
                "each of {rows} rows is decided at level {alpha}, so up to {:.1} false changes are expected if nothing changed",
                analysis.most_by_chance()
            ));
        }
        if !report.query.ignore.is_empty() {
            let keys = &report.query.ignore;
            output::note(&format!(
                "the versions differ in {keys}, so this comparison has -ignore {keys}"
            ));
        }
        let pairs = if report.is_paired { ", compared in pairs" } else { "" };
        output::note(&format!("{measured} measured in {}{pairs}", self.shown_paths()));
    }
}

/// The key of the requests that failed in a load test.
const FAILURE_KEY: &str = "/status";

/// Compares logs. If no row has both sides because the versions differ in a key, such as the package, that key is
/// ignored: all versions ran on this machine. If some rows compare, ignoring a key could merge different benchmarks.
fn compared(store: &Store, query: &Query, gate: Option<&Gate>) -> Result<Answer, Error> {
    let run = |query: &Query| {
        let plan = query.compile()?;
        match gate {
            Some(gate) => plan.with_gate(gate.clone()),
            None => plan,
        }
        .run(store)
    };
    let answer = run(query)?;
    if answer.report().comparisons().any(|found| found.comparison.sides().is_some()) {
        return Ok(answer);
    }
    let ignored = answer.report().notes.iter().find_map(|note| match note {
        Note::NothingCompared { ignore, .. } | Note::Mismatch { ignore, .. } => ignore.as_ref(),
        _ => None,
    });
    match ignored.map(Text::to_string_lossy) {
        // Requests that failed are not compared with requests that succeeded.
        Some(keys) if keys.split(',').all(|key| key != FAILURE_KEY) => {
            run(&query.clone().ignore(keys))
        }
        _ => Ok(answer),
    }
}

/// Renders the tables as text.
pub(super) fn text(report: &Answer, style: TextStyle) -> Vec<u8> {
    let mut out = Vec::new();
    // Writing to a vector does not fail.
    let _ = render_in_style(report, Output::Text, style, 1, &mut out);
    out
}

/// Quotes a text for a filter.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
