//! What the rules of a gate say.

use serde::Serialize;

/// The answer of a gate.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GateView {
    /// Whether it is passed.
    pub passed: bool,
    /// The exit status of the program with these rules.
    pub status: u8,
    /// The answer in a line: `gate failed: 2 failed, 33 passed`.
    pub sentence: String,
    /// What is wrong with rules, or worth a word.
    pub errors: Vec<String>,
    /// The results that somebody should see, the gravest first, at most 100.
    pub results: Vec<GateLine>,
    /// How many there are of these.
    pub total: usize,
    /// The command line that asks this in a script.
    pub command: String,
}

/// The result of a rule for one comparison.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GateLine {
    /// The decision in words: `failed`, `missing (allowed)`.
    pub status: String,
    /// The label of the row, or `geomean`.
    pub row: String,
    /// The unit.
    pub unit: String,
    /// The whole result as the program prints it.
    pub text: String,
    /// The place of the table.
    pub table: usize,
    /// The place of the row in the table; nothing for a geometric mean.
    pub at: Option<usize>,
}
