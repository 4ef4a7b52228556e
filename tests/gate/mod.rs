//! Tests gates, from logs to the result.

mod absent;
mod accept;
mod any;
mod calibrate;
mod clocks;
mod decisions;
mod errors;
mod failures;
mod geomean;
mod holes;
mod matching;
mod sequential;
mod shared;
mod statuses;
mod withheld;

use benchlens_core::Answer;
use benchlens_core::gate::{Decision, Gate, GateOutcome, GateStatus};
use benchlens_core::query::Query;
use benchlens_core::store::{Input, Store};

/// Returns lines of one benchmark, one for each value.
fn lines(name: &str, unit: &str, values: &[f64]) -> String {
    values.iter().map(|value| format!("Benchmark{name} 1 {value} {unit}\n")).collect()
}

/// Returns ten values around a center, half a percent apart.
fn around(center: f64) -> Vec<f64> {
    (0..10).map(|i| center * (0.9775 + 0.005 * f64::from(i))).collect()
}

/// Returns the same log with the runs of each benchmark in the opposite order, so that it counts as another
/// recording.
fn turned(log: &str) -> String {
    let name = |line: &str| {
        line.starts_with("Benchmark").then(|| line.split(' ').next().map(str::to_owned))
    };
    let lines: Vec<&str> = log.split_inclusive('\n').collect();
    let runs = lines.chunk_by(|a, b| name(a).is_some() && name(a) == name(b));
    runs.flat_map(|run| run.iter().rev().copied()).collect()
}

fn report(old: &str, new: &str, gate: Gate, query: &Query) -> Answer {
    let new = &turned(new);
    let input = |label: &'static str, text| Input::new(label.as_bytes(), text);
    let store = Store::read([input("old", old.as_bytes()), input("new", new.as_bytes())]);
    query.compile().unwrap().with_gate(any_order().then(gate)).run(&store).unwrap()
}

/// Returns the clause for tests whose runs follow each other although they are about other things.
fn any_order() -> Gate {
    Gate::parse("order: any").unwrap()
}

fn outcome(old: &str, new: &str, rules: &str) -> GateOutcome {
    let gate = Gate::parse(rules).unwrap();
    report(old, new, gate, &Query::default()).into_gate().unwrap()
}

/// Returns the only decision.
fn decision(old: &str, new: &str, rules: &str) -> Decision {
    let outcome = outcome(old, new, rules);
    assert_eq!(outcome.errors, [], "{rules}");
    assert_eq!(outcome.results.len(), 1, "{rules}");
    outcome.results[0].decision
}

/// Returns the errors of the gate, each with its status.
fn errors(old: &str, new: &str, rules: &str) -> Vec<(GateStatus, String)> {
    let all = outcome(old, new, rules).errors;
    all.into_iter().map(|error| (error.status, error.error.to_string())).collect()
}
