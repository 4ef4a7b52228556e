//! Suggested queries: first queries for a store, and remedies after a note.

use serde::Serialize;

use super::{Plan, Query};
use crate::base::{Text, label_of};
use crate::project::{
    FieldOrder, FieldText, ValueGroup, column_suggestions, processors, read_projection,
    summarize_keys, write_key, write_projection,
};
use crate::store::Store;
use crate::table::{Column, Note, Report};

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
    /// Returns the query that a note about the answer to `query` suggests, if any.
    pub fn for_note(query: &Query, note: &Note) -> Option<Suggestion> {
        let (setting, value) = if let Note::NothingCompared { ignore: Some(ignore), .. } = note {
            ("ignore", ignore.to_string_lossy())
        } else if let Note::OneColumn { key, .. } = note {
            ("col", write_key(key.as_bytes()))
        } else {
            return None;
        };
        let title = format!("compare them: {setting} {value}");
        let mut query = query.clone();
        match setting {
            "ignore" => query.ignore = value,
            _ => {
                query.col = value;
                // If no column has this value any more, it cannot be a baseline.
                if !query.goes_back() {
                    query.base = Query::default().base;
                }
            }
        }
        Some(Suggestion { title, query })
    }
}

/// Returns the comparison of only two columns of a table, the first as the baseline; `None` if the columns differ in
/// several keys, because then no list of values selects only these two.
#[must_use]
pub fn compared_alone(report: &Report, table: usize, columns: [usize; 2]) -> Option<Suggestion> {
    let named = columns.map(|column| Side { span: [column; 2], name: "" });
    compared_sides(report, table, named)
}

/// Adjacent columns that form one side of a comparison.
#[derive(Debug, Clone, Copy)]
pub struct Side<'n> {
    /// The indexes of the first and the last column.
    pub span: [usize; 2],
    /// The name of the side. A single column keeps its name.
    pub name: &'n str,
}

/// Returns the comparison of two sides, each as one column, the first as the baseline; `None` if columns differ in
/// several keys.
///
/// ```
/// use benchlens_core::query::{Side, compared_sides};
/// use benchlens_core::{Input, Query, Store};
///
/// let logs = ["a", "b", "c"].map(|name| (name, b"BenchmarkSort 1 3 ns/op\n"));
/// let input = |(name, bytes): (&'static str, &'static [u8; 24])| Input::new(name.as_bytes(), bytes);
/// let answer = Query::default().compile()?.run(&Store::read(logs.into_iter().map(input)))?;
/// let sides = [Side { span: [0, 1], name: "a..b" }, Side { span: [2, 2], name: "c" }];
/// let asked = compared_sides(answer.report(), 0, sides).ok_or("no such columns")?;
/// assert_eq!(asked.query.col, ".file@(a..b:(a b) c)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn compared_sides(report: &Report, table: usize, sides: [Side<'_>; 2]) -> Option<Suggestion> {
    let columns = &report.tables.get(table)?.columns;
    let asked = read_projection("col", &report.query.col).ok()?;
    let [old, new] = sides.map(|Side { span: [first, last], name }| {
        Some((columns.get(first..=last).filter(|columns| !columns.is_empty())?, name))
    });
    let sides = [old?, new?];
    let mut differing = 0;
    let mut field = |(index, field): (usize, &Text)| {
        let key = field.to_string_lossy();
        let order = asked.iter().find(|field| field.key == key).map(|field| &field.order);
        let (first, _) = sides[0];
        let is_same = |column: &Column| column.key[index] == first[0].key[index];
        let groups = if sides.iter().all(|(columns, _)| columns.iter().all(is_same)) {
            vec![group(&first[..1], "", index, order)]
        } else {
            differing += 1;
            sides.map(|(columns, name)| group(columns, name, index, order)).to_vec()
        };
        FieldText { key, order: as_order(groups) }
    };
    let fields: Vec<FieldText> = report.col_fields.iter().enumerate().map(&mut field).collect();
    let col = write_projection(&fields);
    let base = Query::default().base;
    let label = |(columns, name): (&[Column], &str)| match columns {
        [only] => label_of(&only.key),
        _ => name.to_owned(),
    };
    let [old, new] = sides.map(label);
    (differing == 1 && old != new).then(|| Suggestion {
        title: format!("compare {new} with {old}"),
        query: Query { col, base, ..report.query.clone() },
    })
}

/// Groups the values of a key in the columns of one side. The query itself may already have grouped several values.
fn group(columns: &[Column], name: &str, index: usize, order: Option<&FieldOrder>) -> ValueGroup {
    let shown = |column: &Column| column.key[index].to_string_lossy();
    let asked = |shown: &String| match order {
        Some(FieldOrder::Groups(groups)) => groups.iter().find(|group| group.name == *shown),
        _ => None,
    };
    let values =
        |shown: String| asked(&shown).and_then(|group| group.values.clone()).unwrap_or(vec![shown]);
    match columns {
        [only] => ValueGroup {
            name: shown(only),
            values: asked(&shown(only)).and_then(|group| group.values.clone()),
        },
        _ => ValueGroup {
            name: name.to_owned(),
            values: Some(columns.iter().map(shown).flat_map(values).collect()),
        },
    }
}

/// Returns a field order from groups: a list of values if every group has a single value.
fn as_order(groups: Vec<ValueGroup>) -> FieldOrder {
    if groups.iter().all(|group| group.values.is_none()) {
        FieldOrder::List(groups.into_iter().map(|group| group.name).collect())
    } else {
        FieldOrder::Groups(groups)
    }
}

/// The minimum number of commits for a history.
const COMMITS_MIN: usize = 5;

/// Returns the first query for a file in which a tool keeps many commits: the commits as columns. `None` if there are
/// several inputs, or fewer than five commits.
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

/// Operations per second, and the filter that shows only these.
const RATE: [&str; 2] = ["ops/s = 1 / sec/op", ".unit:ops/s"];

/// Returns the query that shows operations per second instead of times, or the times again, and whether it shows
/// operations per second now. `None` if there are several inputs, or no times.
#[doc(hidden)]
#[must_use]
pub fn as_rate(store: &Store, present: &Query) -> Option<(Suggestion, bool)> {
    let [rate, only] = RATE;
    let has = |unit: &[u8]| (0..store.units.tidied_len()).any(|u| store.units.tidied(u) == unit);
    let is_one = store.inputs().iter().filter(|input| input.results != 0).count() == 1;
    if !is_one || !has(b"sec/op") || has(b"ops/s") {
        return None;
    }
    let all = Query::default().filter;
    let mut query = present.clone();
    let is_shown = query.derive.iter().any(|derived| derived == rate);
    query.derive.retain(|derived| derived != rate);
    if is_shown && query.filter == only {
        query.filter = all;
    } else if !is_shown {
        query.derive.push(rate.to_owned());
        if query.filter == all {
            query.filter = only.to_owned();
        }
    }
    Some((Suggestion { title: "show ops/s".into(), query }, is_shown))
}

/// The maximum number of values in a title.
const NAMED_MAX: usize = 4;

/// Returns suggested comparisons within a single input; empty if there are several inputs.
pub fn suggestions_within_input(store: &Store) -> Vec<Suggestion> {
    if store.inputs().iter().filter(|input| input.results != 0).count() != 1 {
        return Vec::new();
    }
    column_suggestions(store)
        .into_iter()
        .map(|suggestion| {
            let is_procs = suggestion.col.as_bytes().starts_with(b"/gomaxprocs");
            let name = |value: &Text| match value.as_bytes() {
                b"" if is_procs => String::from_utf8_lossy(processors(b"")).into_owned(),
                b"" => "(none)".into(),
                _ => value.to_string_lossy(),
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

/// Returns suggested queries for these logs. For several inputs: the comparison of all of them, with `-ignore` or
/// another `-col` if necessary. For one input: the comparisons within it.
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
        let (title, query) = if let Note::NothingCompared { ignore: Some(ignore), .. } = note {
            let ignore = ignore.to_string_lossy();
            let title = format!("compare in spite of different {ignore}");
            (title, Query { ignore, ..Query::default() })
        } else if let Note::OneColumn { key, .. } = note {
            let (key, col) = (key.to_string_lossy(), write_key(key.as_bytes()));
            (format!("compare the values of {key}"), Query { col, ..Query::default() })
        } else {
            continue;
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
