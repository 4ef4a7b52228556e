//! Tests rules for the geometric mean of a table.

use crate::gate::{around, errors, lines, outcome, report};
use benchlens_core::gate::{Decision, Gate, GateStatus};
use benchlens_core::query::Query;
use benchlens_core::render::{Output, github_annotations, render};

fn log(unit: &str, first: f64, second: f64) -> String {
    lines("A", unit, &around(first)) + &lines("B", unit, &around(second))
}

#[test]
fn the_mean_of_all_rows_decides() {
    let old = log("ns/op", 100.0, 100.0);
    let check = |first: f64, second: f64, rules: &str, want: Decision| {
        let found = outcome(&old, &log("ns/op", first, second), rules);
        assert_eq!((&found.errors[..], found.results.len()), (&[][..], 1), "{rules}");
        assert_eq!((found.results[0].decision, found.results[0].row), (want, None), "{rules}");
    };
    // 1.21 and 1 have the geometric mean 1.1, and 1.21 and 1 / 1.21 have 1.
    check(121.0, 100.0, "geomean sec/op: +9.99%", Decision::Failed);
    check(121.0, 100.0, "geomean sec/op: +10%", Decision::Passed);
    check(121.0, 100.0, "geomean ns/op: +9.99%", Decision::Failed);
    check(121.0, 100.0 / 1.21, "geomean sec/op: +0.01%", Decision::Passed);
    check(121.0, 100.0, "geomean sec/op: +2% warn", Decision::Warned);
    check(121.0, 100.0, "geomean sec/op: +2%; geomean sec/op: +20%", Decision::Passed);
    check(90.0, 90.0, "geomean sec/op: +0%", Decision::Passed);
}

#[test]
fn a_rate_falls() {
    let old = log("MB/s", 100.0, 100.0);
    let fallen = log("MB/s", 81.0, 100.0);
    assert_eq!(outcome(&old, &fallen, "geomean B/s: +9.99%").status, GateStatus::Failed);
    assert_eq!(outcome(&old, &fallen, "geomean B/s: +10.01%").status, GateStatus::Passed);
    assert_eq!(outcome(&fallen, &old, "geomean B/s: +0%").status, GateStatus::Passed);
}

#[test]
fn rows_have_rules_of_their_own() {
    let (old, new) = (log("ns/op", 100.0, 100.0), log("ns/op", 130.0, 80.0));
    let found = outcome(&old, &new, "sec/op: +5%; geomean sec/op: +5%");
    let decisions: Vec<Decision> = found.results.iter().map(|result| result.decision).collect();
    assert_eq!(found.count(Decision::Failed), 1, "{decisions:?}");
    assert_eq!(found.without_rule, 0);
    assert_eq!(outcome(&old, &new, "geomean sec/op: +5%").without_rule, 2);
}

#[test]
fn every_output_names_it() {
    let (old, new) = (log("ns/op", 100.0, 100.0), log("ns/op", 120.0, 120.0));
    let gate = Gate::parse("geomean sec/op: +2%").unwrap();
    let report = report(&old, &new, gate, &Query::default().analysed());
    for output in [Output::Markdown, Output::Json] {
        let out = String::from_utf8(render(&report, output).out).unwrap();
        assert!(out.contains("geomean sec/op: +2%"), "{out}");
    }
    let annotations = github_annotations(&report, 9);
    let annotations = String::from_utf8(annotations).unwrap();
    assert!(annotations.contains("failed: geomean sec/op +20.00%25,"), "{annotations}");
    assert!(annotations.contains("by geomean sec/op: +2%25 (-gate)"), "{annotations}");
}

#[test]
fn what_a_mean_cannot_satisfy_is_an_error() {
    for terms in ["any", "+20ns", "+2% +20ns", "+2% proven", "+2% n>=6"] {
        let error = Gate::parse(&format!("geomean sec/op: {terms}")).unwrap_err().to_string();
        assert!(error.contains("a geometric mean has no test"), "{terms}: {error}");
    }
    assert!(Gate::parse("geomean sec/op B/op: +2%").is_err());
    let rule =
        |more: &str| format!("[[rule]]\nmatch = \"geomean sec/op\"\nlimit = \"+2%\"\n{more}");
    assert!(Gate::read_file("g.toml", &rule("")).is_ok());
    let error = Gate::read_file("g.toml", &rule("floors = false\n")).unwrap_err().to_string();
    assert!(error.starts_with("g.toml:4: a geometric mean has no floors"), "{error}");
    let old = log("ns/op", 100.0, 100.0);
    let found = errors(&old, &old, "geomean B/op: +2%");
    assert_eq!(found[0].0, GateStatus::Invalid);
    let zero = old.clone() + &lines("C", "ns/op", &[0.0; 6]);
    let found = errors(&zero, &old.replace("BenchmarkA", "BenchmarkC"), "geomean sec/op: +2%");
    assert_eq!(found[0].0, GateStatus::Undecided);
    assert!(found[0].1.contains("no geometric mean"), "{found:?}");
    let widgets = log("widgets", 100.0, 100.0);
    assert_eq!(errors(&widgets, &widgets, "geomean widgets: +2%")[0].0, GateStatus::Invalid);
}
