//! The query language: texts to expressions.
//!
//! One lexer serves filters and projections. Tokens are read on demand, because the meaning of `/` depends on its
//! position, and because the first error in reading order is the one to report.

mod filter;
mod lexer;
mod projection;

pub(super) use filter::{Expression, Pattern, parse_filter, parse_filter_within};
pub(super) use projection::{FieldSyntax, ListedSyntax, OrderSyntax, parse_projection};

use crate::base::{Error, Sentence, Span};

/// A problem in a query text, before the caller adds which text of which query it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ParseError {
    pub(crate) span: Span,
    pub(crate) message: Sentence,
}

impl ParseError {
    pub(super) fn new(span: Span, message: impl Into<Sentence>) -> Self {
        ParseError { span, message: message.into() }
    }

    pub(crate) fn in_query(self, part: &'static str, query: &str) -> Error {
        Error::syntax(part, query, self.span, self.message)
    }
}

/// A word with its position. Quoted words may contain any bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) bytes: Vec<u8>,
    pub(super) span: Span,
}
