//! Records: the output of a reader.

use std::fmt;

use super::coded::coded;
use super::line_limits::LINE_MAX;
use super::{Number, ProblemCounts};

/// One item of a log. It borrows from a buffer that is valid only during the call.
#[derive(Debug, Clone, PartialEq)]
pub enum Record<'a> {
    /// `key: value`: holds for the results below, in the same input. An empty value deletes the key.
    Config {
        /// The key.
        key: &'a [u8],
        /// Its value, as written.
        value: &'a [u8],
    },
    /// What is known of the results below besides their configuration, such as a commit: a key of queries
    /// that never keeps results apart by itself. An empty value deletes it.
    Metadata {
        /// Its name.
        key: &'a [u8],
        /// Its value.
        value: &'a [u8],
    },
    /// One `key=value` of a `Unit` line: holds for the whole run, for results above it too.
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
    /// The following records belong to this context, such as a package, until another is named. Each context
    /// has a configuration of its own, which is empty at first. Before any is named, the context is
    /// the one without a name.
    Context(&'a [u8]),
    /// A line, or a part of one, that is meant to be data but cannot be read as such.
    Malformed(SyntaxError),
    /// A part of the input that is meant to be data but cannot be read, with what was found and what was
    /// expected.
    Unreadable {
        /// A sentence without a full stop.
        message: &'a [u8],
    },
    /// Something that is no data, but that a reader of the results should know.
    Notice(Notice<'a>),
}

/// A notice of an input besides its results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice<'a> {
    /// A line that is no result would be one without its indentation, colour or time stamp.
    Wrapped,
    /// The last result has no line end: the input may have been cut off in it.
    Unterminated,
    /// A benchmark or all of a package failed.
    Failed {
        /// Its name.
        name: &'a [u8],
    },
    /// Runs of a benchmark ended with another exit status than 0. Their values count: some commands do so by
    /// order.
    NonZeroExit {
        /// The benchmark's name.
        name: &'a [u8],
        /// The number of these runs.
        runs: u64,
    },
    /// A block of a recording in turns begins: each version runs once in it.
    Block {
        /// What the logs of all its versions have in common.
        recording: &'a [u8],
        /// The number of the block in the recording.
        block: u32,
        /// Whether a line follows when the run has ended: without it, only a part of the run is there.
        has_end: bool,
    },
    /// The run of a block has ended.
    RunEnd {
        /// The recording.
        recording: &'a [u8],
        /// The number of the block.
        block: u32,
    },
    /// A run of a block is there in part: the recorder was killed meanwhile.
    PartialRun {
        /// The recording.
        recording: &'a [u8],
        /// The number of the block.
        block: u32,
    },
    /// A line looks like one with which a block begins, and does not say which.
    NoBlock {
        /// The line, or its beginning.
        line: &'a [u8],
    },
    /// A recording in turns may stop early: it looks at its blocks when there are so many.
    Looks {
        /// The recording.
        recording: &'a [u8],
        /// The numbers of blocks, ascending, with commas between them; the last is the most.
        looks: &'a [u8],
    },
    /// A line looks like one with the looks of a recording, and does not say them.
    NoLooks {
        /// The recording; empty if it is not known.
        recording: &'a [u8],
        /// The line, or its beginning.
        line: &'a [u8],
    },
    /// A word about the input that is no error, such as what was left out on purpose.
    Note {
        /// A sentence without a full stop.
        text: &'a [u8],
    },
    /// The input has one number for each benchmark instead of its samples, so that nothing can be tested.
    SummaryOnly {
        /// How to record samples.
        how: &'a [u8],
    },
    /// A measurement is not a number; the other measurements of its result count.
    NotANumber {
        /// Its unit, as written.
        unit: &'a [u8],
    },
    /// There are more problems than a store keeps.
    More(ProblemCounts),
    /// The first and the last time that an input gives, in microseconds since 1970.
    Times {
        /// The first.
        first: i64,
        /// The last.
        last: i64,
    },
}

/// One benchmark result: a name, how often the benchmark ran, and what was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultLine<'a> {
    /// The name, without `Benchmark`, with its `/` parts and its `-N`.
    pub name: &'a [u8],
    /// The number of iterations.
    pub iterations: i64,
    /// The measurements, in the order of the line.
    pub values: &'a [Number],
    /// The unit of each value, as written; a unit may occur more than once.
    pub units: &'a [&'a [u8]],
    /// Whether name and units are known to equal those of the result before it in the same call
    /// sequence: repeats are the common case, and a sink may then save itself every look-up.
    pub repeats: bool,
}

coded! {
    /// Why a line, or a part of one, is not data.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum SyntaxError {
        /// A name followed by white space alone.
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
        /// `Unit` alone on its line.
        MissingUnit,
        /// A field of a `Unit` line that is not `key=value`.
        ExpectedKeyValue,
        /// A line of more than [`LINE_MAX`] bytes.
        LineTooLong,
        /// A line that begins as JSON does, but is not a JSON object with the expected members.
        JsonSyntax,
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
        })
    }
}

/// Results that differ from the one before in their digits alone: name, units and the places of all
/// points are the same.
#[derive(Debug, Clone, Copy)]
pub struct Repeats<'a> {
    /// Row after row the iteration count, then the [mantissa](Number::Short) of each value.
    pub numbers: &'a [u32],
    /// How many decimals each number of a row has.
    pub decimals: &'a [u8],
}
