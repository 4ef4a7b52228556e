//! The keys of a store as JSON; `schema/keys-1.json` describes it.

use serde::Serialize;

use super::super::overview::command;
use super::value::{Hex, InputDocument, Tool};
use super::writer::append;
use crate::base::{Text, plural};
use crate::project::{KeyKind, KeySummary, summarize_keys};
use crate::query::{Query, Suggestion, suggestions};
use crate::store::Store;
use crate::table::sources;

/// The name of the format. Its number increases when a member changes its meaning or is removed.
const SCHEMA: &str = "urn:benchlens:keys-1";

/// Returns the keys with all their values and the suggested queries, as JSON.
#[must_use]
pub fn overview_json(store: &Store) -> Vec<u8> {
    let inputs = sources(store);
    let keys = summarize_keys(store, usize::MAX);
    let suggestions = suggestions(store);
    let next = suggestions.first().map_or_else(Query::default, |first| first.query.clone());
    let document = KeysDocument {
        schema: SCHEMA,
        tool: Tool::this(),
        inputs: inputs.iter().map(InputDocument::read).collect(),
        sentence: sentence(store, &keys),
        next: String::from_utf8_lossy(&command(store, &next)).into_owned(),
        keys: keys.iter().map(KeyDocument::new).collect(),
        suggestions: suggestions.iter().map(|s| SuggestionDocument::new(store, s)).collect(),
    };
    let mut out = Vec::new();
    append(&mut out, &document);
    out.push(b'\n');
    out
}

/// Returns the number of results and keys, in words.
fn sentence(store: &Store, keys: &[KeySummary]) -> String {
    let [results, inputs, keys] = [
        plural(store.len(), "result"),
        plural(store.inputs().len() as u64, "input"),
        plural(keys.len() as u64, "key"),
    ];
    format!("{results} from {inputs}, with {keys}.")
}

#[derive(Serialize)]
struct KeysDocument<'a> {
    schema: &'static str,
    tool: Tool,
    inputs: Vec<InputDocument<'a>>,
    sentence: String,
    next: String,
    keys: Vec<KeyDocument<'a>>,
    suggestions: Vec<SuggestionDocument>,
}

#[derive(Serialize)]
struct KeyDocument<'a> {
    key: &'a Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    key_bytes: Option<Hex<&'a Text>>,
    kind: KeyKind,
    distinct: usize,
    values: Vec<ValueDocument<'a>>,
    without: u64,
}

impl<'a> KeyDocument<'a> {
    fn new(key: &'a KeySummary) -> Self {
        KeyDocument {
            key: &key.key,
            key_bytes: Hex::of(&key.key),
            kind: key.kind,
            distinct: key.distinct,
            values: key
                .values
                .iter()
                .take(key.distinct)
                .map(|(value, results)| ValueDocument::new(value, *results))
                .collect(),
            without: key.values.get(key.distinct).map_or(0, |(_, count)| *count),
        }
    }
}

#[derive(Serialize)]
struct ValueDocument<'a> {
    value: &'a Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_bytes: Option<Hex<&'a Text>>,
    results: u64,
}

impl<'a> ValueDocument<'a> {
    fn new(value: &'a Text, results: u64) -> Self {
        ValueDocument { value, value_bytes: Hex::of(value), results }
    }
}

#[derive(Serialize)]
struct SuggestionDocument {
    title: String,
    command: String,
    col: String,
    ignore: String,
}

impl SuggestionDocument {
    fn new(store: &Store, suggestion: &Suggestion) -> Self {
        let command = command(store, &suggestion.query);
        SuggestionDocument {
            title: suggestion.title.clone(),
            command: String::from_utf8_lossy(&command).into_owned(),
            col: suggestion.query.col.clone(),
            ignore: suggestion.query.ignore.clone(),
        }
    }
}
