//! Formats: bytes in, records out.
//!
//! Takes the bytes of one input in chunks of any length; gives [`Record`]s that borrow from them, pushed into a
//! [`Sink`] with the [`Location`] of each. Guarantees that reading never fails: every line is a record, a malformed
//! record, or ignored by a rule that has a test. Must not know statistics, tables or the source of the bytes. Other
//! modules do not know which formats exist: [`FORMATS`] lists them, and [`AutoReader`] detects the format of an input.

mod action;
mod auto;
mod bencher;
mod cargo_criterion;
mod certain_data;
mod ci;
mod clock;
mod coded;
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
mod number;
mod options;
mod problems;
mod pyperf;
mod pytest;
mod reader;
mod reading;
mod record;
mod sight;
mod table;
mod tar;
mod times;
mod vitest;

pub use auto::AutoReader;
pub use csv::Columns;
pub use kind::Kind;
pub use line_limits::LINE_MAX;
pub use location::Location;
pub use number::Number;
pub use options::{ReadOptions, cut_at_lines};
pub use problems::ProblemCounts;
pub use reader::{Format, Reader, Sink};
pub use record::{Notice, Record, Repeats, ResultLine, SyntaxError};
pub use sight::HEAD_BYTES;
pub use table::{FORMATS, any_text, is_log};

pub(crate) use guess::KIND_BYTES;
pub(crate) use problems::{KEPT_MAX, Weight};

#[cfg(test)]
mod tests;
