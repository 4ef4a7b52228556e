//! Numeric keys: the numeric parts of names, rows and columns that a horizontal axis can show.

use crate::base::{Numbered, Text, Texts, names, sort};
use crate::project::{number, processors, split_name};
use crate::table::{Report, Table};

/// A value of a key, and the name without it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct KeyValue {
    pub(super) text: String,
    pub(super) number: f64,
}

/// A key in words, without the value of one of its parts.
pub(super) struct Taken {
    pub(super) value: KeyValue,
    /// The remaining text, which names the series.
    pub(super) rest: String,
}

/// A part of a text that can be removed.
struct Part {
    key: String,
    value: Vec<u8>,
    /// The rest of the text.
    rest: Vec<u8>,
}

const FULL_NAME: &[u8] = b".fullname";
pub(super) const PROCESSORS: &[u8] = b"/gomaxprocs";

/// Returns the parts of a text that can be removed; `has_processors` is whether a `-N` at its end is a number of
/// processors.
fn parts(field: &[u8], value: &[u8], has_processors: bool) -> Vec<Part> {
    if !matches!(field, FULL_NAME | b".name") {
        let key = String::from_utf8_lossy(field).into_owned();
        return vec![Part { key, value: value.to_vec(), rest: Vec::new() }];
    }
    let encoded = names::encode(value, has_processors);
    let (base, parts, suffix) = split_name(&encoded);
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
        // A part may have the key `1`: as in queries, it takes precedence over the position.
        let is_key = |part: &&[u8]| {
            part.strip_prefix(key.as_bytes()).is_some_and(|rest| rest.starts_with(b"="))
        };
        if !part.contains(&b'=') && parts.iter().any(is_key) {
            continue;
        }
        found.push(Part { key, value: value.to_vec(), rest: without(i, suffix) });
    }
    if let Some(value) = suffix.strip_prefix(b"-") {
        let (key, rest) = (String::from_utf8_lossy(PROCESSORS).into(), without(usize::MAX, b""));
        found.push(Part { key, value: value.to_vec(), rest });
    }
    found
}

/// The fields of a table's rows, or of its columns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields<'r> {
    fields: &'r [Text],
    plain_names: &'r [Text],
    /// Whether `/gomaxprocs` of some key is known: then a key without it ran on one processor.
    has_processors: bool,
}

impl<'r> Fields<'r> {
    pub(super) fn of_rows(report: &'r Report, table: &Table) -> Fields<'r> {
        Fields::new(report, &report.row_fields, table.rows.iter().map(|row| &row.key))
    }

    pub(super) fn of_columns(report: &'r Report, table: &Table) -> Fields<'r> {
        Fields::new(report, &report.col_fields, table.columns.iter().map(|column| &column.key))
    }

    fn new<'k>(
        report: &'r Report,
        fields: &'r [Text],
        mut keys: impl Iterator<Item = &'k Texts>,
    ) -> Fields<'r> {
        let found = Fields { fields, plain_names: &report.plain_names, has_processors: false };
        let has = |(field, value): (&Text, &Text)| match field.as_bytes() {
            FULL_NAME => {
                found.may_have_processors(field, value)
                    && names::processors(value.as_bytes()).is_some()
            }
            PROCESSORS => !value.is_empty(),
            _ => false,
        };
        let has_processors = keys.any(|key| fields.iter().zip(key.iter()).any(has));
        Fields { has_processors, ..found }
    }

    /// Returns whether a `-N` at the end of a field's value is a number of processors.
    fn may_have_processors(&self, field: &Text, value: &Text) -> bool {
        let is_plain = || {
            let order = |name: &Text| name.as_bytes().cmp(value.as_bytes());
            self.plain_names.binary_search_by(order).is_ok()
        };
        field.as_bytes() == FULL_NAME && !is_plain()
    }

    /// Returns the parts of a field's value that can be removed.
    fn parts(&self, field: &Text, value: &Text) -> Vec<Part> {
        let may_have_processors = self.may_have_processors(field, value);
        let (field, value) = (field.as_bytes(), value.as_bytes());
        let mut found = parts(field, value, may_have_processors);
        if !self.has_processors || !matches!(field, FULL_NAME | PROCESSORS) {
            return found;
        }
        match found.iter_mut().find(|part| part.key.as_bytes() == PROCESSORS) {
            Some(part) => part.value = processors(&part.value).to_vec(),
            None => found.push(Part {
                key: String::from_utf8_lossy(PROCESSORS).into(),
                value: processors(b"").to_vec(),
                rest: value.to_vec(),
            }),
        }
        found
    }

    /// Returns the numeric parts of a key, with their values.
    fn numeric(&self, key: &Texts) -> Vec<(String, f64)> {
        let mut found: Vec<(String, f64)> = Vec::new();
        for (field, value) in self.fields.iter().zip(key.iter()) {
            for Part { key, value, .. } in self.parts(field, value) {
                let number = number(&value).filter(|number| number.is_finite());
                if let Some(number) =
                    number.filter(|_| found.iter().all(|(other, _)| *other != key))
                {
                    found.push((key, number));
                }
            }
        }
        found
    }

    /// Returns the value of the requested part of a key, and the remaining words.
    pub(super) fn take(&self, key: &Texts, wanted: &str) -> Option<Taken> {
        let mut value = None;
        let mut rest: Vec<String> = Vec::new();
        for (field, text) in self.fields.iter().zip(key.iter()) {
            let found = self.parts(field, text).into_iter().filter(|_| value.is_none());
            let left = match found.into_iter().find(|part| part.key == wanted) {
                Some(Part { value: found, rest, .. }) => {
                    let number = number(&found).filter(|number| number.is_finite())?;
                    let text = String::from_utf8_lossy(&found).into_owned();
                    value = Some(KeyValue { text, number });
                    rest
                }
                None => text.as_bytes().to_vec(),
            };
            rest.push(String::from_utf8_lossy(&left).into_owned());
        }
        rest.retain(|word| !word.is_empty());
        Some(Taken { value: value?, rest: rest.join(" ") })
    }
}

/// The number of rows that are searched for numeric keys.
const ROWS_SEEN: usize = 512;

/// A key whose values are numbers and vary.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NumericKey {
    pub(super) name: String,
    /// The number of points of its longest series.
    pub(super) points: usize,
    /// Whether at least half of the names with this key belong to series of [`SCALING_MIN`] points.
    pub(super) scales: bool,
}

/// The minimum number of points of a line that shows how something scales.
const SCALING_MIN: usize = 3;

/// The different values of a key.
#[derive(Default)]
struct Values {
    name: String,
    all: Vec<u64>,
    /// The names of its series, each with the different values of the series.
    names: Numbered,
    series: Vec<Vec<u64>>,
}

impl Values {
    fn insert(&mut self, series: &[u8], number: f64) {
        // Zero has two signs, but is one number.
        let bits = (number + 0.0).to_bits();
        let place = self.names.number(series) as usize;
        self.series.resize_with(self.names.texts().len(), Vec::new);
        for values in [&mut self.all, &mut self.series[place]] {
            if let Err(at) = values.binary_search(&bits) {
                values.insert(at, bits);
            }
        }
    }
}

/// Returns the keys of a table's rows and columns whose values are numbers and vary: longer series come first, then
/// keys with more values, then the order of their positions.
pub(super) fn numeric_keys(report: &Report, table: usize) -> Vec<NumericKey> {
    let Some(table) = report.tables.get(table) else { return Vec::new() };
    let (of_rows, of_columns) = (Fields::of_rows(report, table), Fields::of_columns(report, table));
    let rows = table.rows.iter().take(ROWS_SEEN).map(|row| (b'r', of_rows, &row.key));
    let columns = table.columns.iter().map(|column| (b'c', of_columns, &column.key));
    let mut keys: Vec<Values> = Vec::new();
    for (side, fields, key) in rows.chain(columns) {
        for (name, number) in fields.numeric(key) {
            let mut series = vec![side];
            series.extend(fields.take(key, &name).iter().flat_map(|taken| taken.rest.bytes()));
            let known = keys.iter().position(|known| known.name == name);
            let at = known.unwrap_or(keys.len());
            if known.is_none() {
                keys.push(Values { name, ..Values::default() });
            }
            keys[at].insert(&series, number);
        }
    }
    keys.retain(|key| 1 < key.all.len());
    let longest = |key: &Values| key.series.iter().map(Vec::len).max();
    let rank = |place: usize| (longest(&keys[place]), keys[place].all.len());
    let order = sort::order(keys.len(), &mut |a, b| rank(b).cmp(&rank(a)));
    order.into_iter().map(|place| numeric_key(&keys[place])).collect()
}

fn numeric_key(key: &Values) -> NumericKey {
    let sizes = || key.series.iter().map(Vec::len);
    let in_lines: usize = sizes().filter(|&size| SCALING_MIN <= size).sum();
    NumericKey {
        name: key.name.clone(),
        points: sizes().max().unwrap_or(0),
        scales: 0 < in_lines && sizes().sum::<usize>() <= 2 * in_lines,
    }
}
