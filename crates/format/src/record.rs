//! Records: the output of a reader.

use std::fmt;

use super::coded::coded;
use super::line_limits::LINE_MAX;
use super::{Number, ProblemCounts};

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
    /// One `key=value` of a `Unit` line applies to the whole run, including the results before it.
    Unit {
        /// The unit, as written.
        unit: &'a [u8],
        /// The key.
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
    /// A line, or a part of one, that is meant to be data but cannot be read as such.
    Malformed {
        /// The reason.
        error: SyntaxError,
        /// The benchmark that the line names, without `Benchmark`; empty if it names none.
        name: &'a [u8],
        /// What may have been lost.
        loss: Loss,
    },
    /// The numbers of the result whose malformed line came last for this benchmark have come, so nothing is lost. The
    /// result follows.
    Joined {
        /// The name of the benchmark.
        name: &'a [u8],
    },
    /// A result without its name, which may be at the end of the text before, if an input was cut into parts. No
    /// result or malformed line came before it.
    Rest(ResultLine<'a>),
    /// A part of the input that is meant to be data but cannot be read, with what was found and what was
    /// expected.
    Unreadable {
        /// A sentence without a full stop.
        message: &'a [u8],
    },
    /// Text that is not data, but that a reader of the results should know about.
    Notice(Notice<'a>),
}

impl Record<'_> {
    /// Returns the record of a malformed line that names no benchmark.
    pub(crate) fn malformed(error: SyntaxError) -> Self {
        Record::Malformed { error, name: b"", loss: Loss::Result }
    }
}

/// What a malformed line may have lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// A result.
    Result,
    /// A result, unless its numbers follow on a later line.
    Numbers,
    /// Nothing, unless its first word is a benchmark of the input: a program printed a sentence.
    Nothing,
}

/// A notice of an input besides its results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice<'a> {
    /// A line that is not a result would be one without its indentation, color or time stamp.
    Wrapped,
    /// The last line has no line end: the input may have been cut off in it.
    Unterminated,
    /// A benchmark or a whole package failed.
    Failed {
        /// Its name.
        name: &'a [u8],
    },
    /// Runs of a benchmark ended with an exit status other than 0. Their values are kept because some commands do so
    /// on purpose.
    NonZeroExit {
        /// The benchmark's name.
        name: &'a [u8],
        /// The number of these runs.
        runs: u64,
    },
    /// A block of an interleaved recording begins, in which each version runs once.
    Block {
        /// The identifier that the logs of all its versions have in common.
        recording: &'a [u8],
        /// The number of the block in the recording.
        block: u32,
        /// Whether a line follows when the run has ended; if it is missing, the run is incomplete.
        has_end: bool,
    },
    /// The run of a block has ended.
    RunEnd {
        /// The recording.
        recording: &'a [u8],
        /// The number of the block.
        block: u32,
    },
    /// A run of a block is incomplete because the recorder was killed.
    PartialRun {
        /// The recording.
        recording: &'a [u8],
        /// The number of the block.
        block: u32,
    },
    /// A line looks like the beginning of a block, but does not say which block.
    NoBlock {
        /// The line, or its beginning.
        line: &'a [u8],
    },
    /// An interleaved recording may stop early: it makes interim checks at these numbers of blocks.
    Looks {
        /// The recording.
        recording: &'a [u8],
        /// The numbers of blocks, ascending, separated by commas; the last is the maximum.
        looks: &'a [u8],
    },
    /// A line looks like the interim checks of a recording, but cannot be read.
    NoLooks {
        /// The recording; empty if it is not known.
        recording: &'a [u8],
        /// The line, or its beginning.
        line: &'a [u8],
    },
    /// A note about the input that is not an error, such as results that were skipped on purpose.
    Note {
        /// A sentence without a full stop.
        text: &'a [u8],
    },
    /// Files of the input have no results although they should.
    Skipped {
        /// A sentence without a full stop.
        message: &'a [u8],
    },
    /// The input has one number for each benchmark instead of its samples, so nothing can be tested.
    SummaryOnly {
        /// How to measure samples.
        how: &'a [u8],
    },
    /// A measurement is not a number; the other measurements of its result are kept.
    NotANumber {
        /// Its unit, as written.
        unit: &'a [u8],
    },
    /// There are more problems than a store keeps.
    More(ProblemCounts),
    /// The first and the last time in an input, in microseconds since 1970.
    Times {
        /// The first.
        first: i64,
        /// The last.
        last: i64,
    },
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

coded! {
    /// The reason why a line, or a part of one, is not data.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum SyntaxError {
        /// A name followed only by white space.
        MissingIterations,
        /// An iteration count that is not an integer.
        IterationsSyntax,
        /// An iteration count beyond 64 bits.
        IterationsRange,
        /// Nothing after the iteration count.
        MissingMeasurements,
        /// A measurement that is not a number.
        MeasurementSyntax,
        /// A measurement beyond the largest double.
        MeasurementRange,
        /// A measurement without a unit.
        MissingUnits,
        /// `Unit` without anything else on its line.
        MissingUnit,
        /// A field of a `Unit` line that is not `key=value`.
        ExpectedKeyValue,
        /// A line of more than [`LINE_MAX`] bytes.
        LineTooLong,
        /// A line that begins as JSON does, but is not a JSON object with the expected members.
        JsonSyntax,
        /// A benchmark's name that other output separates from its numbers.
        Torn,
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SyntaxError::MissingIterations => "missing iteration count",
            SyntaxError::IterationsSyntax => "parsing iteration count: invalid syntax",
            SyntaxError::IterationsRange => "parsing iteration count: value out of range",
            SyntaxError::MissingMeasurements => "missing measurements",
            SyntaxError::MeasurementSyntax => "parsing measurement: invalid syntax",
            SyntaxError::MeasurementRange => "parsing measurement: value out of range",
            SyntaxError::MissingUnits => "missing units",
            SyntaxError::MissingUnit => "missing unit",
            SyntaxError::ExpectedKeyValue => "expected key=value",
            SyntaxError::LineTooLong => {
                return write!(f, "skipped a line of more than {} MiB", LINE_MAX >> 20);
            }
            SyntaxError::JsonSyntax => "invalid JSON",
            SyntaxError::Torn => "torn by other output",
        })
    }
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
