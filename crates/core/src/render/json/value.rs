//! The values in all documents: numbers and texts that JSON may not be able to express.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use crate::base::{Text, Texts, write_label};
use crate::table::{Cell, Report, Source, Warning};

/// A double; `null` for infinities and NaN. Either of two equal zeros may be the bound of an interval, so their signs
/// mean nothing and both are 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct Number(pub(super) f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() {
            serializer.serialize_f64(self.0 + 0.0)
        } else {
            serializer.serialize_none()
        }
    }
}

/// A text, or a list of texts, as bytes in hexadecimal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hex<T>(T);

impl<'a> Hex<&'a Text> {
    /// Returns the bytes of a text that is not UTF-8.
    pub(super) fn of(text: &'a Text) -> Option<Self> {
        (!is_utf8(text)).then_some(Hex(text))
    }
}

impl<'a> Hex<&'a [Text]> {
    /// Returns the bytes of texts, if one of them is not UTF-8.
    pub(super) fn of_all(texts: &'a [Text]) -> Option<Self> {
        (!texts.iter().all(is_utf8)).then_some(Hex(texts))
    }
}

impl<'a> Hex<&'a Texts> {
    /// Returns the bytes of a key, if one of its values is not UTF-8.
    pub(super) fn of_key(key: &'a Texts) -> Option<Self> {
        (!key.iter().all(is_utf8)).then_some(Hex(key))
    }
}

fn is_utf8(text: &Text) -> bool {
    str::from_utf8(text.as_bytes()).is_ok()
}

impl Serialize for Hex<&Text> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits: String = self.0.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        serializer.serialize_str(&digits)
    }
}

impl Serialize for Hex<&[Text]> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Hex))
    }
}

impl Serialize for Hex<&Texts> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Hex))
    }
}

/// An input that was read.
#[derive(Serialize)]
pub(super) struct InputDocument<'a> {
    name: &'a Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    name_bytes: Option<Hex<&'a Text>>,
    label: &'a Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    label_bytes: Option<Hex<&'a Text>>,
    lines: u64,
    results: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    malformed: Option<u64>,
}

impl<'a> InputDocument<'a> {
    /// Returns the counts of the input's contents.
    pub(super) fn read(Source { name, label, lines, results, .. }: &'a Source) -> Self {
        let (name_bytes, label_bytes) = (Hex::of(name), Hex::of(label));
        let (lines, results) = (*lines, *results);
        InputDocument { name, name_bytes, label, label_bytes, lines, results, malformed: None }
    }

    /// Returns the counts, with the number of malformed lines.
    pub(super) fn checked(source: &'a Source) -> Self {
        InputDocument { malformed: Some(source.malformed), ..InputDocument::read(source) }
    }
}

/// The program that wrote a document.
#[derive(Debug, Serialize)]
pub(super) struct Tool {
    name: &'static str,
    version: &'static str,
}

impl Tool {
    pub(super) fn this() -> Tool {
        Tool { name: "benchlens", version: env!("CARGO_PKG_VERSION") }
    }
}

/// A code for programs and a sentence for people.
#[derive(Debug, Serialize)]
pub(super) struct Coded {
    code: &'static str,
    sentence: String,
}

impl Coded {
    pub(super) fn new(code: &'static str, sentence: &[u8]) -> Coded {
        Coded { code, sentence: String::from_utf8_lossy(sentence).into_owned() }
    }
}

/// Returns the words that tables print for a key.
pub(super) fn label(key: &Texts) -> Cow<'_, str> {
    // Most keys are a single text, and most texts are valid.
    if let (Some(only), 1) = (key.iter().next(), key.len())
        && let Ok(text) = str::from_utf8(only.as_bytes())
    {
        return text.into();
    }
    let mut label = Vec::new();
    write_label(&mut label, key);
    String::from_utf8_lossy(&label).into_owned().into()
}

/// Returns a warning; `cell` is the cell that it concerns, if any.
pub(super) fn warning(report: &Report, warning: Warning, cell: Option<&Cell>) -> Coded {
    Coded::new(warning.code(), &report.warning_text(warning, cell))
}
