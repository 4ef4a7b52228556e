//! Numeric keys: which parts of names, rows and columns are numbers that a horizontal axis can have.

use std::collections::BTreeSet;

use crate::base::{Text, Texts};
use crate::project::{number, split_name};
use crate::table::Report;

/// A value of a key, and the name without it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct KeyValue {
    pub(super) text: String,
    pub(super) number: f64,
}

/// The words of a key with the value of one of its parts taken out.
pub(super) struct Taken {
    pub(super) value: KeyValue,
    /// What is left, which names the series.
    pub(super) rest: String,
}

/// The parts of a text that can be taken out: their keys and values, and where they stand.
fn parts(field: &str, value: &[u8]) -> Vec<(String, Vec<u8>, Vec<u8>)> {
    if !matches!(field, ".fullname" | ".name") {
        return vec![(field.to_owned(), value.to_vec(), Vec::new())];
    }
    let (base, parts, suffix) = split_name(value);
    let parts: Vec<&[u8]> = parts.collect();
    let without = |out: usize, suffix: &[u8]| {
        let others = parts.iter().enumerate().filter(|&(i, _)| i != out).map(|(_, part)| *part);
        [base].into_iter().chain(others).chain([suffix]).collect::<Vec<_>>().concat()
    };
    let mut found = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let (key, value) = match memchr::memchr(b'=', part) {
            Some(at) => (String::from_utf8_lossy(&part[..at]).into_owned(), &part[at + 1..]),
            None => (format!("/{}", i + 1), &part[1..]),
        };
        // A part may have the key `1`: it goes before the place, as in queries.
        let is_key = |part: &&[u8]| {
            part.strip_prefix(key.as_bytes()).is_some_and(|rest| rest.starts_with(b"="))
        };
        if !part.contains(&b'=') && parts.iter().any(is_key) {
            continue;
        }
        found.push((key, value.to_vec(), without(i, suffix)));
    }
    if let Some(value) = suffix.strip_prefix(b"-") {
        found.push(("/gomaxprocs".to_owned(), value.to_vec(), without(usize::MAX, b"")));
    }
    found
}

/// The numeric keys of these fields of one list, with their values.
pub(super) fn numeric(fields: &[Text], key: &Texts) -> Vec<(String, f64)> {
    let mut found: Vec<(String, f64)> = Vec::new();
    for (field, value) in fields.iter().zip(key.iter()) {
        for (name, value, _) in parts(&field.to_string_lossy(), value.as_bytes()) {
            let number = number(&value).filter(|number| number.is_finite());
            if let Some(number) = number.filter(|_| found.iter().all(|(other, _)| *other != name)) {
                found.push((name, number));
            }
        }
    }
    found
}

/// The value of a key in these fields, and the words that are left without it.
pub(super) fn take(fields: &[Text], key: &Texts, wanted: &str) -> Option<Taken> {
    let mut value = None;
    let mut rest: Vec<String> = Vec::new();
    for (field, text) in fields.iter().zip(key.iter()) {
        let found = parts(&field.to_string_lossy(), text.as_bytes());
        let found = found.into_iter().filter(|_| value.is_none()).find(|(name, ..)| name == wanted);
        let left = match found {
            Some((_, found, left)) => {
                let number = number(&found).filter(|number| number.is_finite())?;
                value =
                    Some(KeyValue { text: String::from_utf8_lossy(&found).into_owned(), number });
                left
            }
            None => text.as_bytes().to_vec(),
        };
        rest.push(String::from_utf8_lossy(&left).into_owned());
    }
    rest.retain(|word| !word.is_empty());
    Some(Taken { value: value?, rest: rest.join(" ") })
}

/// So many rows show which keys are numeric.
const ROWS_SEEN: usize = 512;

/// The keys of a table's rows and columns that are numbers and vary, in the order of their places, with how
/// many different values they have.
pub(super) fn numeric_keys(report: &Report, table: usize) -> Vec<(String, usize)> {
    let Some(table) = report.tables.get(table) else { return Vec::new() };
    let rows = table.rows.iter().take(ROWS_SEEN).map(|row| (&report.row_fields[..], &row.key));
    let columns = table.columns.iter().map(|column| (&report.col_fields[..], &column.key));
    // There may be many columns. Zero has two signs, and is one number.
    let mut keys: Vec<(String, BTreeSet<u64>)> = Vec::new();
    for (fields, key) in rows.chain(columns) {
        for (name, number) in numeric(fields, key) {
            let bits = (number + 0.0).to_bits();
            match keys.iter_mut().find(|(known, _)| *known == name) {
                Some((_, values)) => drop(values.insert(bits)),
                None => keys.push((name, BTreeSet::from([bits]))),
            }
        }
    }
    keys.into_iter().map(|(name, values)| (name, values.len())).filter(|&(_, n)| 1 < n).collect()
}
