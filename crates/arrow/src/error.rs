//! What can be wrong on the way to a table, and on the way back.

use std::fmt;

/// Why a store cannot be written as a table.
#[derive(Debug)]
#[non_exhaustive]
pub enum ExportError {
    /// A text is not UTF-8, which texts of tables are.
    NotUtf8 {
        /// The name of the input.
        input: String,
        /// The place of the result in it, from 0; nothing if it is not of a result.
        row: Option<u64>,
        /// The column.
        column: &'static str,
        /// The text, with replacements.
        found: String,
    },
    /// There is more of something than a table can hold.
    TooMuch {
        /// Of what.
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
    /// Columns are missing without which there is no measurement.
    Columns {
        /// What is needed.
        missing: Vec<&'static str>,
        /// The columns that are there.
        found: Vec<String>,
    },
    /// A column has a type that cannot be taken for what it is.
    Type {
        /// The column.
        column: String,
        /// Its type.
        found: String,
        /// What it may be.
        expected: &'static str,
    },
    /// Something in a row cannot be.
    Row {
        /// The place of the row among all that were pushed, from 0.
        row: u64,
        /// What is wrong, as a sentence without a full stop.
        message: String,
    },
    /// Bytes are no sound table.
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
