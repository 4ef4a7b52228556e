//! Rows whose runs are not interleaved.

use crate::gate::{around, lines, turned};
use benchlens_core::base::Sentence;
use benchlens_core::gate::{Decision, Gate, GateStatus};
use benchlens_core::query::{Query, run};
use benchlens_core::render::{gate_messages, github_annotations};
use benchlens_core::store::{Input, Store};
use benchlens_core::table::Outcome;
use benchlens_core::{Answer, Report};

/// Returns the log of two benchmarks, with runs one after the other or in rounds.
fn log(unit: &str, values: [&[f64]; 2], is_in_rounds: bool) -> String {
    let all = ["A", "B/n=1-8"].map(ToOwned::to_owned);
    let both = [lines(&all[0], unit, values[0]), lines(&all[1], unit, values[1])];
    if !is_in_rounds {
        return both.concat();
    }
    let rounds = both[0].lines().zip(both[1].lines());
    rounds.map(|(a, b)| format!("{a}\n{b}\n")).collect()
}

fn store(old: &str, new: &str) -> Store {
    let new = turned(new);
    let input = |label: &'static str, bytes| Input::new(label.as_bytes(), bytes);
    Store::read([input("old", old.as_bytes()), input("new", new.as_bytes())])
}

fn answer(store: &Store, rules: &str) -> Answer {
    let gate = Gate::parse(rules).unwrap();
    Query::default().analysed().compile().unwrap().with_gate(gate).run(store).unwrap()
}

fn outcomes(report: &Report) -> Vec<Outcome> {
    let rows = report.tables.iter().flat_map(|table| &table.rows);
    rows.flat_map(|row| &row.comparisons).map(|comparison| comparison.outcome).collect()
}

/// Returns the status and the decisions of a gate.
fn judged(store: &Store, rules: &str) -> (GateStatus, Vec<Decision>) {
    let gate = answer(store, rules).into_gate().unwrap();
    (gate.status, gate.results.iter().map(|result| result.decision).collect())
}

/// One benchmark rises by a half, and the other falls by a fifth.
fn moved(unit: &str, is_in_rounds: bool) -> Store {
    let old = log(unit, [&around(100.0), &around(100.0)], is_in_rounds);
    store(&old, &log(unit, [&around(150.0), &around(80.0)], is_in_rounds))
}

#[test]
fn sequential_differences_are_undecided() {
    use Decision::{Failed, Passed, Sequential};
    let sequential = moved("ns/op", false);
    let passed = |rules| judged(&sequential, rules);
    // A row within its limit passes, as in any other log.
    for rules in ["sec/op: +5%", "sec/op: any", "sec/op: +5% proven", "sec/op: +5% median-only"] {
        assert_eq!(passed(rules), (GateStatus::Undecided, vec![Sequential, Passed]), "{rules}");
    }
    assert_eq!(passed("sec/op: +90%"), (GateStatus::Passed, vec![Passed; 2]));
    assert_eq!(passed("sec/op: +49% proven"), (GateStatus::Undecided, vec![Sequential, Passed]));
    assert_eq!(passed("geomean sec/op: +5%"), (GateStatus::Undecided, vec![Sequential]));
    assert_eq!(passed("sec/op: +5%; order: any"), (GateStatus::Failed, vec![Failed, Passed]));
    let warned = passed("sec/op: +5% warn");
    assert_eq!(warned, (GateStatus::Passed, vec![Decision::Warned, Passed]));
    let rounds = moved("ns/op", true);
    assert_eq!(judged(&rounds, "sec/op: +5%"), (GateStatus::Failed, vec![Failed, Passed]));
    let any = judged(&rounds, "sec/op: +5%; order: any");
    assert_eq!(any, (GateStatus::Failed, vec![Failed, Passed]));
    assert_eq!(judged(&rounds, "geomean sec/op: +5%"), (GateStatus::Failed, vec![Failed]));
}

#[test]
fn a_note_names_the_command() {
    let told = |store: &Store, rules: &str| {
        let messages = gate_messages(&answer(store, rules), 9);
        messages.iter().map(Sentence::flag_text).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(
        told(&moved("ns/op", false), "sec/op: +5%"),
        "1 comparison is undecided: the runs are not interleaved, so the machine can be the reason; add order: \
         any, or measure again: benchlens run old=./old.test new=./new.test -- -test.run '^$' -test.bench \
         '^Benchmark(A)$'\n\
         gate undecided: 1 sequential, 1 passed, by sec/op: +5% (-gate)\n  \
         sequential: A sec/op 100.0n → 150.0n, est. +50.00% [+47.76%, +52.28%] (p<0.001 n=10)"
    );
    let annotations = github_annotations(&answer(&moved("ns/op", false), "sec/op: +5%"), 9);
    assert!(annotations.starts_with(b"::error title=Runs not interleaved::sequential: A sec/op"));
}

#[test]
fn outcomes_are_hedged_once_for_all_outputs() {
    use Outcome::{Changed, Differs, Improved, Regressed};
    let sequential = moved("ns/op", false);
    assert_eq!(outcomes(run(&sequential, &Query::default()).unwrap().report()), [Differs; 2]);
    assert_eq!(
        outcomes(run(&sequential, &Query::default().analysed()).unwrap().report()),
        [Differs; 2]
    );
    assert_eq!(outcomes(answer(&sequential, "sec/op: +5%").report()), [Differs; 2]);
    assert_eq!(
        outcomes(answer(&sequential, "sec/op: +5%; order: any").report()),
        [Regressed, Improved]
    );
    let rounds = moved("ns/op", true);
    assert_eq!(outcomes(run(&rounds, &Query::default()).unwrap().report()), [Regressed, Improved]);
    // No better direction is known.
    assert_eq!(
        outcomes(run(&moved("apples", false), &Query::default()).unwrap().report()),
        [Differs; 2]
    );
    assert_eq!(
        outcomes(run(&moved("apples", true), &Query::default()).unwrap().report()),
        [Changed; 2]
    );
}

#[test]
fn values_that_the_machine_cannot_change_keep_their_outcomes() {
    use Outcome::{Differs, Improved, Regressed};
    let of = |unit: &str, old: [&[f64]; 2], new: [&[f64]; 2], head: &str| {
        let log = |values| format!("{head}{}", log(unit, values, false));
        let store = store(&log(old), &log(new));
        let outcomes = outcomes(run(&store, &Query::default()).unwrap().report());
        (outcomes, judged(&store, &format!("{unit}: any")).1)
    };
    let (few, many) = (&[10.0; 10][..], &[20.0; 10][..]);
    // One run of ten has another value.
    let mut varying = [20.0; 10];
    varying[3] = 21.0;
    let decided = (vec![Regressed, Improved], vec![Decision::Failed, Decision::Passed]);
    let hedged = (vec![Differs, Improved], vec![Decision::Sequential, Decision::Passed]);
    assert_eq!(of("sec/op", [few, many], [many, few], ""), decided);
    assert_eq!(of("sec/op", [few, many], [&varying, few], ""), hedged);
    for unit in ["B/op", "allocs/op", "bytes/msg", "instructions/op"] {
        let better = format!("Unit {unit} better=lower\n");
        assert_eq!(of(unit, [few, many], [&varying, few], &better), decided, "{unit}");
    }
    assert_eq!(of("peak-B/op", [few, many], [&varying, few], ""), hedged);
    for head in ["Unit sec/op assume=exact\n", "Unit sec/op order=any\n"] {
        assert_eq!(of("sec/op", [few, many], [&varying, few], head), decided, "{head}");
    }
}

#[test]
fn a_date_accepts_what_differs_and_a_percentage_does_not() {
    let sequential = moved("ns/op", false);
    let with = |until: &str| {
        let file = format!(
            "[[rule]]\nmatch = '*'\nlimit = '+5%'\n[[accept]]\nmatch = '*'\nreason = 'r'\nuntil = '{until}'\n"
        );
        let gate = Gate::read_file("g.toml", &file).unwrap();
        let gate = gate.with_today(benchlens_core::gate::Date::parse("2027-03-01").unwrap());
        let plan = Query::default().compile().unwrap().with_gate(gate);
        plan.run(&sequential).unwrap().gate().unwrap().status
    };
    assert_eq!(with("2027-06-30"), GateStatus::Passed);
    assert_eq!(with("+90%"), GateStatus::Undecided);
    assert_eq!(with("2027-02-01"), GateStatus::Undecided);
}

#[test]
fn single_runs_are_judged_as_before() {
    let one = store("BenchmarkA 1 100 ns/op\n", "BenchmarkA 1 150 ns/op\n");
    assert_eq!(judged(&one, "sec/op: +5% median-only").0, GateStatus::Failed);
}
