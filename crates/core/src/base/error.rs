//! The one error of the library: a query that cannot be understood.
//!
//! Reading never fails (malformed lines are data), so nothing else can go wrong in the core.

use std::fmt;

use super::unicode::is_graphic;

/// A half-open range of bytes in a query text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// What is wrong with a query, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(Box<ErrorKind>);

/// The ways in which a query can be wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A filter or projection that does not follow the grammar.
    Syntax {
        /// Which text: `filter`, `table`, `row`, `col` or `ignore`.
        part: &'static str,
        /// The whole text.
        query: String,
        /// Where in the text.
        span: Span,
        /// What is wrong, without the place.
        message: String,
    },
    /// A number outside its range.
    Range {
        /// The name of the setting.
        part: &'static str,
        /// What is wrong, as a sentence.
        message: String,
    },
}

impl Error {
    pub(crate) fn syntax(part: &'static str, query: &str, span: Span, message: String) -> Self {
        Error(Box::new(ErrorKind::Syntax { part, query: query.to_owned(), span, message }))
    }

    pub(crate) fn range(part: &'static str, message: String) -> Self {
        Error(Box::new(ErrorKind::Range { part, message }))
    }

    /// What is wrong, as data.
    pub fn kind(&self) -> &ErrorKind {
        &self.0
    }

    /// Where in the query text the trouble is, for errors that have a place.
    pub fn span(&self) -> Option<Span> {
        match &*self.0 {
            ErrorKind::Syntax { span, .. } => Some(*span),
            ErrorKind::Range { .. } => None,
        }
    }

    /// The setting that is wrong: `filter`, `table`, `row`, `col`, `ignore`, `alpha`, …
    pub fn part(&self) -> &'static str {
        match &*self.0 {
            ErrorKind::Syntax { part, .. } | ErrorKind::Range { part, .. } => part,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            ErrorKind::Syntax { part, query, span, message } => {
                let column = query[..span.start].chars().filter(|&c| is_graphic(c)).count();
                writeln!(f, "parsing -{part}: syntax error: {message}")?;
                writeln!(f, "\t{query}")?;
                write!(f, "\t{:column$}^", "")
            }
            ErrorKind::Range { message, .. } => f.write_str(message),
        }
    }
}

impl std::error::Error for Error {}
