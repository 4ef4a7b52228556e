//! Tests that errors of a gate are never ignored.

use crate::gate::{around, errors, lines, outcome};
use benchlens_core::gate::GateStatus::{Invalid, Undecided};
use benchlens_core::gate::{Decision, GateStatus};

fn time() -> String {
    lines("A", "ns/op", &around(100.0))
}

#[test]
fn a_unit_that_no_log_has() {
    let found = errors(&time(), &time(), "sec/opp: +5%");
    let text =
        "gate: no result has the unit \"sec/opp\"; did you mean sec/op?\n\tsec/opp: +5%\n\t^";
    assert_eq!(found, [(Invalid, text.to_owned())]);
    let found = errors(&time(), &time(), "*: any; .unit:(ns/op OR B/op): +5%");
    assert!(found[0].1.contains("no result has the unit \"B/op\""), "{found:?}");
    assert_eq!(errors(&time(), &time(), "*: any; B/op: +5% optional"), []);
}

#[test]
fn a_unit_whose_direction_is_not_known() {
    let log = lines("A", "widgets", &around(100.0));
    let found = errors(&log, &log, "widgets: +5%");
    assert_eq!(found[0].0, Invalid);
    assert!(found[0].1.contains("add better widgets=lower or =higher"), "{found:?}");
    assert_eq!(errors(&log, &log, "widgets: +5% warn"), []);
    let worse = lines("A", "widgets", &around(150.0));
    for (old, new) in [(&log, &worse), (&worse, &log)] {
        let told = outcome(old, new, "widgets: +5% warn");
        assert_eq!(told.results[0].decision, Decision::Warned);
    }
}

#[test]
fn limits_that_make_no_sense_for_a_unit() {
    let check = |unit: &str, limit: &str, want: &str| {
        let log = lines("A", unit, &around(100.0));
        let found = errors(&log, &log, &format!("*: {limit}"));
        assert_eq!(found.len(), 1, "{unit} {limit}: {found:?}");
        assert!(found[0].0 == Invalid && found[0].1.contains(want), "{unit} {limit}: {found:?}");
    };
    check("ns/op", "+5", "sec/op needs an amount of time such as 20ns");
    check("ns/op", "+5B", "sec/op needs an amount of time");
    check("B/op", "+5ns", "B/op needs an amount of bytes");
    check("allocs/op", "+5ns", "allocs/op needs a plain number");
    check("MB/s", "+100%", "cannot drop");
}

#[test]
fn a_rule_that_matches_nothing() {
    let found = errors(&time(), &time(), "*: any; .name:Nothing: any");
    assert_eq!(found[0].0, Undecided);
    assert!(found[0].1.contains("no benchmark matches this rule"), "{found:?}");
    assert_eq!(outcome(&time(), &time(), "*: any; .name:Nothing: any").status, Undecided);
    assert_eq!(errors(&time(), &time(), "*: any; .name:Nothing: any optional"), []);
    // A rule that later rules override still counts as matched.
    assert_eq!(errors(&time(), &time(), "sec/op: any; *: any"), []);
}

#[test]
fn notes_do_not_crowd_out_what_decides() {
    // Each of a dozen rules has its own note; the error of the last rule follows them.
    let units: Vec<String> = (0..12).map(|number| format!("unit{number}")).collect();
    let [old, new] = [0.0, 1.0].map(|value| {
        let of_unit = |unit: &String| lines("A", unit, &[value; 6]);
        time() + &units.iter().map(of_unit).collect::<String>()
    });
    let rules = units.iter().map(|unit| format!("geomean {unit}: +2% warn; "));
    let rules = rules.collect::<String>() + "*: any warn; sec/op: any; .name:Nothing: any";
    let found = outcome(&old, &new, &rules);
    assert_eq!(found.errors.len(), 11, "{found:?}");
    assert_eq!(found.status, Undecided);
}

#[test]
fn nothing_compared() {
    let other = lines("B", "ns/op", &around(100.0));
    let nothing = outcome(&time(), &other, "sec/op: any");
    assert_eq!(nothing.status, Undecided);
    assert_eq!(nothing.errors[0].error.to_string(), "the gate compared nothing");
    assert_eq!(nothing.count(Decision::MissingAllowed), 1);
    assert_eq!(outcome(&time(), "", "sec/op: any").status, Undecided);
    assert_eq!(outcome(&time(), &time(), "missing: fail").status, Invalid);
}

#[test]
fn rows_that_one_side_lacks_are_told_forbidden_or_ignored() {
    let both = time() + &lines("B", "ns/op", &around(100.0));
    let check =
        |old: &str, new: &str, rules: &str, status: GateStatus, decision: Option<Decision>| {
            let outcome = outcome(old, new, rules);
            assert_eq!(outcome.status, status, "{rules}");
            let mut alone = outcome.results.iter().map(|result| result.decision);
            assert_eq!(alone.find(|&d| d != Decision::Passed), decision, "{rules}");
        };
    use GateStatus::Passed;
    let time = time();
    check(&both, &time, "*: any", Passed, Some(Decision::MissingAllowed));
    check(&time, &both, "*: any", Passed, Some(Decision::NewAllowed));
    check(&both, &time, "*: any; missing: fail", Undecided, Some(Decision::Missing));
    check(&both, &time, "*: any; new: fail", Passed, Some(Decision::MissingAllowed));
    check(&time, &both, "*: any; new: fail", Undecided, Some(Decision::New));
    check(&both, &time, "*: any; missing: ignore", Passed, None);
    // The clause also concerns benchmarks that no rule matches.
    check(&both, &time, ".name:A: any; missing: fail", Undecided, None);
}
