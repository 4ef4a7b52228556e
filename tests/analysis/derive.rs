use crate::analysis::{analysed, lines};
use benchlens_core::query::{Query, run};
use benchlens_core::store::{Input, Store};
use benchlens_core::table::{Cell, Outcome, Report};
use benchlens_core::unit::Direction;

fn log(text: &str) -> Store {
    Store::read([Input::new(b"l", text.as_bytes())])
}

fn derive(text: &str, expressions: &[&str]) -> Report {
    run(&log(text), &Query::default().derive(expressions.iter().copied())).unwrap().into_report()
}

/// Returns the cells of a unit's table, with the names of their rows.
fn cells<'r>(report: &'r Report, unit: &str) -> Vec<(String, &'r Cell)> {
    let mut tables = report.tables.iter();
    let table = tables.find(|table| table.unit.as_bytes() == unit.as_bytes()).unwrap();
    table.rows.iter().map(|row| (row.key[0].to_string(), &row.cells[0])).collect()
}

fn centers(report: &Report, unit: &str) -> Vec<f64> {
    cells(report, unit).iter().map(|(_, cell)| cell.summary.center).collect()
}

#[track_caller]
fn assert_close(found: &[f64], wanted: &[f64]) {
    let close = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-12 * b.abs();
    assert!(found.len() == wanted.len() && found.iter().zip(wanted).all(close), "{found:?}");
}

#[test]
fn every_sample_is_computed_by_itself() {
    let log = lines("A-4", "ns/op", &[100.0, 200.0, 400.0]);
    let report = derive(&log, &["ops/s = 1 / sec/op", "cpu-ns/op = ns/op * /gomaxprocs"]);
    let units: Vec<String> = report.tables.iter().map(|table| table.unit.to_string()).collect();
    assert_eq!(units, ["sec/op", "ops/s", "cpu-sec/op"]);
    let found = cells(&report, "ops/s");
    assert_eq!((found[0].0.as_str(), found[0].1.n), ("A-4", 3));
    assert_close(&centers(&report, "ops/s"), &[5e6]);
    assert_close(&centers(&report, "cpu-sec/op"), &[800e-9]);
}

#[test]
fn what_may_be_named() {
    let log = "BenchmarkF/list/7/n=5-2 30 1e9 ns/op 64 B/op 0.5 x\n";
    let value = |expression: &str| centers(&derive(log, &[&format!("y = {expression}")]), "y")[0];
    let check = |expression, wanted: f64| assert_eq!(value(expression), wanted, "{expression}");
    check("/n", 5.0);
    check("/gomaxprocs", 2.0);
    check("/2", 7.0);
    check("iters", 30.0);
    check("B/op", 64.0);
    check("ns/op", 1e9);
    check("sec/op", 1.0);
    check("B/op / sec/op", 64.0);
    check("1 + 2 * 3", 7.0);
    check("( 1 + 2 ) * 3", 9.0);
    check("8 / 2 / 2", 2.0);
    check("8 - 2 - 2", 4.0);
    check("-1 * x", -0.5);
    check("1e3 * .5", 500.0);
    let bare = derive("BenchmarkF 1 4 x\n", &["y = x * /gomaxprocs"]);
    assert_close(&centers(&bare, "y"), &[4.0]);
}

#[test]
fn what_cannot_be_computed_is_left_out_and_told() {
    let log = format!(
        "{}BenchmarkB/n=big 1 5 x\nBenchmarkC 1 9 z\n",
        lines("A/n=2", "x", &[4.0, 0.0, 8.0])
    );
    let report = derive(&log, &["y = /n / x"]);
    let found = cells(&report, "y");
    assert_eq!((found.len(), found[0].1.n), (1, 2));
    let notes: Vec<String> = report.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "skipped 2 values of y: division by zero, an infinite value, or a key that is not a number (first in \
          `A/n=2`)"
        ]
    );
    // A unit that the line already contains keeps its measured value.
    let own = derive("BenchmarkA 1 5 x 7 y\nBenchmarkB 1 5 x\n", &["y = x"]);
    assert_eq!(centers(&own, "y"), [7.0, 5.0]);
    assert!(own.notes.is_empty());
}

#[test]
fn errors_show_the_place() {
    let error = |text: &str| {
        let derive = vec![text.to_owned()];
        Query::default().derive(derive).compile().unwrap_err().to_string()
    };
    assert_eq!(
        error("ops/s = 1 / ( sec/op"),
        "derive: syntax error: expected `)`\n\tops/s = 1 / ( sec/op\n\t                    ^"
    );
    assert!(error("").contains("expected a unit, `=` and an expression"));
    assert!(error("ops/s 1").contains("expected a unit, `=` and an expression"));
    assert!(error("= 1").contains("expected a unit, `=` and an expression"));
    assert!(error("y =").contains("expected a number, a unit or a key"));
    assert!(error("y = 1 2").contains("expected an operator"));
    assert!(error("y = 1 + * 2").contains("expected a number, a unit or a key"));
    assert!(error("y = 12ab").contains("not a number: \"12ab\""));
    assert!(error("y = .name").contains("neither a unit nor /key"));
    assert!(error("y = @/n").contains("neither a unit nor /key"));
    assert!(error("y = @").contains("behind `@`"));
    assert!(error(&format!("y = {}", "( ".repeat(70))).contains("too many parentheses"));
    let unknown = run(&log("BenchmarkA 1 5 x\n"), &Query::default().derive(["y = x / zz/op"]));
    assert_eq!(
        unknown.unwrap_err().to_string(),
        "derive: no result has the unit \"zz/op\"\n\ty = x / zz/op\n\t        ^"
    );
    let twice = Query::default().derive(["y = x", "y = 2"]);
    assert!(twice.compile().unwrap_err().to_string().contains("derive defines"));
}

#[test]
fn scaling_is_measured_against_the_lowest_gomaxprocs() {
    let log = lines("A", "ns/op", &[790.0, 800.0, 810.0])
        + &lines("A-2", "ns/op", &[400.0])
        + &lines("A-4", "ns/op", &[250.0])
        + &lines("B-2", "ns/op", &[30.0])
        + &lines("B-8", "ns/op", &[15.0]);
    let report = derive(&log, &["speedup", "efficiency"]);
    assert_close(&centers(&report, "speedup"), &[1.0, 2.0, 3.2, 1.0, 2.0]);
    assert_close(&centers(&report, "efficiency"), &[1.0, 1.0, 0.8, 1.0, 0.5]);
}

/// Uses a benchmark that sleeps in GOMAXPROCS × n goroutines: with more goroutines, the wall time of one call
/// decreases, but the time that each goroutine waits does not.
#[test]
fn throughput_of_parallel_benchmarks() {
    let mut text = String::new();
    for n in [1_u32, 4] {
        for procs in [1_u32, 2, 8] {
            let wall = 1_400_000.0 / f64::from(n * procs);
            let suffix = if procs == 1 { String::new() } else { format!("-{procs}") };
            text += &lines(&format!("Sleep/{n}{suffix}"), "ns/op", &[wall]);
        }
    }
    let report = derive(&text, &["ops/s = 1 / sec/op", "call-sec = sec/op * /gomaxprocs * /1"]);
    let base = 1.0 / 1.4e-3;
    let ops = [1.0, 2.0, 8.0, 4.0, 8.0, 32.0].map(|goroutines| goroutines * base);
    assert_close(&centers(&report, "ops/s"), &ops);
    assert_close(&centers(&report, "call-sec"), &[1.4e-3; 6]);
}

#[test]
fn derived_units_are_filtered_compared_and_analysed() {
    let old = lines("A", "ns/op", &[100.0, 101.0, 102.0, 103.0, 104.0, 105.0]);
    let new = lines("A", "ns/op", &[110.0, 111.0, 112.0, 113.0, 114.0, 115.0]);
    let query = analysed(Default::default()).filter(".unit:ops/s").derive(["ops/s = 1 / sec/op"]);
    let (report, _) = crate::analysis::ask(&old, &new, query);
    assert_eq!(report.report().tables.len(), 1);
    assert_eq!(report.report().tables[0].direction, Some(Direction::Higher));
    assert_eq!(report.report().tables[0].rows[0].comparisons[0].outcome, Outcome::Regressed);
}
