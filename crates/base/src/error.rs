//! The only error type of the library: a query that is not valid, or results that belong to no input.
//!
//! Reading never fails because malformed lines are data, so there are no other errors in the core.

use std::fmt;

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
#[derive(Clone, PartialEq, Eq)]
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
        message: String,
    },
    /// A part of a longer text, such as a rule or a file, is wrong.
    Place {
        /// The setting with the error: `gate`.
        part: &'static str,
        /// The source of the text: a flag, or a file with the line number.
        source: String,
        /// The line.
        line: String,
        /// The position in the line.
        span: Span,
        /// The message, without the position.
        message: String,
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
        message: String,
    },
    /// A number is out of range.
    Range {
        /// The name of the setting.
        part: &'static str,
        /// The message.
        message: String,
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
    pub fn syntax(part: &'static str, query: &str, span: Span, message: String) -> Self {
        Error(Box::new(ErrorKind::Syntax { part, query: query.to_owned(), span, message }))
    }

    /// Returns the error of an unknown name in a part of a query.
    #[doc(hidden)]
    pub fn unknown(part: &'static str, query: &str, span: Span, message: String) -> Self {
        Error(Box::new(ErrorKind::Unknown { part, query: query.to_owned(), span, message }))
    }

    /// Returns the error of a number that is out of range.
    #[doc(hidden)]
    pub fn range(part: &'static str, message: String) -> Self {
        Error(Box::new(ErrorKind::Range { part, message }))
    }

    /// Returns an error at a position of a text of several lines. `source` is where a line comes from.
    #[doc(hidden)]
    pub fn place(
        part: &'static str,
        source: impl Fn(usize) -> String,
        text: &str,
        span: Span,
        message: String,
    ) -> Self {
        let at = boundary_before(text, span.start);
        let first = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let number = 1 + text[..first].matches('\n').count();
        let line = text[first..].lines().next().unwrap_or_default().to_owned();
        let end = boundary_before(&line, span.end.max(at) - first);
        let span = Span { start: boundary_before(&line, at - first), end };
        Error(Box::new(ErrorKind::Place { part, source: source(number), line, span, message }))
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

/// Removes the dashes of flags outside quotes, because only the command line has flags: `-alpha` becomes `alpha`. A
/// command at the end of the sentence keeps its flags.
fn without_flags(sentence: &str) -> String {
    let (sentence, command) =
        sentence.split_at(sentence.find("benchlens ").unwrap_or(sentence.len()));
    let sentence = sentence.replacen(" for flag -", " for -", 1);
    let mut quote = None;
    let mut before = ' ';
    let mut out = String::with_capacity(sentence.len());
    let mut chars = sentence.chars().peekable();
    while let Some(c) = chars.next() {
        let is_flag = quote.is_none() && before == ' ' && c == '-';
        match c {
            '`' | '"' if quote == Some(c) => quote = None,
            '`' | '"' if quote.is_none() => quote = Some(c),
            _ => {}
        }
        if !(is_flag && chars.peek().is_some_and(char::is_ascii_lowercase)) {
            out.push(c);
        }
        before = c;
    }
    out + command
}

impl Error {
    /// Returns the message with settings as flags of the command line: `-alpha` in place of `alpha`.
    #[doc(hidden)]
    #[must_use]
    pub fn flag_text(&self) -> String {
        let (sentence, place) = self.parts();
        let sentence = match &*self.0 {
            ErrorKind::Syntax { .. } => format!("parsing -{sentence}"),
            ErrorKind::Unknown { .. } => format!("-{sentence}"),
            ErrorKind::Place { .. } | ErrorKind::Range { .. } | ErrorKind::NoInput => sentence,
        };
        sentence + &place
    }

    /// Returns the message without the position and the name of the setting in front.
    #[must_use]
    pub fn message(&self) -> String {
        match &*self.0 {
            ErrorKind::Syntax { message, .. }
            | ErrorKind::Unknown { message, .. }
            | ErrorKind::Place { message, .. }
            | ErrorKind::Range { message, .. } => without_flags(message),
            ErrorKind::NoInput => self.parts().0,
        }
    }

    /// Returns the sentence, and the lines that show the position.
    fn parts(&self) -> (String, String) {
        match &*self.0 {
            ErrorKind::Syntax { part, query, span, message } => {
                (format!("{part}: syntax error: {message}"), place(query, *span))
            }
            ErrorKind::Unknown { part, query, span, message } => {
                (format!("{part}: {message}"), place(query, *span))
            }
            ErrorKind::Place { source, line, span, message, .. } => {
                // A tab before the position keeps its width.
                let before = line[..span.start].chars();
                let room = before.filter(|&c| c == '\t' || is_graphic(c));
                let room: String = room.map(|c| if c == '\t' { c } else { ' ' }).collect();
                (format!("{source}: {message}"), format!("\n\t{line}\n\t{room}^"))
            }
            ErrorKind::Range { message, .. } => (message.clone(), String::new()),
            ErrorKind::NoInput => ("no input is open: call begin first".into(), String::new()),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sentence, place) = self.parts();
        write!(f, "{}{place}", without_flags(&sentence))
    }
}

/// Writes the message, because a program whose `main` returns an error prints it in this form.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_settings_lose_their_dashes() {
        let check = |text: &str, want: &str| {
            let error = Error::range("gate", text.to_owned());
            assert_eq!((error.to_string().as_str(), error.flag_text().as_str()), (want, text));
            assert_eq!(error.message(), want);
        };
        check("-alpha must be in range [0, 1]", "alpha must be in range [0, 1]");
        check(
            "-base: no column is `-x`; add -pair, or -1",
            "base: no column is `-x`; add pair, or -1",
        );
        check("invalid value \"-y\" for flag -top: none", "invalid value \"-y\" for top: none");
        let command = "add -order any, or run: benchlens run a=./a -- -test.bench '^A$'";
        check(command, "add order any, or run: benchlens run a=./a -- -test.bench '^A$'");
    }
}
