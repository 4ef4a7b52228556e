//! Simulates the change of whole suites, from logs to the result.

use super::machine::{Machine, Simulated};
use crate::query::Query;
use crate::spec::AnalysisQuery;
use crate::store::{Input, Store};
use crate::table::Outcome;

/// The number of rows of a suite.
const ROWS: usize = 27;

/// How many suites of 100 have changed, and how many intervals of 100 contain the change.
#[derive(Debug, Default)]
struct Rates {
    changed: f64,
    covered: f64,
    /// The width of the interval in percentage points, on average.
    width: f64,
    /// How many suites of 100 exceed 2% by the mean alone.
    above: f64,
}

/// Simulates suites whose rows all change alike.
fn simulate(machine: Machine, blocks: u32, change: f64, suites: u32) -> Rates {
    let seed = u64::from(blocks) + 100 * machine as u64 + change.to_bits();
    let mut simulated = Simulated::new(machine, seed);
    let (rows, each) = ((0..ROWS).collect::<Vec<_>>(), 100.0 / f64::from(suites));
    let query = Query { analysis: Some(AnalysisQuery::default()), ..Query::default().plain() };
    let plan = query.compile().unwrap();
    let mut rates = Rates::default();
    for _ in 0..suites {
        let mut logs = [String::new(), String::new()];
        simulated.measure(&rows, |_| change, "a", blocks, &mut logs);
        let store = Store::read([Input::new("old", &logs[0]), Input::new("new", &logs[1])]);
        let answer = plan.run(&store).unwrap();
        let geomean = &answer.report().tables[0].columns[1].geomean;
        let suite = geomean.suite.as_ref().unwrap();
        assert_eq!(suite.rows as usize, ROWS);
        let interval = suite.comparison.effect().unwrap().shift.unwrap().interval;
        let is_changed = suite.comparison.is_significant();
        rates.changed += if is_changed { each } else { 0.0 };
        rates.covered += if interval.holds(1.0 + change) { each } else { 0.0 };
        rates.width += (interval.hi - interval.lo) * each;
        rates.above += if 1.02 < geomean.change.unwrap().ratio().unwrap() { each } else { 0.0 };
        let is_decided =
            !matches!(suite.comparison.outcome, Outcome::Inconclusive | Outcome::Unchanged);
        assert!(is_changed || !is_decided);
    }
    rates
}

#[test]
fn suites_hold_their_level() {
    let unchanged = simulate(Machine::Bursts, 12, 0.0, 40);
    assert!(unchanged.changed <= 12.5, "{unchanged:?}");
    let changed = simulate(Machine::Quiet, 12, 0.01, 10);
    assert!(90.0 <= changed.changed, "{changed:?}");
}

/// The same as `table_of_whole_suites` of the statistics, from logs to the result, on other machines.
#[test]
#[ignore = "takes minutes"]
fn table_of_suites() {
    println!(
        "| noise | above 2% by the mean alone | changed | interval contains +1% | +1% found | width |"
    );
    for machine in [Machine::Quiet, Machine::Bursts, Machine::TwoStates, Machine::Wanders] {
        let [unchanged, changed] = [0.0, 0.01].map(|change| simulate(machine, 12, change, 200));
        println!(
            "| {machine:?} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} |",
            unchanged.above, unchanged.changed, changed.covered, changed.changed, changed.width
        );
        assert!(unchanged.changed <= 5.0 + 2.0 * 0.69, "{machine:?} {unchanged:?}");
        assert!(93.5 <= changed.covered, "{machine:?} {changed:?}");
    }
}
