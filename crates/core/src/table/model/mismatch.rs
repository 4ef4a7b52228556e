//! Rows that both sides have in different tables.

use crate::base::Text;

/// Rows of one table whose baseline stands in another.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mismatch {
    /// The table with the new side, by its place in [`Report::tables`](super::Report::tables).
    pub table: u32,
    /// The column of the new side, by its place in that table.
    pub column: u32,
    /// The table with the baseline.
    pub base_table: u32,
    /// The column of the baseline, by its place in that table.
    pub base_column: u32,
    /// The keys in which the tables differ, at most 64.
    pub keys: Vec<MismatchKey>,
    /// Whether they differ in more keys.
    pub more_keys: bool,
    /// The `-ignore` with which the rows compare; nothing if `-table` names one of the keys itself, or if
    /// there are more keys.
    pub ignore: Option<Text>,
    /// The rows, in the order of the table with the new side.
    pub rows: Vec<MismatchRow>,
}

/// A key with its value in either table; empty where it is not set.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MismatchKey {
    /// The key.
    pub key: Text,
    /// Its value in the table with the baseline.
    pub base: Text,
    /// Its value in the table with the new side.
    pub new: Text,
}

/// A row by its place in either table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MismatchRow {
    /// In the table with the baseline.
    pub base: u32,
    /// In the table with the new side.
    pub new: u32,
}
