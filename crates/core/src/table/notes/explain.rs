//! Explains why nothing was compared: the keys that separate the columns, and the `-ignore` or `-col` that helps.
//!
//! Takes the cells of a query; gives notes. Every suggestion has been tried: this groups the same results again and
//! checks whether they compare. Must not know values or statistics.

use crate::base::Text;
use crate::base::pace::{ENDLESS, Pace, block_on};
use crate::base::sort::sort_copies;
use crate::project::{Key, KeyId, KeyValues, Schema, all_keys};
use crate::store::Store;
use crate::table::group::baseline::Baseline;
use crate::table::group::cells::{Cells, group};
use crate::table::model::{Note, SplitKey};

/// At most this number of columns are explained, each against the first.
const NOTES: usize = 3;

/// A note shows at most this number of values of a key.
const SHOWN: usize = 3;

/// A note lists at most this number of keys of a column, because a log may have thousands.
const KEYS: usize = 64;

/// Above this number of keys, there is no search for the few keys that would be enough: it would group the results
/// again and again, only to find thousands of keys that the note cannot list.
const SEARCHED: usize = 8 * KEYS;

/// Keys that separate benchmarks rather than versions: two packages may each have a benchmark of the same name.
const NEVER_A_COLUMN: [&[u8]; 1] = [b"pkg"];

/// Returns notes on columns whose cells compare with no other cell.
pub(in crate::table) fn explain(
    store: &Store,
    schema: &Schema,
    baseline: &Baseline,
    cells: &Cells,
) -> Vec<Note> {
    let columns = cells.columns();
    if let [only] = columns[..] {
        return explain_tables(store, schema, cells, only).into_iter().collect();
    }
    // Each column is explained against its baseline in the report: the common one, or the previous column.
    let before = columns.windows(2).map(|pair| (pair[0], pair[1]));
    let pairs: Vec<(KeyId, KeyId)> = match cells.base {
        Some(base) => columns.iter().filter(|&&c| c != base).map(|&c| (base, c)).collect(),
        None => before.collect(),
    };
    let is_compared = compared_columns(cells);
    let alone = pairs.into_iter().filter(|&(_, column)| !is_compared[column as usize]);
    let alone: Vec<(KeyId, KeyId)> = alone.collect();
    let (lacking, alone) = without_key(store, schema, cells, alone);
    let (reported, others) = alone.split_at(alone.len().min(NOTES));
    let note = |&(base, column): &(KeyId, KeyId)| {
        explain_column(store, schema, baseline, cells, base, column)
    };
    let mut notes: Vec<Note> = lacking.into_iter().chain(reported.iter().map(note)).collect();
    if !others.is_empty() {
        notes.push(Note::NothingComparedOthers { columns: others.len() });
    }
    notes
}

/// Removes the column whose results lack the only column key from the pairs, also as a baseline, and returns a note on
/// these results.
fn without_key(
    store: &Store,
    schema: &Schema,
    cells: &Cells,
    mut alone: Vec<(KeyId, KeyId)>,
) -> (Option<Note>, Vec<(KeyId, KeyId)>) {
    let mut keys = schema.column_keys();
    let (Some(key), None) = (keys.next(), keys.next()) else { return (None, alone) };
    let mut texts = cells.projections.col.texts();
    let lacks = |column: &KeyId| texts.get(*column).iter().all(Text::is_empty);
    if *key == Key::File || *key == Key::Config {
        return (None, alone);
    }
    let Some(column) = cells.columns().into_iter().find(lacks) else { return (None, alone) };
    let before = alone.len();
    alone.retain(|&(base, own)| base != column && own != column);
    if alone.len() == before {
        return (None, alone);
    }
    let name = |identity: u32| store.identities.get(identity).0;
    let mut names: Vec<u32> = identities(store, cells, column).into_iter().map(name).collect();
    names.sort_unstable();
    names.dedup();
    let note = Note::WithoutKey { key: Text::from(&key.text()[..]), benchmarks: names.len() };
    (Some(note), alone)
}

/// Returns for each column key whether a cell of the column is compared, or compared with; false for keys that no
/// table has.
pub(super) fn compared_columns(cells: &Cells) -> Vec<bool> {
    let columns = || cells.tables.iter().flat_map(|table| &table.columns);
    let most = columns().max().map_or(0, |&most| most as usize + 1);
    let mut is_compared = vec![false; most];
    let mut left = cells.columns().len();
    for table in &cells.tables {
        for row in table.cells.chunk_by(|a, b| a.row == b.row) {
            for (base, new) in table.bases.sides(row) {
                for index in [base, new] {
                    let column = table.columns[index.column as usize];
                    left -=
                        usize::from(!std::mem::replace(&mut is_compared[column as usize], true));
                }
            }
            // Mostly, the first row decides for all columns.
            if left == 0 {
                return is_compared;
            }
        }
    }
    is_compared
}

/// Returns the results grouped by another schema.
fn grouped(store: &Store, schema: &Schema, baseline: &Baseline) -> Option<Cells> {
    let mut cells = block_on(group(store, schema, &[], &Pace::new(ENDLESS)));
    cells.set_baselines(baseline, false).ok()?;
    Some(cells)
}

/// Returns the identities that a column contains.
fn identities(store: &Store, cells: &Cells, column: KeyId) -> Vec<u32> {
    let mut found = Vec::new();
    for table in &cells.tables {
        let indices = table.cells.iter();
        for index in indices.filter(|index| table.columns[index.column as usize] == column) {
            found.extend(cells.pieces(index).iter().map(|piece| store.series.get(piece.series).0));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Explains why a column compares with no other.
fn explain_column(
    store: &Store,
    schema: &Schema,
    baseline: &Baseline,
    cells: &Cells,
    base: KeyId,
    column: KeyId,
) -> Note {
    let candidates = all_keys(store);
    let sides = [base, column].map(|side| identities(store, cells, side));
    let [old, new] = [&sides[0], &sides[1]].map(|side| KeyValues::new(store, &candidates, side));
    let mut texts = cells.projections.col.texts();
    let mut name = |side: KeyId| {
        let texts = texts.get(side);
        let joined = texts.iter().fold(Vec::new(), |text, value| join(text, value.as_bytes()));
        (Text::from(&joined[..]), texts)
    };
    let ((base, _), (name, target)) = (name(base), name(column));
    let works = |keys: &[Key]| {
        let Some(again) = grouped(store, &schema.ignoring(keys), baseline) else { return false };
        let mut texts = again.projections.col.texts();
        let is_compared = compared_columns(&again);
        again.columns().into_iter().any(|c| is_compared[c as usize] && texts.get(c) == target)
    };
    let pick = |is_wider: bool| {
        let mut found = Vec::new();
        for (key, (old, new)) in candidates.iter().zip(old.values.iter().zip(&new.values)) {
            let is_config = matches!(key, Key::FileConfig(_));
            let varies = is_wider && is_config && 2 < old.len() + new.len();
            let can_be = !key.is_metadata() && !schema.names(key);
            if can_be && (varies || !have_common(old, new)) {
                let (base, new) = (shown(old), shown(new));
                found.push((key.clone(), SplitKey { key: Text::from(&key.text()[..]), base, new }));
            }
        }
        found
    };
    let search = |keys: &[(Key, SplitKey)]| {
        let all: Vec<Key> = keys.iter().map(|(key, _)| key.clone()).collect();
        needed(&all, tries(store), works)
    };
    let mut keys = pick(false);
    let mut needed = if keys.len() <= SEARCHED { search(&keys) } else { None };
    if needed.is_none() && keys.len() <= SEARCHED {
        // A key can separate all benchmarks although both sides have the same values of it.
        let wider = pick(true);
        if wider.len() <= SEARCHED {
            needed = search(&wider);
            keys = if needed.is_some() { wider } else { Vec::new() };
        }
    }
    if let Some(Least { keys: needed, .. }) = &needed {
        let mut needed = needed.iter().peekable();
        keys.retain(|(key, _)| needed.next_if_eq(&key).is_some());
    }
    let more_keys = keys.len().saturating_sub(KEYS);
    let needed = needed.filter(|_| more_keys == 0);
    Note::NothingCompared {
        base,
        column: name,
        keys: keys.into_iter().take(KEYS).map(|(_, split)| split).collect(),
        more_keys,
        is_ignore_least: needed.as_ref().is_none_or(|least| least.is_sure),
        ignore: needed.map(|least| Text::from(&schema.ignore_text(store, &least.keys)[..])),
    }
}

/// Returns whether two lists have a value in common.
fn have_common(a: &[&[u8]], b: &[&[u8]]) -> bool {
    if let ([one], others) | (others, [one]) = (a, b) {
        return others.contains(one);
    }
    let mut sorted = a.to_vec();
    sort_copies(&mut sorted, &mut |a, b| a.cmp(b));
    b.iter().any(|value| sorted.binary_search(value).is_ok())
}

/// A set of keys that is enough.
struct Least {
    keys: Vec<Key>,
    /// Whether each of them is needed; if not, not all were tried.
    is_sure: bool,
}

/// Returns the fewest of the keys that work, by removing unneeded ones from the end; `None` if not even all of them
/// work.
fn needed(keys: &[Key], tries: usize, works: impl Fn(&[Key]) -> bool) -> Option<Least> {
    if keys.is_empty() || !works(keys) {
        return None;
    }
    let mut search = Needed { works, kept: Vec::new(), tries, is_sure: true };
    // The search knows that nothing compares without any of the keys.
    search.look(&[], keys, true);
    search.kept.reverse();
    Some(Least { keys: search.kept, is_sure: search.is_sure })
}

/// The number of times that one note may group the results again. Keys that were not tried count as needed.
const TRIES: usize = 24;

/// The same limit for stores whose number of series makes each grouping slow.
const TRIES_LEAST: usize = 8;

fn tries(store: &Store) -> usize {
    (400_000 / store.series.count().max(1)).clamp(TRIES_LEAST, TRIES)
}

struct Needed<F> {
    works: F,
    /// The needed keys after the ones in question, from the end.
    kept: Vec<Key>,
    tries: usize,
    is_sure: bool,
}

impl<F: Fn(&[Key]) -> bool> Needed<F> {
    /// Finds out which of some keys are needed, given the keys before them and the kept ones: all of them work, and
    /// `is_needed` says whether at least one is known to be needed.
    fn look(&mut self, before: &[Key], keys: &[Key], is_needed: bool) {
        if keys.is_empty() {
            return;
        }
        if !is_needed {
            let Some(tries) = self.tries.checked_sub(1) else {
                self.is_sure = false;
                return self.kept.extend(keys.iter().rev().cloned());
            };
            self.tries = tries;
            let others = before.iter().chain(self.kept.iter().rev());
            if (self.works)(&others.cloned().collect::<Vec<_>>()) {
                return;
            }
        }
        if let [key] = keys {
            return self.kept.push(key.clone());
        }
        let (first, last) = keys.split_at(keys.len() / 2);
        let kept = self.kept.len();
        self.look(&[before, first].concat(), last, false);
        self.look(before, first, kept == self.kept.len());
    }
}

/// Finds a key for the columns, if there is only one column but the tables look like versions of each other: a
/// configuration key may be the intended comparison.
fn explain_tables(store: &Store, schema: &Schema, cells: &Cells, column: KeyId) -> Option<Note> {
    if cells.tables.len() < 2 {
        return None;
    }
    let keys = all_keys(store);
    let found = KeyValues::new(store, &keys, &identities(store, cells, column));
    let configs = keys.iter().zip(&found.values).take(store.keys.count());
    let is_choice = |values: &[&[u8]]| 1 < values.len() && values.iter().all(|v| !v.is_empty());
    let never = |key: &Key| NEVER_A_COLUMN.contains(&&key.text()[..]) || schema.names(key);
    let choices =
        configs.filter(|(key, values)| is_choice(values) && !key.is_metadata() && !never(key));
    for (key, values) in choices.take(tries(store)) {
        let again = grouped(store, &schema.with_column(key), &Baseline::First)?;
        let is_compared = compared_columns(&again);
        if again.columns().iter().all(|&column| is_compared[column as usize]) {
            let (key, values) = (Text::from(&key.text()[..]), shown(values));
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
