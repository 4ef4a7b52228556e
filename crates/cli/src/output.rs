//! What is written, where, and the exit status.

use std::io::{ErrorKind, Write};

use benchlens::{Report, Store};

use crate::inputs::reason;

/// Exit statuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// Done.
    Done = 0,
    /// The command line or the query is wrong.
    Usage = 2,
    /// An input cannot be read or holds no benchmark, or the output cannot be written.
    Input = 3,
}

/// Says what failed.
pub(crate) fn fail(status: Status, message: &str) -> Status {
    write_stderr(format!("benchlens: {message}\n").as_bytes());
    status
}

/// Tells which lines do not count.
pub(crate) fn diagnose(store: &Store, quiet: bool) {
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

/// Says of each input why nothing was found in it.
pub(crate) fn nothing_found(store: &Store) -> Status {
    let mut text = Vec::new();
    for input in store.inputs() {
        text.extend_from_slice(b"benchlens: ");
        text.extend_from_slice(&input.name);
        text.extend_from_slice(format!(": no benchmark results: {}\n", input.kind).as_bytes());
    }
    write_stderr(&text);
    Status::Input
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
