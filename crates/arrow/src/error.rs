//! Errors of writing and reading tables.

use std::fmt;

/// Why a store cannot be written as a table.
#[derive(Debug)]
#[non_exhaustive]
pub enum ExportError {
    /// A text is not UTF-8, as tables require.
    NotUtf8 {
        /// The name of the input.
        input: String,
        /// The index of the result in it, from 0; nothing if the text does not belong to a result.
        row: Option<u64>,
        /// The column.
        column: &'static str,
        /// The text, with replacement characters.
        found: String,
    },
    /// A table cannot hold this number of items.
    TooMuch {
        /// The kind of items.
        what: &'static str,
    },
    /// The table cannot be written.
    Write(Box<dyn std::error::Error + Send + Sync>),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::NotUtf8 { input, row, column, found } => {
                write!(f, "{input}: ")?;
                if let Some(row) = row {
                    write!(f, "result {}: ", row + 1)?;
                }
                write!(f, "{column} is not UTF-8, as tables need it: found {found:?}")
            }
            ExportError::TooMuch { what } => write!(f, "too many {what} for one table"),
            ExportError::Write(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ExportError {}

/// Why a table cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ImportError {
    /// Required columns are missing.
    Columns {
        /// The missing columns.
        missing: Vec<&'static str>,
        /// The existing columns.
        found: Vec<String>,
    },
    /// The type of a column is not compatible with its meaning.
    Type {
        /// The column.
        column: String,
        /// Its type.
        found: String,
        /// The compatible types.
        expected: &'static str,
    },
    /// A row is invalid.
    Row {
        /// The index of the row among all rows that were pushed, from 0.
        row: u64,
        /// A sentence without a full stop that explains why.
        message: String,
    },
    /// The bytes are not a valid table.
    Damaged(String),
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImportError::Columns { missing, found } => write!(
                f,
                "not a table of measurements: missing {}; found the columns {}",
                missing.join(", "),
                if found.is_empty() { "(none)".to_owned() } else { found.join(", ") }
            ),
            ImportError::Type { column, found, expected } => {
                write!(f, "column {column} is {found}, expected {expected}")
            }
            ImportError::Row { row, message } => write!(f, "row {row}: {message}"),
            ImportError::Damaged(message) => write!(f, "damaged: {message}"),
        }
    }
}

impl std::error::Error for ImportError {}
