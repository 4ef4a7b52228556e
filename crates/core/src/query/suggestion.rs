//! Queries worth asking of a store.

use serde::Serialize;

use super::{Plan, Query};
use crate::base::Text;
use crate::project::offers;
use crate::store::Store;
use crate::table::Note;

/// A query worth asking.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Suggestion {
    /// What it does, in words.
    pub title: String,
    /// The query.
    pub query: Query,
}

impl Suggestion {
    /// The query that does what a note about the answer to `query` says would help, if any.
    pub fn for_note(query: &Query, note: &Note) -> Option<Suggestion> {
        let (flag, value) = match note {
            Note::NothingCompared { ignore: Some(ignore), .. } => ("-ignore", ignore),
            Note::OneColumn { key, .. } => ("-col", key),
            _ => return None,
        };
        let value = value.to_string_lossy();
        let title = format!("compare them: {flag} {value}");
        let mut query = query.clone();
        match flag {
            "-ignore" => query.ignore = value,
            _ => {
                query.col = value;
                // The value of a column that is no more is not a baseline.
                if !query.goes_back() {
                    query.base = Query::default().base;
                }
            }
        }
        Some(Suggestion { title, query })
    }
}

/// How many values a title names.
const NAMED_MAX: usize = 4;

/// Comparisons within a single input that make sense; nothing if there are several.
pub fn suggestions_within_input(store: &Store) -> Vec<Suggestion> {
    if store.inputs().iter().filter(|input| input.results != 0).count() != 1 {
        return Vec::new();
    }
    offers(store)
        .into_iter()
        .map(|offer| {
            let named = offer.values.iter().take(NAMED_MAX).map(Text::to_string_lossy);
            let mut named = named.collect::<Vec<_>>().join(", ");
            if NAMED_MAX < offer.values.len() {
                named += &format!(", … ({} values)", offer.values.len());
            }
            let col = offer.col.to_string_lossy();
            let key = col.strip_suffix("@num").unwrap_or(&col);
            let title = format!("compare {key}: {named}");
            Suggestion { title, query: Query { col, ..Query::default() } }
        })
        .collect()
}

/// Queries worth asking of these logs: the comparison of several inputs, as it is and with what it
/// takes to compare them; within one input, the comparisons of its cases.
pub fn suggestions(store: &Store) -> Vec<Suggestion> {
    let filled = store.inputs().iter().filter(|input| input.results != 0).count();
    let mut found = Vec::new();
    let default = Query::default();
    let notes = default.compile().and_then(|plan: Plan| plan.notes(store)).unwrap_or_default();
    let alone = notes.iter().filter(|note| matches!(note, Note::NothingCompared { .. })).count();
    if alone + 1 < filled {
        found.push(Suggestion { title: "compare the inputs".into(), query: default });
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
        if !found.iter().any(|known| known.query == query) {
            found.push(Suggestion { title, query });
        }
    }
    for offer in suggestions_within_input(store) {
        if !found.iter().any(|known| known.query.col == offer.query.col) {
            found.push(offer);
        }
    }
    found
}
