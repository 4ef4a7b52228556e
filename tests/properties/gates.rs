//! Rules that are nearly right, in the forms of the flag and of a file.

use proptest::prelude::*;

use crate::queries;

const TERMS: [&str; 18] = [
    "any", "+5%", "5%", "+20ns", "+16B", "1", "proven", "untested", "report", "optional", "n>=6",
    "-5%", "+%", "+1e400%", "n>=0", "µ", "+5µs", "+.5%",
];

const SETTINGS: [&str; 16] = [
    "missing = \"fail\"",
    "new = \"ignore\"",
    "new = 3",
    "agree = [\"cpu\", \"/n\"]",
    "agree = [\".config\"]",
    "runs = 6",
    "runs = -1",
    "proof = true",
    "significant = false",
    "floors = \"noise.toml\"",
    "floors = false",
    "report-only = true",
    "optional = true",
    "[rule",
    "version = 1",
    "[floor.a.\"sec/op\"]\nA = \"3%\"\nB = 0.5",
];

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
    let rules = prop::collection::vec(rule, 0..3);
    (settings(), rules).prop_map(|(settings, rules)| format!("{settings}\n{}", rules.concat()))
}

/// Many of them are understood.
pub(crate) fn text() -> impl Strategy<Value = String> {
    prop_oneof![inline().boxed(), file().boxed()]
}
