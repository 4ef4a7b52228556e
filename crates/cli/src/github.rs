//! GitHub Actions: the summary of a step, its annotations and its outputs.
//!
//! The runner names its files in environment variables; a step appends to these files.

use std::cell::Cell;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use benchlens_core::Answer;
use benchlens_core::render::{github_annotations, github_outputs, github_summary};

use crate::output;
use crate::status::Status;
use benchlens_inputs::reason;

/// The maximum total size of a step's summary; GitHub drops a larger summary completely.
const SUMMARY_BYTES: u64 = 1024 * 1024;

/// A summary of fewer bytes is not useful.
const SUMMARY_BYTES_MIN: usize = 1000;

/// GitHub shows at most this number of annotations for a step.
const ANNOTATIONS: usize = 10;

/// The files that the runner reads.
#[derive(Debug)]
pub(crate) struct GitHub {
    summary: Option<PathBuf>,
    outputs: Option<PathBuf>,
    is_reported: Cell<bool>,
}

impl GitHub {
    /// Finds the runner that started this process. With a gate, it is detected automatically; otherwise the user has
    /// to ask for it.
    pub(crate) fn find(asked: bool, has_gate: bool) -> Option<GitHub> {
        let path =
            |name: &str| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
        (asked || has_gate && output::is_github()).then(|| GitHub {
            summary: path("GITHUB_STEP_SUMMARY"),
            outputs: path("GITHUB_OUTPUT"),
            is_reported: Cell::new(false),
        })
    }

    /// Returns the files that the step appends to.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        [&self.summary, &self.outputs].into_iter().flatten().cloned().collect()
    }

    /// Writes a report for the runner.
    pub(crate) fn tell(&self, report: &Answer) -> Status {
        self.is_reported.set(true);
        output::write_commands(&github_annotations(report, ANNOTATIONS));
        let summary = self.summary.as_deref().map_or(Status::Done, |path| {
            let there = std::fs::metadata(path).map_or(0, |meta| meta.len());
            // Leave one byte for the line end between the existing text and the new text.
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

    /// Reports to the runner that there is no report, unless it already has one.
    pub(crate) fn end(&self, status: Status) {
        if self.is_reported.get() {
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
