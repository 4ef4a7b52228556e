//! Rules that are nearly valid, in the forms of the flag and of a file.

use benchlens_core::gate::{Decision, Gate};
use benchlens_core::query::Query;
use benchlens_core::store::Input;
use benchlens_core::table::Outcome;
use proptest::prelude::*;

use crate::properties::{config, queries};

const TERMS: [&str; 18] = [
    "any",
    "+5%",
    "5%",
    "+20ns",
    "+16B",
    "1",
    "proven",
    "median-only",
    "warn",
    "optional",
    "n>=6",
    "-5%",
    "+%",
    "+1e400%",
    "n>=0",
    "µ",
    "+5µs",
    "+.5%",
];

const SETTINGS: [&str; 13] = [
    "missing = \"fail\"",
    "new = \"ignore\"",
    "new = 3",
    "agree = [\"cpu\", \"/n\"]",
    "agree = [\".config\"]",
    "terms = \"n>=6 proven\"",
    "terms = \"median-only +5%\"",
    "order = \"rounds\"",
    "floors = \"noise.toml\"",
    "floors = false",
    "[rule",
    "version = 1",
    "[floor.a.\"sec/op\"]\nA = \"3%\"\nB = 0.5",
];

const UNTIL: [&str; 7] =
    ["2027-03-01", "2027-02-29", "+12%", "12", "9999-99-99", "+1e400%", "2027-03-01T00:00:00"];

fn limit() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&TERMS[..]), 0..4).prop_map(|all| all.join(" "))
}

fn head() -> impl Strategy<Value = String> {
    let units =
        prop::sample::select(vec!["sec/op", "ns/op", "widgets", "B/s", "*", "missing", "agree"]);
    prop_oneof![2 => units.prop_map(str::to_owned).boxed(), 1 => queries::filter().boxed()]
}

fn inline() -> impl Strategy<Value = String> {
    let rule = (head(), limit()).prop_map(|(head, limit)| format!("{head}: {limit}"));
    prop::collection::vec(rule, 0..4).prop_map(|rules| rules.join("; "))
}

fn file() -> impl Strategy<Value = String> {
    let settings = || {
        let settings = prop::collection::vec(prop::sample::select(&SETTINGS[..]), 0..3);
        settings.prop_map(|all| all.join("\n"))
    };
    let rule = (queries::filter(), limit(), settings()).prop_map(|(filter, limit, settings)| {
        format!("[[rule]]\nmatch = '{filter}'\nlimit = \"{limit}\"\n{settings}\n")
    });
    let until = prop::collection::vec(prop::sample::select(&UNTIL[..]), 0..3);
    let accept = (head(), until).prop_map(|(head, until)| {
        let until = until.join(" ");
        format!("[[accept]]\nmatch = '{head}'\nreason = 'r'\nuntil = \"{until}\"\n")
    });
    let tables = prop::collection::vec(prop_oneof![3 => rule, 1 => accept], 0..4);
    (settings(), tables).prop_map(|(settings, tables)| format!("{settings}\n{}", tables.concat()))
}

/// Returns rules, many of which are valid.
pub(crate) fn text() -> impl Strategy<Value = String> {
    prop_oneof![inline().boxed(), file().boxed()]
}

/// Returns six runs of each of some benchmarks, in units that are written and tidied.
fn runs(factors: &[u8]) -> String {
    let run = |i: usize, (n, factor): (usize, &u8)| {
        let time = (100.0 + i as f64) * f64::from(*factor);
        let memory = 64 * u32::from(*factor);
        let rate = 1e4 / time;
        format!("BenchmarkSort/n={n} 1 {time} ns/op {rate} MB/s {memory} B/op\n")
    };
    (0..6).flat_map(|i| factors.iter().enumerate().map(move |both| run(i, both))).collect()
}

fn unit_rule() -> impl Strategy<Value = String> {
    let filters = prop::sample::select(vec![
        "sec/op",
        "ns/op",
        "B/s",
        "-.unit:ns/op",
        "-.unit:sec/op",
        ".unit:(MB/s OR B/op)",
        ".unit:/sec|ns/",
        "-.unit:/B/",
        ".unit:ns/op /n:1",
        ".unit:B/op OR /n:0",
        "-(.unit:B/op /n:0)",
        "*",
    ]);
    (filters, prop::sample::select(vec!["+5%", "any", "+5% proven", "+20ns", "+5% median-only"]))
        .prop_map(|(filter, limit)| format!("{filter}: {limit}"))
}

proptest! {
    #![proptest_config(config(64))]

    /// Without an analysis, only comparisons with rules are analyzed.
    #[test]
    fn a_gate_decides_the_same_with_an_analysis_and_without(
        rules in prop::collection::vec(unit_rule(), 1..3),
        old in prop::collection::vec(1..4u8, 1..4),
        new in prop::collection::vec(1..4u8, 1..4),
    ) {
        let logs = [runs(&old), runs(&new)];
        let store = benchlens_core::Store::read(
            logs.iter().zip([b"old", b"new"]).map(|(log, label)| Input::new(label, log.as_bytes())),
        );
        let outcome = |query: Query| {
            let gate = Gate::parse(&rules.join("; ")).unwrap();
            query.compile().unwrap().with_gate(gate).run(&store).unwrap().into_gate()
        };
        prop_assert_eq!(outcome(Query::default().plain()), outcome(Query::default()));
    }

    /// For any rules, the results of a gate, an outcome and its numbers are consistent.
    #[test]
    fn gate_outcome_and_numbers_agree(
        limit in prop::sample::select(vec!["any", "+0.5%", "+1%", "+3%", "+1% median-only", "+2ns"]),
        old in prop::collection::vec(0..40u32, 6..14),
        new in prop::collection::vec(0..40u32, 6..14),
        groups in prop::sample::select(vec![0, 20, 300]),
        pair in any::<bool>(),
    ) {
        let log = |values: &[u32]| -> String {
            let time = |v: &u32| 1000 + v + if *v < 20 { 0 } else { groups };
            values.iter().map(|v| format!("BenchmarkA 1 {} ns/op\n", time(v))).collect()
        };
        let logs = [log(&old), log(&new)];
        let store = benchlens_core::Store::read(
            logs.iter().zip([b"old", b"new"]).map(|(log, label)| Input::new(label, log.as_bytes())),
        );
        let pair = if pair { "loose" } else { "none" }.to_owned();
        let plan = || Query::default().pair(pair.clone()).analysed().compile().unwrap();
        let gate = Gate::parse(&format!("sec/op: {limit}")).unwrap();
        let whole = plan().with_gate(gate.clone()).run(&store).unwrap();
        let lean = plan().without_equivalence_intervals().with_gate(gate).run(&store).unwrap();
        let [whole_row, lean_row] = [&whole, &lean].map(|r| &r.report().tables[0].rows[0].comparisons[0]);
        prop_assert_eq!(whole_row.outcome, lean_row.outcome);
        prop_assert_eq!(&whole.gate(), &lean.gate());
        let failed = whole.gate().unwrap().results[0].decision == Decision::Failed;
        prop_assert!(!failed || whole_row.outcome != Outcome::Unchanged);
        prop_assert!(!failed || limit.ends_with("median-only") || whole_row.outcome != Outcome::Improved);
        let (sides, effect) = (whole_row.sides().unwrap(), whole_row.effect().unwrap());
        if whole_row.outcome == Outcome::Unchanged {
            let shift = effect.shift.unwrap();
            let narrow = effect.equivalence_interval.unwrap();
            let medians = sides.center / sides.base_center;
            for ratio in [medians, shift.estimate, narrow.lo, narrow.hi] {
                prop_assert!((1.0 / 1.02..=1.02).contains(&ratio), "{}", ratio);
            }
        }
    }
}
