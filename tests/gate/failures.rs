//! Tests failed benchmarks of each harness: no gate passes them, in a comparison or in the newest point of a history.

use benchlens_core::format::cut_at_lines;
use benchlens_core::gate::{Gate, GateStatus};
use benchlens_core::history::HistoryQuery;
use benchlens_core::query::Query;
use benchlens_core::store::{Input, Store, StoreBuilder, read_segments};

/// A log with half a second for A, and a log in which B failed.
struct Failure {
    harness: &'static str,
    pkg: &'static str,
    new: &'static str,
}

const FAILURES: [Failure; 15] = [
    Failure {
        harness: "Google Benchmark",
        pkg: "",
        new: r#"{"context": {}, "benchmarks": [
            {"name": "A", "iterations": 1, "real_time": 0.5, "cpu_time": 1, "time_unit": "s"},
            {"name": "B", "error_occurred": true, "error_message": "boom"}]}"#,
    },
    Failure {
        harness: "pytest-benchmark",
        pkg: "t.py",
        new: r#"{"machine_info": {}, "benchmarks": [
            {"name": "A", "fullname": "t.py::A", "stats": {"data": [0.5], "iterations": 1}},
            {"name": "B", "fullname": "t.py::B", "has_error": true, "stats": {}}]}"#,
    },
    Failure {
        harness: "BenchmarkDotNet",
        pkg: "N.C",
        new: r#"{"HostEnvironmentInfo": {}, "Benchmarks": [
            {"Namespace": "N", "Type": "C", "Method": "A", "Statistics": {"OriginalValues": [500000000]}},
            {"Namespace": "N", "Type": "C", "Method": "B", "Statistics": null}]}"#,
    },
    Failure {
        harness: "vitest 2",
        pkg: "a.ts/g",
        new: r#"{"files": [{"filepath": "/a.ts", "groups": [{"fullName": "a.ts > g", "benchmarks": [
            {"name": "A", "samples": [500]}, {"name": "B", "rank": 0, "rme": 0, "samples": []}]}]}]}"#,
    },
    Failure {
        harness: "vitest 1.5",
        pkg: "g",
        new: r#"{"numTotalTestSuites": 1, "testResults": {"g": [
            {"name": "A", "rank": 1, "rme": 1, "samples": [500]}, {"name": "B", "rank": 2, "rme": 0, "samples": []}]}}"#,
    },
    Failure {
        harness: "vitest 5: an assertion behind the benchmark",
        pkg: "a.ts/t",
        new: r#"{"testResults": [{"name": "/a.ts", "status": "failed", "assertionResults": [{"fullName": "t", "status": "failed",
            "benchmarks": [{"name": "t", "tasks": [{"name": "A", "latency": {"samples": [500]}}]}]}]}]}"#,
    },
    Failure {
        harness: "tinybench",
        pkg: "",
        new: r#"[{"name": "A", "result": {"state": "completed", "latency": {"samples": [500]}}},
            {"name": "B", "result": {"state": "errored", "error": {}}}]"#,
    },
    Failure {
        harness: "tinybench 2",
        pkg: "",
        new: r#"[{"name": "A", "result": {"samples": [500]}}, {"name": "B", "result": {"error": {}}}]"#,
    },
    Failure {
        harness: "libtest",
        pkg: "",
        new: "test A ... bench: 500,000,000 ns/iter (+/- 0)\ntest A ... bench: 500,000,000 ns/iter (+/- 0)\n\
              test B ... \x1b[31mFAILED\x1b[0m\n",
    },
    Failure {
        harness: "libtest --format json",
        pkg: "",
        new: "{ \"type\": \"bench\", \"name\": \"A\", \"median\": 500000000, \"deviation\": 0 }\n\
              { \"type\": \"bench\", \"name\": \"A\", \"median\": 500000000, \"deviation\": 0 }\n\
              { \"type\": \"test\", \"name\": \"B\", \"event\": \"failed\" }\n",
    },
    Failure {
        harness: "Go, in color: the benchmark",
        pkg: "",
        new: "BenchmarkA 1 0.5 sec/op\n\x1b[31m--- FAIL: BenchmarkB\x1b[0m\n",
    },
    Failure {
        harness: "Go, in color: the package",
        pkg: "",
        new: "BenchmarkA 1 0.5 sec/op\n\x1b[31;1mFAIL\tp\t1s\x1b[0m\n",
    },
    Failure {
        harness: "Go, in color and with the time stamps of a runner",
        pkg: "",
        new: "2026-01-31T12:00:00.1Z BenchmarkA 1 0.5 sec/op\n2026-01-31T12:00:00.2Z \x1b[31mFAIL\tp\t1s\x1b[0m\n",
    },
    Failure {
        harness: "a program of Go that ran by itself",
        pkg: "",
        new: "BenchmarkA 1 0.5 sec/op\npanic: boom\n\ngoroutine 1 [running]:\n",
    },
    Failure {
        harness: "hyperfine",
        pkg: "",
        new: r#"{"results": [{"command": "A", "mean": 0.5, "times": [0.5], "exit_codes": [null]}]}"#,
    },
];

/// Returns the statuses of a comparison and of a history. Their units are exact, so one value is enough.
fn statuses(old: &str, new: &str, rules: &str) -> [GateStatus; 2] {
    let inputs =
        [("old", "Unit sec/op assume=exact\nBenchmarkZ 1 1 z\n"), ("old", old), ("new", new)];
    let store = Store::read(inputs.map(|(label, text)| Input::new(label, text)));
    let gate = || Gate::parse(rules).unwrap();
    let report = Query::default().compile().unwrap().with_gate(gate()).run(&store).unwrap();
    let history = HistoryQuery::default().compile().unwrap().with_gate(gate()).unwrap();
    let history = history.run(&store).unwrap();
    [report.gate().unwrap().status, history.gate.unwrap().status]
}

#[test]
fn a_failed_benchmark_of_any_harness_is_no_pass() {
    for Failure { harness, pkg, new } in FAILURES {
        let old = format!("pkg: {pkg}\nBenchmarkA 1 0.5 sec/op\n");
        let check = |rules, want| assert_eq!(statuses(&old, new, rules), [want; 2], "{harness}");
        check("sec/op: any", GateStatus::Undecided);
        check("sec/op: any; failed: allow", GateStatus::Passed);
    }
}

#[test]
fn deliberately_failing_commands_pass_where_they_always_did() {
    let log = |codes: &str| {
        format!(
            r#"{{"results": [{{"command": "A", "mean": 0.5, "times": [0.5, 0.5], "exit_codes": [{codes}]}}]}}"#
        )
    };
    let check = |old, new, want| {
        assert_eq!(statuses(&log(old), &log(new), "sec/op: any"), [want; 2], "{old} | {new}");
    };
    check("0, 0", "0, 0", GateStatus::Passed);
    check("0, 0", "0, 1", GateStatus::Undecided);
    check("1, 1", "1, 1", GateStatus::Passed);
    check("0, 1", "1, 139", GateStatus::Passed);
    check("1, 1", "0, 0", GateStatus::Passed);
}

#[test]
fn a_failure_of_the_benchmark_before_is_not_forgiven_for_ever() {
    let log = |code: u8| {
        format!(
            r#"{{"results": [{{"command": "A", "mean": 0.5, "times": [0.5], "exit_codes": [{code}]}}]}}"#
        )
    };
    let logs = [0, 1, 1].map(log);
    let logs = [("a", &logs[0]), ("b", &logs[1]), ("c", &logs[2])];
    let unit = Input::new("a", "Unit sec/op assume=exact\n");
    let inputs = logs.iter().map(|(label, text)| Input::new(label, *text));
    let store = Store::read(std::iter::once(unit).chain(inputs));
    let gate = Gate::parse("sec/op: any").unwrap();
    let history = HistoryQuery::default().compile().unwrap().with_gate(gate).unwrap();
    let gate = history.run(&store).unwrap().gate.unwrap();
    assert_eq!(gate.status, GateStatus::Undecided);
    assert_eq!(gate.errors.len(), 1, "{:?}", gate.errors);
}

#[test]
fn a_benchmark_that_both_sides_lost_is_no_pass() {
    let good = "Unit sec/op assume=exact\nBenchmarkA-8 1 0.5 sec/op\n";
    let check = |text: &str, rules: &str, want| {
        let log = format!("{good}{text}\n");
        assert_eq!(statuses(&log, &log, rules), [want; 2], "{text} {rules}");
    };
    let torn = "BenchmarkB-8 1 x sec/op";
    check(torn, "sec/op: any", GateStatus::Undecided);
    check(torn, "sec/op: any; malformed: allow", GateStatus::Undecided);
    // Another line of the benchmark was read.
    let other = format!("{torn}\nBenchmarkB-8 1 0.5 sec/op");
    check(&other, "sec/op: any; malformed: allow", GateStatus::Passed);
    check("Benchmark started", "sec/op: any; malformed: allow", GateStatus::Passed);
    // Without the number of processors, or with another one, it is another benchmark.
    let allowed = "sec/op: any; malformed: allow";
    check("BenchmarkA 1 x sec/op", allowed, GateStatus::Undecided);
    check("BenchmarkA-4 1 x sec/op", allowed, GateStatus::Undecided);
    // A blank ends a name, so it is not the beginning of another one.
    check("BenchmarkA 1\nBenchmarkALong-8 1 0.5 sec/op", allowed, GateStatus::Undecided);
    check("BenchmarkA-1 \t\nBenchmarkA-16 1 0.5 sec/op", allowed, GateStatus::Undecided);
    let new = format!("{good}BenchmarkB-16 1\n");
    // In another package, machine or variant, it is another benchmark. A history separates variants
    // only if results have several.
    for (torn_in, good_in, in_history) in [
        ("pkg: a", "pkg: b", GateStatus::Undecided),
        ("goarch: arm64", "goarch: amd64", GateStatus::Undecided),
        ("variant: a", "variant:", GateStatus::Passed),
        ("variant: é", "variant: e", GateStatus::Undecided),
    ] {
        for first in [true, false] {
            let (lost, kept) =
                (format!("{torn_in}\n{torn}"), format!("{good_in}\nBenchmarkB-8 1 0.5 sec/op"));
            let both = if first { format!("{lost}\n{kept}") } else { format!("{kept}\n{lost}") };
            let log = format!("{good}{both}\n");
            assert_eq!(
                statuses(&log, &log, allowed),
                [GateStatus::Undecided, in_history],
                "{both}"
            );
            // Another run of the same package was read.
            let again = format!("{both}\n{torn_in}\nBenchmarkB-8 1 0.5 sec/op");
            check(&again, allowed, GateStatus::Passed);
        }
    }
    // A benchmark on one side is new or missing.
    assert_eq!(statuses(good, &new, allowed), [GateStatus::Passed; 2]);
    // One unit of two is lost.
    check("BenchmarkB-8 1 NaN sec/op 2 B/op", allowed, GateStatus::Undecided);
    check("BenchmarkB-8 1 NaN ns/op 2 sec/op", allowed, GateStatus::Passed);
}

#[test]
fn a_lost_benchmark_is_named_once() {
    let good = "Unit sec/op assume=exact\nBenchmarkA-8 1 0.5 sec/op\n";
    let torn = "BenchmarkB-8 1 x sec/op\n".repeat(3);
    let log = format!("{good}{torn}");
    let store =
        Store::read([("old", &log), ("new", &log)].map(|(label, text)| Input::new(label, text)));
    let gate = Gate::parse("sec/op: any; malformed: allow").unwrap();
    let report = Query::default().compile().unwrap().with_gate(gate).run(&store).unwrap();
    let errors = report.into_gate().unwrap().errors;
    let errors: Vec<String> = errors.iter().map(|error| error.error.to_string()).collect();
    let want = "old:3: parsing measurement: invalid syntax; no version has a result of BenchmarkB-8, \
                so malformed: allow does not apply";
    assert_eq!(errors, [want]);
}

#[test]
fn keys_that_a_query_ignores_do_not_make_another_benchmark() {
    let log = "Unit sec/op assume=exact\nBenchmarkA 1 0.5 sec/op\nrun: 1\nBenchmarkB 1 x sec/op\n\
               run: 2\nBenchmarkB 1 0.5 sec/op\n";
    let store =
        Store::read([("old", log), ("new", log)].map(|(label, text)| Input::new(label, text)));
    let check = |query: Query, want| {
        let gate = Gate::parse("sec/op: any; malformed: allow").unwrap();
        let report = query.compile().unwrap().with_gate(gate).run(&store).unwrap();
        let gate = report.gate().unwrap();
        assert_eq!(gate.status, want, "{:?}", gate.errors);
    };
    let of = |set: fn(&mut Query)| {
        let mut query = Query::default();
        set(&mut query);
        query
    };
    check(of(|_| {}), GateStatus::Undecided);
    check(of(|query| query.ignore = "run".into()), GateStatus::Passed);
    check(of(|query| query.row = ".fullname,run".into()), GateStatus::Undecided);
    check(of(|query| query.table = "pkg".into()), GateStatus::Passed);
}

#[test]
fn a_malformed_line_has_its_configuration_however_it_was_stored() {
    let log = "Unit sec/op assume=exact\nBenchmarkA 1 0.5 sec/op\npkg: a\nBenchmarkB 1 x sec/op\n\
               pkg: b\nBenchmarkB 1 0.5 sec/op\n";
    let read =
        Store::read([("old", log), ("new", log)].map(|(label, text)| Input::new(label, text)));
    let sent = Store::from_bytes(&read.to_bytes()).unwrap();
    let mut builder = StoreBuilder::default();
    builder.append_store(&read, None);
    let joined = builder.finish();
    let mut builder = StoreBuilder::default();
    for (input, label) in [b"old", b"new"].into_iter().enumerate() {
        builder.begin(label, label);
        read.replay(input, &mut builder);
        builder.end();
    }
    let replayed = builder.finish();
    let mut builder = StoreBuilder::default();
    for label in [b"old", b"new"] {
        builder.begin(label, label);
        let format = cut_at_lines(log.as_bytes()).unwrap();
        for line in log.split_inclusive('\n') {
            for segment in read_segments(format, 0, line.as_bytes()) {
                builder.append(segment);
            }
        }
        builder.end();
    }
    let cut = builder.finish();
    for store in [read, sent, joined, replayed, cut] {
        let gate = Gate::parse("sec/op: any; malformed: allow").unwrap();
        let report = Query::default().compile().unwrap().with_gate(gate).run(&store).unwrap();
        let errors = report.into_gate().unwrap().errors;
        let errors: Vec<String> = errors.iter().map(|error| error.error.to_string()).collect();
        let want = "old:4: parsing measurement: invalid syntax; no version has a result of BenchmarkB \
                    in a, so malformed: allow does not apply";
        assert_eq!(errors, [want]);
    }
}
