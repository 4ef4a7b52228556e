//! Tests accepted regressions.

use crate::gate::{around, lines, report};
use benchlens_core::Answer;
use benchlens_core::gate::{Date, Decision, Gate, GateOutcome, GateStatus, Lapse};
use benchlens_core::query::Query;
use benchlens_core::render::{gate_messages, github_annotations, github_summary};

/// Returns one `[[accept]]` table in TOML.
fn accept(matched: &str, until: &str) -> String {
    format!("[[accept]]\nmatch = '{matched}'\nreason = 'known, see issue 7'\nuntil = '{until}'\n")
}

/// Returns a rule file with one rule, as of March 1.
fn gate(rule: &str, accepts: &[String]) -> Gate {
    let (head, limit) = rule.rsplit_once(": ").unwrap();
    let text = format!("[[rule]]\nmatch = '{head}'\nlimit = '{limit}'\n{}", accepts.concat());
    let today = Date::parse("2027-03-01").unwrap();
    Gate::read_file("g.toml", &text).unwrap().with_today(today)
}

fn found(old: &str, new: &str, rule: &str, accepts: &[String]) -> Answer {
    report(old, new, gate(rule, accepts), &Query::default())
}

fn outcome(old: &str, new: &str, rule: &str, accepts: &[String]) -> GateOutcome {
    found(old, new, rule, accepts).into_gate().unwrap()
}

/// Returns the notes: errors that do not change the result.
fn notes(outcome: &GateOutcome) -> Vec<String> {
    let notes = outcome.errors.iter().filter(|error| error.status == GateStatus::Passed);
    notes.map(|note| note.error.to_string()).collect()
}

fn time(center: f64) -> String {
    lines("A", "ns/op", &around(center))
}

#[test]
fn a_regression_is_accepted_until_its_end() {
    let check = |unit: &str, new: f64, rule: &str, until: &str, want: Result<(), Option<Lapse>>| {
        let [old, new] = [100.0, new].map(|center| lines("A", unit, &around(center)));
        let found = outcome(&old, &new, rule, &[accept("*", until)]);
        let result = &found.results[0];
        let told = result.acceptance.map(|acceptance| acceptance.lapse);
        let got = match result.decision {
            Decision::Accepted => Ok(()),
            Decision::Failed => Err(told.flatten()),
            other => panic!("{other:?}"),
        };
        assert_eq!(got, want, "{unit} {new} {rule} {until}");
        let status = if got.is_ok() { GateStatus::Passed } else { GateStatus::Failed };
        assert_eq!((found.status, notes(&found)), (status, vec![]), "{unit} {new} {rule}");
        assert_eq!(found.accepts[0].accepted, u32::from(got.is_ok()));
    };
    let (date, share) = (Err(Some(Lapse::Date)), Err(Some(Lapse::Percentage)));
    for rule in ["*: +5%", "*: any", "*: +5% median-only", "*: +5% proven"] {
        check("ns/op", 110.0, rule, "2027-03-01", Ok(()));
        check("ns/op", 110.0, rule, "9999-12-31", Ok(()));
        check("ns/op", 110.0, rule, "2027-02-28", date);
        check("ns/op", 110.0, rule, "+13%", Ok(()));
        check("ns/op", 110.0, rule, "+9.9%", share);
        check("ns/op", 110.0, rule, "2027-03-01 +13%", Ok(()));
        check("ns/op", 110.0, rule, "2027-03-01 +9%", share);
        check("ns/op", 110.0, rule, "2027-02-28 +13%", date);
        check("ns/op", 110.0, rule, "2027-02-28 +9%", date);
        check("MB/s", 90.0, rule, "+13%", Ok(()));
        check("MB/s", 90.0, rule, "+9.9%", share);
    }
}

#[test]
fn nothing_else_is_hidden() {
    let both = |a: f64, b: f64| time(a) + &lines("B", "ns/op", &around(b));
    let accepts = [accept(".name:A", "+20%")];
    let found = outcome(&both(100.0, 100.0), &both(110.0, 110.0), "*: +5%", &accepts);
    assert_eq!(found.status, GateStatus::Failed);
    assert_eq!((found.count(Decision::Accepted), found.count(Decision::Failed)), (1, 1));
    // The adjustment of `any` includes accepted rows.
    let p = |accepts: &[String]| {
        let found = outcome(&both(100.0, 100.0), &both(110.0, 110.0), "*: any", accepts);
        found.results.iter().map(|result| result.adjusted_p).collect::<Vec<_>>()
    };
    assert_eq!(p(&accepts), p(&[]));
}

#[test]
fn only_being_worse_is_accepted() {
    let check = |old: &str, new: &str, rule: &str, want: Decision| {
        for until in ["9999-12-31", "+1000%"] {
            let found = outcome(old, new, rule, &[accept("*", until)]);
            let mut decisions = found.results.iter().map(|result| result.decision);
            assert!(decisions.any(|decision| decision == want), "{rule} {until}: {found:?}");
            assert_ne!(found.status, GateStatus::Passed, "{rule} {until}");
            assert_eq!(notes(&found), [""; 0], "{rule} {until}");
        }
    };
    let infinite = lines("A", "ns/op", &[f64::INFINITY; 10]);
    check(&time(100.0), &infinite, "*: +5%", Decision::Failed);
    check(&infinite, &infinite, "*: +5%", Decision::NotFinite);
    check(&time(100.0), &time(110.0), "*: +5% n>=11", Decision::TooFewRuns);
}

#[test]
fn rows_that_one_side_lacks_are_not_accepted() {
    let old = time(100.0) + &lines("B", "ns/op", &around(100.0));
    let text = "missing = 'fail'\n[[rule]]\nmatch = '*'\nlimit = '+5%'\n".to_owned()
        + &accept(".name:B", "9999-12-31");
    let gate = Gate::read_file("g.toml", &text).unwrap();
    let gate = gate.with_today(Date::parse("2027-03-01").unwrap());
    let found = report(&old, &time(100.0), gate, &Query::default()).into_gate().unwrap();
    assert_eq!(found.status, GateStatus::Undecided);
    assert!(notes(&found)[0].contains("no comparison that a rule decides matches"), "{found:?}");
}

#[test]
fn what_is_not_proven_and_what_has_too_few_runs_to_be_worse_is_as_if_the_limit_were_the_share() {
    let check = |old: &str, new: &str, rule: &str, until: &str, want: Decision| {
        let found = outcome(old, new, rule, &[accept("*", until)]);
        assert_eq!(found.results[0].decision, want, "{rule} {until}");
    };
    let (old, new) = (time(100.0), time(104.0));
    check(&old, &new, "*: +5% proven", "+1%", Decision::NotProven);
    check(&old, &new, "*: +5% proven", "+5.5%", Decision::NotProven);
    check(&old, &new, "*: +5% proven", "+9%", Decision::Accepted);
    check(&old, &new, "*: +5% proven", "2027-03-01", Decision::Accepted);
    check(&old, &new, "*: +5% proven", "2027-02-28", Decision::NotProven);
    let few = |center: f64| lines("A", "ns/op", &around(center)[3..6]);
    check(&few(100.0), &few(110.0), "*: +5%", "+9%", Decision::TooFewRuns);
    check(&few(100.0), &few(110.0), "*: +5%", "+13%", Decision::Accepted);
    check(&few(100.0), &few(110.0), "*: +5%", "2027-03-01", Decision::Accepted);
}

#[test]
fn from_zero_only_a_date_accepts() {
    let [old, new] = [0.0, 1.0].map(|value| lines("A", "allocs/op", &[value; 10]));
    let check = |until: &str, want: Decision| {
        let found = outcome(&old, &new, "*: any", &[accept("*", until)]);
        assert_eq!(found.results[0].decision, want, "{until}");
    };
    check("2027-03-01", Decision::Accepted);
    check("+1000%", Decision::Failed);
}

#[test]
fn the_last_that_matches_a_row_counts() {
    let check = |first: &str, last: &str, want: GateStatus| {
        let accepts = [accept("*", first), accept("sec/op", last)];
        assert_eq!(outcome(&time(100.0), &time(110.0), "*: +5%", &accepts).status, want);
    };
    check("+9%", "+13%", GateStatus::Passed);
    check("+13%", "+9%", GateStatus::Failed);
    check("2027-03-01", "2027-02-28", GateStatus::Failed);
}

#[test]
fn a_geometric_mean_is_accepted_by_its_own_name() {
    let (old, new) = (time(100.0), time(110.0));
    let check = |matched: &str, until: &str, want: GateStatus| {
        let accepts = [accept(matched, until)];
        let found = outcome(&old, &new, "geomean sec/op: +5%", &accepts);
        assert_eq!(found.status, want, "{matched} {until}");
        assert_eq!(notes(&found).is_empty(), matched != "sec/op", "{found:?}");
    };
    check("geomean sec/op", "+10.1%", GateStatus::Passed);
    check("geomean sec/op", "2027-03-01", GateStatus::Passed);
    check("geomean sec/op", "+9.9%", GateStatus::Failed);
    check("geomean sec/op", "2027-02-28", GateStatus::Failed);
    check("sec/op", "+20%", GateStatus::Failed);
    // Rows are accepted by their own rules.
    let found = outcome(&old, &new, "*: +5%", &[accept("geomean sec/op", "+20%")]);
    assert_eq!(found.status, GateStatus::Failed);
}

#[test]
fn what_accepts_nothing_any_more_is_told() {
    let check = |matched: &str, rule: &str, want: &str| {
        for until in ["2027-02-28", "9999-12-31", "+10%"] {
            let found = outcome(&time(100.0), &time(100.0), rule, &[accept(matched, until)]);
            assert_eq!(found.status, GateStatus::Passed, "{matched}");
            let [note] = &notes(&found)[..] else { panic!("{matched} {until}: {found:?}") };
            assert!(note.starts_with("g.toml:5: ") && note.contains(want), "{note}");
        }
    };
    check("*", "*: +5%", "no regression matches this entry any more");
    check("*", "*: any warn", "no regression matches this entry any more");
    check(".name:B", "*: +5%", "no comparison that a rule decides matches this");
    check("sec/opp", "*: +5%", "no result has the unit \"sec/opp\"; did you mean sec/op?");
    check("geomean sec/op", "*: +5%", "no comparison that a rule decides matches this");
}

#[test]
fn what_cannot_be_meant_is_an_error() {
    let found = outcome(
        &lines("A", "MB/s", &around(100.0)),
        &lines("A", "MB/s", &around(90.0)),
        "*: +5%",
        &[accept("*", "+100%")],
    );
    assert_eq!(found.status, GateStatus::Invalid);
    assert!(found.errors[0].error.to_string().contains("cannot drop by 100% or more"));
    // A row that merges two benchmarks, one of which is accepted.
    let old = time(100.0) + &lines("B", "ns/op", &around(100.0));
    let gate = gate("*: +5%", &[accept(".name:A", "+20%")]);
    let query = Query::default().row("/n");
    let found = report(&old, &old, gate, &query).into_gate().unwrap();
    assert_eq!(found.status, GateStatus::Invalid);
    assert!(found.errors[0].error.to_string().contains("matches only some of the results"));
}

#[test]
fn without_a_day_no_date_is_passed_over() {
    let read = |until: &str| {
        let text = "[[rule]]\nmatch = '*'\nlimit = '+5%'\n".to_owned() + &accept("*", until);
        let gate = Gate::read_file("g.toml", &text).unwrap();
        report(&time(100.0), &time(110.0), gate, &Query::default()).gate().unwrap().status
    };
    assert_eq!(read("9999-12-31"), GateStatus::Invalid);
    assert_eq!(read("+20% 9999-12-31"), GateStatus::Invalid);
    assert_eq!(read("+20%"), GateStatus::Passed);
}

#[test]
fn every_message_has_the_reason() {
    let told = |until: &str| {
        let found = found(&time(100.0), &time(110.0), "*: +5%", &[accept("*", until)]);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let message = gate_messages(&found, 10).pop().unwrap().to_string();
        assert!(text(github_summary(&found, 5000)).contains("known, see issue 7"));
        (message, text(github_annotations(&found, 10)))
    };
    let by = "n=10), ";
    let (message, annotations) = told("2027-03-01 +13%");
    assert!(message.starts_with(
        "gate passed: 1 accepted, by *: +5% (g.toml:2)\n  accepted: A sec/op 100.0n → 110.0n, est. +10.00%"
    ));
    assert!(
        message.ends_with(&format!("{by}until 2027-03-01 +13% (g.toml:5): known, see issue 7"))
    );
    assert_eq!(annotations, "");
    let (message, annotations) = told("2027-02-28");
    let end = "was accepted until 2027-02-28 (g.toml:5): known, see issue 7";
    assert!(message.ends_with(&format!("{by}{end}")), "{message}");
    assert!(annotations.trim_end().ends_with(end), "{annotations}");
    let (message, _) = told("+9%");
    let end = "is accepted only until +9% (g.toml:5): known, see issue 7";
    assert!(message.ends_with(&format!("{by}{end}")), "{message}");
}
