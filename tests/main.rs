//! Tests of benchlens as a whole: the CLI, and the library as programs use it.
//!
//! They are one test program, because each test program links the whole library. To run one part: `cargo test --test
//! all gate::`.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says what it skips"
)]

/// The results of an analysis, from logs to the report.
mod analysis;
/// Each case of `tests/cases` through the CLI.
mod cases;
/// Each command and each link in the documents.
#[cfg(unix)]
mod docs;
/// The programs in `examples`.
mod examples;
/// Files of other harnesses, compared with a reader in Python.
mod formats;
/// Gates, from logs to the decision.
mod gate;
/// The action, and the CLI as a step of GitHub Actions.
#[cfg(unix)]
mod github;
/// Logs that are crafted to be expensive.
mod hostile;
/// Folders, archives, patterns and documents as inputs.
#[cfg(unix)]
mod inputs;
/// Lists that must contain every output, format or word of a report.
mod lists;
/// Files of load generators.
mod load;
/// Every text that a user can see, in one file.
mod messages;
/// What readers remove from names.
mod names;
/// Each case through the library and through a session.
mod parity;
/// Parquet files, written and read.
#[cfg(feature = "parquet")]
mod parquet;
/// Gates on recordings with planted faults.
mod planted;
/// The CLI with files, signals, terminals and shells.
#[cfg(unix)]
mod program;
/// Properties of any log and any query.
mod properties;
/// `benchlens run`.
#[cfg(unix)]
mod recording;
/// Reports for other programs: schemas, and outputs that agree.
mod report;
/// The lists of settings in other languages, compared with the library's.
mod settings;
/// Code for the other modules: cases, archives, documents.
mod support;
/// Rules about the code that no lint checks.
mod tidy;
