//! Where a piece of a gate is written.

use std::sync::Arc;

use super::limit::Trouble;
use crate::base::{Error, Span};

/// A text with rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Source {
    /// The name of the file; nothing for the flag.
    pub(super) file: Option<String>,
    pub(super) text: String,
}

/// A piece of such a text.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(super) source: Arc<Source>,
    pub(super) span: Span,
}

impl Source {
    pub(super) fn flag(text: &str) -> Arc<Source> {
        Arc::new(Source { file: None, text: text.to_owned() })
    }

    pub(super) fn file(name: &str, text: &str) -> Arc<Source> {
        Arc::new(Source { file: Some(name.to_owned()), text: text.to_owned() })
    }

    fn name(&self, line: usize) -> String {
        match &self.file {
            Some(name) => format!("{name}:{line}"),
            None => "-gate".into(),
        }
    }

    pub(super) fn error(&self, trouble: Trouble) -> Error {
        let Trouble { span, message } = trouble;
        Error::place("gate", |line| self.name(line), &self.text, span, message)
    }
}

impl Place {
    pub(super) fn new(source: &Arc<Source>, span: Span) -> Place {
        Place { source: Arc::clone(source), span }
    }

    /// Something wrong here.
    pub(crate) fn error(&self, message: impl Into<String>) -> Error {
        self.source.error(Trouble { span: self.span, message: message.into() })
    }

    /// `-gate`, or a file and the line.
    pub(crate) fn name(&self) -> String {
        let before = self.source.text.as_bytes().iter().take(self.span.start);
        self.source.name(1 + before.filter(|&&b| b == b'\n').count())
    }
}
