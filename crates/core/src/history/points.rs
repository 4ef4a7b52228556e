//! Points: which results belong to one point, and in which order the points follow each other.
//!
//! Takes a store and a schema whose columns are the points; gives the values of the points in their order, the points
//! that cannot be ordered, and the keys in which results of one point differ. Must not know values or statistics.

use std::collections::BTreeMap;

use super::report::HistoryNote;
use super::sequence::{by_name, goes_back, is_out_of_order, sequence};
use crate::base::{Error, Sentence, Text};
use crate::project::{Key, Masks, Projection, Schema, key_value, missing_key};
use crate::store::Store;

/// The points of a history before the results are grouped.
pub(super) struct Points {
    /// The values of the point key, in order; `None` if points have several keys, because these have an order of their
    /// own.
    pub(super) values: Option<Vec<Vec<u8>>>,
    /// By point (as a text): the text that orders it, or the time of its commit.
    pub(super) places: BTreeMap<Vec<u8>, Text>,
    /// The keys of the configuration in which results of one point differ.
    pub(super) splitting: Vec<Key>,
    /// For each configuration key, whether it rarely changes from point to point.
    pub(super) is_rare: Vec<bool>,
    pub(super) newest: Newest,
    pub(super) notes: Vec<HistoryNote>,
}

/// The facts about the newest point that a gate needs.
pub(super) struct Newest {
    /// The labels of the inputs with its results.
    pub(super) labels: Vec<u32>,
    /// The value of its only key.
    value: Option<Text>,
    /// The last point as it was read, if it cannot be ordered: it may be newer than every ordered point.
    pub(super) left_out: Option<Text>,
    /// The newest point without a filter, if it differs.
    pub(super) filtered: Option<Text>,
}

/// A point during the search through its results.
struct Found<'s> {
    /// The value of its only key; empty if there are several.
    value: &'s [u8],
    /// Its configurations, without adjacent duplicates.
    configs: Vec<u32>,
    results: u64,
    /// The smallest and the largest text that orders it.
    places: Option<(&'s [u8], &'s [u8])>,
}

impl<'s> Found<'s> {
    /// Returns the text that orders it; empty if there is no such text.
    fn place(&self) -> &'s [u8] {
        self.places.map_or(b"", |(least, _)| least)
    }
}

/// The key that contains the time of a commit in the logs of some tools.
const COMMIT_TIME: &[u8] = b"commit-time";

impl Points {
    /// Searches all results that count.
    ///
    /// # Errors
    ///
    /// No result has the key of the points, or the key in `order` cannot order any point.
    pub(super) fn find(
        store: &Store,
        schema: &Schema,
        order: Option<&Key>,
    ) -> Result<Points, Error> {
        let keys: Vec<&Key> = schema.column_keys().collect();
        let only = if let [key] = keys[..] { Some(key) } else { None };
        let time = Key::FileConfig(COMMIT_TIME.to_vec());
        let found = look_through(store, schema, only, order.unwrap_or(&time));
        let splitting = splitting(store, schema, found.iter().map(|point| &point.configs[..]));
        let mut notes = Vec::new();
        let Some(key) = only else {
            let is_rare = rare(store, &found);
            let places = BTreeMap::new();
            let newest = Newest::of(store, found.last(), None);
            return Ok(Points { values: None, places, splitting, is_rare, newest, notes });
        };
        let (without, mut found): (Vec<Found<'_>>, Vec<Found<'_>>) =
            found.into_iter().partition(|point| point.value.is_empty());
        let last = found.last().map(|point| point.value);
        let name = Text::from(&key.text()[..]);
        if found.is_empty() && !without.is_empty() {
            return Err(Error::range("by", no_key("by", store, key)));
        }
        let results = without.iter().map(|point| point.results).sum();
        notes.extend((0 < results).then_some(HistoryNote::WithoutPoint { key: name, results }));
        match order {
            Some(order) if order == key => {
                let names: Vec<&[u8]> = found.iter().map(|point| point.value).collect();
                let mut all: Vec<Option<Found<'_>>> = Vec::new();
                let sorted = by_name(&names);
                all.extend(found.into_iter().map(Some));
                found = sorted.into_iter().filter_map(|place| all[place].take()).collect();
                // The name already contains this text.
                found.iter_mut().for_each(|point| point.places = None);
            }
            Some(order) => {
                let (sorted, more) = in_order(store, found, order)?;
                notes.extend(more);
                found = sorted;
            }
            None => {
                let names: Vec<&[u8]> = found.iter().map(|point| point.value).collect();
                let out = is_out_of_order(&names).filter(|_| schema.keeps_column_order());
                notes.extend(out.map(|at| HistoryNote::NamesOutOfOrder {
                    key: Text::from(&key.text()[..]),
                    point: Text::from(names[at]),
                    before: Text::from(names[at - 1]),
                }));
                let texts: Vec<&[u8]> = found.iter().map(Found::place).collect();
                notes.extend(goes_back(&texts).map(|at| HistoryNote::TimesGoBack {
                    key: Text::from(COMMIT_TIME),
                    point: Text::from(found[at].value),
                }));
            }
        }
        let is_rare = rare(store, &found);
        let placed = found.iter().filter(|point| point.places.is_some());
        let places = placed.map(|p| (p.value.to_vec(), Text::from(p.place()))).collect();
        let is_left_out = |last: &&[u8]| found.iter().all(|point| point.value != *last);
        let newest = Newest::of(store, found.last(), last.filter(is_left_out));
        let values = found.into_iter().map(|point| point.value.to_vec()).collect();
        Ok(Points { values: Some(values), places, splitting, is_rare, newest, notes })
    }
}

impl Newest {
    fn of(store: &Store, newest: Option<&Found<'_>>, left_out: Option<&[u8]>) -> Newest {
        let configs = newest.iter().flat_map(|point| &point.configs);
        let mut labels: Vec<u32> = configs.map(|&config| store.configs.label(config)).collect();
        labels.sort_unstable();
        labels.dedup();
        let value = newest.map(|point| point.value).filter(|value| !value.is_empty());
        let (value, left_out) = (value.map(Text::from), left_out.map(Text::from));
        Newest { labels, value, left_out, filtered: None }
    }

    /// Adds the facts about the newest point without the filter.
    pub(super) fn add_filtered(&mut self, all: Newest) {
        self.filtered = all.value.filter(|value| self.value.as_ref() != Some(value));
        self.labels.extend(all.labels);
        self.labels.sort_unstable();
        self.labels.dedup();
    }
}

/// Finds the points, by the values that order the columns of a schema.
fn look_through<'s>(
    store: &'s Store,
    schema: &Schema,
    only: Option<&Key>,
    order: &Key,
) -> Vec<Found<'s>> {
    let mut column: Projection = schema.projections(store.seed).col;
    let mut masks = Masks::new(schema, store);
    let mut found: Vec<Found<'s>> = Vec::new();
    for series in 0..store.series.count() as u32 {
        if !masks.get(series).any() {
            continue;
        }
        let identity = store.series.get(series).0;
        let config = store.identities.get(identity).1;
        let point = column.key(store, identity) as usize;
        if point == found.len() {
            let value = only.map_or(&b""[..], |key| key_value(key, store, identity));
            found.push(Found { value, configs: Vec::new(), results: 0, places: None });
        }
        let point = &mut found[point];
        point.results += store.rows_of(series);
        if point.configs.last() != Some(&config) {
            point.configs.push(config);
        }
        let place = key_value(order, store, identity);
        if !place.is_empty() {
            let (least, most) = point.places.unwrap_or((place, place));
            point.places = Some((least.min(place), most.max(place)));
        }
    }
    column.settle(store);
    let ranks = column.ranks();
    let mut all: Vec<(u32, Found<'s>)> = ranks.into_iter().zip(found).collect();
    all.sort_unstable_by_key(|(rank, _)| *rank);
    all.into_iter().map(|(_, point)| point).collect()
}

/// Returns a message about a key that no result has, with a similar key if there is one.
fn no_key(setting: &str, store: &Store, key: &Key) -> Sentence {
    let name = Text::from(&key.text()[..]);
    let advice = match missing_key(key, store) {
        Some((_, Some(near))) => format!("did you mean {near}?"),
        _ => "'benchlens keys' lists all keys".into(),
    };
    Sentence::setting(setting).and(format!(": no result has the key {name}; {advice}"))
}

/// Puts points in order, and skips points that cannot be ordered.
fn in_order<'s>(
    store: &Store,
    found: Vec<Found<'s>>,
    key: &Key,
) -> Result<(Vec<Found<'s>>, Vec<HistoryNote>), Error> {
    let name = Text::from(&key.text()[..]);
    let texts: Vec<&[u8]> = found.iter().map(Found::place).collect();
    let Some((kind, known, unknown)) = sequence(&texts) else {
        let example = texts.iter().find(|text| !text.is_empty());
        let message = match example {
            _ if found.is_empty() => return Ok((found, Vec::new())),
            None => no_key("order", store, key),
            Some(text) => Sentence::setting("order").and(format!(
                ": {name} cannot order the points: `{}` is not a number, a time (RFC 3339) or a version",
                String::from_utf8_lossy(text)
            )),
        };
        return Err(Error::range("order", message));
    };
    let mut notes = Vec::new();
    let several = found.iter().filter(|point| point.places.is_some_and(|(a, b)| a != b));
    let points = several.count() as u64;
    notes.extend((0 < points).then(|| HistoryNote::SeveralPlaces { key: name.clone(), points }));
    if let Some(&first) = unknown.first() {
        notes.push(HistoryNote::WithoutPlace {
            key: name,
            what: kind,
            points: unknown.len() as u64,
            point: Text::from(found[first].value),
            text: Text::from(texts[first]),
        });
    }
    let mut found: Vec<Option<Found<'s>>> = found.into_iter().map(Some).collect();
    let sorted = known.into_iter().filter_map(|place| found[place].take()).collect();
    Ok((sorted, notes))
}

/// A key is worth reporting if it changes in at most one of this number of steps from point to point.
const STEPS_PER_CHANGE: usize = 4;

/// Returns for each configuration key whether it rarely changes, because a key that changes with every commit explains
/// nothing.
fn rare(store: &Store, points: &[Found<'_>]) -> Vec<bool> {
    let maps = store.configs.maps();
    let mut changes = vec![0; store.keys.count()];
    for pair in points.windows(2) {
        let config = |point: &Found<'_>| point.configs.first().map(|&c| store.configs.values(c));
        let (Some(a), Some(b)) = (config(&pair[0]), config(&pair[1])) else { continue };
        maps.differing(a, b).into_iter().for_each(|(key, ..)| changes[key as usize] += 1);
    }
    let most = (points.len() / STEPS_PER_CHANGE).max(1);
    changes.into_iter().map(|count| count <= most).collect()
}

/// Returns the configuration keys in which results of one point differ, in the order in which they were read.
fn splitting<'c>(
    store: &Store,
    schema: &Schema,
    points: impl Iterator<Item = &'c [u32]>,
) -> Vec<Key> {
    let maps = store.configs.maps();
    let mut differs = vec![false; store.keys.count()];
    for configs in points {
        for pair in configs.windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|config| store.configs.values(config));
            for (key, ..) in maps.differing(a, b) {
                differs[key as usize] = true;
            }
        }
    }
    let keys = store.keys.iter().zip(differs).filter(|&(_, differs)| differs);
    let keys = keys.map(|(key, _)| Key::FileConfig(key.to_vec()));
    keys.filter(|key| !key.is_metadata() && !schema.names(key)).collect()
}
