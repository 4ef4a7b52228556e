//! The input formats of [benchlens](https://crates.io/crates/benchlens): bytes in, records out.
//!
//! Programs use them through [`benchlens-core`](https://crates.io/crates/benchlens-core), which promises to keep what
//! this documentation lists.
//!
//! Takes the bytes of one input in chunks of any length; gives [`Record`]s that borrow from them, pushed into a
//! [`Sink`] with the [`Location`] of each. Guarantees that reading never fails: every line is a record, a malformed
//! record, or ignored by a rule that has a test. Must not know statistics, tables or the source of the bytes. Other
//! modules do not know which formats exist: [`FORMATS`] lists them, and [`AutoReader`] detects the format of an input.
#![forbid(unsafe_code)]
// A new variant of an enum is asked for wherever it matters.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

mod action;
mod auto;
mod bencher;
mod cargo_criterion;
mod certain_data;
mod ci;
mod clock;
mod coded;
mod consoles;
mod criterion;
mod csv;
mod decimal;
mod decode;
mod dotnet;
mod foreign;
// For the fuzz targets of this project.
#[doc(hidden)]
pub mod gobench;
mod gojson;
mod google;
mod guess;
mod hidden;
mod hyperfine;
mod jmh;
mod json;
mod kind;
mod libtest;
mod line_limits;
mod lines;
mod load;
mod location;
mod names;
mod notice;
mod number;
mod options;
mod problem;
mod problems;
mod program;
mod pyperf;
mod pytest;
mod reader;
mod reading;
mod record;
mod sight;
mod table;
mod tar;
mod text;
mod times;
mod vitest;

pub use csv::Columns;
pub use kind::Kind;
pub use location::Location;
pub use notice::Problem;
pub use options::ReadOptions;

#[doc(hidden)]
pub use {
    auto::AutoReader,
    guess::KIND_BYTES,
    hidden::Hidden,
    line_limits::LINE_MAX,
    notice::{ConfigValue, Loss, Notice, SyntaxError},
    number::Number,
    options::cut_at_lines,
    problem::summary_only,
    problems::{KEPT_MAX, ProblemCounts, Weight},
    reader::{Format, Reader, Sink},
    record::{MERGED, Record, Repeats, ResultLine},
    sight::HEAD_BYTES,
    table::{FORMATS, any_text, is_log},
};

#[cfg(test)]
mod tests;
