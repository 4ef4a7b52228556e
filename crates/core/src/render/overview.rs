//! The output of `benchlens keys`: every key of a store with its values, and suggested queries.

use crate::project::{KeySummary, summarize_keys};
use crate::query::{Query, suggestions};
use crate::store::Store;

/// The maximum number of values of a key in text; JSON has all.
const VALUES: usize = 10;

/// Returns the command line that runs a query on a store's inputs.
pub(super) fn command(store: &Store, query: &Query) -> Vec<u8> {
    let pairs = store.inputs().iter().map(|input| (input.name.clone(), input.label.clone()));
    query.command_reading(&store.reading, &pairs.collect::<Vec<_>>())
}

/// Returns the keys and the suggested queries as text: a line for each.
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
            // Only the last one can be the results without the key.
            let is_none = value.is_empty() && key.distinct <= i;
            out.extend_from_slice(if is_none { b"without it" } else { value.as_bytes() });
            out.extend_from_slice(format!(" ({count})").as_bytes());
        }
        let reported = key.values.len().min(VALUES);
        if reported < key.distinct {
            let more = key.distinct - reported;
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
