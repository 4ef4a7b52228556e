//! Go's benchmark format: <https://golang.org/design/14313-benchmark-format>.
//!
//! [`line`] parses a line (a nom grammar over borrowed bytes), `repeat` is the shortcut for a line that repeats the
//! previous one, `shape` is a faster shortcut if its numbers also have as many digits, `torn` joins a name and its
//! numbers if other output is between them, `wrapped` detects noise that hides a result, `recorded` parses how a log was measured, and [`Reader`] converts lines to records. The way back is
//! a layer of its own, `convert`.

mod described;
mod failed;
mod line;
mod reader;
mod recorded;
mod repeat;
mod shape;
mod torn;
mod wrapped;

pub use described::DESCRIBED;
pub use line::is_config_key;
pub(super) use line::{begins_data, is_data, may_be_data};
pub use reader::Reader;
pub use recorded::recorded;
pub use recorded::{are_looks, confirmed, look_text};
pub use recorded::{build_of, confirming_name, rebuilding_name};

use super::sight::Sight;
use super::{Format, Kind};

/// Accepts any input that no other format accepts.
pub(super) const FORMAT: Format = Format {
    name: "go",
    about: "Go benchmark text",
    example: "go test -run '^$' -bench . -count 10 ./... | tee new.txt",
    run_command: Some("go test -run '^$' -bench ."),
    cuts_at_lines: true,
    // The first bytes may give a more specific kind.
    without_results: Kind::Text,
    may_be_data,
    sight: |_| Sight::Yes,
    reader: |_| Box::new(Reader::default()),
};

/// Returns whether a line is a result.
pub(super) fn is_result(line: &[u8]) -> bool {
    line.starts_with(b"Benchmark")
        && matches!(line::parse(line, &mut line::Scratch::default()), line::Line::Result { .. })
}
