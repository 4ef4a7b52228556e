//! Records: the output of a reader.

use super::{Loss, Notice, Number, Problem, SyntaxError};

/// One item of a log. It borrows from a buffer that is valid only during the call.
#[derive(Debug, Clone, PartialEq)]
pub enum Record<'a> {
    /// `key: value` applies to the following results of the same input. An empty value deletes the key.
    Config {
        /// The key.
        key: &'a [u8],
        /// Its value, as written.
        value: &'a [u8],
    },
    /// Metadata of the following results, such as a commit: a key of queries that never makes configurations
    /// different. An empty value deletes it.
    Metadata {
        /// Its name.
        key: &'a [u8],
        /// Its value.
        value: &'a [u8],
    },
    /// One benchmark result.
    Result(ResultLine<'a>),
    /// The following records belong to this context, such as a package, until another context is named. Each context
    /// has a configuration of its own, which is empty at first. Before any context is named, the context is the one
    /// without a name.
    Context(&'a [u8]),
    /// A result without its name, which may be at the end of the text before, if an input was cut into parts. No
    /// result or malformed line came before it.
    Rest(ResultLine<'a>),
    /// Something else: a problem, or what applies to more than one result.
    Notice(Notice),
}

impl Record<'_> {
    /// Returns the record of a malformed line that names no benchmark.
    pub(crate) fn malformed(error: SyntaxError) -> Self {
        let (name, config) = (Vec::new(), Vec::new());
        Problem::Syntax { error, name, loss: Loss::Result, config }.into()
    }

    /// Returns the record of a part of the input that cannot be read; the message is a sentence without a full stop.
    pub(crate) fn unreadable(message: impl Into<Vec<u8>>) -> Self {
        Problem::Unreadable { message: message.into() }.into()
    }

    /// Returns the record of one `key=value` of a `Unit` line.
    pub(crate) fn unit(unit: &[u8], key: &[u8], value: &[u8]) -> Self {
        let [unit, key, value] = [unit, key, value].map(<[u8]>::to_vec);
        Record::Notice(Notice::Unit { unit, key, value })
    }

    /// Returns the record of a benchmark that failed.
    pub(crate) fn failed(name: impl Into<Vec<u8>>) -> Self {
        Problem::Failed { name: name.into() }.into()
    }
}

impl From<Problem> for Record<'_> {
    fn from(problem: Problem) -> Self {
        Record::Notice(Notice::Problem(problem))
    }
}

/// The metadata of results that contain more than their name says: `names` in the result of all names beyond a limit,
/// `statuses` in the result of all failures beyond one.
pub const MERGED: &[u8] = b"merged";

/// One benchmark result: a name, the number of iterations, and the measurements.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultLine<'a> {
    /// The name, without `Benchmark`, with its `/` parts and its `-N`.
    pub name: &'a [u8],
    /// Whether a `-N` at the end of the name is the number of processors (GOMAXPROCS), as in names of Go benchmarks. In
    /// names of other tools, it is a part of the name: `sha-256`.
    pub has_processors: bool,
    /// The number of iterations.
    pub iterations: i64,
    /// The measurements, in the order of the line.
    pub values: &'a [Number],
    /// The unit of each value, as written; a unit may occur more than once.
    pub units: &'a [&'a [u8]],
    /// Whether name and units are known to equal those in the previous result of the same call sequence. Repetitions
    /// are the usual case, and they save a sink every lookup.
    pub repeats: bool,
}

/// Results that differ from the previous one only in their digits: name, units and the positions of all points are the
/// same.
#[derive(Debug, Clone, Copy)]
pub struct Repeats<'a> {
    /// Row after row, the iteration count, then the [mantissa](Number::Short) of each value.
    pub numbers: &'a [u32],
    /// The number of decimals of each number in a row.
    pub decimals: &'a [u8],
}
