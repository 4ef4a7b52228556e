//! Tests rules for `time`, which judge each benchmark by one clock and do not pass what the other one shows.

use crate::gate::{around, outcome};
use benchlens_core::gate::{Decision, GateStatus};

/// Returns a log with wall times and CPU times; the wall time varies by 5%, the CPU time by 0.1%.
fn log(wall: f64, cpu: f64, process: Option<f64>) -> String {
    let line = |(index, wall): (usize, f64)| {
        let small = 1.0 + 0.001 * (index * 3 % 10) as f64 / 10.0;
        let more = process.map(|time| format!(" {} process-cpu-ns/op", time * small));
        format!("BenchmarkA 1 {wall} ns/op {} cpu-ns/op{}\n", cpu * small, more.unwrap_or_default())
    };
    around(wall).into_iter().enumerate().map(line).collect()
}

#[test]
fn a_regression_by_the_other_clock_is_no_pass() {
    let check = |new: &str, rules: &str, want: &[Decision], status| {
        let found = outcome(&log(100.0, 95.0, Some(96.0)), new, rules);
        let decisions: Vec<Decision> = found.results.iter().map(|result| result.decision).collect();
        assert_eq!((&decisions[..], found.status), (want, status), "{rules} {:?}", found.errors);
    };
    let (passed, disagree) = (Decision::Passed, Decision::ClocksDisagree);
    for rules in ["time: +5%", "time: any", "time: +5% median-only"] {
        check(&log(180.0, 95.0, Some(96.0)), rules, &[disagree, passed], GateStatus::Undecided);
        check(&log(100.0, 95.0, Some(180.0)), rules, &[passed, disagree], GateStatus::Undecided);
        // Both clocks agree.
        check(&log(180.0, 180.0, Some(96.0)), rules, &[Decision::Failed], GateStatus::Failed);
    }
    check(&log(103.0, 95.0, Some(96.0)), "time: +5%", &[passed], GateStatus::Passed);
    check(&log(60.0, 95.0, Some(60.0)), "time: +5%", &[passed], GateStatus::Passed);
    let warned = [Decision::Warned, passed];
    check(&log(180.0, 95.0, Some(96.0)), "time: +5% warn", &warned, GateStatus::Passed);
}

#[test]
fn lost_wall_times_are_no_pass() {
    let old = log(100.0, 95.0, None);
    let without = |count: usize| {
        let lines = old.lines().enumerate().map(|(index, line)| {
            let mut parts: Vec<&str> = line.split(' ').collect();
            if index < count {
                parts.drain(2..4);
            }
            parts.join(" ") + "\n"
        });
        lines.collect::<String>()
    };
    for count in [1, 5, 10] {
        let status = outcome(&old, &without(count), "time: +5%").status;
        assert_eq!(status, GateStatus::Undecided, "{count} lost");
        let status = outcome(&without(count), &old, "time: +5%").status;
        assert_eq!(status, GateStatus::Undecided, "{count} lost before");
    }
    assert_eq!(outcome(&old, &old, "time: +5%").status, GateStatus::Passed);
}
