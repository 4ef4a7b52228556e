//! TOML with positions: every piece of a file has one for its error.

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::source::{Place, Source};
use crate::base::{Error, Sentence, Span, parse_float};
use crate::project::{ParseError, nearest};

/// A TOML file.
pub(super) struct Document<'s> {
    pub(super) source: &'s Arc<Source>,
    pub(super) root: Spanned<DeTable<'s>>,
}

/// A key and its value.
pub(super) struct Entry<'d> {
    pub(super) key: &'d str,
    pub(super) key_span: Span,
    pub(super) value: Value<'d>,
}

/// A value with its position.
#[derive(Clone, Copy)]
pub(super) struct Value<'d> {
    source: &'d Arc<Source>,
    value: &'d Spanned<DeValue<'d>>,
}

fn span(range: Range<usize>) -> Span {
    Span { start: range.start, end: range.end }
}

impl<'s> Document<'s> {
    pub(super) fn parse(source: &'s Arc<Source>) -> Result<Document<'s>, Error> {
        let root = DeTable::parse(&source.text).map_err(|error| {
            let span = error.span().map_or(Span { start: 0, end: 0 }, span);
            let message = if source.is_shown() { error.message() } else { "this is not TOML" };
            source.error(ParseError { span, message: message.into() })
        })?;
        Ok(Document { source, root })
    }

    /// Returns the entries of the whole file.
    pub(super) fn entries<'d>(&'d self, known: &[&str]) -> Result<Vec<Entry<'d>>, Error>
    where
        's: 'd,
    {
        entries(self.source, self.root.get_ref(), known)
    }
}

/// Returns the entries of a table in the order of the file. If `known` is not empty, other keys are errors.
fn entries<'d>(
    source: &'d Arc<Source>,
    table: &'d DeTable<'d>,
    known: &[&str],
) -> Result<Vec<Entry<'d>>, Error> {
    let entry = |(key, value): (&'d Spanned<DeString<'d>>, &'d Spanned<DeValue<'d>>)| Entry {
        key: key.get_ref(),
        key_span: span(key.span()),
        value: Value { source, value },
    };
    let mut entries: Vec<Entry<'d>> = table.iter().map(entry).collect();
    entries.sort_by_key(|entry| entry.key_span.start);
    let unknown = |entry: &&Entry<'_>| !known.is_empty() && !known.contains(&entry.key);
    match entries.iter().find(unknown) {
        None => Ok(entries),
        Some(Entry { key, key_span, .. }) => {
            let near = nearest(key.as_bytes(), known.iter().map(|known| known.as_bytes()));
            let message = match near.map(String::from_utf8_lossy) {
                _ if !source.is_shown() => {
                    format!("unknown key: expected one of {}", known.join(", "))
                }
                Some(near) => format!("unknown key {key}; did you mean {near}?"),
                None => format!("unknown key {key}: expected one of {}", known.join(", ")),
            };
            Err(source.error(ParseError { span: *key_span, message: message.into() }))
        }
    }
}

impl<'d> Value<'d> {
    pub(super) fn span(&self) -> Span {
        span(self.value.span())
    }

    pub(super) fn place(&self) -> Place {
        Place::new(self.source, self.span())
    }

    /// Returns an error about the whole value.
    pub(super) fn error(&self, message: impl Into<Sentence>) -> Error {
        self.place().error(message)
    }

    fn expected(&self, what: &str) -> Error {
        self.error(format!("expected {what}, found {}", self.value.get_ref().type_str()))
    }

    pub(super) fn string(&self) -> Result<&'d str, Error> {
        self.value.get_ref().as_str().ok_or_else(|| self.expected("a text in quotes"))
    }

    pub(super) fn bool(&self) -> Result<bool, Error> {
        self.value.get_ref().as_bool().ok_or_else(|| self.expected("true or false"))
    }

    pub(super) fn count(&self) -> Result<u32, Error> {
        let integer = self.value.get_ref().as_integer();
        let integer = integer.ok_or_else(|| self.expected("a whole number"))?;
        let count = u32::from_str_radix(integer.as_str(), integer.radix()).ok();
        count.filter(|&count| 0 < count).ok_or_else(|| self.error("expected a number above 0"))
    }

    /// Reads a number, integer or not.
    pub(super) fn number(&self) -> Result<f64, Error> {
        let value = self.value.get_ref();
        let text = match (value.as_integer(), value.as_float()) {
            (Some(integer), _) if integer.radix() == 10 => integer.as_str(),
            (_, Some(float)) => float.as_str(),
            _ => return Err(self.expected("a number")),
        };
        let number = parse_float(text.as_bytes()).ok().filter(|number| number.is_finite());
        number.ok_or_else(|| self.error("expected a number that is finite"))
    }

    /// Returns a date or time without quotes, as it is written.
    pub(super) fn unquoted_date(&self) -> Option<String> {
        self.value.get_ref().as_datetime().map(ToString::to_string)
    }

    pub(super) fn is_string(&self) -> bool {
        self.value.get_ref().is_str()
    }

    pub(super) fn items(&self) -> Result<Vec<Value<'d>>, Error> {
        let array = self.value.get_ref().as_array().ok_or_else(|| self.expected("a list"))?;
        Ok(array.iter().map(|value| Value { source: self.source, value }).collect())
    }

    /// Returns the entries of a table; if `known` is not empty, other keys are errors.
    pub(super) fn entries(&self, known: &[&str]) -> Result<Vec<Entry<'d>>, Error> {
        let table = self.value.get_ref().as_table().ok_or_else(|| self.expected("a table"))?;
        entries(self.source, table, known)
    }

    /// Returns an error about a part of a text: at its exact position if the file contains the text verbatim.
    pub(super) fn error_in(&self, text: &str, trouble: ParseError) -> Error {
        let whole = self.span();
        let written = self.source.text.get(whole.start..whole.end).unwrap_or_default();
        match written.get(1..written.len().max(2) - 1) {
            Some(inner) if inner == text => self.source.error_in(whole.start + 1, trouble),
            _ => self.error(trouble.message),
        }
    }
}
