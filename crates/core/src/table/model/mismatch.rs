//! Rows that both sides have in different tables.

use crate::base::Text;

/// Rows of one table whose baseline is in another table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mismatch {
    /// The index of the table with the new side in [`Report::tables`](super::Report::tables).
    pub table: u32,
    /// The index of the new side's column in that table.
    pub column: u32,
    /// The table with the baseline.
    pub base_table: u32,
    /// The index of the baseline's column in that table.
    pub base_column: u32,
    /// The keys in which the tables differ, at most 64.
    pub keys: Vec<MismatchKey>,
    /// Whether the tables differ in more keys.
    pub more_keys: bool,
    /// The `-ignore` that makes the rows compare; `None` if `-table` names one of the keys explicitly, or if there are
    /// more keys.
    pub ignore: Option<Text>,
    /// The rows, in the order of the table with the new side.
    pub rows: Vec<MismatchRow>,
}

/// A key with its value in either table; empty if it is not set there.
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

/// A row by its index in either table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MismatchRow {
    /// The index in the table with the baseline.
    pub base: u32,
    /// The index in the table with the new side.
    pub new: u32,
}
