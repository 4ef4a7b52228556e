//! The output of `benchlens keys`: every key of a store with its values, and queries worth asking.

use super::json::Json;
use crate::base::Text;
use crate::project::{KeyKind, KeySummary, summarize_keys};
use crate::query::{Query, suggestions};
use crate::store::Store;

/// So many values of a key are told in text; JSON has all.
const VALUES: usize = 10;

/// What the format is called.
const SCHEMA: &str = "urn:benchlens:keys-1";

/// The command line that asks a query of a store's inputs.
fn command(store: &Store, query: &Query) -> Vec<u8> {
    let pairs = store.inputs().iter().map(|input| (input.name.clone(), input.label.clone()));
    query.command(&pairs.collect::<Vec<_>>())
}

/// The keys and the suggested queries as text: a line for each.
pub fn overview_text(store: &Store) -> Vec<u8> {
    let keys = summarize_keys(store, VALUES);
    let width = |key: &KeySummary| key.key.to_string_lossy().chars().count();
    let widest = keys.iter().map(width).max().unwrap_or(0).max("key".len());
    let mut out = Vec::new();
    out.extend_from_slice(format!("{:widest$}  values  (results of each)\n", "key").as_bytes());
    for key in &keys {
        out.extend_from_slice(key.key.as_bytes());
        out.resize(out.len() + widest - width(key), b' ');
        out.extend_from_slice(format!("  {:>6}  ", key.distinct).as_bytes());
        for (i, (value, count)) in key.values.iter().enumerate() {
            if i != 0 {
                out.extend_from_slice(b", ");
            }
            // Only the last may be the results that do not have the key.
            let is_none = value.is_empty() && key.distinct <= i;
            out.extend_from_slice(if is_none { b"without it" } else { value.as_bytes() });
            out.extend_from_slice(format!(" ({count})").as_bytes());
        }
        let told = key.values.len().min(VALUES);
        if told < key.distinct {
            let more = key.distinct - told;
            out.extend_from_slice(format!(", and {more} more").as_bytes());
        }
        out.push(b'\n');
    }
    for (i, suggestion) in suggestions(store).iter().enumerate() {
        out.extend_from_slice(if i == 0 { b"\n  " } else { b"  " });
        out.extend_from_slice(&command(store, &suggestion.query));
        out.extend_from_slice(format!("  # {}\n", suggestion.title).as_bytes());
    }
    out
}

/// The keys and the suggested queries as JSON, with all values; `schema/keys-1.json` describes it.
pub fn overview_json(store: &Store) -> Vec<u8> {
    let mut json = Json::document(SCHEMA);
    json.name("inputs").list(store.inputs(), |json, input| {
        json.open(b'{');
        json.named_text("name", &Text::from(&input.name[..]));
        json.named_text("label", &Text::from(&input.label[..]));
        json.name("lines").count(input.lines);
        json.name("results").count(input.results);
        json.close(b'}');
    });
    json.line();
    json.name("keys").list(summarize_keys(store, usize::MAX), |json, key| {
        json.line();
        json.open(b'{');
        json.named_text("key", &key.key);
        json.name("kind").text(kind(key.kind).as_bytes());
        json.name("distinct").count(key.distinct as u64);
        json.name("values").list(key.values.iter().take(key.distinct), |json, (value, count)| {
            json.open(b'{');
            json.named_text("value", value);
            json.name("results").count(*count);
            json.close(b'}');
        });
        let without = key.values.get(key.distinct).map_or(0, |(_, count)| *count);
        json.name("without").count(without);
        json.close(b'}');
    });
    json.line();
    json.name("suggestions").list(suggestions(store), |json, suggestion| {
        json.line();
        json.open(b'{');
        json.name("title").text(suggestion.title.as_bytes());
        json.name("command").text(&command(store, &suggestion.query));
        json.name("col").text(suggestion.query.col.as_bytes());
        json.name("ignore").text(suggestion.query.ignore.as_bytes());
        json.close(b'}');
    });
    json.close(b'}');
    json.out.push(b'\n');
    json.out
}

fn kind(kind: KeyKind) -> &'static str {
    match kind {
        KeyKind::Name => "name",
        KeyKind::Part => "part",
        KeyKind::Config => "config",
        KeyKind::File => "file",
        KeyKind::Unit => "unit",
    }
}
