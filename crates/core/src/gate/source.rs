//! Where a piece of a gate is written.

use std::sync::Arc;

use crate::base::{Error, Span};
use crate::project::ParseError;

/// A text with rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Source {
    /// The name of the file; nothing for the flag.
    pub(super) file: Option<String>,
    pub(super) text: String,
    /// Whether errors show its lines: a rule file may name any file as its floors, and a message must
    /// not publish what is in it.
    is_shown: bool,
}

/// A piece of such a text.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(super) source: Arc<Source>,
    pub(super) span: Span,
}

impl Source {
    pub(super) fn flag(text: &str) -> Arc<Source> {
        Arc::new(Source { file: None, text: text.to_owned(), is_shown: true })
    }

    pub(super) fn file(name: &str, text: &str) -> Arc<Source> {
        let (file, text) = (Some(name.to_owned()), text.to_owned());
        Arc::new(Source { file, text, is_shown: true })
    }

    /// A file whose content no message shows.
    pub(super) fn hidden_file(name: &str, text: &str) -> Arc<Source> {
        let (file, text) = (Some(name.to_owned()), text.to_owned());
        Arc::new(Source { file, text, is_shown: false })
    }

    pub(super) fn is_shown(&self) -> bool {
        self.is_shown
    }

    fn name(&self, line: usize) -> String {
        match &self.file {
            Some(name) => format!("{name}:{line}"),
            None => "-gate".into(),
        }
    }

    pub(super) fn error(&self, error: ParseError) -> Error {
        let ParseError { span, message } = error;
        if !self.is_shown {
            return Error::range("gate", format!("{}: {message}", self.name(self.line(span))));
        }
        Error::place("gate", |line| self.name(line), &self.text, span, message)
    }

    /// An error of a part of the text that begins at `start`.
    pub(super) fn error_in(&self, start: usize, error: ParseError) -> Error {
        let ParseError { span, message } = error;
        let span = Span { start: start + span.start, end: start + span.end };
        self.error(ParseError { span, message })
    }

    /// The number of the line in which a piece begins.
    fn line(&self, span: Span) -> usize {
        let before = self.text.as_bytes().iter().take(span.start);
        1 + before.filter(|&&b| b == b'\n').count()
    }
}

impl Place {
    pub(super) fn new(source: &Arc<Source>, span: Span) -> Place {
        Place { source: Arc::clone(source), span }
    }

    /// Something wrong here.
    pub(crate) fn error(&self, message: impl Into<String>) -> Error {
        self.source.error(ParseError { span: self.span, message: message.into() })
    }

    /// `-gate`, or a file and the line.
    pub(crate) fn name(&self) -> String {
        self.source.name(self.source.line(self.span))
    }
}
