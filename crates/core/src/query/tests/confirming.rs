//! Simulates gates that measure failing rows again, from logs to the result.
//!
//! Of all rows, at most one changes.

use super::machine::{Machine, Simulated};
use crate::gate::{Decision, Gate, RuleResult};
use crate::query::Query;
use crate::store::{Input, Store};

/// The number of blocks at first, and of those that confirm.
const BLOCKS: [u32; 2] = [12, 24];

/// The row that changes, if one does.
const CHANGED: usize = 7;

/// Returns the rows that fail, or only exceed their limit, and how many suites of 100 fail by chance if this one does.
fn judge(logs: &[String; 2], has: impl Fn(&RuleResult) -> bool) -> (Vec<usize>, Option<f64>) {
    let store = Store::read([Input::new("old", &logs[0]), Input::new("new", &logs[1])]);
    let gate = Gate::parse("sec/op: +5%").unwrap();
    let answer = Query::default().plain().compile().unwrap().with_gate(gate).run(&store).unwrap();
    let gate = answer.gate.as_ref().unwrap();
    let name = |row: u32| {
        answer.report().tables[0].rows[row as usize].key.get(0).unwrap().to_string_lossy()
    };
    let rows = gate.results.iter().filter(|result| has(result));
    let rows = rows.map(|result| name(result.row.unwrap())[1..].parse().unwrap()).collect();
    (rows, gate.chance.map(|chance| 100.0 * chance.fraction))
}

fn is_failing(result: &RuleResult) -> bool {
    result.decision == Decision::Failed
}

/// How many suites of 100 fail because of a row that did not change, and in how many the changed row fails: at first,
/// and after the failing rows were measured again.
#[derive(Debug, Default)]
struct Rates {
    wrong: [f64; 2],
    found: [f64; 2],
    /// The number of rows that were measured again, in the average suite.
    again: f64,
    /// How many suites of 100 fail at first according to the gate, on average over gates that fail.
    chance: f64,
}

fn simulate(machine: Machine, size: usize, change: f64, suites: u32) -> Rates {
    let seed = size as u64 + 1000 * u64::from(machine == Machine::Bursts) + change.to_bits();
    let mut simulated = Simulated::new(machine, seed);
    let changes = |row: usize| if row == CHANGED { change } else { 0.0 };
    let mut rates = Rates::default();
    let (each, mut chances) = (100.0 / f64::from(suites), Vec::new());
    for _ in 0..suites {
        let (mut logs, all) = ([String::new(), String::new()], (0..size).collect::<Vec<_>>());
        simulated.measure(&all, changes, "a", BLOCKS[0], &mut logs);
        let (first, chance) = judge(&logs, is_failing);
        chances.extend(chance);
        let (again, _) = judge(&logs, RuleResult::exceeds_limit);
        rates.again += again.len() as f64 * each / 100.0;
        let mut last = first.clone();
        let recording = format!("a+confirm{}", BLOCKS[1]);
        for row in &again {
            simulated.measure(&[*row], changes, &recording, BLOCKS[1], &mut logs);
        }
        if !again.is_empty() {
            last = judge(&logs, is_failing).0;
        }
        for (stage, failed) in [first, last].iter().enumerate() {
            let is_change = |row: &usize| change != 0.0 && *row == CHANGED;
            rates.wrong[stage] += if failed.iter().all(is_change) { 0.0 } else { each };
            rates.found[stage] += if failed.iter().any(is_change) { each } else { 0.0 };
        }
    }
    rates.chance = chances.iter().sum::<f64>() / chances.len() as f64;
    rates
}

#[test]
fn rows_that_fail_by_chance_hardly_fail_twice() {
    for machine in [Machine::Bursts, Machine::TwoStates] {
        let unchanged = simulate(machine, 100, 0.0, 8);
        assert!(unchanged.wrong[1] == 0.0, "{machine:?} {unchanged:?}");
        let changed = simulate(machine, 30, 0.1, 12);
        assert!(40.0 <= changed.found[1], "{machine:?} {changed:?}");
    }
}

/// The table in `docs/gates.md`.
#[test]
#[ignore = "takes minutes"]
fn table_of_confirmed_gates() {
    println!(
        "| noise | rows | fail at first | as the gate says | fail in the end | +10% found at first | in the end | rows measured again |"
    );
    for machine in [Machine::Bursts, Machine::TwoStates] {
        for (rows, suites) in [(10, 1000), (30, 1000), (100, 500), (300, 200)] {
            let [unchanged, changed] =
                [0.0, 0.1].map(|change| simulate(machine, rows, change, suites));
            println!(
                "| {machine:?} | {rows} | {:.1} | {:.0} | {:.1} | {:.1} | {:.1} | {:.1} |",
                unchanged.wrong[0],
                unchanged.chance,
                unchanged.wrong[1],
                changed.found[0],
                changed.found[1],
                unchanged.again
            );
            assert!(unchanged.wrong[1] <= 1.0, "{machine:?} {rows} {unchanged:?}");
            assert!(55.0 <= changed.found[1], "{machine:?} {rows} {changed:?}");
        }
    }
}
