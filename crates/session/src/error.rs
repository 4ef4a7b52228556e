//! Why a call of a session failed.

use std::fmt;

use benchlens_core::Error;
use benchlens_core::render::ChartError;
use benchlens_core::store::DecodeError;

/// Why a call failed. A failed call changes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SessionError {
    /// The query is wrong.
    Query(Error),
    /// The bytes were not written by another session.
    Decode(DecodeError),
    /// Bytes were added while no input was open.
    NoInput,
    /// Bytes were added while no part was open.
    NoPart,
    /// A packed file cannot be read; contains a sentence with the reason.
    Packed(String),
    /// There is no input at this index.
    NoSuchInput(usize),
    /// No answer is being computed.
    NotAsking,
    /// The current inputs have not been queried.
    NoAnswer,
    /// The answer has no table at this index.
    NoSuchTable(usize),
    /// The table has no row at this index.
    NoSuchRow(usize),
    /// No search for changes is running.
    NotLooking,
    /// The row has no change with this number, or changes have not been searched for.
    NoSuchChange(usize),
    /// The chart cannot be drawn.
    Chart(ChartError),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::Query(error) => error.fmt(f),
            SessionError::Decode(error) => error.fmt(f),
            SessionError::NoInput => f.write_str("no input is open: call begin first"),
            SessionError::NoPart => f.write_str("no part is open: call part_begin first"),
            SessionError::Packed(why) => f.write_str(why),
            SessionError::NoSuchInput(input) => {
                write!(f, "there is no input {input}: inputs are counted from 0")
            }
            SessionError::NotAsking => {
                f.write_str("no answer is being worked out: begin to ask first")
            }
            SessionError::NotLooking => {
                f.write_str("no change is being looked for: begin with changes_begin")
            }
            SessionError::NoSuchChange(number) => write!(
                f,
                "the row has no change {number}, or none was looked for: begin with changes_begin"
            ),
            SessionError::NoAnswer => f.write_str("there is no answer yet: run a query first"),
            SessionError::Chart(error) => error.fmt(f),
            SessionError::NoSuchTable(table) => {
                write!(f, "the answer has no table {table}: tables are counted from 0")
            }
            SessionError::NoSuchRow(row) => {
                write!(f, "the table has no row {row}: rows are counted from 0")
            }
        }
    }
}

impl std::error::Error for SessionError {}

impl From<Error> for SessionError {
    fn from(error: Error) -> Self {
        SessionError::Query(error)
    }
}

impl From<ChartError> for SessionError {
    fn from(error: ChartError) -> Self {
        match error {
            ChartError::NoSuchTable(table) => SessionError::NoSuchTable(table),
            other => SessionError::Chart(other),
        }
    }
}

impl From<DecodeError> for SessionError {
    fn from(error: DecodeError) -> Self {
        SessionError::Decode(error)
    }
}
