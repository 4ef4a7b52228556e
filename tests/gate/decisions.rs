//! Tests the decision of a rule about one comparison.

use crate::gate::{around, decision, lines, outcome, report};
use benchlens_core::gate::{Decision, Gate, GateStatus};
use benchlens_core::query::{AnalysisQuery, Query};
use benchlens_core::stats::Adjustment;

fn time(values: &[f64]) -> String {
    lines("A", "ns/op", values)
}

#[test]
fn a_significant_worsening_beyond_the_limit_fails() {
    let (old, worse) = (time(&around(100.0)), time(&around(107.0)));
    assert_eq!(decision(&old, &worse, "sec/op: +5%"), Decision::Failed);
    assert_eq!(decision(&old, &worse, "ns/op: +5%"), Decision::Failed);
    assert_eq!(decision(&old, &worse, "sec/op: +8%"), Decision::Passed);
    assert_eq!(decision(&old, &worse, "sec/op: any"), Decision::Failed);
    assert_eq!(decision(&worse, &old, "sec/op: any"), Decision::Passed);
    assert_eq!(decision(&old, &old, "sec/op: any"), Decision::Passed);
}

#[test]
fn exactly_the_limit_is_allowed() {
    for base in [3.0, 7.0, 100.0, 0.3] {
        let (old, new) = (time(&[base; 6]), time(&[base * 1.1; 6]));
        assert_eq!(decision(&old, &new, "sec/op: +10%"), Decision::Passed, "{base}");
        assert_eq!(decision(&old, &new, "sec/op: +9.99%"), Decision::Failed, "{base}");
    }
}

#[test]
fn a_rate_may_fall_by_the_share_that_the_table_shows() {
    let (old, fallen) = (lines("A", "MB/s", &[100.0; 6]), lines("A", "MB/s", &[94.9; 6]));
    assert_eq!(decision(&old, &fallen, "B/s: +5%"), Decision::Failed);
    assert_eq!(decision(&old, &fallen, "B/s: +5.2%"), Decision::Passed);
    assert_eq!(decision(&fallen, &old, "B/s: any"), Decision::Passed);
    assert_eq!(decision(&old, &fallen, "B/s: +6000kB"), Decision::Passed);
    assert_eq!(decision(&old, &fallen, "B/s: +5000kB"), Decision::Failed);
}

#[test]
fn what_is_not_significant_fails_only_untested() {
    let old = time(&[100.0, 90.0, 110.0, 95.0, 105.0, 120.0]);
    let new = time(&[108.0, 92.0, 111.0, 112.0, 99.0, 121.0]);
    assert_eq!(decision(&old, &new, "sec/op: +5%"), Decision::Passed);
    assert_eq!(decision(&old, &new, "sec/op: +5% median-only"), Decision::Failed);
    assert_eq!(decision(&old, &new, "sec/op: any median-only"), Decision::Failed);
}

#[test]
fn both_floors_must_be_exceeded() {
    let (old, new) = (time(&[100.0; 6]), time(&[110.0; 6]));
    assert_eq!(decision(&old, &new, "sec/op: +5% +20ns"), Decision::Passed);
    assert_eq!(decision(&old, &new, "sec/op: +20% +5ns"), Decision::Passed);
    assert_eq!(decision(&old, &new, "sec/op: +5% +5ns"), Decision::Failed);
    assert_eq!(decision(&old, &new, "sec/op: +5ns"), Decision::Failed);
}

#[test]
fn from_zero_any_share_is_exceeded() {
    let bytes = |value: f64| lines("A", "B/op", &[value; 6]);
    assert_eq!(decision(&bytes(0.0), &bytes(16.0), "B/op: any"), Decision::Failed);
    assert_eq!(decision(&bytes(0.0), &bytes(16.0), "B/op: +300%"), Decision::Failed);
    assert_eq!(decision(&bytes(0.0), &bytes(16.0), "B/op: +5% +16B"), Decision::Passed);
    assert_eq!(decision(&bytes(0.0), &bytes(0.0), "B/op: any"), Decision::Passed);
    assert_eq!(decision(&bytes(16.0), &bytes(0.0), "B/op: any"), Decision::Passed);
}

#[test]
fn any_looks_at_the_samples_where_the_medians_are_equal() {
    // Half of the runs allocate once more, so the median may not change.
    let old = lines("A", "allocs/op", &[2.0; 20]);
    let half: Vec<f64> = (0..20).map(|i| if i < 9 { 3.0 } else { 2.0 }).collect();
    let new = lines("A", "allocs/op", &half);
    assert_eq!(decision(&old, &new, "allocs/op: any"), Decision::Failed);
    assert_eq!(decision(&old, &new, "allocs/op: +1%"), Decision::Passed);
}

#[test]
fn small_changes_within_the_margin_still_count_for_any() {
    let allocs = |value: f64| lines("A", "allocs/op", &[value; 6]);
    assert_eq!(decision(&allocs(1000.0), &allocs(1001.0), "allocs/op: any"), Decision::Failed);
    let exact = "Unit size assume=exact better=lower\n";
    let size = |value: f64| exact.to_owned() + &lines("A", "size", &[value]);
    assert_eq!(decision(&size(1000.0), &size(1001.0), "size: any"), Decision::Failed);
    assert_eq!(decision(&size(1000.0), &size(1000.0), "size: any"), Decision::Passed);
}

#[test]
fn too_few_runs_do_not_pass_what_looks_worse() {
    let (old, new) = (time(&[100.0, 101.0]), time(&[150.0, 151.0]));
    assert_eq!(decision(&old, &new, "sec/op: +5%"), Decision::TooFewRuns);
    assert_eq!(decision(&new, &old, "sec/op: +5%"), Decision::Passed);
    assert_eq!(decision(&old, &new, "sec/op: +60%"), Decision::Passed);
    assert_eq!(decision(&old, &new, "sec/op: +5% median-only"), Decision::Failed);
    let few = outcome(&new, &old, "sec/op: +5% n>=6");
    assert_eq!((few.status, few.count(Decision::TooFewRuns)), (GateStatus::Undecided, 1));
}

#[test]
fn proof_is_demanded_by_a_word() {
    let (old, same) = (time(&around(100.0)), time(&around(100.05)));
    assert_eq!(decision(&old, &same, "sec/op: +5% proven"), Decision::Passed);
    assert_eq!(decision(&old, &same, "sec/op: +0.5% proven"), Decision::NotProven);
    // Without a number, the limit is the margin, 2%.
    assert_eq!(decision(&old, &same, "sec/op: any proven"), Decision::Passed);
    let near = time(&around(100.9));
    assert_eq!(decision(&old, &near, "sec/op: any proven"), Decision::NotProven);
    assert_eq!(
        decision(&time(&[100.0; 6]), &time(&[100.0; 6]), "sec/op: any proven"),
        Decision::Passed
    );
    let (better, worse) = (time(&around(90.0)), time(&around(103.0)));
    assert_eq!(decision(&old, &better, "sec/op: any proven"), Decision::Passed);
    assert_eq!(decision(&old, &worse, "sec/op: +2% proven"), Decision::Failed);
    assert_eq!(decision(&old, &worse, "sec/op: +3.5% proven"), Decision::NotProven);
    let rate = |center: f64| lines("A", "MB/s", &around(center));
    assert_eq!(decision(&rate(100.0), &rate(99.9), "B/s: +5% proven"), Decision::Passed);
    assert_eq!(decision(&rate(100.0), &rate(97.0), "B/s: +4% proven"), Decision::NotProven);
}

#[test]
fn a_rule_that_only_reports_never_fails() {
    let (old, worse) = (time(&around(100.0)), time(&around(150.0)));
    let told = outcome(&old, &worse, "sec/op: +5% warn");
    assert_eq!(told.results[0].decision, Decision::Warned);
    assert_eq!(told.status, GateStatus::Passed);
    let none = outcome(&old, "", "sec/op: warn");
    assert_eq!(none.status, GateStatus::Undecided);
}

#[test]
fn adjusted_p_decides_where_p_is_adjusted() {
    let base = [100.0, 101.0, 102.0, 103.0, 104.0, 105.0];
    let mut old = time(&base);
    let mut new = time(&[103.5, 104.5, 105.5, 106.5, 107.5, 108.5]);
    for i in 0..20 {
        old += &lines(&format!("B{i}"), "ns/op", &base);
        new += &lines(&format!("B{i}"), "ns/op", &base);
    }
    let failed = |adjust| {
        let analysis = Some(AnalysisQuery::default().adjust(adjust));
        let query = Query::default().analysis(analysis);
        let report = report(&old, &new, Gate::parse("sec/op: +1%").unwrap(), &query);
        report.gate().unwrap().count(Decision::Failed)
    };
    assert_eq!((failed(Adjustment::None), failed(Adjustment::Holm)), (1, 0));
}

#[test]
fn what_was_decided_can_be_read() {
    let (old, worse) = (time(&[100.0; 6]), time(&[110.0; 6]));
    let outcome = outcome(&old, &worse, "sec/op: +5%");
    let result = &outcome.results[0];
    assert!((result.worse_by - 1e-8).abs() < 1e-20 && (result.allowed - 5e-9).abs() < 1e-20);
    assert!((result.worse_fraction - 0.1).abs() < 1e-12 && !result.is_floor);
    assert_eq!((outcome.rules[0].matched, &outcome.rules[0].source.flag_text()[..]), (1, "-gate"));
}

#[test]
fn one_slow_run_against_many_fails() {
    let old: Vec<f64> = (0..60).map(|i| 100.0 + f64::from(i)).collect();
    for tie in [false, true] {
        let mut old = old.clone();
        if tie {
            old[1] = old[0];
        }
        let (old, slow) = (time(&old), time(&[1000.0]));
        let found = outcome(&old, &slow, "sec/op: +5%");
        let result = &found.results[0];
        assert_eq!((found.status, result.decision), (GateStatus::Failed, Decision::Failed));
        // Among the other runs, it is an ordinary run, but one run shows no noise. Against twenty runs, no single run can be
        // slow enough.
        assert_eq!(decision(&old, &time(&[130.5]), "sec/op: +0%"), Decision::TooFewRuns);
    }
    let few = time(&old[..20]);
    let found = outcome(&few, &time(&[1000.0]), "sec/op: +5%");
    assert_eq!(found.results[0].decision, Decision::TooFewRuns);
    assert_eq!(found.results[0].runs_needed, Some(4));
}

#[test]
fn a_p_at_the_level_is_significant() {
    let (old, new) = (time(&[100.0, 101.0, 102.0]), time(&[200.0, 201.0, 202.0]));
    let decide = |alpha: f64, rules: &str| {
        let query = Query::default().alpha(alpha);
        let found = report(&old, &new, Gate::parse(rules).unwrap(), &query).into_gate().unwrap();
        (found.results[0].decision, found.results[0].runs_needed)
    };
    for rules in ["sec/op: +5%", "sec/op: any"] {
        assert_eq!(decide(0.1, rules), (Decision::Failed, None), "{rules}");
        assert_eq!(decide(0.0999, rules), (Decision::TooFewRuns, Some(4)), "{rules}");
    }
    let query = Query::default().alpha(0.1).analysed();
    let found = report(&old, &new, Gate::parse("sec/op: any").unwrap(), &query);
    let comparison = found.report().comparisons().next().unwrap().comparison;
    assert_eq!(comparison.outcome, benchlens_core::table::Outcome::Regressed);
}

#[test]
fn proof_is_within_reach_of_three_runs_at_a_level_of_a_tenth() {
    let (old, new) = (time(&[100.0, 101.0, 102.0]), time(&[100.1, 100.9, 102.1]));
    let query = Query::default().alpha(0.1);
    let gate = Gate::parse("sec/op: +5% proven").unwrap();
    let found = report(&old, &new, gate, &query).into_gate().unwrap();
    assert_eq!(found.results[0].decision, Decision::Passed);
}
