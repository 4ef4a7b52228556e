//! Tests the clauses `missing` and `new`, which hold for benchmarks without a rule as well.

use crate::gate::{around, lines, outcome};
use benchlens_core::gate::{Gate, GateStatus};
use benchlens_core::history::HistoryQuery;
use benchlens_core::query::Query;
use benchlens_core::store::{Input, Store};

fn log(names: &[&str], center: f64) -> String {
    names.iter().map(|name| lines(name, "ns/op", &around(center))).collect()
}

#[test]
fn a_clause_holds_for_benchmarks_without_a_rule() {
    let (both, one) = (log(&["A", "Z"], 100.0), log(&["A"], 100.1));
    let rules = [
        "sec/op: any",
        "sec/op: any warn",
        "geomean sec/op: +2%",
        ".name:A .unit:sec/op: +5%",
        ".name:A .unit:sec/op: +5%; .name:Z .unit:B/op: any optional",
    ];
    for rules in rules {
        let check = |old: &str, new: &str, clause: &str, want| {
            let found = outcome(old, new, &format!("{rules}; {clause}")).status;
            assert_eq!(found, want, "{rules}; {clause}");
        };
        check(&both, &one, "missing: fail", GateStatus::Undecided);
        check(&both, &one, "new: fail", GateStatus::Passed);
        check(&both, &one, "missing: ignore", GateStatus::Passed);
        check(&both, &one, "missing: warn", GateStatus::Passed);
        check(&one, &both, "new: fail", GateStatus::Undecided);
        check(&one, &both, "missing: fail", GateStatus::Passed);
    }
}

#[test]
fn a_benchmark_with_other_units_is_not_missing() {
    let sizes = lines("Z", "B/op", &[16.0; 10]);
    let old = log(&["A", "Z"], 100.0) + &sizes;
    let new = log(&["A", "Z"], 100.1);
    let found = outcome(&old, &new, ".unit:sec/op: +5%; missing: fail");
    assert_eq!((found.status, found.errors.len()), (GateStatus::Passed, 0));
    assert_eq!(outcome(&old, &new, "*: +5%; missing: fail").status, GateStatus::Undecided);
}

#[test]
fn the_rule_of_a_benchmark_may_ignore_it() {
    let file = "missing = \"fail\"\norder = \"any\"\n[[rule]]\nmatch = \".name:A\"\nlimit = \"+5%\"\n\
                [[rule]]\nmatch = \".name:Z\"\nlimit = \"+5% optional\"\nmissing = \"ignore\"\n";
    let gate = Gate::read_file("g.toml", file).unwrap();
    let (old, new) = (log(&["A", "Z"], 100.0), log(&["A"], 100.1));
    let found = crate::gate::report(&old, &new, gate, &Query::default()).into_gate().unwrap();
    assert_eq!((found.status, found.errors), (GateStatus::Passed, Vec::new()));
}

#[test]
fn a_clause_holds_for_histories() {
    let points: Vec<(String, String)> = (0..9)
        .map(|point| {
            let names = if point == 8 { &["A"][..] } else { &["A", "Z"] };
            (format!("{point}"), log(names, 100.0 + f64::from(point) / 10.0))
        })
        .collect();
    let inputs = points.iter().map(|(label, text)| Input::new(label, text));
    let store = Store::read(inputs);
    let status = |rules: &str| {
        let history = HistoryQuery::default().compile().unwrap();
        let history = history.with_gate(Gate::parse(rules).unwrap()).unwrap();
        history.run(&store).unwrap().gate.unwrap().status
    };
    assert_eq!(status(".name:A .unit:sec/op: +5%; missing: fail"), GateStatus::Undecided);
    assert_eq!(status(".name:A .unit:sec/op: +5%"), GateStatus::Passed);
}
