//! Properties of any log and any query, checked with many of them.
//!
//! The cases are the same in every run, because the seed is fixed. `PROPTEST_CASES=10000` checks more cases.

#[path = "../../fuzz/bodies.rs"]
#[allow(dead_code)]
mod bodies;
mod cache;
mod configs;
mod gates;
mod joined;
mod logs;
mod pairs;
mod queries;

use self::bodies::{assert_same_store, shown, store_of};
use benchlens_core::{Output, Query, Store, StoreBuilder, render, run};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};

fn config(cases: u32) -> Config {
    let standard = Config::default();
    // The environment may request more cases.
    let cases = if standard.cases == 256 { cases } else { standard.cases };
    Config { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(2), ..standard }
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn any_bytes_read_the_same_however_they_are_cut(data: Vec<u8>) {
        bodies::reader(&data);
    }

    #[test]
    fn logs_read_the_same_however_they_are_cut(seed: u8, log in logs::log()) {
        bodies::reader(&[&[seed][..], &log].concat());
    }

    #[test]
    fn logs_of_runners_read_the_same_however_they_are_cut(seed: u8, log in logs::of_runner()) {
        bodies::reader(&[&[seed][..], &log].concat());
    }

    #[test]
    fn other_formats_of_lines_read_the_same_however_they_are_cut(seed: u8, log in logs::of_lines()) {
        bodies::reader(&[&[seed][..], &log].concat());
    }

    #[test]
    fn broken_documents_read_the_same_however_they_are_cut(text in logs::of_documents()) {
        bodies::documents(&text);
    }

    #[test]
    fn logs_written_read_back(log in logs::log()) {
        bodies::round_trip(&log);
    }

    #[test]
    fn any_bytes_written_read_back(data: Vec<u8>) {
        bodies::round_trip(&data);
    }

    #[test]
    fn queries_answer_or_point_at_their_error(query in queries::query()) {
        bodies::query(&query);
    }

    #[test]
    fn queries_of_any_text_answer_or_point_at_their_error(text: String) {
        bodies::filter(text.as_bytes());
        bodies::projection(text.as_bytes());
    }

    #[test]
    fn gates_pass_only_what_they_judged(choice: u8, log in logs::log()) {
        bodies::comparisons(&[&[choice][..], &log].concat());
        bodies::histories(&[&[choice][..], &log].concat());
    }

    #[test]
    fn any_bytes_may_be_an_archive(data: Vec<u8>) {
        bodies::archives(&data);
    }

    #[test]
    fn rules_are_understood_or_point_at_their_error(text in gates::text()) {
        bodies::gate(text.as_bytes());
    }

    #[test]
    fn rules_of_any_text_are_understood_or_point_at_their_error(text: String) {
        bodies::gate(text.as_bytes());
    }

    #[test]
    fn any_query_answers_on_any_log(query in queries::query(), log in logs::log()) {
        bodies::answer(&store_of(&[(b"a", &log), (b"b", bodies::LOG)]), &query);
    }

    #[test]
    fn any_log_can_be_written_in_every_form(
        options: u8,
        query in prop_oneof![Just("\n\n\n\n".to_owned()), "[^\n]{0,9}\n[^\n]{0,9}\n\n\n"],
        log in logs::hostile(),
    ) {
        bodies::outputs(&[&[options][..], query.as_bytes(), &log].concat());
    }

    #[test]
    fn every_answer_can_be_written_in_every_form(query in queries::query(), log in logs::log()) {
        let store = store_of(&[(b"a", &log), (b"b", bodies::LOG)]);
        bodies::write_everything(&store, &query);
    }

    #[test]
    fn several_inputs_read_the_same_in_segments(
        inputs in prop::collection::vec(logs::log(), 1..4),
        size in 1..200usize,
    ) {
        let inputs: Vec<(&[u8], &[u8])> = inputs.iter().map(|log| (&b"same"[..], &log[..])).collect();
        assert_same_store(&store_of(&inputs), &in_segments(&inputs, size));
    }
}

/// Reads inputs separately in pieces of about `size` bytes.
fn in_segments(inputs: &[(&[u8], &[u8])], size: usize) -> Store {
    let mut builder = StoreBuilder::default();
    for &(label, log) in inputs {
        builder.begin(label, label);
        bodies::feed_in_segments(&mut builder, log, size);
        builder.end();
    }
    builder.finish()
}

/// Returns the tables of [`bodies::LOG`] for a filter.
fn tables(filter: &str) -> String {
    let store = store_of(&[(b"old", bodies::LOG), (b"new", bodies::LOG)]);
    let query = Query::default().filter(filter);
    let answer = run(&store, &query).unwrap_or_else(|error| panic!("{error}"));
    format!("{:?}", answer.report().tables)
}

proptest! {
    #![proptest_config(config(128))]

    #[test]
    fn filters_follow_the_laws_of_logic(a in queries::filter(), b in queries::filter()) {
        let same = |left: &str, right: &str| {
            assert_eq!(tables(left), tables(right), "{left} and {right} differ");
        };
        same(&a, &format!("- -({a})"));
        same(&a, &format!("({a}) *"));
        same(&a, &format!("({a}) AND ({a})"));
        same("*", &format!("({a}) OR *"));
        same("-*", &format!("({a}) -({a})"));
        same("*", &format!("({a}) OR -({a})"));
        same(&format!("-(({a}) ({b}))"), &format!("-({a}) OR -({b})"));
        same(&format!("-(({a}) OR ({b}))"), &format!("-({a}) AND -({b})"));
        same(&format!("({a}) ({b})"), &format!("({b}) AND ({a})"));
        same(&format!("({a}) OR ({b})"), &format!("({b}) OR ({a})"));
    }

    /// A value in a filter selects only this value, in any form of quoting.
    #[test]
    fn quoted_values_match_exactly(
        label in prop::collection::vec(any::<u8>(), 0..12),
        styles in prop::collection::vec(0..4u8, 12),
        other in prop::collection::vec(any::<u8>(), 0..12),
    ) {
        let log = b"BenchmarkX 1 2 x\n";
        let store = store_of(&[(&label, log), (&other, log)]);
        let quoted = queries::quote(&label, &styles);
        let columns = |query: Query| {
            let answer = run(&store, &query).unwrap_or_else(|error| panic!("{error}"));
            let keys = answer.report().tables[0].columns.iter().map(|column| column.key[0].as_bytes().to_vec());
            keys.collect::<Vec<_>>()
        };
        let filter = format!(".file:{quoted}");
        let col = format!(".file@({quoted})");
        prop_assert_eq!(&columns(Query::default().filter(filter)), &[&label[..]]);
        prop_assert_eq!(&columns(Query::default().col(col)), &[&label[..]]);
    }

    /// The runs of a benchmark are a sample, so their order does not matter.
    #[test]
    fn the_order_of_runs_does_not_show((lines, shuffled) in logs::benchmark_and_shuffle()) {
        let text = |lines: &[String]| {
            let log = [&lines.concat()[..], "BenchmarkLast 1 5 ns/op 7 B/op\n"].concat();
            let store = store_of(&[(b"base", bodies::LOG), (b"new", log.as_bytes())]);
            // An analysis checks for drift and for repeated runs, which depend on the order.
            let report = run(&store, &Query::default().plain()).unwrap();
            Output::ALL.map(|(_, output)| render(&report, output))
        };
        prop_assert_eq!(text(&lines), text(&shuffled));
    }

    /// Inputs with the same label are one column, as if they were one file.
    #[test]
    fn equal_labels_merge(first in logs::results(), second in logs::results()) {
        let apart = store_of(&[(b"new", &first), (b"new", &second)]);
        let joined = store_of(&[(b"new", &[&first[..], &second].concat())]);
        let tables = |store| run(store, &Query::default()).unwrap().into_report().tables;
        let shown = |store| format!("{:?}", tables(store));
        prop_assert_eq!(shown(&apart), shown(&joined));
    }

    /// A threshold changes only which differences are marked.
    #[test]
    fn alpha_changes_no_number(alpha in 0.0..=1.0f64) {
        let store = store_of(&[(b"old", bodies::LOG), (b"new", bodies::LOG)]);
        let report = |alpha| run(&store, &Query::default().alpha(alpha)).unwrap();
        let (one, other) = (report(alpha), report(0.05));
        prop_assert_eq!(cells(one.report()).count(), cells(other.report()).count());
        for (a, b) in cells(one.report()).zip(cells(other.report())) {
            prop_assert_eq!(format!("{:?}", a.summary), format!("{:?}", b.summary));
        }
        // The same query has the same answer again, also in another store with the same results.
        let again = store_of(&[(b"old", bodies::LOG), (b"new", bodies::LOG)]);
        let again = run(&again, &Query::default().alpha(alpha)).unwrap();
        prop_assert_eq!(shown(&again), shown(&one));
        let p = |report: &benchlens_core::Report| -> Vec<u64> {
            let tests = report.comparisons().filter_map(|found| found.comparison.test());
            tests.map(|test| test.p.to_bits()).collect()
        };
        prop_assert_eq!(p(one.report()), p(other.report()));
    }
}

fn cells(report: &benchlens_core::Report) -> impl Iterator<Item = &benchlens_core::table::Cell> {
    report.tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells)
}

/// Thousands of keys are set and removed: there is one table for each, with only its own keys.
#[test]
fn thousands_of_configuration_keys_are_no_trouble() {
    let lines = |i: u32| format!("k{i}: v{i}\nBenchmarkA 1 {} ns/op\nk{}:\n", i + 1, i / 2);
    let log: String = (0..3000).map(lines).collect();
    let store = store_of(&[(b"log", log.as_bytes())]);
    let answer = run(&store, &Query::default()).unwrap();
    assert_eq!((answer.report().tables.len(), answer.report().table_fields.len()), (3000, 3000));
    let answer = run(&store, &Query::default().table("")).unwrap();
    assert_eq!((answer.report().tables.len(), answer.report().tables[0].rows.len()), (1, 1));
}
