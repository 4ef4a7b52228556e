//! Diagnostics: lines that could not be read as data.

use std::fmt;

use crate::format::{Location, Problem};

/// A problem in an input that must be reported, usually a line that is skipped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The name of the input.
    pub input: Vec<u8>,
    /// The location in it.
    pub location: Location,
    /// The problem.
    pub problem: Problem,
}

impl Diagnostic {
    /// Returns `input:line: message`, without a line end.
    pub fn to_bytes(&self) -> Vec<u8> {
        [&self.input[..], &self.location.to_bytes(), b": ", &self.problem.message()].concat()
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.to_bytes()))
    }
}
