//! The only error type of the library: a query that is not valid, or results that belong to no input.
//!
//! Reading never fails because malformed lines are data, so there are no other errors in the core.

use std::fmt;

use super::sentence::Sentence;
use super::text::boundary_before;
use super::unicode::is_graphic;

/// A half-open range of bytes in a query text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// An error in a query, with its position, or a call out of order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(Box<ErrorKind>);

/// The ways in which a query or a call can be wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A filter or projection does not follow the grammar.
    Syntax {
        /// The text with the error: `filter`, `table`, `row`, `col` or `ignore`.
        part: &'static str,
        /// The whole text.
        query: String,
        /// The position in the text.
        span: Span,
        /// The message, without the position.
        message: Sentence,
    },
    /// A part of a longer text, such as a rule or a file, is wrong.
    Place {
        /// The setting with the error: `gate`.
        part: &'static str,
        /// The source of the text: a setting, or a file with the line number.
        source: Sentence,
        /// The line.
        line: String,
        /// The position in the line.
        span: Span,
        /// The message, without the position.
        message: Sentence,
    },
    /// No result has this name.
    Unknown {
        /// The text with the name: `derive`.
        part: &'static str,
        /// The whole text.
        query: String,
        /// The position in the text.
        span: Span,
        /// The message, without the position.
        message: Sentence,
    },
    /// A number is out of range.
    Range {
        /// The name of the setting.
        part: &'static str,
        /// The message.
        message: Sentence,
    },
    /// Results were added while no input was open: `StoreBuilder::begin` opens one.
    NoInput,
}

impl Error {
    /// Returns the error of a call that needs an open input.
    #[doc(hidden)]
    pub fn no_input() -> Self {
        Error(Box::new(ErrorKind::NoInput))
    }

    /// Returns an error in the syntax of a part of a query.
    #[doc(hidden)]
    pub fn syntax(
        part: &'static str,
        query: &str,
        span: Span,
        message: impl Into<Sentence>,
    ) -> Self {
        let (query, message) = (query.to_owned(), message.into());
        Error(Box::new(ErrorKind::Syntax { part, query, span, message }))
    }

    /// Returns the error of an unknown name in a part of a query.
    #[doc(hidden)]
    pub fn unknown(
        part: &'static str,
        query: &str,
        span: Span,
        message: impl Into<Sentence>,
    ) -> Self {
        let (query, message) = (query.to_owned(), message.into());
        Error(Box::new(ErrorKind::Unknown { part, query, span, message }))
    }

    /// Returns the error of a number that is out of range.
    #[doc(hidden)]
    pub fn range(part: &'static str, message: impl Into<Sentence>) -> Self {
        Error(Box::new(ErrorKind::Range { part, message: message.into() }))
    }

    /// Returns an error that begins with the name of a setting: `base: no column is …`.
    #[doc(hidden)]
    pub fn of_setting(part: &'static str, message: impl AsRef<[u8]>) -> Self {
        Error::range(part, Sentence::setting(part).and(": ").and(message))
    }

    /// Returns the error of a word that is not a value of a setting.
    #[doc(hidden)]
    pub fn invalid(part: &'static str, word: &str, why: &str) -> Self {
        let head = Sentence::from(format!("invalid value {word:?} for "));
        Error::range(part, head.only_flags("flag ").and_setting(part).and(format!(": {why}")))
    }

    /// Returns an error at a position of a text of several lines. `source` is where a line comes from.
    #[doc(hidden)]
    pub fn place(
        part: &'static str,
        source: impl Fn(usize) -> Sentence,
        text: &str,
        span: Span,
        message: impl Into<Sentence>,
    ) -> Self {
        let at = boundary_before(text, span.start);
        let first = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let number = 1 + text[..first].matches('\n').count();
        let line = text[first..].lines().next().unwrap_or_default().to_owned();
        let end = boundary_before(&line, span.end.max(at) - first);
        let span = Span { start: boundary_before(&line, at - first), end };
        let (source, message) = (source(number), message.into());
        Error(Box::new(ErrorKind::Place { part, source, line, span, message }))
    }

    /// Returns the error as data.
    pub fn kind(&self) -> &ErrorKind {
        &self.0
    }

    /// Returns the position in the query text, for errors that have one.
    pub fn span(&self) -> Option<Span> {
        match &*self.0 {
            ErrorKind::Syntax { span, .. }
            | ErrorKind::Place { span, .. }
            | ErrorKind::Unknown { span, .. } => Some(*span),
            ErrorKind::Range { .. } | ErrorKind::NoInput => None,
        }
    }

    /// Returns the setting with the error: `filter`, `table`, `row`, `col`, `ignore`, `alpha`, …
    pub fn part(&self) -> &'static str {
        match &*self.0 {
            ErrorKind::Syntax { part, .. }
            | ErrorKind::Place { part, .. }
            | ErrorKind::Unknown { part, .. }
            | ErrorKind::Range { part, .. } => part,
            ErrorKind::NoInput => "input",
        }
    }
}

/// Returns the lines that show a position: the text with a caret below it.
fn place(query: &str, span: Span) -> String {
    let column = query[..span.start].chars().filter(|&c| is_graphic(c)).count();
    format!("\n\t{query}\n\t{:column$}^", "")
}

impl Error {
    /// Returns the message with its position, which the CLI writes with flags.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match &*self.0 {
            ErrorKind::Syntax { part, query, span, message } => Sentence::default()
                .only_flags("parsing ")
                .and_setting(part)
                .and(": syntax error: ")
                .and_sentence(message.clone())
                .and(place(query, *span)),
            ErrorKind::Unknown { part, query, span, message } => Sentence::setting(part)
                .and(": ")
                .and_sentence(message.clone())
                .and(place(query, *span)),
            ErrorKind::Place { source, line, span, message, .. } => {
                // A tab before the position keeps its width.
                let before = line[..span.start].chars();
                let room = before.filter(|&c| c == '\t' || is_graphic(c));
                let room: String = room.map(|c| if c == '\t' { c } else { ' ' }).collect();
                let sentence = source.clone().and(": ").and_sentence(message.clone());
                sentence.and(format!("\n\t{line}\n\t{room}^"))
            }
            ErrorKind::Range { message, .. } => message.clone(),
            ErrorKind::NoInput => "no input is open: call begin first".into(),
        }
    }

    /// Returns the message without the position and the name of the setting in front.
    #[must_use]
    pub fn message(&self) -> String {
        match &*self.0 {
            ErrorKind::Syntax { message, .. }
            | ErrorKind::Unknown { message, .. }
            | ErrorKind::Place { message, .. }
            | ErrorKind::Range { message, .. } => message.to_string(),
            ErrorKind::NoInput => self.to_string(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl std::error::Error for Error {}
