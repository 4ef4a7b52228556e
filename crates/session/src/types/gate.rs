//! The result of gate rules.

use serde::Serialize;

/// The result of a gate.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GateView {
    /// Whether the gate passed.
    pub passed: bool,
    /// The exit status of the CLI with these rules.
    pub status: u8,
    /// The result in one line: `gate failed: 2 failed, 33 passed`.
    pub sentence: String,
    /// Errors and warnings about the rules.
    pub errors: Vec<String>,
    /// The results that need attention, most severe first, at most 100.
    pub results: Vec<GateLine>,
    /// The total number of such results.
    pub total: usize,
    /// The command line that checks these rules in a script.
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
    /// The whole result as the CLI prints it.
    pub text: String,
    /// The index of the table.
    pub table: usize,
    /// The index of the row in the table; nothing for a geometric mean.
    pub at: Option<usize>,
}
