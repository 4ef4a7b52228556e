//! The comparison of the logs of a recording.
//!
//! Takes the logs; gives the comparison, for the screen during the measurement, for the rule that ends it, and as the
//! answer. The library computes it in the same way as for any logs.

use std::ffi::OsString;
use std::path::PathBuf;

use benchlens_core::format::ReadOptions;
use benchlens_core::table::{Note, Outcome};
use benchlens_core::{AnalysisQuery, Answer, Error, Output, Query, Store};
use benchlens_run::{Item, Measure, Plan};

use crate::args::RunArguments;
use crate::output::{self, Form};
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
}

impl Comparison {
    pub(super) fn new(arguments: &RunArguments, plan: &Plan, paths: &[PathBuf]) -> Comparison {
        let input = |(path, label): (&PathBuf, &str)| {
            let mut word = OsString::from(label);
            word.push("=");
            word.push(path);
            InputArgument::parse(&word)
        };
        let labels = plan.versions.iter().map(|version| &version.label[..]);
        let inputs: Vec<_> = paths.iter().zip(labels).map(input).collect();
        let is_of_commands = plan.measure != Measure::Output;
        let mut query = Query { alpha: arguments.alpha, ..Query::default().plain() };
        if is_of_commands {
            query.filter = format!(".unit:({})", SHOWN.join(" OR "));
        }
        if 1 < inputs.len() {
            let analysis = AnalysisQuery::default();
            let analysis = AnalysisQuery { outcomes: true, margin: arguments.margin, ..analysis };
            query.analysis = Some(analysis);
        }
        Comparison { query, inputs, paths: paths.to_vec(), is_of_commands }
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
        self.report_of(&self.query_of(item, self.query.filter.clone()))
    }

    fn report_of(&self, query: &Query) -> Option<Answer> {
        let inputs = self.read(Bar::hidden());
        inputs.leftovers.failure.is_none().then(|| compared(&inputs.store, query).ok()).flatten()
    }

    /// Returns whether every comparison of an item has an outcome, so that more runs are not needed. For whole
    /// commands, only the processor time decides, because the other quantities may need any number of runs. Returns
    /// `None` if the names in the logs differ from the item's name.
    pub(super) fn is_decided(&self, item: &Item) -> Option<bool> {
        let unit = self.is_of_commands.then(|| format!(".unit:{}", SHOWN[0]));
        let query = self.query_of(item, unit.unwrap_or_else(|| self.query.filter.clone()));
        let counts = self.report_of(&query)?.report.analysis?.counts;
        (0 < counts.total()).then_some(counts.inconclusive == 0)
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
        Query { filter: words.join(" "), ..self.query.clone() }
    }

    /// Compares the logs and prints the tables, after a measurement with this number of blocks.
    pub(super) fn tell(&self, blocks: u32, quiet: bool) -> Status {
        let progress = if quiet { Bar::hidden() } else { Bar::new(None) };
        let inputs = self.read(progress);
        if let Some(status) = output::check_inputs(&inputs, quiet) {
            return status;
        }
        let report = match compared(&inputs.store, &self.query) {
            Ok(report) => report,
            Err(error) => return output::fail(Status::Usage, &error.to_string()),
        };
        let status = output::print(&text(&report), Form::Text);
        if quiet {
            return status;
        }
        output::tell_notes(&report);
        if let Some(note) = self.is_of_commands.then(|| what_decided(&report)).flatten() {
            output::note(&note);
        }
        if !report.query.ignore.is_empty() {
            let keys = &report.query.ignore;
            output::note(&format!(
                "the versions differ in {keys}, so this comparison has -ignore {keys}"
            ));
        }
        let blocks = if blocks == 1 { "1 block".to_owned() } else { format!("{blocks} blocks") };
        let pairs = if report.is_paired { ", compared in pairs" } else { "" };
        output::note(&format!("{blocks} measured in {}{pairs}", self.shown_paths()));
        status
    }
}

/// Compares logs. If no row has both sides because the versions differ in a key, such as the package, that key is
/// ignored: all versions ran on this machine. If some rows compare, ignoring a key could merge different benchmarks.
fn compared(store: &Store, query: &Query) -> Result<Answer, Error> {
    let report = benchlens_core::run(store, query)?;
    if report.comparisons().any(|found| found.comparison.sides().is_some()) {
        return Ok(report);
    }
    let ignored = report.notes.iter().find_map(|note| match note {
        Note::NothingCompared { ignore, .. } | Note::Mismatch { ignore, .. } => ignore.as_ref(),
        _ => None,
    });
    match ignored {
        Some(keys) => {
            let ignore = keys.to_string_lossy();
            benchlens_core::run(store, &Query { ignore, ..query.clone() })
        }
        None => Ok(report),
    }
}

/// Renders the tables as text.
pub(super) fn text(report: &Answer) -> Vec<u8> {
    benchlens_core::render(report, Output::Text).out
}

/// Quotes a text for a filter.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// If either the processor time or the time has an outcome but not both, returns which one.
fn what_decided(report: &Answer) -> Option<String> {
    let is_open = |unit: &str| {
        let table = report.tables.iter().find(|table| table.unit.as_bytes() == unit.as_bytes())?;
        let comparisons = table.rows.iter().flat_map(|row| &row.comparisons);
        let mut outcomes = comparisons.map(|comparison| comparison.outcome).peekable();
        outcomes.peek()?;
        Some(outcomes.any(|outcome| outcome == Outcome::Inconclusive))
    };
    match (is_open("cpu-sec/op")?, is_open("sec/op")?) {
        (false, true) => Some(
            "decided by cpu-sec/op; sec/op includes the time that the command waited, so it needs more runs"
                .to_owned(),
        ),
        (true, false) => Some("decided by sec/op, which includes the time that the command waited".to_owned()),
        _ => None,
    }
}
