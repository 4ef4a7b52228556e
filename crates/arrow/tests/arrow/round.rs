//! Tests round trips: a store that was exported and read again gives the same answers as the original store.

use std::fs;
use std::path::Path;

use benchlens_arrow::{ExportError, Form, Importer, Table, batches};
use benchlens_core::store::StoredRow;
use benchlens_core::{Input, Output, Query, Store, StoreBuilder, render, run};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};

/// Exports and reads again; returns nothing if a text is not UTF-8.
fn again(store: &Store, table: &Table) -> Option<Store> {
    let mut importer = Importer::new(StoreBuilder::default());
    let batches = match batches(store, table) {
        Err(ExportError::NotUtf8 { .. }) => return None,
        other => other.unwrap(),
    };
    let rows = batches.rows();
    for batch in batches {
        importer.push(&batch.unwrap()).unwrap();
    }
    assert_eq!(importer.rows(), rows);
    Some(importer.finish().unwrap().finish())
}

/// Returns a row with its numbers as doubles.
fn plain(row: StoredRow<'_>) -> (StoredRow<'_>, Vec<u64>) {
    let numbers = row.measurements.iter().map(|(_, number)| number.to_f64().to_bits()).collect();
    let zero = 0.0.into();
    let measurements = row.measurements.iter().map(|(unit, _)| (*unit, zero)).collect();
    (StoredRow { measurements, ..row }, numbers)
}

/// Returns queries that use all data of a row.
fn queries() -> Vec<Query> {
    let query =
        |row: &str, col: &str, filter: &str| Query::default().row(row).col(col).filter(filter);
    let plain = Query::default();
    vec![
        plain.clone(),
        plain.analysed(),
        query(".fullname", ".config", "*"),
        query(".config", ".file", "*").analysed(),
        query(".name", "goos", "*"),
        query(".fullname", "unused", "*"),
        query(".fullname", ".file", "/n:1 OR pkg:*"),
    ]
}

fn assert_same(store: &Store, again: &Store) {
    assert_eq!(again.inputs(), store.inputs());
    assert_eq!(again.diagnostics(), store.diagnostics());
    assert_eq!(again.len(), store.len());
    let (mut own, mut others) = (store.rows().map(plain), again.rows().map(plain));
    loop {
        let (one, other) = (own.next(), others.next());
        assert_eq!(other, one);
        if one.is_none() {
            break;
        }
    }
    for query in queries() {
        let reports = [store, again].map(|store| run(store, &query));
        match reports {
            [Ok(own), Ok(other)] => {
                for output in [Output::Text, Output::Csv, Output::Json] {
                    let [own, other] = [&own, &other].map(|report| render(report, output));
                    assert_eq!(
                        String::from_utf8_lossy(&other.out),
                        String::from_utf8_lossy(&own.out)
                    );
                    assert_eq!(other.warnings, own.warnings);
                }
            }
            [own, other] => {
                assert_eq!(other.map(|_| ()).unwrap_err(), own.map(|_| ()).unwrap_err());
            }
        }
    }
}

fn check(logs: &[(Vec<u8>, Vec<u8>)]) -> bool {
    let input = |(name, log)| Input::new(name, log);
    let store = Store::read(logs.iter().map(|(name, log)| input((name, log))));
    let mut is_text = true;
    for (form, rows) in [(Form::Dictionaries, 1 << 16), (Form::Plain, 3), (Form::Dictionaries, 1)] {
        let table = Table { form, rows, ..Table::default() };
        match again(&store, &table) {
            Some(other) => assert_same(&store, &other),
            None => is_text = false,
        }
    }
    #[cfg(feature = "parquet")]
    if is_text {
        assert_same(&store, &through_parquet(&store));
    }
    is_text
}

/// Writes a Parquet file and reads it back.
#[cfg(feature = "parquet")]
fn through_parquet(store: &Store) -> Store {
    use benchlens_arrow::parquet::{Bytes, read, write};
    let mut bytes = Vec::new();
    write(store, &Table::default(), &mut bytes).unwrap();
    let mut importer = Importer::new(StoreBuilder::default());
    read(Bytes::from(bytes), &mut importer).unwrap();
    importer.finish().unwrap().finish()
}

#[test]
fn every_case_comes_back() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let (mut done, mut folders) = (0, vec![cases]);
    while let Some(folder) = folders.pop() {
        let mut logs = Vec::new();
        let mut entries: Vec<_> =
            fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if !["cmd", "stdout", "stderr", "exit", "why", "notes"].contains(&&name[..]) {
                logs.push((name.into_bytes(), fs::read(path).unwrap()));
            }
        }
        if !logs.is_empty() && check(&logs) {
            done += 1;
        }
    }
    assert!(300 < done, "{done} cases");
}

fn config(cases: u32) -> Config {
    let standard = Config::default();
    // The environment may request more cases.
    let cases = if standard.cases == 256 { cases } else { standard.cases };
    Config { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(2), ..standard }
}

proptest! {
    #![proptest_config(config(128))]

    #[test]
    fn logs_come_back(all in prop::collection::vec(crate::logs::log(), 1..4)) {
        check(&named(all));
    }

    #[test]
    fn other_formats_of_lines_come_back(log in crate::logs::of_lines()) {
        check(&named(vec![log]));
    }

    #[test]
    fn broken_documents_come_back(text in crate::logs::of_documents()) {
        check(&named(vec![text]));
    }
}

/// Gives logs different names.
fn named(logs: Vec<Vec<u8>>) -> Vec<(Vec<u8>, Vec<u8>)> {
    let name = |(i, log): (usize, Vec<u8>)| (format!("log{i}").into_bytes(), log);
    // Bytes that are not UTF-8 are rejected, so also test the texts with replacement characters.
    let text = |log: Vec<u8>| String::from_utf8_lossy(&log).into_owned().into_bytes();
    logs.into_iter().map(text).enumerate().map(name).collect()
}

/// Returns two logs of a recording whose blocks have these numbers.
fn recorded(blocks: impl Iterator<Item = (String, u32)>) -> Vec<(Vec<u8>, Vec<u8>)> {
    let blocks: Vec<_> = blocks.collect();
    let log = |side: u32| {
        let block = |(index, (id, block)): (usize, &(String, u32))| {
            let index = u32::try_from(index).unwrap();
            let value = 100 + 7 * side + index * (index + side) % 13;
            format!("# benchlens recording={id} block={block}\nBenchmarkA 1 {value} ns/op\n")
        };
        blocks.iter().enumerate().map(block).collect::<String>().into_bytes()
    };
    named(vec![log(0), log(1)])
}

#[test]
fn a_block_that_begins_again_comes_back() {
    assert!(check(&recorded((0..8).map(|_| ("r".into(), 1)))));
    assert!(check(&recorded((0..8).map(|index| ("r".into(), index / 2)))));
    assert!(check(&recorded((0..8).map(|index| (["r", "s"][index % 2].into(), 1)))));
}

#[test]
fn many_recordings_come_back() {
    assert!(check(&recorded((0..70).map(|id| (format!("r{id}"), 1)))));
    assert!(check(&recorded((0..140).map(|id| (format!("r{}", id % 70), id)))));
}
