//! Several causes at once: the answer is the first of 2, 1, 4, 5.

use crate::gate::{around, lines, outcome};
use benchlens_core::gate::GateStatus::{self, Failed, Inconclusive, Invalid, Passed, Undecided};

/// A log with a benchmark for each trouble.
fn log(failing: f64, with_third: bool) -> String {
    let third = if with_third { lines("Third", "ns/op", &around(100.0)) } else { String::new() };
    lines("Failing", "ns/op", &around(failing))
        + &lines("Unproven", "ns/op", &around(100.0))
        + &third
}

#[test]
fn the_weightiest_cause_is_the_answer() {
    let (old, worse) = (log(100.0, true), log(150.0, false));
    let check = |rules: &str, want: GateStatus| {
        assert_eq!(outcome(&old, &worse, rules).status, want, "{rules}");
    };
    let (failed, missing) = (".name:Failing: +5%", ".name:Third: any; missing: fail");
    let (unproven, unusable) = (".name:Unproven: +0.1% proven", "widgets: +5%");
    check(&[failed, missing, unproven, unusable].join(";"), Invalid);
    check(&[failed, missing, unproven].join(";"), Failed);
    check(&[missing, unproven].join(";"), Undecided);
    check(unproven, Inconclusive);
    check(".name:Unproven: +5%", Passed);
    check(&[failed, ".name:Nothing: any"].join(";"), Failed);
    check(&[unproven, ".name:Nothing: any"].join(";"), Undecided);
}
