//! Tests benchmarks that were measured, but whose values benchlens itself does not show: no gate passes them.

use benchlens_core::gate::{Gate, GateStatus};
use benchlens_core::history::HistoryQuery;
use benchlens_core::query::Query;
use benchlens_core::reading::ReadOptions;
use benchlens_core::store::{Store, StoreBuilder};

/// A run of a load test, by its number.
type Run<'a> = &'a dyn Fn(usize) -> String;

/// Returns the statuses of a comparison of six runs with six others, and of a history of twelve runs and a new one.
fn statuses(
    options: &ReadOptions,
    [old, new]: [Run<'_>; 2],
    rules: &str,
    derive: Option<&str>,
) -> [GateStatus; 2] {
    let gate = || Gate::parse(rules).unwrap();
    let any_order = Gate::parse("order: any").unwrap();
    let sides = (0..6).map(|run| ("old".to_owned(), old(run)));
    let sides = sides.chain((7..13).map(|run| ("new".to_owned(), new(run))));
    let query = Query::default().derive(derive).compile().unwrap();
    let report = query.with_gate(any_order.then(gate())).run(&read(options, sides)).unwrap();
    let points = (0..12).map(|run| (format!("p{run:02}"), old(run)));
    let points = points.chain([("p12".to_owned(), new(13))]);
    let history = HistoryQuery::default().derive(derive).compile().unwrap();
    let history = history.with_gate(gate()).unwrap().run(&read(options, points)).unwrap();
    [report.gate().unwrap().status, history.gate.unwrap().status]
}

/// Reads runs with their labels.
fn read(options: &ReadOptions, runs: impl Iterator<Item = (String, String)>) -> Store {
    let mut builder = StoreBuilder::default().with_options(options.clone());
    for (number, (label, text)) in runs.enumerate() {
        builder.begin(format!("{number}.csv").as_bytes(), label.as_bytes());
        builder.feed(text.as_bytes()).unwrap();
        builder.end();
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

/// Returns requests in the order in which they began.
fn by_time(requests: &[String]) -> String {
    let all = requests.concat();
    let mut lines: Vec<&str> = all.lines().collect();
    lines.sort_unstable();
    lines.join("\n") + "\n"
}

fn short(number: usize) -> String {
    by_time(&[requests("a", 1200 + number, 1.0, 200), requests("b", 900 + number, 9.0, 200)])
}

fn long(number: usize) -> String {
    by_time(&[requests("a", 1200 + number, 1.0, 200), requests("b", 1200 + number, 1.0, 200)])
}

#[test]
fn a_quantile_that_needs_more_requests_is_not_missing() {
    let options = ReadOptions::default().with_quantiles("50,99").unwrap();
    let sides: [Run<'_>; 2] = [&long, &short];
    for rules in ["p99-sec: +10%", "p99-sec: +10%; missing: ignore", ".name:GET .unit:/^p99/: +10%"]
    {
        assert_eq!(statuses(&options, sides, rules, None), [GateStatus::Undecided; 2], "{rules}");
    }
    // Other rules and other units are not concerned, and a rule that only warns does not fail.
    for rules in [".fullname:GET/a .unit:p99-sec: +10%", "p99-sec: +10% warn", "max-sec: +9900%"] {
        assert_eq!(statuses(&options, sides, rules, None), [GateStatus::Passed; 2], "{rules}");
    }
    let tail = Some("tail-sec = p99-sec / 2");
    assert_eq!(statuses(&options, sides, "tail-sec: +10%", tail), [GateStatus::Undecided; 2]);
    let half = Some("half-sec = p50-sec / 2");
    assert_eq!(statuses(&options, sides, "half-sec: +9900%", half), [GateStatus::Passed; 2]);
    // Only the baseline lacks it.
    let sides: [Run<'_>; 2] = [&short, &long];
    assert_eq!(statuses(&options, sides, "p99-sec: +10%", None)[0], GateStatus::Undecided);
}

#[test]
fn a_benchmark_that_nobody_measured_is_missing() {
    let only = |number: usize| requests("a", 1200 + number, 1.0, 200);
    let check = |rules, want| {
        let found = statuses(&ReadOptions::default(), [&long, &only], rules, None);
        assert_eq!(found, [want; 2], "{rules}");
    };
    check("p99-sec: +10%", GateStatus::Passed);
    check("p99-sec: +10%; missing: fail", GateStatus::Undecided);
}

#[test]
fn a_window_with_too_few_requests_is_not_missing() {
    let options = ReadOptions::default().with_quantiles("50").unwrap();
    let options = options.with_window("100ms").unwrap();
    let new = |run: usize| {
        by_time(&[requests("a", 1200 + run, 1.0, 200), requests("b", 100 + run, 9.0, 200)])
    };
    let found = statuses(&options, [&long, &new], "p50-100ms-sec: +10%", None);
    assert_eq!(found, [GateStatus::Undecided; 2]);
}

#[test]
fn other_units_of_load_tests_are_not_missing() {
    // A single request does not show how long the run was, so it has no rate.
    let old = |run: usize| requests("b", 10 + run, 1.0, 200);
    let new = |_: usize| requests("b", 1, 0.0, 200);
    let rules = ".unit:(requests/s OR max-sec): +50%";
    let found = statuses(&ReadOptions::default(), [&old, &new], rules, None);
    assert_eq!(found, [GateStatus::Undecided; 2]);
}

#[test]
fn names_beyond_the_limit_are_not_missing() {
    let many = |run: usize| {
        let names = (0..510).map(|index| requests(&format!("x{index}"), 1, 1.0, 200));
        names.collect::<String>() + &requests("slow", 100 + run, 9.0, 200)
    };
    let few = |run: usize| requests("x1", 1, 1.0, 200) + &requests("slow", 100 + run, 1.0, 200);
    let check = |sides: [Run<'_>; 2], rules, want| {
        assert_eq!(statuses(&ReadOptions::default(), sides, rules, None), [want; 2], "{rules}");
    };
    check([&few, &many], ".name:GET .unit:max-sec: +9900%", GateStatus::Undecided);
    check([&few, &many], ".fullname:GET/x1 .unit:max-sec: +9900%", GateStatus::Passed);
    // The row that merges the others is not one benchmark.
    check([&many, &many], ".unit:max-sec: +9900%", GateStatus::Undecided);
    check([&many, &many], ".fullname:GET/x1 .unit:max-sec: +9900%", GateStatus::Passed);
}
