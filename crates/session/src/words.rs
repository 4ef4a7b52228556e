//! The whole answer in words: the compared columns, and the layout.

use benchlens_core::base::{Text, label_of};
use benchlens_core::project::field_word;
use benchlens_core::{Answer, Query, Report};

use crate::types::PivotWords;

/// The maximum number of compared columns that are named; more are counted.
const NAMED_MAX: usize = 3;

/// Returns the compared columns in one line: `new.txt against old.txt`.
pub(crate) fn heading(query: &Query, answer: &Answer) -> String {
    let labels: Vec<String> = column_labels(answer);
    match (&labels[..], base_of(answer.report())) {
        ([], _) => "no result".into(),
        ([only], _) => format!("{only} alone"),
        (columns, _) if query.goes_back() => {
            format!("{} columns, each against the one before", columns.len())
        }
        (columns, None) => format!("{}, not compared", listed(columns.to_vec())),
        (columns, Some(base)) => {
            let others: Vec<String> =
                columns.iter().filter(|&column| *column != base).cloned().collect();
            format!("{} against {base}", listed(others))
        }
    }
}

/// Joins names as `a`, `a and b`, `a, b and c`, or counts them: `17 columns`.
fn listed(mut names: Vec<String>) -> String {
    if NAMED_MAX < names.len() {
        return format!("{} columns", names.len());
    }
    match (names.pop(), names.is_empty()) {
        (None, _) => String::new(),
        (Some(last), true) => last,
        (Some(last), false) => format!("{} and {last}", names.join(", ")),
    }
}

/// Returns the labels of all columns of all tables, in their order.
fn column_labels(answer: &Answer) -> Vec<String> {
    answer.base_choices().into_iter().map(|choice| or_none(choice.label)).collect()
}

/// Returns a label that is visible even if it is empty.
pub(crate) fn or_none(label: String) -> String {
    if label.is_empty() { "(none)".into() } else { label }
}

/// Returns the label of the only baseline column, in the first table that has a baseline.
fn base_of(report: &Report) -> Option<String> {
    report.tables.iter().find_map(|table| {
        let base = table.columns.iter().find_map(|column| column.base)?;
        Some(label_of(&table.columns[base as usize].key))
    })
}

/// Returns the layout in words.
pub(crate) fn pivot(query: &Query, report: &Report) -> PivotWords {
    PivotWords {
        rows: fields(&report.row_fields, &query.row),
        columns: fields(&report.col_fields, &query.col),
        tables: fields(&report.table_fields, &query.table),
        base: if query.goes_back() {
            "previous".into()
        } else {
            base_of(report).unwrap_or_default()
        },
        filter: if query.filter.trim() == "*" { String::new() } else { query.filter.clone() },
    }
}

/// Returns keys in words. The keys that a query groups as `.config` become one word.
fn fields(fields: &[Text], asked: &str) -> String {
    if asked.trim() == ".config" {
        return "configuration".into();
    }
    let words: Vec<String> =
        fields.iter().map(|field| field_word(&field.to_string_lossy())).collect();
    if words.is_empty() { "all".into() } else { words.join(", ") }
}
