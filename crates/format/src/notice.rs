//! Notices: everything that an input contains besides results and their configuration.
//!
//! A reader makes a notice, and the store keeps it unchanged. Its forms in stored bytes and in JSON are derived.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::ProblemCounts;
use super::line_limits::LINE_MAX;
use super::text;

/// A notice of an input besides its results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// A problem, or a note that is not an error.
    Problem(Problem),
    /// One `key=value` of a `Unit` line applies to the whole run, including the results before it.
    Unit {
        /// The unit, as written.
        #[serde(with = "text")]
        unit: Vec<u8>,
        /// The key.
        #[serde(with = "text")]
        key: Vec<u8>,
        /// Its value.
        #[serde(with = "text")]
        value: Vec<u8>,
    },
    /// The numbers of the result whose malformed line came last for this benchmark have come, so nothing is lost. The
    /// result follows.
    Joined {
        /// The name of the benchmark.
        #[serde(with = "text")]
        name: Vec<u8>,
    },
    /// A block of an interleaved recording begins, in which each version runs once. Without a recording, the following
    /// results belong to no block.
    Block {
        /// The identifier that the logs of all its versions have in common.
        #[serde(with = "text")]
        recording: Vec<u8>,
        /// The number of the block in the recording.
        block: u32,
        /// Whether a line follows when the run has ended; if it is missing, the run is incomplete.
        has_end: bool,
    },
    /// The run of a block has ended.
    RunEnd {
        /// The recording.
        #[serde(with = "text")]
        recording: Vec<u8>,
        /// The number of the block.
        block: u32,
    },
    /// An interleaved recording may stop early: it makes interim checks at these numbers of blocks.
    Looks {
        /// The recording.
        #[serde(with = "text")]
        recording: Vec<u8>,
        /// The numbers of blocks, ascending; the last is the maximum.
        looks: Vec<u32>,
    },
    /// The first and the last time in an input, in microseconds since 1970.
    Times {
        /// The first.
        first: i64,
        /// The last.
        last: i64,
    },
}

/// A problem at a location of an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Problem {
    /// The line cannot be read.
    Syntax {
        /// The reason.
        error: SyntaxError,
        /// The benchmark that the line names, without `Benchmark`; empty if it names none.
        #[serde(default, with = "text")]
        name: Vec<u8>,
        /// The possible loss.
        #[serde(default)]
        loss: Loss,
        /// The configuration of the benchmark. Readers do not fill it: a store does.
        #[serde(default)]
        config: Vec<ConfigValue>,
    },
    /// The line cannot be read; the message has the found and the expected text.
    Unreadable {
        /// A sentence without a full stop.
        #[serde(with = "text")]
        message: Vec<u8>,
    },
    /// Files of the input have no results although they should; the message says which files, and why.
    Skipped {
        /// A sentence without a full stop.
        #[serde(with = "text")]
        message: Vec<u8>,
    },
    /// The input is a part of an exported one. It is complete if all its parts are there.
    Part {
        /// The same number in all parts of the exported input.
        of: u64,
        /// The number of measurements in this part.
        found: u64,
        /// The number of measurements that were exported.
        all: u64,
    },
    /// A note about the input that is not an error.
    Note {
        /// A sentence without a full stop.
        #[serde(with = "text")]
        text: Vec<u8>,
    },
    /// The input has one number for each benchmark instead of its samples.
    SummaryOnly {
        /// How to measure samples.
        #[serde(with = "text")]
        how: Vec<u8>,
    },
    /// A `Unit` line contradicts an earlier one, which stays valid.
    UnitConflict {
        /// The unit as written on this line.
        #[serde(with = "text")]
        unit: Vec<u8>,
        /// The key that is set again.
        #[serde(with = "text")]
        key: Vec<u8>,
        /// The value that stays.
        #[serde(with = "text")]
        value: Vec<u8>,
    },
    /// A measurement is not a number; the line's other measurements are kept.
    NotANumber {
        /// The benchmark's name.
        #[serde(default, with = "text")]
        name: Vec<u8>,
        /// Its unit, as written.
        #[serde(with = "text")]
        unit: Vec<u8>,
        /// Its configuration, as of a malformed line.
        #[serde(default)]
        config: Vec<ConfigValue>,
    },
    /// Lines would be results without the text before them: white space, a color, a time stamp. This is the first such
    /// line.
    Wrapped {
        /// The number of lines.
        lines: u64,
    },
    /// The last line has no line end, so it may have been cut off.
    Unterminated,
    /// A benchmark or a whole package failed.
    Failed {
        /// Its name; empty if it is not known.
        #[serde(with = "text")]
        name: Vec<u8>,
    },
    /// A run of a recording is incomplete: the line that marks its end is missing.
    PartialRun {
        /// The recording.
        #[serde(with = "text")]
        recording: Vec<u8>,
        /// The number of its block.
        block: u32,
    },
    /// Runs of a benchmark ended with an exit status other than 0; their values are kept.
    NonZeroExit {
        /// The benchmark's name.
        #[serde(with = "text")]
        name: Vec<u8>,
        /// The number of these runs.
        runs: u64,
    },
    /// A block of a recording begins, but the line does not say which block, so the following results belong to no
    /// block.
    NoBlock {
        /// The line, or its beginning.
        #[serde(with = "text")]
        line: Vec<u8>,
    },
    /// A line about the interim checks of a recording cannot be read, so its checks are not known.
    NoLooks {
        /// The recording; empty if it is not known.
        #[serde(with = "text")]
        recording: Vec<u8>,
        /// The line, or its beginning.
        #[serde(with = "text")]
        line: Vec<u8>,
    },
    /// A line contradicts an earlier line about the interim checks of a recording, so its checks are not known.
    LooksConflict {
        /// The recording.
        #[serde(with = "text")]
        recording: Vec<u8>,
    },
    /// The input has more problems than a store keeps.
    More(ProblemCounts),
}

/// A key of a configuration with its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigValue {
    /// The key; that of metadata as a store encodes it.
    #[serde(with = "text")]
    pub key: Vec<u8>,
    /// The value.
    #[serde(with = "text")]
    pub value: Vec<u8>,
}

/// The possible loss of a malformed line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    /// A result.
    #[default]
    Result,
    /// A result, unless its numbers follow on a later line.
    Numbers,
    /// Nothing, unless its first word is a benchmark of the input: a program printed a sentence.
    Nothing,
}

/// The reason why a line, or a part of one, is not data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
