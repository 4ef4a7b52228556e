//! What could not be read as data.

use std::fmt;

use crate::format::SyntaxError;

/// A line, or a part of one, that does not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The name of the input.
    pub input: Vec<u8>,
    /// The line, counted from 1.
    pub line: u64,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// It cannot be read.
    Syntax(SyntaxError),
    /// A `Unit` line contradicts an earlier one, which stays.
    UnitConflict {
        /// The unit as written on this line.
        unit: Vec<u8>,
        /// The key that is set anew.
        key: Vec<u8>,
        /// The value that stays.
        value: Vec<u8>,
    },
    /// A measurement is not a number; the line's other measurements count.
    NotANumber {
        /// Its unit, as written.
        unit: Vec<u8>,
    },
}

impl Problem {
    /// Whether the line is sound but for a value that no statistic can use.
    pub fn is_note(&self) -> bool {
        matches!(self, Problem::NotANumber { .. })
    }

    /// The message as bytes: units and keys pass through as they were read.
    fn message(&self) -> Vec<u8> {
        match self {
            Problem::Syntax(error) => error.to_string().into_bytes(),
            Problem::UnitConflict { unit, key, value } => {
                [b"metadata ", &key[..], b" of unit ", unit, b" already set to ", value].concat()
            }
            Problem::NotANumber { unit } => {
                [b"left out a measurement that is not a number (NaN ", &unit[..], b")"].concat()
            }
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.message()))
    }
}

impl Diagnostic {
    /// `input:line: message`, without a line end.
    pub fn to_bytes(&self) -> Vec<u8> {
        let place = format!(":{}: ", self.line);
        [&self.input[..], place.as_bytes(), &self.problem.message()].concat()
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.to_bytes()))
    }
}
