//! Tests which rule applies to which comparison.

use crate::gate::{around, errors, lines, outcome, report};
use benchlens_core::gate::{Decision, Gate, GateStatus};
use benchlens_core::query::Query;

fn two(first: f64, second: f64) -> String {
    lines("A", "ns/op", &around(first)) + &lines("B", "ns/op", &around(second))
}

#[test]
fn the_last_rule_that_matches_decides() {
    let (old, new) = (two(100.0, 100.0), two(110.0, 110.0));
    let decisions = |rules| {
        let results = outcome(&old, &new, rules).results;
        results.iter().map(|result| result.decision).collect::<Vec<_>>()
    };
    use Decision::{Failed, Passed, Warned};
    assert_eq!(decisions("sec/op: +5%"), [Failed, Failed]);
    assert_eq!(decisions("sec/op: +5%; .name:B: +20%"), [Failed, Passed]);
    assert_eq!(decisions(".name:B: +20%; sec/op: +5%"), [Failed, Failed]);
    assert_eq!(decisions("*: +5%\n.name:A: warn"), [Warned, Failed]);
    assert_eq!(decisions(".name:A: +5%"), [Failed]);
    assert_eq!(outcome(&old, &new, ".name:A: +5%").without_rule, 1);
}

#[test]
fn rules_of_the_flag_win_over_those_of_the_file() {
    let file = "[[rule]]\nmatch = \"*\"\nlimit = \"+5%\"\n";
    let gate = Gate::read_file("g.toml", file).unwrap();
    let gate = gate.then(Gate::parse(".name:B: +20%").unwrap());
    let gate = report(&two(100.0, 100.0), &two(110.0, 110.0), gate, &Query::default())
        .into_gate()
        .unwrap();
    let rules: Vec<u32> = gate.results.iter().map(|result| result.rule).collect();
    assert_eq!((gate.count(Decision::Failed), rules), (1, vec![0, 1]));
    assert_eq!(gate.rules[0].source.to_string(), "g.toml:2");
}

#[test]
fn rules_see_derived_units_and_columns() {
    let query = Query::default().derive(["ops/s = 1 / sec/op"]);
    let gate = Gate::parse("ops/s: +5%").unwrap();
    let gate = report(&two(100.0, 100.0), &two(110.0, 90.0), gate, &query).into_gate().unwrap();
    assert_eq!((gate.count(Decision::Failed), gate.count(Decision::Passed)), (1, 1));

    let log = lines("A/c=x", "ns/op", &around(100.0))
        + &lines("A/c=y", "ns/op", &around(120.0))
        + &lines("A/c=z", "ns/op", &around(120.0));
    let query = Query::default().col("/c");
    let gate = Gate::parse("/c:y: any").unwrap();
    let gate = report(&log, "", gate, &query).into_gate().unwrap();
    assert_eq!((gate.count(Decision::Failed), gate.without_rule), (1, 1));
}

#[test]
fn a_rule_for_a_part_of_a_merged_row_is_refused() {
    let (old, new) = (two(100.0, 101.0), two(110.0, 111.0));
    let query = Query::default().row("goos").ignore(".fullname");
    let gate = Gate::parse(".name:A: any").unwrap();
    let gate = report(&old, &new, gate, &query).into_gate().unwrap();
    assert_eq!(gate.status, GateStatus::Invalid);
    let message = gate.errors[0].error.to_string();
    assert!(message.contains("some of the results that the row"), "{message}");
    let whole = Gate::parse(".name:(A OR B): any").unwrap();
    let gate = report(&old, &new, whole, &query).into_gate().unwrap();
    assert_eq!(gate.status, GateStatus::Failed);
}

#[test]
fn sides_must_agree_where_the_gate_says_so() {
    let cpu = |name: &str, log: String| format!("cpu: {name}\n{log}");
    let (old, new) = (cpu("x", two(100.0, 100.0)), cpu("y", two(100.0, 100.0)));
    let query = Query::default().ignore("cpu");
    let gate = |rules: &str, new: &str| {
        report(&old, new, Gate::parse(rules).unwrap(), &query).into_gate().unwrap()
    };
    let differs = gate("sec/op: +5%; agree: cpu", &new);
    assert_eq!(differs.status, GateStatus::Undecided);
    assert_eq!(differs.count(Decision::Differs), 2);
    assert_eq!(differs.results[0].key.as_ref().unwrap().to_string(), "cpu");
    assert_eq!(gate("sec/op: +5%", &new).status, GateStatus::Passed);
    assert_eq!(gate("sec/op: +5%; agree: cpu", &old).status, GateStatus::Passed);
    // A side without the key is not known to agree.
    let silent = gate("sec/op: +5%; agree: cpu", &two(100.0, 100.0));
    assert_eq!(silent.status, GateStatus::Undecided);
    let unknown = errors(&old, &new, "sec/op: +5%; agree: cpus");
    assert_eq!(unknown[0].0, GateStatus::Invalid);
    assert!(unknown[0].1.contains("no result has the key cpus; did you mean cpu?"), "{unknown:?}");
}

#[test]
fn noise_floors_raise_limits() {
    let floors = "version = 1\n[floor.\"\".\"sec/op\"]\nA = \"15%\"\n";
    let gate = |rules: &str| {
        let gate = Gate::read_file("g.toml", rules).unwrap();
        let gate = gate.with_floors("n.toml", floors).unwrap();
        let gate =
            report(&two(100.0, 100.0), &two(110.0, 110.0), gate, &Query::default()).into_gate();
        let results = gate.unwrap().results;
        results.iter().map(|result| (result.decision, result.is_floor)).collect::<Vec<_>>()
    };
    let rule = |more: &str| format!("[[rule]]\nmatch = \"*\"\nlimit = \"{more}\n");
    let (failed, held) = ((Decision::Failed, false), (Decision::Passed, true));
    assert_eq!(gate(&rule("+5%\"")), [held, failed]);
    assert_eq!(gate(&rule("any\"")), [held, failed]);
    assert_eq!(gate(&rule("+5%\"\nfloors = false")), [failed, failed]);
    assert_eq!(gate(&rule("+16%\"")), [(Decision::Passed, false), (Decision::Passed, false)]);
}
