//! Conversions between JSON texts and the core's types, without JavaScript, so that tests of all decisions of the
//! shell run on any machine.

use benchlens_core::TestKind;
use benchlens_core::base::ErrorKind;
use benchlens_core::render::to_json;
use benchlens_core::{Error, Output, Query};
use benchlens_session::SessionError;
use serde::{Deserialize, Serialize};

/// Why a call failed, in the form for JavaScript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The message, as the CLI prints it.
    pub(crate) message: String,
    /// An [`ErrorDetail`] as JSON, if the query is wrong.
    pub(crate) detail: Option<String>,
}

/// Explains an error in a query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ErrorDetail {
    /// The setting: `filter`, `row`, `alpha`, …
    part: String,
    /// The position of the error in `text`.
    span: Option<TextSpan>,
    /// The text that contains the position: a setting, one of several derived units, or a line of rules.
    text: Option<String>,
    /// The error, without its position.
    message: String,
}

/// A half-open range of UTF-16 code units, because JavaScript counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct TextSpan {
    /// The first code unit.
    start: usize,
    /// The code unit after the last.
    end: usize,
}

/// An input that needs a label.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct Named {
    /// Its name.
    pub(crate) name: String,
    /// The label that was given, if any.
    pub(crate) label: Option<String>,
}

/// The defaults for a query's texts and levels. A serialized [`Query`] omits some of them.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Query"))]
pub(crate) struct Whole {
    table: String,
    row: String,
    col: String,
    ignore: String,
    filter: String,
    base: String,
    pair: String,
    test: TestKind,
    alpha: f64,
    confidence: f64,
}

impl From<Query> for Whole {
    fn from(query: Query) -> Self {
        let Query { table, row, col, ignore, filter, base, pair, .. } = query;
        let (test, alpha, confidence) = (query.test, query.alpha, query.confidence);
        Whole { table, row, col, ignore, filter, base, pair, test, alpha, confidence }
    }
}

impl From<Error> for Failure {
    /// Positions are counted in UTF-16 code units, as in JavaScript.
    fn from(error: Error) -> Self {
        let (text, span) = match error.kind() {
            ErrorKind::Syntax { query, span, .. }
            | ErrorKind::Unknown { query, span, .. }
            | ErrorKind::Place { line: query, span, .. } => {
                let units = |end: usize| query[..end].encode_utf16().count();
                let span = TextSpan { start: units(span.start), end: units(span.end) };
                (Some(query.clone()), Some(span))
            }
            _ => (None, None),
        };
        let (part, message) = (error.part().to_owned(), error.message());
        let detail = ErrorDetail { part, span, text, message };
        Failure { message: error.to_string(), detail: Some(json(&detail)) }
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Query(error) => error.into(),
            other => Failure { message: other.to_string(), detail: None },
        }
    }
}

/// Returns a value as JSON. All answers are maps, lists, texts and counts, so this cannot fail.
pub(crate) fn json(value: &impl Serialize) -> String {
    to_json(value).unwrap_or_default()
}

/// Parses a JSON text on one line. An error names the member whose value is wrong.
pub(crate) fn from_json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| {
        let reason = error.to_string();
        let reason = reason.rsplit_once(" at line ").map_or(&reason[..], |(reason, _)| reason);
        let message = reason.replace("expected f64", "expected a number");
        // Other errors contain the name of the member.
        let is_of_value = ["invalid type", "invalid value", "unknown variant"]
            .iter()
            .any(|start| message.starts_with(start));
        match last_member(text.get(..error.column()).unwrap_or(text)) {
            Some(part) if is_of_value => {
                let whole = format!("{part}: {message}");
                let detail = ErrorDetail { part, span: None, text: None, message };
                Failure { message: whole, detail: Some(json(&detail)) }
            }
            _ => Failure { message, detail: None },
        }
    })
}

/// Returns the name of the last member of objects in the beginning of a JSON text.
fn last_member(json: &str) -> Option<String> {
    let (mut last, mut rest) = (None, json);
    while let Some((_, string)) = rest.split_once('"') {
        let escapes = |at: usize| string[..at].bytes().rev().take_while(|&byte| byte == b'\\');
        let is_end = |at: usize| escapes(at).count().is_multiple_of(2);
        let end = string.match_indices('"').map(|(at, _)| at).find(|&at| is_end(at))?;
        rest = &string[end + 1..];
        if rest.starts_with(':') {
            last = Some(string[..end].to_owned());
        }
    }
    last
}

/// Returns the output with this name.
pub(crate) fn output(name: &str) -> Result<Output, Failure> {
    let known = Output::ALL.into_iter().find(|&(known, _)| known == name);
    known.map(|(_, output)| output).ok_or_else(|| {
        let names = Output::ALL.map(|(name, _)| name).join(", ");
        Failure { message: format!("unknown output {name:?}: it is one of {names}"), detail: None }
    })
}

#[cfg(test)]
mod tests;
