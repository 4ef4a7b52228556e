//! What is written, where, and the exit status.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{ErrorKind, Write};

use benchlens::gate::GateStatus;
use benchlens::{Output, Report, Store};

use crate::github::GitHub;
use crate::inputs::reason;
use crate::show::Writing;

/// Exit statuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// Done, and any gate is passed.
    Done = 0,
    /// Something got worse than the gate allows.
    Failed = 1,
    /// The command line or the query is wrong.
    Usage = 2,
    /// An input cannot be read or holds no benchmark, or the output cannot be written.
    Input = 3,
    /// The gate found nothing to compare, or could not compare what it had to.
    Incomparable = 4,
    /// The gate demands a proof that is not there.
    Inconclusive = 5,
}

impl Status {
    /// The one that counts if several apply: 2, 3, 1, 4, 5, 0.
    pub(crate) fn or(self, other: Status) -> Status {
        let order = [
            Status::Usage,
            Status::Input,
            Status::Failed,
            Status::Incomparable,
            Status::Inconclusive,
        ];
        order.into_iter().find(|status| [self, other].contains(status)).unwrap_or(Status::Done)
    }
}

/// So many rulings of a gate are told.
const RULINGS: usize = 10;

/// Tells the gate's answer, if there is a gate, here and to the runner.
pub(crate) fn tell_gate(report: &Report, github: Option<&GitHub>) -> Status {
    let told = github.map_or(Status::Done, |github| github.tell(report));
    let Some(gate) = &report.gate else { return told };
    let messages = benchlens::render::gate_messages(report, RULINGS);
    let text = messages.iter().flat_map(|message| [b"benchlens: ", &message[..], b"\n"]);
    write_stderr(&text.collect::<Vec<_>>().concat());
    told.or(match gate.status {
        GateStatus::Unusable => Status::Usage,
        GateStatus::Failed => Status::Failed,
        GateStatus::Incomparable => Status::Incomparable,
        GateStatus::Inconclusive => Status::Inconclusive,
        GateStatus::Passed => Status::Done,
    })
}

/// Says what failed.
pub(crate) fn fail(status: Status, message: &str) -> Status {
    write_stderr(format!("benchlens: {message}\n").as_bytes());
    status
}

/// Tells which lines do not count.
fn diagnose(store: &Store, quiet: bool) {
    let mut text = Vec::new();
    for diagnostic in store.diagnostics() {
        let is_note = diagnostic.problem.is_note();
        if is_note && quiet {
            continue;
        }
        if is_note {
            text.extend_from_slice(NOTE);
        }
        text.extend_from_slice(&diagnostic.to_bytes());
        text.push(b'\n');
    }
    write_stderr(&text);
}

/// How a line begins that benchstat would not print.
const NOTE: &[u8] = b"benchlens: note: ";

/// Tells one thing that a reader should know.
pub(crate) fn tell(note: &str) {
    write_stderr(&[NOTE, note.as_bytes(), b"\n"].concat());
}

/// Tells what a reader should know besides the tables.
pub(crate) fn note(report: &Report, quiet: bool) {
    if quiet {
        return;
    }
    let mut text = Vec::new();
    for note in &report.notes {
        text.extend_from_slice(NOTE);
        text.extend_from_slice(&note.to_bytes());
        text.push(b'\n');
    }
    write_stderr(&text);
}

/// Tells what was wrong with the inputs; the status to end with if there is nothing to go on with.
pub(crate) fn unusable(store: &Store, failure: Option<&str>, quiet: bool) -> Option<Status> {
    diagnose(store, quiet);
    match failure {
        Some(failure) => Some(fail(Status::Input, failure)),
        None => store.is_empty().then(|| nothing_found(store)),
    }
}

/// Says of each input why nothing was found in it.
fn nothing_found(store: &Store) -> Status {
    let mut text = Vec::new();
    for input in store.inputs() {
        text.extend_from_slice(b"benchlens: ");
        text.extend_from_slice(&input.name);
        text.extend_from_slice(format!(": no benchmark results: {}\n", input.kind).as_bytes());
    }
    write_stderr(&text);
    Status::Input
}

/// Renders a report; returns what has no place in it.
///
/// # Errors
///
/// Those of `out`.
pub(crate) fn render(
    report: &Report,
    output: Output,
    budget: usize,
    threads: usize,
    out: &mut dyn Write,
) -> std::io::Result<Vec<u8>> {
    match output {
        Output::Markdown => {
            out.write_all(&benchlens::render::markdown(report, budget)).map(|()| Vec::new())
        }
        _ => benchlens::render_to(report, output, threads, out),
    }
}

/// Writes the outputs that go to files. What CSV has no place for is told where CSV goes to standard
/// output.
pub(crate) fn write_files(report: &Report, writing: &Writing, threads: usize) -> Status {
    let write = |output: Output, path: &OsStr| {
        let mut file = File::create(path)?;
        render(report, output, writing.budget, threads, &mut file)?;
        file.flush()
    };
    for (output, path) in &writing.files {
        if let Err(error) = write(*output, path) {
            let name = path.to_string_lossy();
            return fail(Status::Input, &format!("write {name}: {}", reason(&error)));
        }
    }
    Status::Done
}

/// The status after writing to standard output. A reader that has gone away is no failure: it has
/// seen enough.
pub(crate) fn written(result: std::io::Result<()>) -> Status {
    match result {
        Ok(()) => Status::Done,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Status::Done,
        Err(error) => fail(Status::Input, &format!("write /dev/stdout: {}", reason(&error))),
    }
}

/// Writes to standard error, where nobody can be told of a failure.
pub(crate) fn write_stderr(bytes: &[u8]) {
    let _ = std::io::stderr().lock().write_all(bytes);
}
