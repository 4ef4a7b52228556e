//! Tests of benchlens as a whole: the program, and the library as programs use it.
//!
//! One test program, because each links the whole library. To run one part: `cargo test --test all gate::`.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says what it skips"
)]

/// What an analysis says, from logs to the report.
mod analysis;
/// Each case of `tests/cases` through the program.
mod cases;
/// Each command and each link of the documents.
#[cfg(unix)]
mod docs;
/// The programs of `examples`.
mod examples;
/// Files of other harnesses, against a reader in Python.
mod formats;
/// Gates, from logs to the decision.
mod gate;
/// The action, and the program as a step of GitHub Actions.
#[cfg(unix)]
mod github;
/// Logs that cost more than they should.
mod hostile;
/// Folders, archives, patterns and documents as inputs.
#[cfg(unix)]
mod inputs;
/// Lists that must grow with an output, a format or a word of a report.
mod lists;
/// Every text that a user can see, in one file.
mod messages;
/// Each case through the library and through a session.
mod parity;
/// Parquet files, written and read.
#[cfg(feature = "parquet")]
mod parquet;
/// Gates on recordings with planted faults.
mod planted;
/// Files, signals, terminals and shells around the program.
#[cfg(unix)]
mod program;
/// Properties of any log and any query.
mod properties;
/// `benchlens run`.
#[cfg(unix)]
mod recording;
/// Reports for other programs: schemas, and outputs that agree.
mod report;
/// The lists of settings in other languages, against the library's.
mod settings;
/// The modules below share this: cases, archives, documents.
mod support;
/// Rules of the code that no lint knows.
mod tidy;
