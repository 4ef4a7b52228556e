//! Inputs, their diagnostics and their keys.

use benchlens_core::project::KeyKind;
use serde::Serialize;

/// One input.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct InputView {
    /// Its name in messages.
    pub name: String,
    /// Its `.file` value.
    pub label: String,
    /// The number of lines.
    pub lines: u64,
    /// The number of benchmark results among the lines.
    pub results: u64,
    /// The number of diagnostics.
    pub malformed: u64,
    /// Its state as a sentence.
    pub kind: String,
}

/// A range of the list of diagnostics.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DiagnosticPage {
    /// The total number of diagnostics.
    pub total: usize,
    /// The requested range.
    pub items: Vec<DiagnosticView>,
}

/// A line that is ignored completely or in part.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DiagnosticView {
    /// The name of the input.
    pub input: String,
    /// The line number, from 1.
    pub line: u64,
    /// The problem.
    pub text: String,
}

/// A key that results have.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct KeyView {
    /// The key in the syntax of a query.
    pub key: String,
    /// Its origin.
    pub kind: KeyKind,
    /// The value of a query's `pair` that pairs runs by this key; nothing if the key does not form pairs.
    pub pair: Option<String>,
    /// The number of different values; a missing key counts as a value.
    pub distinct: usize,
    /// The values in the order of their first appearance, including an empty value for results without the key.
    /// [`Session::values`](crate::Session::values) returns them in other orders.
    pub values: Vec<ValueView>,
}

/// A value of a key.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ValueView {
    /// The value.
    pub value: String,
    /// The number of results with this value.
    pub count: u64,
}
