//! The output of Rust's libtest and its imitations: `cargo bench`, criterion's `--output-format bencher`.
//!
//! `line` parses a line, `json` parses a line of `--format json`, [`Reader`] converts lines to records. A line has the
//! median of a benchmark and no samples; its range (+/-) is ignored because no statistic can use it.

mod json;
mod line;
mod reader;
mod target;

use super::sight::{Head, Sight};
use super::{Format, Kind, gobench};
use reader::Reader;

/// Recognized by a result, unless there is Go's text as well.
pub(super) const FORMAT: Format = Format {
    name: reader::NAME,
    about: "the output of cargo bench (libtest, or criterion's bencher format)",
    example: "for run in 1 2 3 4 5 6 7 8 9 10; do cargo bench; done | tee new.txt",
    run_command: Some("cargo bench   # of criterion: cargo bench -- --output-format bencher"),
    // Its first result decides about all.
    cuts_at_lines: false,
    without_results: Kind::Libtest,
    may_be_data: reader::may_be_data,
    sight,
    reader: |_| Box::new(Reader::default()),
};

/// The whole head decides, because Go's text may contain such a line.
fn sight(head: &Head<'_>) -> Sight {
    if head.lines().any(gobench::is_data) {
        return Sight::No;
    }
    match (head.is_whole, head.lines().any(is_result)) {
        (false, _) => Sight::Unsure,
        (true, true) => Sight::Yes,
        (true, false) => Sight::No,
    }
}

/// Returns whether a line may be an event of a benchmark.
fn is_event(line: &[u8]) -> bool {
    line.starts_with(b"{") && memchr::memmem::find(line, b"\"bench\"").is_some()
}

/// Returns whether a line is a result.
pub(super) fn is_result(line: &[u8]) -> bool {
    matches!(line::parse(line), Some(line::Line::Result { .. }))
        || is_event(line) && matches!(json::parse(line), Some(json::Event::Result { .. }))
}
