//! Tests benchmarks that were measured, but whose values benchlens itself does not show: no gate passes them.

use benchlens_core::gate::{Gate, GateStatus};
use benchlens_core::history::HistoryQuery;
use benchlens_core::query::Query;
use benchlens_core::reading::ReadOptions;
use benchlens_core::store::{Store, StoreBuilder};

/// Returns the statuses of a comparison and of a history, each of six runs before and six runs after.
fn statuses(store: &Store, rules: &str, derive: Option<&str>) -> [GateStatus; 2] {
    let gate = || Gate::parse(&format!("order: any; {rules}")).unwrap();
    let query = Query::default().derive(derive);
    let report = query.compile().unwrap().with_gate(gate()).run(store).unwrap();
    let history = HistoryQuery::default().derive(derive).compile().unwrap();
    let history = history.with_gate(gate()).unwrap().run(store).unwrap();
    [report.gate.unwrap().status, history.gate.unwrap().status]
}

/// Reads runs of vegeta: for each label, six files.
fn read(options: &ReadOptions, sides: [(&str, &dyn Fn(usize) -> String); 2]) -> Store {
    let mut builder = StoreBuilder::default().with_options(options.clone());
    for (label, run) in sides {
        for number in 0..6 {
            let name = format!("{label}/{number}.csv");
            builder.begin(name.as_bytes(), label.as_bytes());
            builder.feed(run(number).as_bytes()).unwrap();
            builder.end();
        }
    }
    builder.finish()
}

/// Returns requests of a run that lasts a second.
fn requests(path: &str, count: usize, milliseconds: f64, status: u16) -> String {
    let line = |index: usize| {
        let start = 1_795_753_500_000_000_000 + index as u64 * 1_000_000_000 / count as u64;
        let latency = milliseconds * 1e6 * (1.0 + (index * 7 % 11) as f64 / 100.0);
        format!("{start},{status},{latency:.0},0,4,,,,{index},GET,http://h/{path},\n")
    };
    (0..count).map(line).collect()
}

fn short(number: usize) -> String {
    requests("a", 1200 + number, 1.0, 200) + &requests("b", 900 + number, 9.0, 200)
}

fn long(number: usize) -> String {
    requests("a", 1200 + number, 1.0, 200) + &requests("b", 1200 + number, 1.0, 200)
}

#[test]
fn a_quantile_that_needs_more_requests_is_not_missing() {
    let options = ReadOptions::default().with_quantiles("50,99").unwrap();
    let store = read(&options, [("old", &long), ("new", &short)]);
    for rules in ["p99-sec: +10%", "p99-sec: +10%; missing: ignore", ".name:GET .unit:p99-sec: any"]
    {
        assert_eq!(statuses(&store, rules, None), [GateStatus::Undecided; 2], "{rules}");
    }
    // Other rules and other units are not concerned, and a rule that only warns does not fail.
    for rules in [".fullname:GET/a .unit:p99-sec: +10%", "p99-sec: +10% warn", "max-sec: +9900%"] {
        assert_eq!(statuses(&store, rules, None), [GateStatus::Passed; 2], "{rules}");
    }
    let tail = Some("tail = p99-sec / p50-sec");
    assert_eq!(statuses(&store, "tail: +10%", tail), [GateStatus::Undecided; 2]);
    let median = Some("half = p50-sec / 2");
    assert_eq!(statuses(&store, "half: +9900%", median), [GateStatus::Passed; 2]);
    // The baseline alone lacks it.
    let store = read(&options, [("old", &short), ("new", &long)]);
    assert_eq!(statuses(&store, "p99-sec: +10%", None)[0], GateStatus::Undecided);
}

#[test]
fn a_benchmark_that_nobody_measured_is_missing() {
    let only = |number: usize| requests("a", 1200 + number, 1.0, 200);
    let store = read(&ReadOptions::default(), [("old", &long), ("new", &only)]);
    assert_eq!(statuses(&store, "p99-sec: +10%", None), [GateStatus::Passed; 2]);
    assert_eq!(statuses(&store, "p99-sec: +10%; missing: fail", None), [GateStatus::Undecided; 2]);
}

#[test]
fn a_window_with_too_few_requests_is_not_missing() {
    let options =
        ReadOptions::default().with_quantiles("50").unwrap().with_window("100ms").unwrap();
    let old = |number: usize| long(number);
    let new =
        |number: usize| requests("a", 1200, 1.0, 200) + &requests("b", 100 + number, 9.0, 200);
    let store = read(&options, [("old", &old), ("new", &new)]);
    let found = statuses(&store, "p50-100ms-sec: +10%", None);
    assert_eq!(found, [GateStatus::Undecided; 2]);
}

#[test]
fn other_units_of_load_tests_are_not_missing() {
    // A single request has no duration of its run, so it has no rate.
    let both = |a: usize, b: usize| {
        let (first, second) = ([requests("a", a, 1.0, 200)], [requests("b", b, 1.0, 200)]);
        (first.concat(), second.concat())
    };
    let old = |number: usize| both(20 + number, 20 + number).1;
    let new = |_: usize| requests("b", 1, 0.0, 200);
    let store = read(&ReadOptions::default(), [("old", &old), ("new", &new)]);
    assert_eq!(statuses(&store, "*: +9900%", None), [GateStatus::Undecided; 2]);
}

#[test]
fn names_beyond_the_limit_are_not_missing() {
    let many = |number: usize| {
        let names = (0..510).map(|index| requests(&format!("x{index}"), 1, 1.0, 200));
        names.collect::<String>() + &requests("slow", 1200 + number, 9.0, 200)
    };
    let few =
        |number: usize| requests("x1", 1, 1.0, 200) + &requests("slow", 1200 + number, 1.0, 200);
    let store = read(&ReadOptions::default(), [("old", &few), ("new", &many)]);
    let slow = ".fullname:GET/slow .unit:p50-sec: +10%; .fullname:GET/x1 .unit:max-sec: +990%";
    assert_eq!(statuses(&store, slow, None), [GateStatus::Undecided; 2]);
    let known = ".fullname:GET/x1 .unit:max-sec: +9900%";
    assert_eq!(statuses(&store, known, None), [GateStatus::Passed; 2]);
    // The row that merges the others is not one benchmark.
    let store = read(&ReadOptions::default(), [("old", &many), ("new", &many)]);
    assert_eq!(
        statuses(&store, ".fullname:Other .unit:p50-sec: +10%", None)[0],
        GateStatus::Undecided
    );
}
