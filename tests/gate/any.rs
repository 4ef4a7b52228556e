//! Tests rules with `any`: each row may fail the gate, so all rows of a rule share its significance level.

use crate::gate::{lines, outcome, report};
use crate::support::random::Random;
use benchlens_core::gate::{Decision, Gate, GateStatus};
use benchlens_core::query::{AnalysisQuery, Query};
use benchlens_core::stats::{Adjustment, math};

/// Returns a suite in two packages; the noise of each benchmark's runs is 3%.
fn suite(random: &mut Random, rows: u32, runs: usize) -> String {
    let mut log = String::new();
    for package in ["a", "b"] {
        log += &format!("pkg: {package}\n");
        for row in 0..rows / 2 {
            let run = |_| 1000.0 * math::exp(0.03 * random.normal());
            let values: Vec<f64> = (0..runs).map(run).collect();
            log += &lines(&format!("{package}{row}"), "ns/op", &values);
        }
    }
    log
}

#[test]
fn a_suite_that_did_not_change_fails_no_more_often_than_the_level() {
    const SUITES: u32 = 400;
    let mut random = Random(30);
    let (mut by_rule, mut single) = (0, 0);
    for _ in 0..SUITES {
        let (old, new) = (suite(&mut random, 30, 10), suite(&mut random, 30, 10));
        let gate = || Gate::parse("sec/op: any").unwrap();
        let fails = |gate: Gate| {
            let outcome = report(&old, &new, gate, &Query::default()).into_gate().unwrap();
            assert!(matches!(outcome.status, GateStatus::Failed | GateStatus::Passed));
            u32::from(outcome.status == GateStatus::Failed)
        };
        by_rule += fails(gate());
        single += fails(gate().without_adjustment());
    }
    // Only regressions count, so the rate is half of the level; three standard errors above it are 28 of 400.
    let limit = 0.05 * f64::from(SUITES);
    assert!(f64::from(by_rule) <= limit, "{by_rule} of {SUITES}");
    // Without the adjustment, every second or third build fails.
    assert!(SUITES / 3 < single, "{single} of {SUITES}");
}

#[test]
fn a_real_change_is_still_found() {
    let mut random = Random(33);
    let (old, mut new) = (suite(&mut random, 30, 10), suite(&mut random, 28, 10));
    let slower: Vec<f64> = (0..10).map(|i| 1300.0 + f64::from(i)).collect();
    new += &(lines("b14", "ns/op", &slower) + "pkg: a\n" + &lines("a14", "ns/op", &slower));
    let found = outcome(&old, &new, "sec/op: any");
    assert_eq!(found.count(Decision::Failed), 2);
    let failed = found.results.iter().find(|r| r.decision == Decision::Failed).unwrap();
    // Both tables are one family: the least p-value, 2 of C(20, 10), times thirty.
    assert!((failed.adjusted_p.unwrap() - 30.0 * 2.0 / 184_756.0).abs() < 1e-12);
}

#[test]
fn too_few_runs_for_a_rule_name_the_number() {
    let log = |center: f64| {
        let one = |i: usize| {
            let values: Vec<f64> = (0..4).map(|run| center + f64::from(run)).collect();
            lines(&format!("B{i}"), "ns/op", &values)
        };
        (0..30).map(one).collect::<String>()
    };
    let found = outcome(&log(100.0), &log(1000.0), "sec/op: any");
    assert_eq!((found.status, found.count(Decision::TooFewRuns)), (GateStatus::Undecided, 30));
    // 30 · 2 / C(2n, n) is 0.0649 at six runs and 0.0175 at seven.
    assert_eq!(found.results[0].runs_needed, Some(7));
    // With a limit, each row counts separately.
    let found = outcome(&log(100.0), &log(1000.0), "sec/op: +5%");
    assert_eq!(found.count(Decision::Failed), 30);
    // A row that did not regress needs no more runs.
    assert_eq!(outcome(&log(100.0), &log(100.0), "sec/op: any").status, GateStatus::Passed);
}

#[test]
fn values_that_do_not_vary_decide_by_themselves() {
    let allocs = |value: f64, runs: usize| {
        let one = |i: usize| lines(&format!("B{i}"), "allocs/op", &vec![value; runs]);
        (0..200).map(one).collect::<String>()
    };
    // 200 · 2 / C(12, 6) is above any level, but six equal values leave no doubt.
    let found = outcome(&allocs(5.0, 6), &allocs(6.0, 6), "allocs/op: any");
    assert_eq!(found.count(Decision::Failed), 200);
    assert_eq!(found.results[0].adjusted_p, None);
    assert_eq!(
        outcome(&allocs(6.0, 6), &allocs(5.0, 6), "allocs/op: any").status,
        GateStatus::Passed
    );
    // One value does not show that the next value would be the same.
    let found = outcome(&allocs(5.0, 1), &allocs(6.0, 1), "allocs/op: any");
    assert_eq!(found.count(Decision::TooFewRuns), 200);
}

#[test]
fn an_adjustment_of_the_query_takes_the_place_of_that_of_the_rule() {
    let log = |center: f64| {
        let one = |i: usize| {
            let values: Vec<f64> = (0..5).map(|run| center + f64::from(run)).collect();
            lines(&format!("B{i}"), "ns/op", &values) + &lines(&format!("B{i}"), "B/s", &values)
        };
        (0..8).map(one).collect::<String>()
    };
    let failed = |adjust| {
        let analysis = Some(AnalysisQuery::default().adjust(adjust));
        let query = Query::default().analysis(analysis);
        let gate = Gate::parse("sec/op: any; B/s: warn").unwrap();
        let found = report(&log(100.0), &log(200.0), gate, &query).into_gate().unwrap();
        (found.count(Decision::Failed), found.count(Decision::TooFewRuns))
    };
    // 8 · 2 / C(10, 5) is 0.063; sixteen rows at once are more, and with Benjamini and Hochberg fewer.
    assert_eq!(failed(Adjustment::None), (0, 8));
    assert_eq!(failed(Adjustment::Holm), (0, 8));
    assert_eq!(failed(Adjustment::Bh), (8, 0));
}
