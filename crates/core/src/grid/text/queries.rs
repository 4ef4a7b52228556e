//! Sentences about names in a query that results do not have.

use crate::base::{Sentence, Text, plural};
use crate::project::PresentValues;

/// Writes `no result has the key`, with a similar key, or with some of the keys that results have.
pub(super) fn unknown_key(
    part: &str,
    key: &Text,
    nearest: Option<&Text>,
    known: &[Text],
) -> Sentence {
    let mut text = b": no result has the key `".to_vec();
    text.extend_from_slice(key.as_bytes());
    text.push(b'`');
    if let Some(nearest) = nearest {
        text.extend_from_slice(b"; did you mean `");
        text.extend_from_slice(nearest.as_bytes());
        text.extend_from_slice(b"`?");
    }
    if !known.is_empty() {
        text.extend_from_slice(b"; there are ");
        let known: Vec<&[u8]> = known.iter().map(Text::as_bytes).collect();
        text.extend_from_slice(&known.join(&b", "[..]));
        text.extend_from_slice(b" and others: see benchlens keys");
    }
    Sentence::setting(part).and(text)
}

/// Returns `4 benchmarks have no /impl`, and how to exclude them.
pub(super) fn without_key(key: &Text, benchmarks: usize) -> Sentence {
    let verb = if benchmarks == 1 { "has" } else { "have" };
    let head = format!("{} {verb} no ", plural(benchmarks as u64, "benchmark"));
    let text = Sentence::from(head).and(key.as_bytes()).and(" and nothing to compare with; ");
    let filter = [b"-", key.as_bytes(), b":\"\""].concat();
    text.and_set("filter", &filter).and(" excludes them")
}

/// Lists the values that results have for the keys that a query filters by.
pub(super) fn nothing_matched(results: u64, values: &[PresentValues]) -> Vec<u8> {
    let mut text = format!("none of {results} results match the query").into_bytes();
    for (i, PresentValues { key, values, more }) in values.iter().enumerate() {
        text.extend_from_slice(if i == 0 { b"; " } else { b", " });
        text.extend_from_slice(key.as_bytes());
        text.extend_from_slice(b" is one of");
        for value in values {
            text.push(b' ');
            write_values(std::slice::from_ref(value), &mut text);
        }
        if *more != 0 {
            text.extend_from_slice(format!(" and {more} more").as_bytes());
        }
    }
    text
}

/// Writes `a` or `b`, …, each in backquotes.
pub(super) fn write_values(values: &[Text], out: &mut Vec<u8>) {
    for (i, value) in values.iter().enumerate() {
        if i != 0 {
            out.extend_from_slice(b" or ");
        }
        if value.is_empty() {
            out.extend_from_slice(b"not set");
            continue;
        }
        out.push(b'`');
        out.extend_from_slice(value.as_bytes());
        out.push(b'`');
    }
}
