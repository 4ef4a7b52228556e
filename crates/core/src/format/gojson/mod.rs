//! The output of `go test -json`: Go's benchmark text, cut into events that are JSON.
//!
//! `event` reads one line, [`Reader`] puts the text of each package together again and gives it to
//! the reader of Go's text. Lines that are no JSON are text of no package.

mod event;
mod reader;
mod time;

pub(super) use reader::Reader;

use super::sight::{Head, Sight};
use super::{Format, Kind, gobench};

/// Recognised by its first event.
pub(super) const FORMAT: Format = Format {
    name: "go-json",
    about: "the output of go test -json",
    example: "go test -json -run '^$' -bench . -count 10 ./... > new.json",
    run_command: Some("go test -json -run '^$' -bench ."),
    // What a line says depends on the events of its package before it.
    cuts_at_lines: false,
    without_results: Kind::GoTestJson,
    may_be_data: reader::may_be_data,
    sight,
    reader: || Box::new(Reader::default()),
};

/// The first line that is an event or that only Go's text has decides: events may come behind
/// messages of the build, and text may have JSON in it.
fn sight(head: &Head<'_>) -> Sight {
    for line in head.lines() {
        if is_event(line) {
            return Sight::Yes;
        }
        if gobench::is_data(line) {
            return Sight::No;
        }
    }
    Sight::Unsure
}

/// Whether a line is an event of `go test -json`.
pub(super) fn is_event(line: &[u8]) -> bool {
    event::parse(line).is_ok_and(|event| event.is_some_and(|event| event.is_known()))
}
