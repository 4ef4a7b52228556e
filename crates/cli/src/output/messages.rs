//! Messages on standard error: errors, notes, and problems with lines.

use std::collections::BTreeMap;

use benchlens_core::base::Sentence;
use benchlens_core::format::Location;
use benchlens_core::reading::Problem;
use benchlens_core::store::Diagnostic;
use benchlens_core::table::Note;
use benchlens_core::{Converter, Report, Store};

use super::streams::{fail, write_stderr};
use crate::status::Status;
use benchlens_inputs::{Inputs, Leftovers};

/// The prefix of lines that benchstat would not print.
const NOTE: &[u8] = b"benchlens: note: ";

/// The prefix of warnings about the measurement.
const WARNING: &[u8] = b"benchlens: warning: ";

/// Prints one note.
pub(crate) fn note(note: &str) {
    write_stderr(&[NOTE, note.as_bytes(), b"\n"].concat());
}

/// Prints the messages of a gate.
pub(crate) fn gate_messages(messages: &[Sentence]) {
    let line = |message: &Sentence| [b"benchlens: ", &message.with_flags()[..], b"\n"].concat();
    write_stderr(&messages.iter().map(line).collect::<Vec<_>>().concat());
}

/// Prints the notes of a report.
pub(crate) fn tell_notes(report: &Report) {
    let mut text = Vec::new();
    // Notes about inputs were printed when the inputs were read.
    let is_new = |note: &&Note| {
        !matches!(note, Note::SummaryOnly { .. } | Note::NoResults { .. }) && !note.is_expected()
    };
    for note in report.notes.iter().filter(is_new) {
        text.extend_from_slice(if note.is_warning() { WARNING } else { NOTE });
        text.extend_from_slice(&note.sentence().with_flags());
        text.push(b'\n');
    }
    write_stderr(&text);
}

/// Reports problems of the inputs. Returns the exit status if no input can be used.
pub(crate) fn check_inputs(inputs: &Inputs, quiet: bool) -> Option<Status> {
    let Inputs { store, leftovers } = inputs;
    tell_leftovers(leftovers, quiet);
    tell_diagnostics(store.told_diagnostics(), quiet);
    if let Some(failure) = &leftovers.failure {
        return Some(fail(Status::Input, &failure.message));
    }
    if store.is_empty() {
        return Some(nothing_found(store));
    }
    tell_empty(store, store.empty_inputs());
    None
}

/// Does the same for inputs that are points of a history: one number for each benchmark is enough for them.
pub(crate) fn check_histories(inputs: &Inputs, quiet: bool) -> Option<Status> {
    let Inputs { store, leftovers } = inputs;
    tell_leftovers(leftovers, quiet);
    let is_reported =
        |diagnostic: &&Diagnostic| !matches!(diagnostic.problem, Problem::SummaryOnly { .. });
    tell_diagnostics(store.diagnostics().iter().filter(is_reported), quiet);
    let failure = leftovers.failure.as_ref();
    match failure {
        Some(failure) => Some(fail(Status::Input, &failure.message)),
        None => store.is_empty().then(|| nothing_found(store)),
    }
}

/// Does the same for converted inputs, and returns the exit status.
pub(crate) fn check_converted(converter: &Converter, leftovers: &Leftovers, quiet: bool) -> Status {
    let store = converter.store();
    tell_leftovers(leftovers, quiet);
    let failure = leftovers.failure.as_ref();
    tell_diagnostics(store.told_diagnostics(), quiet);
    match failure {
        Some(failure) => fail(Status::Input, &failure.message),
        None if store.inputs().iter().all(|input| input.results == 0) => nothing_found(store),
        None => completeness(store),
    }
}

/// Returns the exit status of a command that printed its answer although an input could only be read in part, or had no
/// result.
pub(crate) fn completeness(store: &Store) -> Status {
    let is_complete = !store.is_incomplete() && store.empty_inputs().next().is_none();
    if is_complete { Status::Done } else { Status::Input }
}

/// Reports the files of folders and archives that were skipped.
fn tell_leftovers(leftovers: &Leftovers, quiet: bool) {
    if !quiet {
        leftovers.notes.iter().for_each(|text| note(text));
    }
}

/// At most this number of ignored lines is reported.
const DIAGNOSTICS_MAX: u64 = 1000;

/// The cause of a message. Equal causes are reported once, with the first location and the number of the others.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Cause<'d> {
    /// The input, and the file in it; nothing for notes, because each file of a folder may have the same note.
    of: Option<(&'d [u8], &'d [u8])>,
    message: String,
}

impl<'d> Cause<'d> {
    /// Returns the cause of a diagnostic; `None` for lines that benchstat reports one by one.
    fn of(diagnostic: &'d Diagnostic) -> Option<Cause<'d>> {
        let file = match &diagnostic.location {
            Location::Member { name, .. } => &name[..],
            _ => b"",
        };
        let of = match &diagnostic.problem {
            Problem::Note { .. } => None,
            Problem::Unreadable { .. } | Problem::NotANumber { .. } | Problem::Failed { .. } => {
                Some((&diagnostic.input[..], file))
            }
            _ => return None,
        };
        Some(Cause { of, message: diagnostic.problem.to_string() })
    }
}

/// Reports the problems of inputs.
fn tell_diagnostics<'d>(diagnostics: impl Iterator<Item = &'d Diagnostic>, quiet: bool) {
    let diagnostics: Vec<&Diagnostic> = diagnostics.collect();
    let mut equal: BTreeMap<Cause<'_>, u64> = BTreeMap::new();
    for diagnostic in &diagnostics {
        if let Some(cause) = Cause::of(diagnostic) {
            *equal.entry(cause).or_default() += 1;
        }
    }
    let (mut text, mut count, mut shown) = (Vec::new(), 0_u64, 0);
    for diagnostic in diagnostics {
        let problem = &diagnostic.problem;
        let mut others = 0;
        if let Some(cause) = Cause::of(diagnostic) {
            match equal.remove(&cause) {
                Some(all) => others = all - 1,
                None => continue,
            }
        }
        let is_note = problem.is_note();
        if let Problem::More(counts) = problem {
            let notes = if quiet { counts.failed.saturating_add(counts.notes) } else { 0 };
            count = count.saturating_add(counts.total() - notes);
            continue;
        }
        if is_note && quiet {
            continue;
        }
        count += 1;
        shown += 1;
        if DIAGNOSTICS_MAX < shown {
            continue;
        }
        if is_note {
            text.extend_from_slice(NOTE);
        }
        text.extend_from_slice(&diagnostic.to_bytes());
        if others != 0 {
            let places = if others == 1 { "place" } else { "places" };
            text.extend_from_slice(format!(" (also at {others} other {places})").as_bytes());
        }
        text.push(b'\n');
    }
    write_stderr(&text);
    let shown = shown.min(DIAGNOSTICS_MAX);
    if shown < count {
        note(&format!("{} more messages of this kind are not shown", count - shown));
    }
}

/// Reports for each input why it contains no results.
fn nothing_found(store: &Store) -> Status {
    tell_empty(store, 0..store.inputs().len());
    Status::Input
}

/// Reports inputs without results, by their numbers.
fn tell_empty(store: &Store, inputs: impl Iterator<Item = usize>) {
    let mut text = Vec::new();
    for input in inputs.map(|input| &store.inputs()[input]) {
        text.extend_from_slice(b"benchlens: ");
        text.extend_from_slice(&input.name);
        text.extend_from_slice(format!(": no benchmark results: {}\n", input.kind).as_bytes());
    }
    write_stderr(&text);
}
