//! Simulates gates that measure failing rows again, from logs to the result.
//!
//! A suite has rows of 100 to 100,000 ns that vary by 1.5%. On a machine with bursts, 15% of all runs take longer by a
//! random amount, 40% on average. A machine with two states changes its state after 100 runs on average, and one state
//! is 28% slower. Of all rows, at most one changes.

use std::fmt::Write;

use crate::gate::{Decision, Gate, RuleResult};
use crate::query::Query;
use crate::stats::math::{exp, ln, normal_quantile};
use crate::store::{Input, Store};

/// The number of blocks at first, and of those that confirm.
const BLOCKS: [u32; 2] = [12, 24];

/// The row that changes, if one does.
const CHANGED: usize = 7;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Machine {
    Bursts,
    TwoStates,
}

/// Pseudorandom numbers that are the same in every run (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        // Never 0, which has no logarithm.
        ((mixed ^ mixed >> 31) >> 11 | 1) as f64 / (1_u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        normal_quantile(self.uniform())
    }
}

/// A simulated machine, which runs one benchmark after another.
struct Simulated {
    machine: Machine,
    is_slow: bool,
    random: Random,
}

impl Simulated {
    /// Returns the next factor by which a run is slower.
    fn next(&mut self) -> f64 {
        let random = &mut self.random;
        let state = match self.machine {
            Machine::Bursts if random.uniform() < 0.15 => -0.4 * ln(random.uniform()),
            Machine::Bursts => 0.0,
            Machine::TwoStates => {
                self.is_slow ^= random.uniform() < 0.01;
                if self.is_slow { 0.25 } else { 0.0 }
            }
        };
        exp(state + 0.015 * random.normal())
    }

    /// Measures rows in blocks, and appends the results to both logs.
    fn measure(
        &mut self,
        rows: &[usize],
        change: f64,
        recording: &str,
        blocks: u32,
        logs: &mut [String; 2],
    ) {
        for block in 1..=blocks {
            let is_new_first = self.random.uniform() < 0.5;
            for place in [is_new_first, !is_new_first].map(usize::from) {
                let log = &mut logs[place];
                let _ = writeln!(log, "# benchlens recording={recording} block={block}");
                for &row in rows {
                    let factor = if place == 1 && row == CHANGED { 1.0 + change } else { 1.0 };
                    let base = 100.0 * exp(row as f64 * 0.83 % 7.0);
                    let _ =
                        writeln!(log, "BenchmarkR{row} 1 {:.5} ns/op", base * factor * self.next());
                }
            }
        }
    }
}

/// Returns the rows that fail, or only exceed their limit, and how many suites of 100 fail by chance if this one does.
fn judge(logs: &[String; 2], has: impl Fn(&RuleResult) -> bool) -> (Vec<usize>, Option<f64>) {
    let store = Store::read([Input::new("old", &logs[0]), Input::new("new", &logs[1])]);
    let gate = Gate::parse("sec/op: +5%").unwrap();
    let answer = Query::default().plain().compile().unwrap().with_gate(gate).run(&store).unwrap();
    let gate = answer.gate.as_ref().unwrap();
    let name = |row: u32| answer.tables[0].rows[row as usize].key.get(0).unwrap().to_string_lossy();
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
    let mut simulated = Simulated { machine, is_slow: false, random: Random(seed) };
    let mut rates = Rates::default();
    let (each, mut chances) = (100.0 / f64::from(suites), Vec::new());
    for _ in 0..suites {
        let (mut logs, all) = ([String::new(), String::new()], (0..size).collect::<Vec<_>>());
        simulated.measure(&all, change, "a", BLOCKS[0], &mut logs);
        let (first, chance) = judge(&logs, is_failing);
        chances.extend(chance);
        let (again, _) = judge(&logs, RuleResult::exceeds_limit);
        rates.again += again.len() as f64 * each / 100.0;
        let mut last = first.clone();
        let recording = format!("a+confirm{}", BLOCKS[1]);
        for row in &again {
            simulated.measure(&[*row], change, &recording, BLOCKS[1], &mut logs);
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
        let unchanged = simulate(machine, 100, 0.0, 20);
        assert!(unchanged.wrong[1] == 0.0, "{machine:?} {unchanged:?}");
        let changed = simulate(machine, 30, 0.1, 20);
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
