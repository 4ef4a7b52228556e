use super::*;
use crate::project::{KeyKind, summarize_keys};
use crate::query::Query;
use crate::{Input, Output, Store, query, render};

fn result<'a>(name: &'a [u8], values: &'a [Number]) -> Record<'a> {
    const UNITS: &[&[u8]] = &[b"sec/op"];
    Record::Result(ResultLine {
        name,
        has_processors: true,
        iterations: 1,
        values,
        units: UNITS,
        repeats: false,
    })
}

/// Returns two results of one benchmark that differ only in metadata.
fn with_metadata() -> Store {
    let mut builder = StoreBuilder::default();
    builder.begin(b"f", b"f");
    let at = Location::Byte(0);
    for (commit, value) in [(&b"abc"[..], 1.0), (b"def", 2.0)] {
        builder.push(&at, Record::Metadata { key: b"commit", value: commit });
        builder.push(&at, result(b"A", &[Number::Wide(value)]));
    }
    builder.end();
    builder.finish()
}

fn text(store: &Store, query: &Query) -> String {
    let report = query::run(store, query).unwrap();
    String::from_utf8(render(&report, Output::Text).out).unwrap()
}

#[test]
fn details_are_keys_that_keep_nothing_apart() {
    let store = with_metadata();
    let plain = text(&store, &Query::default());
    assert!(plain.contains("1.500 ±") && !plain.contains("abc"), "{plain}");
    let query = Query { col: "commit".into(), ..Query::default() };
    let columns = text(&store, &query);
    assert!(columns.contains("abc") && columns.contains("def"), "{columns}");
    let query = Query { filter: "commit:def".into(), ..Query::default() };
    assert!(text(&store, &query).contains("2.000 ±"));
    let keys = summarize_keys(&store, 9);
    let commit = keys.iter().find(|key| key.key.as_bytes() == b"commit").unwrap();
    assert_eq!((commit.kind, commit.distinct), (KeyKind::Metadata, 2));
    let again = Store::from_bytes(&store.to_bytes()).unwrap();
    assert_eq!(text(&again, &Query::default()), plain);
    assert_eq!(store.rows().nth(1).unwrap().metadata, [(&b"commit"[..], &b"def"[..])]);
}

#[test]
fn no_result_gets_lost_if_calls_are_missing_or_out_of_order() {
    let mut builder = StoreBuilder::default();
    let error = builder.add("A", &[("sec/op", 1.0)]).unwrap_err();
    assert_eq!((error.part(), error.span()), ("input", None));
    assert_eq!(builder.configure("a", "b").unwrap_err(), error);
    assert_eq!(builder.feed(b"BenchmarkA 1 1 ns/op\n").unwrap_err(), error);
    builder.begin(b"a", b"a");
    builder.add("A", &[("sec/op", 1.0)]).unwrap();
    builder.begin(b"b", b"b");
    builder.feed(b"BenchmarkA 1 1 ns/op").unwrap();
    builder.end();
    builder.end();
    assert!(builder.feed(b"BenchmarkA 1 1 ns/op\n").is_err() && !builder.is_open());
    builder.push(&Location::Input, result(b"A", &[Number::Wide(1.0)]));
    let store = builder.finish();
    let found: Vec<_> = store.inputs().iter().map(|info| (&info.name[..], info.results)).collect();
    assert_eq!(found, [(&b"a"[..], 1), (b"b", 1), (b"", 1)]);
    assert_eq!(store.len(), 3);
}

#[test]
fn files_of_an_input_are_read_by_themselves() {
    let mut builder = StoreBuilder::default();
    builder.begin(b"logs", b"logs");
    builder.member(b"a.txt");
    builder.feed(b"goos: linux\nBenchmarkA 1 x ns/op\nBenchmarkA 1 2 ns/op\n").unwrap();
    builder.member(b"b.txt");
    builder.feed(b"\nBenchmarkA 1 3 ns/op\nBenchmarkA 1 y ns/op").unwrap();
    builder.end();
    let store = builder.finish();
    let configs: Vec<usize> = store.rows().map(|row| row.config.len()).collect();
    assert_eq!(configs, [1, 0]);
    let told: Vec<String> = store.diagnostics().iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "logs!a.txt:2: parsing measurement: invalid syntax",
            "logs!b.txt:3: parsing measurement: invalid syntax",
        ]
    );
    let info = &store.inputs()[0];
    assert_eq!((info.lines, info.results), (6, 2));
}

#[test]
fn notes_and_errors_of_formats_are_told() {
    let mut builder = StoreBuilder::default();
    builder.begin(b"f", b"f");
    let at = Location::JsonPath("$.results[3]".into());
    builder.push(
        &at,
        Problem::Unreadable { message: b"found a string, expected a number".to_vec() }.into(),
    );
    builder.push(&at, Problem::SummaryOnly { how: b"x -samples".to_vec() }.into());
    builder.end();
    let store = builder.finish();
    let notes: Vec<bool> = store.diagnostics().iter().map(|d| d.problem.is_note()).collect();
    assert_eq!(notes, [false, true]);
    let told = store.diagnostics()[0].to_string();
    assert_eq!(told, "f: $.results[3]: found a string, expected a number");
    assert_eq!(Store::from_bytes(&store.to_bytes()).unwrap().diagnostics(), store.diagnostics());
}

#[test]
fn a_store_keeps_some_problems_and_counts_the_others() {
    let lines = "BenchmarkA 1\n--- FAIL: BenchmarkB\nFAIL\nBenchmarkC 1 NaN x 2 y\n";
    let log = lines.repeat(2500);
    let whole = Store::read([Input::new("a", &log), Input::new("b", &log)]);
    let more = |store: &Store, input: usize| {
        let found = store.diagnostics_of(input).iter().find_map(|d| match d.problem {
            Problem::More(counts) => Some(counts),
            _ => None,
        });
        let counts = found.unwrap();
        (counts.unreadable, counts.malformed, counts.failed, counts.notes)
    };
    assert_eq!(more(&whole, 0), (0, 1500, 1500, 1500));
    assert_eq!(more(&whole, 1), (0, 2500, 2500, 2500));
    assert!(whole.diagnostics().len() < 3010, "{}", whole.diagnostics().len());
    // The result is the same however the inputs are cut, and however stores are joined.
    let mut builder = StoreBuilder::default();
    for name in [&b"a"[..], b"b"] {
        builder.begin(name, name);
        log.as_bytes().chunks(1000).for_each(|chunk| builder.feed(chunk).unwrap());
        builder.end();
    }
    let cut = builder.finish();
    assert_eq!(cut.diagnostics(), whole.diagnostics());
    let again = Store::from_bytes(&whole.to_bytes()).unwrap();
    assert_eq!(again.diagnostics(), whole.diagnostics());
    let mut builder = StoreBuilder::default();
    for name in ["a", "b"] {
        builder.append_labelled(&Store::read([Input::new(name, &log)]), &[name.as_bytes()]);
    }
    assert_eq!(builder.finish().diagnostics(), whole.diagnostics());
    let mut builder = StoreBuilder::default();
    for (input, name) in [&b"a"[..], b"b"].into_iter().enumerate() {
        builder.begin(name, name);
        whole.replay(input, &mut builder);
        builder.end();
    }
    assert_eq!(more(&builder.finish(), 1), more(&whole, 1));
}

/// Returns two inputs with `Unit` lines, malformed lines and results, and perhaps as parts of one that was exported.
fn parts(is_exported: bool, inputs: &[&[u8]]) -> Store {
    let mut builder = StoreBuilder::default();
    for name in inputs {
        builder.begin(name, name);
        builder.feed(b"Unit ns/op better=lower\n").unwrap();
        if is_exported {
            let part = Problem::Part { of: 7, found: 2, all: 4 };
            builder.push(&Location::Input, part.into());
        }
        let rest = b"BenchmarkA 1 x ns/op\nUnit B/op better=higher\nBenchmarkA 1 2 ns/op\n\
                     BenchmarkB 1 x ns/op\nUnit x better=lower\nBenchmarkA 1 3 ns/op\n";
        builder.feed(rest).unwrap();
        builder.end();
    }
    builder.finish()
}

#[test]
fn complete_parts_are_forgotten_between_other_lines() {
    let all: [&[u8]; 2] = [b"a", b"b"];
    let (exported, plain) = (parts(true, &all), parts(false, &all));
    for input in 0..all.len() {
        assert_eq!(exported.facts(input), plain.facts(input));
        assert_eq!(exported.diagnostics_of(input), plain.diagnostics_of(input));
        assert_eq!(exported.diagnostics_of(input).len(), 2);
    }
    // Another part is missing.
    let one = parts(true, &all[..1]);
    assert_eq!(one.diagnostics_of(0).len(), 3);
    // A part that was read twice is as bad.
    let twice = parts(true, &[b"a", b"b", b"a"]);
    assert_eq!(twice.diagnostics().len(), 9);
}
