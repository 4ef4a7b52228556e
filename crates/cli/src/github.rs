//! GitHub Actions: the summary of a step, its annotations and its outputs.
//!
//! The runner names files in the environment; a step appends to them.

use std::cell::Cell;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use benchlens_core::Answer;
use benchlens_core::render::{github_annotations, github_outputs, github_summary};

use crate::output;
use crate::status::Status;
use benchlens_inputs::reason;

/// What a step may write in all; GitHub drops a summary that is larger as a whole.
const SUMMARY_BYTES: u64 = 1024 * 1024;

/// Less is not worth a summary.
const SUMMARY_BYTES_MIN: usize = 1000;

/// GitHub shows so many annotations of a step.
const ANNOTATIONS: usize = 10;

/// The runner's files.
#[derive(Debug)]
pub(crate) struct GitHub {
    summary: Option<PathBuf>,
    outputs: Option<PathBuf>,
    is_told: Cell<bool>,
}

impl GitHub {
    /// The runner that this runs on: for a gate it is looked for, else it must be asked for.
    pub(crate) fn find(asked: bool, has_gate: bool) -> Option<GitHub> {
        let path =
            |name: &str| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
        (asked || has_gate && output::is_runner()).then(|| GitHub {
            summary: path("GITHUB_STEP_SUMMARY"),
            outputs: path("GITHUB_OUTPUT"),
            is_told: Cell::new(false),
        })
    }

    /// The files that it appends to.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        [&self.summary, &self.outputs].into_iter().flatten().cloned().collect()
    }

    /// Tells the runner of a report.
    pub(crate) fn tell(&self, report: &Answer) -> Status {
        self.is_told.set(true);
        output::write_commands(&github_annotations(report, ANNOTATIONS));
        let summary = self.summary.as_deref().map_or(Status::Done, |path| {
            let there = std::fs::metadata(path).map_or(0, |meta| meta.len());
            // One byte for the line end between what is there and this.
            let room = SUMMARY_BYTES.saturating_sub(there + 1);
            let budget = usize::try_from(room).unwrap_or(0);
            if budget < SUMMARY_BYTES_MIN {
                output::note("the summary of this step is full: nothing is added to it");
                return Status::Done;
            }
            let mut text = github_summary(report, budget);
            text.push(b'\n');
            append(path, &text)
        });
        summary.or(self.append_outputs(&github_outputs(report)))
    }

    /// Tells the runner that there is no report, if it has not been told of one.
    pub(crate) fn end(&self, status: Status) {
        if self.is_told.get() {
            return;
        }
        let text = format!(
            "::error title=benchlens::no comparison (exit status {}): the log of this step says why\n",
            status as u8
        );
        output::write_commands(text.as_bytes());
        self.append_outputs(b"verdict=error\n");
    }

    fn append_outputs(&self, text: &[u8]) -> Status {
        self.outputs.as_deref().map_or(Status::Done, |path| append(path, text))
    }
}

fn append(path: &Path, text: &[u8]) -> Status {
    let open =
        || -> std::io::Result<File> { OpenOptions::new().append(true).create(true).open(path) };
    match open().and_then(|mut file| file.write_all(text)) {
        Ok(()) => Status::Done,
        Err(error) => {
            let message = format!("write {}: {}", path.display(), reason(&error));
            output::fail(Status::Input, &message)
        }
    }
}
