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
    /// How many lines it has.
    pub lines: u64,
    /// How many of them are benchmark results.
    pub results: u64,
    /// How many diagnostics there are about it.
    pub malformed: u64,
    /// Its state as a sentence.
    pub kind: String,
}

/// A stretch of the list of diagnostics.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DiagnosticPage {
    /// How many there are.
    pub total: usize,
    /// The stretch that was asked for.
    pub items: Vec<DiagnosticView>,
}

/// A line that does not count, or not wholly.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DiagnosticView {
    /// The name of the input.
    pub input: String,
    /// The line, from 1.
    pub line: u64,
    /// The problem.
    pub text: String,
}

/// A key that results have.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct KeyView {
    /// As it is written in a query.
    pub key: String,
    /// Its origin.
    pub kind: KeyKind,
    /// What a query's `pair` says to pair runs by it; nothing if it makes no pairs.
    pub pair: Option<String>,
    /// How many different values there are; that results lack the key is one of them.
    pub distinct: usize,
    /// Values by first appearance, also an empty one for results without the key. In another order
    /// [`Session::values`](crate::Session::values) has them.
    pub values: Vec<ValueView>,
}

/// A value of a key.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ValueView {
    /// The value.
    pub value: String,
    /// How many results have it.
    pub count: u64,
}
