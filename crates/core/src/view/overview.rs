//! What can be asked of the logs: every key with its values, and questions worth asking.

use super::input::suggestions;
use super::types::Suggestion;
use crate::base::Text;
use crate::project::{KeyKind, KeySummary, summarize_keys};
use crate::query::{Plan, Query};
use crate::render::Json;
use crate::store::Store;
use crate::table::Note;

/// So many values of a key are told in text; JSON has all.
const VALUES: usize = 10;

/// What the format is called.
const SCHEMA: &str = "urn:benchlens:keys-1";

/// Questions worth asking of these logs: the comparison of several inputs, as it is and with what it
/// takes to compare them; of one input, those of its cases.
fn questions(store: &Store) -> Vec<Suggestion> {
    let filled = store.inputs().iter().filter(|input| input.results != 0).count();
    let mut questions = Vec::new();
    let default = Query::default();
    let notes = default.compile().and_then(|plan: Plan| plan.notes(store)).unwrap_or_default();
    let alone = notes.iter().filter(|note| matches!(note, Note::NothingCompared { .. })).count();
    if alone + 1 < filled {
        questions.push(Suggestion { title: "compare the inputs".into(), query: default });
    }
    for note in notes {
        let (title, query) = match note {
            Note::NothingCompared { ignore: Some(ignore), .. } => {
                let ignore = ignore.to_string_lossy();
                (
                    format!("compare in spite of different {ignore}"),
                    Query { ignore, ..Query::default() },
                )
            }
            Note::OneColumn { key, .. } => {
                let col = key.to_string_lossy();
                (format!("compare the values of {col}"), Query { col, ..Query::default() })
            }
            _ => continue,
        };
        if !questions.iter().any(|known| known.query == query) {
            questions.push(Suggestion { title, query });
        }
    }
    for offer in suggestions(store) {
        if !questions.iter().any(|known| known.query.col == offer.query.col) {
            questions.push(offer);
        }
    }
    questions
}

/// The command line that asks a question of a store's inputs.
fn command(store: &Store, query: &Query) -> Vec<u8> {
    let pairs = store.inputs().iter().map(|input| (input.name.clone(), input.label.clone()));
    query.command(&pairs.collect::<Vec<_>>())
}

/// The keys and the questions as text: a line for each.
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
    for (i, question) in questions(store).iter().enumerate() {
        out.extend_from_slice(if i == 0 { b"\n  " } else { b"  " });
        out.extend_from_slice(&command(store, &question.query));
        out.extend_from_slice(format!("  # {}\n", question.title).as_bytes());
    }
    out
}

/// The keys and the questions as JSON, with all values; `schema/keys-1.json` describes it.
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
    json.name("suggestions").list(questions(store), |json, question| {
        json.line();
        json.open(b'{');
        json.name("title").text(question.title.as_bytes());
        json.name("command").text(&command(store, &question.query));
        json.name("col").text(question.query.col.as_bytes());
        json.name("ignore").text(question.query.ignore.as_bytes());
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
