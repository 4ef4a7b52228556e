//! The output of `go test -json`: Go's benchmark text, cut into events that are JSON.
//!
//! `event` parses one line, and [`Reader`] joins the text of each package and passes it to the reader of Go's text.
//! Lines that are not JSON are text without a package.

mod event;
mod reader;

pub(super) use reader::Reader;

use super::sight::{Head, Sight};
use super::{Format, Kind, gobench};

/// Recognized by its first event.
pub(super) const FORMAT: Format = Format {
    name: "go-json",
    about: "the output of go test -json",
    example: "go test -json -run '^$' -bench . -count 10 ./... > new.json",
    run_command: Some("go test -json -run '^$' -bench ."),
    // The meaning of a line depends on the previous events of its package.
    cuts_at_lines: false,
    without_results: Kind::GoTestJson,
    may_be_data: reader::may_be_data,
    sight,
    reader: |_| Box::new(Reader::default()),
};

/// The first line that is an event or certainly Go's text decides, because events may follow messages of the build,
/// and text may contain JSON.
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

/// Returns whether a line is an event of `go test -json`.
pub(super) fn is_event(line: &[u8]) -> bool {
    event::parse(line).is_ok_and(|event| event.is_some_and(|event| event.is_known()))
}
