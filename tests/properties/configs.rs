//! Configurations with many keys that are set and removed, compared with a list that is copied for each result.

use std::collections::BTreeSet;

use benchlens_core::project::{KeyKind, summarize_keys};
use benchlens_core::{Input, Query, Store, StoreBuilder, run};
use proptest::prelude::*;

/// There are more keys than one node of the shared configurations can contain.
const KEYS: u8 = 60;

#[derive(Debug, Clone)]
enum Line {
    Set(u8, u8),
    Delete(u8),
    Result,
}

fn lines() -> impl Strategy<Value = Vec<Line>> {
    let line = prop_oneof![
        4 => (0..KEYS, 0..3u8).prop_map(|(key, value)| Line::Set(key, value)),
        2 => (0..KEYS).prop_map(Line::Delete),
        2 => Just(Line::Result),
    ];
    let first = prop::collection::vec((0..KEYS, 0..3u8), 0..50);
    (first, prop::collection::vec(line, 0..80)).prop_map(|(first, lines)| {
        let first = first.into_iter().map(|(key, value)| Line::Set(key, value));
        first.chain(lines).collect()
    })
}

type Config = Vec<(String, String)>;

/// Returns the log, and the configuration of each of its results.
fn written(lines: &[Line]) -> (String, Vec<Config>) {
    let (mut log, mut config, mut seen) = (String::new(), Config::new(), Vec::new());
    for line in lines {
        match line {
            Line::Set(key, value) => {
                let (key, value) = (format!("k{key}"), format!("v{value}"));
                log += &format!("{key}: {value}\n");
                match config.iter_mut().find(|entry| entry.0 == key) {
                    Some(entry) => entry.1 = value,
                    None => config.push((key, value)),
                }
            }
            Line::Delete(key) => {
                let key = format!("k{key}");
                log += &format!("{key}:\n");
                if let Some(index) = config.iter().position(|entry| entry.0 == key) {
                    config.swap_remove(index);
                }
            }
            Line::Result => {
                log += &format!("BenchmarkA 1 {} ns/op\n", seen.len() + 1);
                seen.push(config.clone());
            }
        }
    }
    (log, seen)
}

/// Returns the keys in the order of their first appearance.
fn first_seen(configs: &[&Config]) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    for (key, _) in configs.iter().copied().flatten() {
        if !keys.contains(key) {
            keys.push(key.clone());
        }
    }
    keys
}

fn value(config: &Config, key: &str) -> String {
    let found = config.iter().find(|(own, _)| own == key);
    found.map_or(String::new(), |(_, value)| value.clone())
}

/// Checks that the tables have these fields, and a key for each different configuration, in order.
fn check_tables(store: &Store, query: &Query, fields: &[String], configs: &[&Config]) {
    let answer = run(store, query).unwrap();
    let names: Vec<String> = answer.report().table_fields.iter().map(ToString::to_string).collect();
    if configs.is_empty() {
        return assert!(answer.report().tables.is_empty());
    }
    assert_eq!(names, fields);
    let wanted: BTreeSet<Vec<String>> = configs
        .iter()
        .map(|config| fields.iter().map(|key| value(config, key)).collect())
        .collect();
    let key = |table: &benchlens_core::table::Table| {
        table.key.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let keys: Vec<Vec<String>> = answer.report().tables.iter().map(key).collect();
    // Values sort as texts, field by field.
    assert_eq!(keys, wanted.into_iter().collect::<Vec<_>>());
    for (pair, keys) in answer.report().tables.windows(2).zip(keys.windows(2)) {
        let wanted: Vec<usize> = (0..fields.len()).filter(|&i| keys[0][i] != keys[1][i]).collect();
        assert_eq!(pair[0].key.differing(&pair[1].key, usize::MAX), wanted);
        assert_eq!(pair[0].key.differing(&pair[1].key, 1), wanted[..1]);
        assert!(pair[0].key != pair[1].key && pair[0].key == pair[0].key.clone());
    }
}

fn check(store: &Store, configs: &[Config]) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    for (row, config) in store.rows().zip(configs) {
        let entries: Config =
            row.config.iter().map(|(key, value)| (text(key), text(value))).collect();
        assert_eq!(&entries, config);
    }
    let all: Vec<&Config> = configs.iter().collect();
    check_tables(store, &Query::default(), &first_seen(&all), &all);
    let counted: Vec<&Config> =
        configs.iter().filter(|config| value(config, "k7") == "v1").collect();
    let query = Query::default().filter("k7:v1");
    check_tables(store, &query, &first_seen(&counted), &counted);
    let mut fields = first_seen(&all);
    fields.retain(|key| key != "k3" && key != "k5");
    fields.insert(0, "k3".into());
    let query = Query::default().table("k3@alpha,.config").ignore("k5");
    check_tables(store, &query, &fields, &all);
}

proptest! {
    #![proptest_config(super::config(256))]

    #[test]
    fn configurations_are_what_the_lines_before_say(lines in lines()) {
        let (log, configs) = written(&lines);
        let store = Store::read([Input::new("log", &log)]);
        check(&store, &configs);
        let stored = Store::from_bytes_seeded(7, &store.to_bytes()).unwrap();
        check(&stored, &configs);
        let mut joined = StoreBuilder::seeded(9);
        joined.append_inputs(&stored, [(0, &b"log"[..])]);
        let joined = joined.finish();
        check(&joined, &configs);
        prop_assert_eq!(summarize_keys(&joined, 9), summarize_keys(&store, 9));
        let all: Vec<&Config> = configs.iter().collect();
        let keys = summarize_keys(&store, 9).into_iter().filter(|key| key.kind == KeyKind::Config);
        let keys: Vec<_> = keys.collect();
        let names: Vec<String> = keys.iter().map(|key| key.key.to_string()).collect();
        prop_assert_eq!(names, first_seen(&all));
        for key in keys {
            let mut wanted: Vec<(String, u64)> = Vec::new();
            for config in &configs {
                let value = value(config, &key.key.to_string());
                match wanted.iter_mut().find(|known| known.0 == value) {
                    Some(known) => known.1 += 1,
                    None => wanted.push((value, 1)),
                }
            }
            // Results without the key come last.
            wanted.sort_by_key(|(value, _)| value.is_empty());
            let found: Vec<(String, u64)> =
                key.values.iter().map(|(value, count)| (value.to_string(), *count)).collect();
            prop_assert_eq!(found, wanted);
        }
    }
}
