//! The location of a piece of a gate in its text.

use std::sync::Arc;

use crate::base::{Error, Sentence, Span};
use crate::project::ParseError;

/// A text with rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Source {
    /// The name of the file; `None` for the flag.
    pub(super) file: Option<String>,
    pub(super) text: String,
    /// Whether errors show its lines, because a rule file may name any file as its floors and a message must not
    /// publish the content of that file.
    is_shown: bool,
    /// The start of each line, because a file may have many rules and each reports its line.
    lines: Vec<usize>,
}

/// A piece of a gate's text.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(super) source: Arc<Source>,
    pub(super) span: Span,
}

impl Source {
    pub(super) fn flag(text: &str) -> Arc<Source> {
        Source::new(None, text, true)
    }

    pub(super) fn file(name: &str, text: &str) -> Arc<Source> {
        Source::new(Some(name), text, true)
    }

    /// Returns a source whose content no message shows.
    pub(super) fn hidden_file(name: &str, text: &str) -> Arc<Source> {
        Source::new(Some(name), text, false)
    }

    fn new(file: Option<&str>, text: &str, is_shown: bool) -> Arc<Source> {
        let ends = memchr::memchr_iter(b'\n', text.as_bytes());
        let lines = std::iter::once(0).chain(ends.map(|end| end + 1)).collect();
        Arc::new(Source { file: file.map(str::to_owned), text: text.to_owned(), is_shown, lines })
    }

    pub(super) fn is_shown(&self) -> bool {
        self.is_shown
    }

    fn name(&self, line: usize) -> Sentence {
        match &self.file {
            Some(name) => format!("{name}:{line}").into(),
            None => Sentence::setting("gate"),
        }
    }

    pub(super) fn error(&self, error: ParseError) -> Error {
        let ParseError { span, message } = error;
        if !self.is_shown {
            let message = self.name(self.line(span)).and(": ").and_sentence(message);
            return Error::range("gate", message);
        }
        // Search only the line, because the text before it may be long and there may be many errors.
        let line = self.line(span);
        let start = self.lines[line - 1];
        let span = Span { start: span.start - start, end: span.end.max(start) - start };
        Error::place("gate", |own| self.name(line - 1 + own), &self.text[start..], span, message)
    }

    /// Returns an error for the part of the text that begins at `start`.
    pub(super) fn error_in(&self, start: usize, error: ParseError) -> Error {
        let ParseError { span, message } = error;
        let span = Span { start: start + span.start, end: start + span.end };
        self.error(ParseError { span, message })
    }

    /// Returns the number of the line in which a piece begins.
    fn line(&self, span: Span) -> usize {
        self.lines.partition_point(|&start| start <= span.start).max(1)
    }
}

impl Place {
    pub(super) fn new(source: &Arc<Source>, span: Span) -> Place {
        Place { source: Arc::clone(source), span }
    }

    /// Returns an error at this position.
    pub(crate) fn error(&self, message: impl Into<Sentence>) -> Error {
        self.source.error(ParseError { span: self.span, message: message.into() })
    }

    /// Returns `gate`, or a file and the line.
    pub(crate) fn name(&self) -> Sentence {
        self.source.name(self.source.line(self.span))
    }
}
