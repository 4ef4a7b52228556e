//! Tests noise floors by simulation, from logs to the gate: equal versions fail at the specified rate.

use crate::gate::any_order;
use crate::support::random::Random;
use benchlens_core::gate::calibrate;
use benchlens_core::gate::{Decision, FloorSize, Gate, GateStatus};
use benchlens_core::query::{Query, calibration_query, run};
use benchlens_core::stats::math;
use benchlens_core::store::{Input, Store};

/// Returns a recording of one version: the level of each benchmark varies between recordings by 2%, and its runs vary
/// around this level by 1%.
fn recording(random: &mut Random, benchmarks: u32) -> String {
    recording_of(random, benchmarks, "ns/op", 0.02)
}

fn recording_of(random: &mut Random, benchmarks: u32, unit: &str, spread: f64) -> String {
    let mut log = String::new();
    for benchmark in 0..benchmarks {
        let level = 1000.0 * math::exp(spread * random.normal());
        for _ in 0..10 {
            let value = level * math::exp(0.01 * random.normal());
            log += &format!("BenchmarkB{benchmark} 1 {value} {unit}\n");
        }
    }
    log
}

fn store(logs: &[String]) -> Store {
    let labels: Vec<String> = (0..logs.len()).map(|i| format!("log{i}")).collect();
    Store::read(
        logs.iter().zip(&labels).map(|(log, label)| Input::new(label.as_bytes(), log.as_bytes())),
    )
}

/// Returns the floors of some logs, as a file.
fn floors(logs: &[String], rate: f64) -> String {
    calibrate(run(&store(logs), &calibration_query()).unwrap().report(), rate).to_toml()
}

/// Returns the number of benchmarks that fail in two further recordings.
fn failures(pair: &[String], rules: &str, floors: &str) -> usize {
    let gate = Gate::parse(rules).unwrap().with_floors("noise.toml", floors).unwrap();
    let report = Query::default()
        .compile()
        .unwrap()
        .with_gate(any_order().then(gate))
        .run(&store(pair))
        .unwrap();
    report.gate().unwrap().count(Decision::Failed)
}

#[test]
fn equal_versions_exceed_their_floors_as_often_as_said() {
    const BENCHMARKS: u32 = 2000;
    let mut random = Random(7);
    let logs: Vec<String> = (0..5).map(|_| recording(&mut random, BENCHMARKS)).collect();
    let pair: Vec<String> = (0..2).map(|_| recording(&mut random, BENCHMARKS)).collect();
    for rate in [0.1, 0.01] {
        let floors = floors(&logs, rate);
        let expected = rate * f64::from(BENCHMARKS);
        // Four standard errors.
        let error = 4.0 * math::sqrt(expected * (1.0 - rate));
        let median_only = failures(&pair, "sec/op: +0% median-only", &floors) as f64;
        assert!((median_only - expected).abs() < error, "{median_only}, not {expected} at {rate}");
        // With a test, the estimated change counts, which varies as much as the medians or less.
        let tested = failures(&pair, "sec/op: +0%", &floors) as f64;
        assert!((tested - expected).abs() < error, "{tested}, not {expected} at {rate}");
    }
    // Without floors, nearly a third of the equal benchmarks fail, because their recordings do differ.
    let without = "version = 1\n[floor.\"\".\"sec/op\"]\nB0 = \"0%\"\n";
    assert!(BENCHMARKS as usize / 4 < failures(&pair, "sec/op: +0%", without));
}

#[test]
fn each_benchmark_has_a_floor_of_its_own() {
    let log = |a: u32, b: u32, zero: u32| {
        format!(
            "pkg: p\nBenchmarkA 1 {a} ns/op {zero} B/op\nBenchmarkB 1 {b} ns/op 5 B/op\n\
             pkg: q\ncpu: x{a}\nBenchmarkA 1 {b} ns/op\n"
        )
    };
    let mut logs = vec![log(100, 200, 0), log(101, 200, 0), log(102, 200, 16)];
    logs[0] += "BenchmarkOnce 1 5 ns/op\n";
    let calibration = calibrate(run(&store(&logs), &calibration_query()).unwrap().report(), 0.05);
    let found: Vec<(String, String, bool)> = calibration
        .floors
        .iter()
        .map(|floor| {
            let is_none = match floor.size {
                FloorSize::Share(size) | FloorSize::Amount(size) => size == 0.0,
            };
            (floor.pkg.to_string(), format!("{} {}", floor.name, floor.unit), is_none)
        })
        .collect();
    let want = |pkg: &str, what: &str, is_none| (pkg.to_owned(), what.to_owned(), is_none);
    assert_eq!(
        found,
        [
            want("p", "A sec/op", false),
            want("p", "B sec/op", true),
            want("p", "A B/op", false),
            want("p", "B B/op", true),
            want("q", "A sec/op", true),
        ]
    );
    assert!(matches!(calibration.floors[2].size, FloorSize::Amount(_)));
    assert_eq!((calibration.logs, calibration.without), (3, 1));
}

#[test]
fn rates_fall_by_more_than_their_floors_as_often_as_said() {
    const BENCHMARKS: u32 = 2000;
    let mut random = Random(11);
    // With a wide spread, a rise to three times the size is as likely as a fall to a third.
    let mut record = || recording_of(&mut random, BENCHMARKS, "MB/s", 0.3);
    let logs: Vec<String> = (0..5).map(|_| record()).collect();
    let pair: Vec<String> = (0..2).map(|_| record()).collect();
    for rate in [0.1, 0.01] {
        let floors = floors(&logs, rate);
        let expected = rate * f64::from(BENCHMARKS);
        let error = 4.0 * math::sqrt(expected * (1.0 - rate));
        let failed = failures(&pair, "B/s: +0% median-only", &floors) as f64;
        assert!((failed - expected).abs() < error, "{failed}, not {expected} at {rate}");
    }
}

#[test]
fn scipy_gives_the_same_floors() {
    for row in include_str!("../oracles/floors_scipy.tsv").lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let unit = if fields[0] == "fall" { "MB/s" } else { "ns/op" };
        let logs: Vec<String> =
            fields[3].split(' ').map(|value| format!("BenchmarkA 1 {value} {unit}\n")).collect();
        let rate = fields[1].parse().unwrap();
        let found = calibrate(run(&store(&logs), &calibration_query()).unwrap().report(), rate);
        let FloorSize::Share(share) = found.floors[0].size else { panic!("{row}") };
        let wanted: f64 = fields[2].parse().unwrap();
        assert!((share - wanted).abs() <= 1e-9 * wanted, "{share} instead of {wanted}: {row}");
    }
}

#[test]
fn no_fall_of_a_rate_is_noise_altogether() {
    let logs = [55, 200, 80, 150, 100].map(|rate| format!("BenchmarkA 1 {rate} MB/s\n"));
    let written = floors(&logs, 0.01);
    let pair = |old: f64, new: f64| {
        [old, new].map(|rate| format!("BenchmarkA 1 {rate} MB/s\n").repeat(10))
    };
    assert_eq!(failures(&pair(100.0, 0.01), "B/s: any", &written), 1, "{written}");
    assert_eq!(failures(&pair(100.0, 50.0), "B/s: any", &written), 0, "{written}");
    // A file that allows any fall does not make a gate pass.
    let wrong = "version = 1\n[floor.\"\".\"B/s\"]\nA = \"1659%\"\n";
    let gate = Gate::parse("B/s: any").unwrap().with_floors("noise.toml", wrong).unwrap();
    let plan = Query::default().compile().unwrap().with_gate(any_order().then(gate));
    let gate = plan.run(&store(&pair(100.0, 0.01))).unwrap().into_gate().unwrap();
    assert_eq!(gate.status, GateStatus::Invalid);
    let message = gate.errors[0].error.to_string();
    assert!(message.contains("must be below 100%"), "{message}");
    // A fall of nearly 100% is not a floor either; then there is no floor.
    let far = ["1e-200", "1e200"].map(|rate| format!("BenchmarkA 1 {rate} MB/s\n"));
    let found = calibrate(run(&store(&far), &calibration_query()).unwrap().report(), 0.01);
    assert_eq!((found.floors.len(), found.not_finite), (0, 1));
}
