//! Suggests columns: keys whose values can be compared within one input.
//!
//! Takes a store; gives keys, best first. Must not know queries.

use super::extract::{Excluded, Key};
use super::facts::value;
use super::order::number;
use super::summary::{KeyKind, KeySummary, summarize_keys};
use crate::base::sort::order;
use crate::base::{Derived, Interner, Map, PairInterner, Text};
use crate::store::Store;

/// A key whose values can be compared with each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ColumnSuggestion {
    /// The key as a column projection names it, with a sort order if it needs one.
    pub col: Text,
    /// Its values, in column order. An empty value means that results lack the key.
    pub values: Vec<Text>,
}

/// The maximum number of columns, because more columns are not a comparison.
const VALUES_MAX: usize = 16;

/// The maximum number of keys to examine, because each key needs a pass over all benchmarks.
const KEYS_MAX: usize = 24;

/// Returns the keys that pair benchmarks with no other difference, best first: keys that pair the most benchmarks,
/// then keys with the fewest values.
pub(crate) fn column_suggestions(store: &Store) -> Vec<ColumnSuggestion> {
    let keys = summarize_keys(store, VALUES_MAX + 1);
    let runs = runs(store);
    let are_commands = keys.iter().any(is_of_commands);
    let fits = |summary: &KeySummary| {
        let is_kind = match summary.kind {
            KeyKind::Name => are_commands && summary.key.as_bytes() == b".name",
            KeyKind::Metadata => summary.key.as_bytes() != FORK,
            KeyKind::Part | KeyKind::Config => true,
            KeyKind::File | KeyKind::Unit => false,
        };
        is_kind && (2..=VALUES_MAX).contains(&summary.distinct)
    };
    let found: Vec<(usize, usize, ColumnSuggestion)> = keys
        .into_iter()
        .filter(fits)
        .take(KEYS_MAX)
        .filter_map(|summary| {
            let text = summary.key.as_bytes();
            let key = match summary.kind {
                KeyKind::Name => Key::BaseName,
                KeyKind::Part if text == b"/gomaxprocs" => Key::GoMaxProcs,
                KeyKind::Part => Key::NamePart([text, b"="].concat()),
                KeyKind::Config | KeyKind::Metadata | KeyKind::File | KeyKind::Unit => {
                    Key::FileConfig(text.to_vec())
                }
            };
            let lonely = lonely(store, &key, &runs)?;
            let mut values: Vec<Text> =
                summary.values.into_iter().map(|(value, _)| value).collect();
            let all = values.len();
            values.retain(|value| !value.is_empty());
            let col = column(text, &mut values);
            // A missing key also counts as a value.
            let is_first = value(&key, store, 0).is_empty();
            if values.len() < all {
                values.insert(if is_first { 0 } else { values.len() }, Text::default());
            }
            Some((lonely, values.len(), ColumnSuggestion { col, values }))
        })
        .collect();
    let rank = |i: usize| (found[i].0, found[i].1);
    let order = order(found.len(), &mut |a, b| rank(a).cmp(&rank(b)));
    order.into_iter().map(|i| found[i].2.clone()).collect()
}

/// Returns the projection of a key. Numbers that did not come in ascending order are sorted.
fn column(key: &[u8], values: &mut [Text]) -> Text {
    let mut col = Vec::new();
    super::word::push_word(&mut col, key, false);
    let numbers: Option<Vec<f64>> = values.iter().map(|v| number(v.as_bytes())).collect();
    if let Some(numbers) = numbers.filter(|numbers| !numbers.is_sorted()) {
        let order = order(values.len(), &mut |a, b| numbers[a].total_cmp(&numbers[b]));
        let sorted: Vec<Text> = order.into_iter().map(|i| values[i].clone()).collect();
        values.clone_from_slice(&sorted);
        col.extend_from_slice(b"@num");
    }
    Text::from(&col[..])
}

/// The minimum number of runs on each side: fewer show nothing where others have more.
const RUNS_MIN: u64 = 2;

/// The key of the processes that ran one benchmark. It is not suggested, because comparing the first process with the
/// second answers no question.
const FORK: &[u8] = b"fork";

/// Returns whether all names are commands, which users do compare with each other.
fn is_of_commands(summary: &KeySummary) -> bool {
    let is_hyperfine = |(value, _): &(Text, u64)| value.as_bytes() == b"hyperfine";
    summary.key.as_bytes() == b"harness" && summary.values.iter().all(is_hyperfine)
}

/// Returns the number of benchmarks without a partner that differs only in this key, or `None` if no benchmark has
/// one. If any pair has several runs on both sides, only such pairs count.
fn lonely(store: &Store, key: &Key, runs: &[u64]) -> Option<usize> {
    let runs_min = runs.iter().copied().max().unwrap_or(0).min(RUNS_MIN);
    let mut excluded = Excluded::default();
    excluded.add(key);
    let mut names = Interner::seeded(store.seed);
    let mut configs = Derived::seeded(store.seed);
    let mut groups: PairInterner<(u32, u32, Map)> = PairInterner::seeded(store.seed);
    let mut values = Interner::seeded(store.seed);
    let mut cells: PairInterner<(u32, u32)> = PairInterner::seeded(store.seed);
    // `runs_of_cell` has the runs of each cell, which is a group and a value; `enough` has the number of cells with
    // enough runs in each group.
    let (mut runs_of_cell, mut enough): (Vec<u64>, Vec<u32>) = (Vec::new(), Vec::new());
    let wanted = if let Key::FileConfig(text) = key { store.keys.find(text) } else { None };
    let mut others =
        |key, value| if Some(key) == wanted || store.is_metadata(key) { 0 } else { value };
    let mut rest = Vec::new();
    for identity in 0..store.identities.count() as u32 {
        let (name, config) = store.identities.get(identity);
        rest.clear();
        excluded.write_full_name(store.names.get(name), &mut rest);
        let own = store.configs.values(config);
        let others = configs.derive(store.configs.maps(), own, &mut others);
        let group = groups.intern((names.intern(&rest), store.configs.label(config), others));
        let value = values.intern(value(key, store, identity));
        let cell = cells.intern((group, value)) as usize;
        enough.resize(groups.count(), 0);
        runs_of_cell.resize(cells.count(), 0);
        let (before, own) = (runs_of_cell[cell], runs[identity as usize]);
        runs_of_cell[cell] += own;
        if before < runs_min && runs_min <= before + own {
            enough[group as usize] += 1;
        }
    }
    let lonely = enough.iter().filter(|&&cells| cells < 2).count();
    (lonely < enough.len()).then_some(lonely)
}

/// Returns the number of runs of each identity.
fn runs(store: &Store) -> Vec<u64> {
    let mut runs = vec![0; store.identities.count()];
    for series in 0..store.series.count() as u32 {
        runs[store.series.get(series).0 as usize] += store.rows_of(series);
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Input;

    fn shown(log: &str) -> Vec<String> {
        let store = Store::read([Input { name: b"f", label: b"f", bytes: log.as_bytes() }]);
        let show = |suggestion: ColumnSuggestion| {
            let values: Vec<String> = suggestion.values.iter().map(Text::to_string).collect();
            format!("{} {}", suggestion.col, values.join(","))
        };
        column_suggestions(&store).into_iter().map(show).collect()
    }

    #[test]
    fn keys_that_pair_benchmarks_are_suggested() {
        let mut log = String::from("goos: linux\n");
        for n in [10, 1, 2] {
            for codec in ["json", "proto"] {
                log += &format!("BenchmarkX/n={n}/codec={codec}-8 1 1 ns/op\n").repeat(2);
            }
        }
        assert_eq!(shown(&log), ["/codec json,proto", "/n@num 1,2,10"]);
        // Different benchmarks have different sub-benchmarks, so nothing pairs.
        let twice = |log: &str| shown(&log.repeat(2));
        assert!(twice("BenchmarkA/n=1 1 1 x\nBenchmarkB/n=2 1 1 x\n").is_empty());
        let log = "k k: a\ngo os: x\nk: a\nBenchmarkA 1 1 x\nk: b\nBenchmarkA 1 1 x\n";
        assert_eq!(twice(log), ["k a,b"]);
        // One run on each side shows little, and nothing if others have more.
        assert_eq!(shown(log), ["k a,b"]);
        assert!(shown(&[log, "BenchmarkA 1 1 x\n"].concat()).is_empty());
        assert!(shown("").is_empty());
        let parts = "BenchmarkA/small-8 1 1 x\nBenchmarkA/large-8 1 1 x\n";
        assert_eq!(shown(parts), ["/1 small,large"]);
    }

    #[test]
    fn commands_are_compared_with_each_other() {
        let log = r#"{"results":[{"command":"cat a","mean":1,"times":[1,2]},{"command":"wc a","mean":1,"times":[1,2]}]}"#;
        assert_eq!(shown(log), [".name cat a,wc a"]);
    }
}
