//! Why nothing compared: which keys keep the columns apart, and what would bring them together.
//!
//! Takes the cells of a query; gives notes. Every suggestion has been tried: it groups the same
//! results again and looks whether they compare. Must not know values or statistics.

use super::Note;
use super::baseline::Baseline;
use super::cells::{CellPlace, Cells, group};
use super::note::SplitKey;
use crate::base::Text;
use crate::project::{Key, KeyId, Schema, key_value, name_keys};
use crate::store::Store;

/// So many columns are explained, each against the first.
const NOTES: usize = 3;

/// So many values of a key are shown.
const SHOWN: usize = 3;

/// Keys that tell benchmarks apart, not versions: two packages may well have a benchmark each.
const NEVER_A_COLUMN: [&[u8]; 1] = [b"pkg"];

/// Notes on columns of which no cell compares with any other.
pub(super) fn explain(
    store: &Store,
    (schema, baseline): (&Schema, &Baseline),
    cells: &Cells,
) -> Vec<Note> {
    let columns = cells.columns();
    if let [only] = columns[..] {
        return explain_tables(store, schema, cells, only).into_iter().collect();
    }
    // Each is explained against its baseline in the report: one for all, or the one before.
    let before = columns.windows(2).map(|pair| (pair[0], pair[1]));
    let pairs: Vec<(KeyId, KeyId)> = match cells.base {
        Some(base) => columns.iter().filter(|&&c| c != base).map(|&c| (base, c)).collect(),
        None => before.collect(),
    };
    let alone = pairs.into_iter().filter(|&(_, column)| !compares(cells, column));
    let notes = alone.map(|pair| explain_column(store, (schema, baseline), cells, pair));
    notes.take(NOTES).collect()
}

/// Whether a cell of a column is compared, or compared with.
pub(super) fn compares(cells: &Cells, column: KeyId) -> bool {
    cells.tables.iter().any(|table| {
        let is_it = |place: &CellPlace| table.columns[place.column as usize] == column;
        let mut rows = table.cells.chunk_by(|a, b| a.row == b.row);
        rows.any(|row| table.bases.sides(row).any(|(base, new)| is_it(base) || is_it(new)))
    })
}

/// The results grouped by another schema.
fn grouped(store: &Store, schema: &Schema, baseline: &Baseline) -> Option<Cells> {
    let mut cells = group(store, schema, &[]);
    cells.set_baselines(baseline, false).ok()?;
    Some(cells)
}

/// The identities that a column is made of.
fn identities(store: &Store, cells: &Cells, column: KeyId) -> Vec<u32> {
    let mut found = Vec::new();
    for table in &cells.tables {
        let places = table.cells.iter();
        for place in places.filter(|place| table.columns[place.column as usize] == column) {
            found.extend(cells.pieces(place).iter().map(|piece| store.series.get(piece.series).0));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The different values of a key, in the order of first appearance.
fn values<'s>(store: &'s Store, key: &Key, identities: &[u32]) -> Vec<&'s [u8]> {
    let mut values: Vec<&[u8]> = Vec::new();
    for &identity in identities {
        let value = key_value(key, store, identity);
        // Keys with very many values are no reason to wait.
        if !values.contains(&value) && values.len() < 1000 {
            values.push(value);
        }
    }
    values
}

/// Why a column compares with no other.
fn explain_column(
    store: &Store,
    (schema, baseline): (&Schema, &Baseline),
    cells: &Cells,
    (first, column): (KeyId, KeyId),
) -> Note {
    let sides = [first, column].map(|side| identities(store, cells, side));
    let mut keys = Vec::new();
    for key in candidates(store, schema) {
        let [old, new] = [&sides[0], &sides[1]].map(|side| values(store, &key, side));
        if !old.iter().any(|value| new.contains(value)) {
            let [base, new] = [old, new].map(|values| shown(&values));
            keys.push((key.clone(), SplitKey { key: Text::from(&key.text()[..]), base, new }));
        }
    }
    let mut texts = cells.projections.col.texts();
    let mut name = |side: KeyId| {
        let texts = texts.get(side);
        let joined = texts.iter().fold(Vec::new(), |text, value| join(text, value.as_bytes()));
        (Text::from(&joined[..]), texts)
    };
    let ((base, _), (name, target)) = (name(first), name(column));
    let works = |keys: &[Key]| {
        let Some(again) = grouped(store, &schema.ignoring(keys), baseline) else { return false };
        let mut texts = again.projections.col.texts();
        again.columns().into_iter().any(|c| texts.get(c) == target && compares(&again, c))
    };
    let needed = needed(keys.iter().map(|(key, _)| key.clone()).collect(), works);
    if let Some(needed) = &needed {
        keys.retain(|(key, _)| needed.contains(key));
    }
    Note::NothingCompared {
        base,
        column: name,
        keys: keys.into_iter().map(|(_, split)| split).collect(),
        ignore: needed.map(|keys| Text::from(&schema.ignore_text(&keys)[..])),
    }
}

/// The fewest of the keys that work, by leaving out one after the other; nothing if not even all do.
fn needed(mut keys: Vec<Key>, works: impl Fn(&[Key]) -> bool) -> Option<Vec<Key>> {
    if keys.is_empty() || !works(&keys) {
        return None;
    }
    for i in (0..keys.len()).rev() {
        let mut fewer = keys.clone();
        fewer.remove(i);
        if works(&fewer) {
            keys = fewer;
        }
    }
    Some(keys)
}

/// The keys that might keep results apart: all of the logs that the query does not name itself.
fn candidates(store: &Store, schema: &Schema) -> Vec<Key> {
    let config = store.keys.iter().map(|key| Key::FileConfig(key.to_vec()));
    let all = config.chain(name_keys(store));
    all.filter(|key| !schema.names(key)).collect()
}

/// One column alone, but tables that look like versions of each other: a key of the configuration
/// may be what was meant to be compared.
fn explain_tables(store: &Store, schema: &Schema, cells: &Cells, column: KeyId) -> Option<Note> {
    if cells.tables.len() < 2 {
        return None;
    }
    let identities = identities(store, cells, column);
    for key in store.keys.iter().filter(|key| !NEVER_A_COLUMN.contains(key)) {
        let key = Key::FileConfig(key.to_vec());
        let values = values(store, &key, &identities);
        let is_choice = 1 < values.len() && values.iter().all(|value| !value.is_empty());
        if !is_choice || schema.names(&key) {
            continue;
        }
        let again = grouped(store, &schema.with_column(&key), &Baseline::First)?;
        if again.columns().iter().all(|&column| compares(&again, column)) {
            let (key, values) = (Text::from(&key.text()[..]), shown(&values));
            return Some(Note::OneColumn { key, values });
        }
    }
    None
}

fn shown(values: &[&[u8]]) -> Vec<Text> {
    values.iter().take(SHOWN).map(|&value| Text::from(value)).collect()
}

fn join(mut text: Vec<u8>, word: &[u8]) -> Vec<u8> {
    if !text.is_empty() {
        text.push(b' ');
    }
    text.extend_from_slice(word);
    text
}
