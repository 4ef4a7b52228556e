//! Suggested queries: what to ask of a store, and what would help after a note.

use serde::Serialize;

use super::{Plan, Query};
use crate::base::{Text, label_of};
use crate::project::{FieldOrder, FieldText, column_suggestions, summarize_keys, write_projection};
use crate::store::Store;
use crate::table::{Note, Report};

/// A suggested query.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Suggestion {
    /// A title for it.
    pub title: String,
    /// The query.
    pub query: Query,
}

impl Suggestion {
    /// The query that a note about the answer to `query` suggests, if any.
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

/// The comparison of two columns of a table alone, the first as the baseline; nothing where the columns differ in several
/// keys, because then no list of values means these two alone.
#[must_use]
pub fn compared_alone(report: &Report, table: usize, columns: [usize; 2]) -> Option<Suggestion> {
    let table = report.tables.get(table)?;
    let [old, new] = [columns[0], columns[1]].map(|column| Some(&table.columns.get(column)?.key));
    let (old, new) = (old?, new?);
    let mut differing = 0;
    let mut field = |(place, field): (usize, &Text)| {
        let mut list = [old, new].map(|key| key[place].to_string_lossy()).to_vec();
        list.dedup();
        differing += list.len() - 1;
        FieldText { key: field.to_string_lossy(), order: FieldOrder::List(list) }
    };
    let fields: Vec<FieldText> = report.col_fields.iter().enumerate().map(&mut field).collect();
    let col = write_projection(&fields);
    let base = Query::default().base;
    (differing == 1).then(|| Suggestion {
        title: format!("compare {} with {}", label_of(new), label_of(old)),
        query: Query { col, base, ..report.query.clone() },
    })
}

/// So many commits are a history.
const COMMITS_MIN: usize = 5;

/// What a file that some tool keeps of many commits is asked first: its commits as columns. Nothing if there are several
/// inputs, or fewer than five commits.
#[must_use]
pub fn history_within_input(store: &Store) -> Option<Suggestion> {
    if store.inputs().iter().filter(|input| input.results != 0).count() != 1 {
        return None;
    }
    let keys = summarize_keys(store, COMMITS_MIN + 1).into_iter();
    let mut commits = keys.filter(|summary| summary.key.as_bytes() == COMMIT);
    let commits = commits.next().filter(|summary| COMMITS_MIN <= summary.distinct)?;
    let col = commits.key.to_string_lossy();
    let title = format!("{} commits over time", commits.distinct);
    Some(Suggestion { title, query: Query { col, ..Query::default() } })
}

/// The key of the commit that was measured.
const COMMIT: &[u8] = b"commit";

/// How many values a title names.
const NAMED_MAX: usize = 4;

/// Suggested comparisons within a single input; nothing if there are several inputs.
pub fn suggestions_within_input(store: &Store) -> Vec<Suggestion> {
    if store.inputs().iter().filter(|input| input.results != 0).count() != 1 {
        return Vec::new();
    }
    column_suggestions(store)
        .into_iter()
        .map(|suggestion| {
            let name = |value: &Text| match value.is_empty() {
                true => "(none)".into(),
                false => value.to_string_lossy(),
            };
            let named = suggestion.values.iter().take(NAMED_MAX).map(name);
            let mut named = named.collect::<Vec<_>>().join(", ");
            if NAMED_MAX < suggestion.values.len() {
                named += &format!(", … ({} values)", suggestion.values.len());
            }
            let col = suggestion.col.to_string_lossy();
            let key = col.strip_suffix("@num").unwrap_or(&col);
            let title = format!("compare {key}: {named}");
            Suggestion { title, query: Query { col, ..Query::default() } }
        })
        .collect()
}

/// Suggested queries for these logs. For several inputs: the comparison of all of them, with `-ignore` or
/// another `-col` if that is needed. For one input: the comparisons within it.
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
    for suggestion in suggestions_within_input(store) {
        if !found.iter().any(|known| known.query.col == suggestion.query.col) {
            found.push(suggestion);
        }
    }
    found
}
