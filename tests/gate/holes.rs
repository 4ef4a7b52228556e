//! Tests inputs that must not pass: values that are not finite, tests that cannot become significant, logs that
//! contain rules for themselves, rows with different configurations.

use crate::gate::{around, decision, errors, lines, outcome, report};
use benchlens_core::gate::{Decision, Gate, GateStatus};
use benchlens_core::query::{AnalysisQuery, Query};
use benchlens_core::stats::Adjustment;

/// A description, the old and the new values, the rule, and its decision.
type Row = (&'static str, Vec<f64>, Vec<f64>, &'static str, Decision);

#[test]
fn infinite_values_never_pass() {
    let inf = f64::INFINITY;
    let many = |count: usize, value: f64| {
        let mut values = around(100.0);
        values[10 - count..].fill(value);
        values
    };
    let finite = around(100.0);
    let table: [Row; 15] = [
        ("ns/op", finite.clone(), many(10, inf), "+5%", Decision::Failed),
        ("ns/op", finite.clone(), many(9, inf), "+5%", Decision::Failed),
        ("ns/op", finite.clone(), many(5, inf), "+5%", Decision::NotFinite),
        ("ns/op", finite.clone(), many(1, inf), "+5%", Decision::NotFinite),
        ("ns/op", finite.clone(), many(10, inf), "any", Decision::Failed),
        ("ns/op", finite.clone(), many(1, inf), "any", Decision::NotFinite),
        ("ns/op", finite.clone(), many(5, inf), "+5% median-only", Decision::Failed),
        ("ns/op", finite.clone(), many(5, inf), "+5% proven", Decision::NotFinite),
        ("ns/op", many(10, inf), finite.clone(), "+5%", Decision::NotFinite),
        ("ns/op", many(1, inf), finite.clone(), "+0%", Decision::NotFinite),
        ("ns/op", many(10, inf), many(10, inf), "+5%", Decision::NotFinite),
        ("ns/op", many(10, inf), many(10, -inf), "any proven", Decision::NotFinite),
        ("MB/s", finite.clone(), many(10, 1e308), "+5%", Decision::NotFinite),
        ("MB/s", many(10, 1e308), finite.clone(), "+5%", Decision::Failed),
        ("MB/s", many(10, 1e308), many(10, 1e308), "+5% median-only", Decision::NotFinite),
    ];
    for (unit, old, new, limit, want) in table {
        let written = |values: &[f64]| lines("A", unit, values).replace("inf", "Inf");
        let found = decision(&written(&old), &written(&new), &format!("*: {limit}"));
        assert_eq!(found, want, "{old:?} {new:?} {limit}");
        if want == Decision::NotFinite {
            let outcome = outcome(&written(&old), &written(&new), &format!("*: {limit}"));
            assert_eq!(outcome.status, GateStatus::Undecided, "{limit}");
            let told = format!("*: {limit} warn");
            assert_eq!(decision(&written(&old), &written(&new), &told), Decision::Warned);
        }
    }
    let exact = |values: &[f64]| {
        let log = lines("A", "size", values).replace("inf", "Inf");
        "Unit size assume=exact better=lower\n".to_owned() + &log
    };
    assert_eq!(decision(&exact(&[inf]), &exact(&[1.0]), "size: any"), Decision::NotFinite);
    assert_eq!(decision(&exact(&[inf]), &exact(&[inf]), "size: any"), Decision::NotFinite);
    assert_eq!(decision(&exact(&[1.0]), &exact(&[inf]), "size: any"), Decision::Failed);
}

/// Returns the decisions of a gate about benchmarks with an old and a new time each.
fn adjusted(adjust: Adjustment, runs: usize, times: &[(f64, f64)]) -> (GateStatus, Vec<Decision>) {
    let log = |side: fn(&(f64, f64)) -> f64| {
        let one = |(i, times): (usize, &(f64, f64))| {
            lines(&format!("B{i}"), "ns/op", &around(side(times))[..runs])
        };
        times.iter().enumerate().map(one).collect::<String>()
    };
    let analysis = Some(AnalysisQuery::default().adjust(adjust));
    let query = Query::default().analysis(analysis);
    let gate = Gate::parse("sec/op: +5%").unwrap();
    let gate =
        report(&log(|times| times.0), &log(|times| times.1), gate, &query).into_gate().unwrap();
    (gate.status, gate.results.iter().map(|result| result.decision).collect())
}

#[test]
fn runs_that_are_too_few_after_adjustment_do_not_pass() {
    let too_few = |count| (GateStatus::Undecided, vec![Decision::TooFewRuns; count]);
    let slower = [(100.0, 1000.0); 10];
    assert_eq!(adjusted(Adjustment::Holm, 4, &slower), too_few(10));
    assert_eq!(adjusted(Adjustment::By, 4, &slower), too_few(10));
    assert_eq!(adjusted(Adjustment::Bh, 4, &slower).0, GateStatus::Failed);
    assert_eq!(adjusted(Adjustment::None, 4, &slower).0, GateStatus::Failed);
    let mut one = [(100.0, 100.0); 10];
    one[3].1 = 1000.0;
    let (status, decisions) = adjusted(Adjustment::Bh, 4, &one);
    assert_eq!((status, decisions[3]), (GateStatus::Undecided, Decision::TooFewRuns));
    assert_eq!(adjusted(Adjustment::Holm, 6, &[(100.0, 1000.0); 40]), too_few(40));
    assert_eq!(adjusted(Adjustment::Holm, 6, &[(100.0, 1000.0); 20]).0, GateStatus::Failed);
}

#[test]
fn the_log_that_is_judged_does_not_say_which_way_is_better() {
    let (fast, slow) = (lines("A", "ns/op", &around(100.0)), lines("A", "ns/op", &around(900.0)));
    let higher = |log: &str| format!("Unit ns/op better=higher\n{log}");
    let found = outcome(&fast, &higher(&slow), "sec/op: +5%");
    assert_eq!(found.status, GateStatus::Failed);
    let message = found.errors[0].error.to_string();
    assert!(message.contains("the gate uses lower"), "{message}");
    // The baseline's directions count, even if the other side contradicts them.
    assert_eq!(outcome(&higher(&fast), &slow, "sec/op: +5%").status, GateStatus::Passed);
    let both = outcome(&higher(&fast), &higher(&slow), "sec/op: +5%");
    assert_eq!((both.status, both.errors.len()), (GateStatus::Passed, 0));
    let lower = format!("Unit ns/op better=lower\n{fast}");
    assert_eq!(outcome(&lower, &higher(&slow), "sec/op: +5%").status, GateStatus::Failed);
    // A unit without a direction gets none from the new side.
    let (old, new) = (lines("A", "x", &around(9.0)), lines("A", "x", &around(1.0)));
    let found = errors(&old, &format!("Unit x better=lower\n{new}"), "x: any");
    assert!(found.iter().any(|(status, _)| *status == GateStatus::Invalid), "{found:?}");
    let said = format!("Unit x better=higher\n{old}");
    assert_eq!(outcome(&said, &new, "x: any").status, GateStatus::Failed);
    let analysis = AnalysisQuery::default().better(["x=lower"]);
    let query = Query::default().analysis(analysis);
    let given = report(&said, &new, Gate::parse("x: any").unwrap(), &query).into_gate().unwrap();
    assert_eq!((given.status, given.errors.len()), (GateStatus::Passed, 0));
}

#[test]
fn what_only_the_new_side_calls_exact_is_not_decided() {
    let time = |values: &[f64]| lines("A", "ns/op", values);
    let exact = |values: &[f64]| "Unit ns/op assume=exact\n".to_owned() + &time(values);
    let (same, varies) = ([1000.0; 6], [1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 9000.0]);
    let found = outcome(&time(&same), &exact(&varies), "sec/op: any");
    assert_eq!(found.status, GateStatus::Undecided);
    let message = found.errors[0].error.to_string();
    assert!(message.contains("Unit sec/op assume=exact"), "{message}");
    let check = |old: &[f64], new: &[f64], limit: &str, want: Decision| {
        assert_eq!(decision(&exact(old), &exact(new), &format!("sec/op: {limit}")), want);
    };
    check(&same, &varies, "any", Decision::Failed);
    check(&same, &varies, "+5%", Decision::Failed);
    check(&same, &varies, "+900%", Decision::Passed);
    check(&varies, &same, "any", Decision::Passed);
    check(&varies, &varies, "any", Decision::Passed);
    check(&same, &same, "any proven", Decision::Passed);
    check(&same, &varies, "+900% proven", Decision::Passed);
}

#[test]
fn rows_that_configuration_keeps_apart_do_not_pass() {
    let time = |name: &str, center: f64| lines(name, "ns/op", &around(center));
    let old = format!("pkg: a\n{}pkg: b\n{}", time("A", 100.0), time("A", 100.0));
    let new = |between: &str| {
        format!("pkg: a\n{}{between}\npkg: b\n{}", time("A", 100.0), time("A", 900.0))
    };
    for between in ["warning: x", "cpu: y", "note: "] {
        for rules in ["sec/op: +5%", "*: any; missing: ignore; new: ignore"] {
            let found = outcome(&old, &new(between), rules);
            let is_mismatch = between != "note: ";
            let want = if is_mismatch { GateStatus::Undecided } else { GateStatus::Failed };
            assert_eq!(found.status, want, "{between} {rules}");
            assert_eq!(found.count(Decision::Mismatch), usize::from(is_mismatch), "{between}");
            assert_eq!(
                found.count(Decision::MissingAllowed) + found.count(Decision::NewAllowed),
                0
            );
        }
    }
    let allowed = outcome(&old, &new("warning: x"), "sec/op: +5%; mismatch: allow");
    assert_eq!((allowed.status, allowed.count(Decision::MismatchAllowed)), (GateStatus::Passed, 1));
    let told = outcome(&old, &new("warning: x"), "sec/op: +5% warn");
    assert_eq!((told.status, told.count(Decision::MismatchAllowed)), (GateStatus::Passed, 1));
    // A rule for other benchmarks does not apply to it.
    let other = outcome(&old, &new("warning: x"), "pkg:a: +5%");
    assert_eq!((other.status, other.count(Decision::Mismatch)), (GateStatus::Passed, 0));
}

#[test]
fn packages_may_have_benchmarks_of_one_name() {
    let pkg = |name: &str| format!("pkg: {name}\n{}", lines("A", "ns/op", &around(100.0)));
    let check = |old: &[&str], new: &[&str], apart: usize| {
        let log = |names: &[&str]| names.iter().map(|name| pkg(name)).collect::<String>();
        let found = outcome(&log(old), &log(new), "sec/op: +5%");
        assert_eq!(found.count(Decision::Mismatch), apart, "{old:?} {new:?}");
    };
    check(&["a", "b"], &["a", "c"], 0);
    check(&["a"], &["a", "c"], 0);
    // No row has both sides: the package may have another path now.
    check(&["a"], &["a2"], 1);
}

#[test]
fn tables_of_one_side_are_missing_or_new() {
    let pkg = |name: &str, log: &str| format!("pkg: {name}\n{log}");
    let (a, b) = (lines("A", "ns/op", &around(100.0)), lines("B", "ns/op", &around(100.0)));
    let (small, large) = (pkg("p", &a), pkg("p", &a) + &pkg("q", &b));
    let check = |old: &str, new: &str, rules: &str, status, want: Decision| {
        let found = outcome(old, new, rules);
        assert_eq!((found.status, found.count(want)), (status, 1), "{rules}");
    };
    use GateStatus::{Passed, Undecided};
    check(&large, &small, "*: any", Passed, Decision::MissingAllowed);
    check(&small, &large, "*: any", Passed, Decision::NewAllowed);
    check(&large, &small, "*: any; missing: fail", Undecided, Decision::Missing);
    check(&small, &large, "*: any; new: fail", Undecided, Decision::New);
    let silent = outcome(&large, &small, "*: any; missing: ignore");
    assert_eq!((silent.status, silent.results.len()), (Passed, 1));
    // A unit that exists on only one side is also a separate table.
    let with = a.replace(" ns/op", " ns/op 5 B/op");
    check(&with, &a, "*: any; missing: fail", Undecided, Decision::Missing);
}

#[test]
fn a_run_that_failed_does_not_pass() {
    let good = lines("A", "ns/op", &around(100.0)) + &lines("B", "ns/op", &around(100.0));
    let check = |log: &str, failed: &[&str]| {
        for (old, new) in [(&good[..], log), (log, &good[..])] {
            let found = errors(old, new, "sec/op: +5%");
            let statuses: Vec<GateStatus> = found.iter().map(|(status, _)| *status).collect();
            assert_eq!(statuses, vec![GateStatus::Undecided; failed.len()], "{log} {found:?}");
            for ((_, message), name) in found.iter().zip(failed) {
                assert!(message.contains(name), "{message}");
            }
            assert_eq!(errors(old, new, "sec/op: +5%; failed: allow"), []);
        }
    };
    check(&format!("{good}FAIL\nexit status 2\nFAIL\tex/p\t0.5s\nFAIL\n"), &["ex/p failed"]);
    check(
        &format!("{good}--- FAIL: BenchmarkC\n    x_test.go:3: no\nFAIL\n"),
        &["BenchmarkC failed"],
    );
    check(&format!("{good}BenchmarkC-8 \t--- FAIL: BenchmarkC\n"), &["BenchmarkC failed"]);
    check(&format!("{good}panic: no\r\n\r\nFAIL\r\nFAIL\r\n"), &["a failure"]);
    check(&format!("{good}FAIL"), &["a failure"]);
    check(&format!("FAIL\ta\t1s\n{good}FAIL\tb [build failed]\n"), &["a failed", "b failed"]);
    // Ordinary text, bare names and the output of benchmarks are not failures.
    let text = "a FAIL here\nFAILED\n FAIL\nFAIL: x\n--- BENCH: BenchmarkA-8\nBenchmarkC\n--- FAIL: TestX (0.1s)\nPASS\n";
    check(&format!("{text}{good}{text}"), &[]);
}

#[test]
fn a_failure_does_not_hide_a_regression() {
    let (good, bad) = (lines("A", "ns/op", &around(100.0)), lines("A", "ns/op", &around(150.0)));
    assert_eq!(outcome(&good, &format!("{bad}FAIL\n"), "sec/op: +5%").status, GateStatus::Failed);
    let file = "failed = \"allow\"\n[[rule]]\nmatch = \"*\"\nlimit = \"+5%\"\n";
    let gate = |text: &str| Gate::read_file("g.toml", text).unwrap();
    let status = |gate| {
        report(&good, &format!("{good}FAIL\n"), gate, &Query::default()).gate().unwrap().status
    };
    assert_eq!(status(gate(file)), GateStatus::Passed);
    assert_eq!(status(gate(&file.replace("allow", "fail"))), GateStatus::Undecided);
    assert!(Gate::read_file("g.toml", &file.replace("allow", "warn")).is_err());
    assert!(Gate::parse("sec/op: any; failed: warn").is_err());
}
