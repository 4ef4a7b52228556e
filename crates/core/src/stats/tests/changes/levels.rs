//! How often a change is found where none is, and whether planted ones are found.
//!
//! Few trials here; `cargo test --release -p benchlens-core --lib changes::levels -- --ignored` takes many more.

use super::super::random::Random;
use super::serial_table::correlated;
use crate::stats::changes::simulated::{Arcs, Draws, Stream, arc_score, score};
use crate::stats::changes::{Change, first, rest};
use crate::stats::math;

/// The levels that are looked at.
const LEVELS: [f64; 2] = [0.05, 0.01];

/// The shares of series without a change in which p is at most each level.
fn alarms(trials: u32, mut series: impl FnMut() -> Vec<f64>) -> [f64; 2] {
    let mut counts = [0; 2];
    for trial in 0..trials {
        let p = first(&series(), u64::from(trial)).map_or(1.0, |found| found.change.p.value);
        for (count, level) in counts.iter_mut().zip(LEVELS) {
            *count += u32::from(p <= level);
        }
    }
    counts.map(|count| f64::from(count) / f64::from(trials))
}

/// Four standard errors of a share: many are looked at.
fn error(level: f64, trials: u32) -> f64 {
    4.0 * (level * (1.0 - level) / f64::from(trials)).sqrt()
}

/// Independent values: normal, lognormal, with a few far out, and tied.
fn independent(trials: u32) {
    for n in [10, 15, 24, 50, 150] {
        let mut random = Random::new(n as u64);
        for kind in 0..6 {
            let mut value = || match kind {
                0 => random.normal(),
                1 => math::exp(random.normal()),
                2 => random.normal() / random.uniform().max(1e-9),
                3 => random.below(2) as f64,
                4 => random.below(5) as f64,
                _ => (10.0 * random.normal()).round(),
            };
            let shares = alarms(trials, || (0..n).map(|_| value()).collect());
            for (share, level) in shares.into_iter().zip(LEVELS) {
                let most = 1.05 * level + error(level, trials);
                assert!(share <= most, "{n} points of kind {kind}: {share}");
            }
        }
    }
}

/// Values of which each resembles the one before.
fn dependent(trials: u32) {
    for (n, correlation) in [(50, 0.3), (50, 0.5), (100, 0.5), (150, 0.7), (300, 0.5)] {
        let mut stream = Stream::new(n as u64);
        let [share, _] = alarms(trials, || correlated(n, correlation, &mut stream));
        let most = 1.5 * 0.05 + error(1.5 * 0.05, trials);
        assert!(share <= most, "{n} points, {correlation}: {share}");
    }
}

#[test]
fn false_alarms_are_at_most_the_level() {
    independent(600);
}

#[test]
fn serial_correlation_is_no_change() {
    dependent(1000);
}

#[test]
#[ignore = "takes minutes"]
fn false_alarms_are_at_most_the_level_in_many_trials() {
    independent(20_000);
    dependent(40_000);
}

/// What the tables say beyond their draws cannot be seen in few; the rest can.
fn holds(n: usize, mut next: impl FnMut(&mut Stream) -> f64) {
    let mut stream = Stream::new(n as u64);
    let trials = if n < 100 { 20_000 } else { 2000 };
    let scores: Vec<f64> = (0..trials).map(|_| next(&mut stream)).collect();
    for level in [0.5, 0.2, 0.05, 0.01] {
        let found = scores.iter().filter(|&&score| math::exp(-score) <= level).count();
        let (share, error) = (found as f64 / trials as f64, (level / trials as f64).sqrt());
        assert!(share <= level * 1.01 + 4.0 * error, "{n} at {level}: {share}");
        // Short series have few values of the statistic.
        let least = if n < 20 { 0.5 } else { 0.96 };
        assert!(level * least - 4.0 * error <= share, "{n} at {level}: {share}");
    }
}

#[test]
fn the_tables_hold() {
    for n in [10, 13, 24, 25, 37, 150, 700] {
        let mut draws = Draws::untied(n);
        holds(n, |stream| score(draws.next(stream), n));
    }
    for n in [20, 22, 33, 52, 130, 480] {
        let mut arcs = Arcs::untied(n);
        holds(n, |stream| arc_score(arcs.next(stream), n));
    }
}

fn changes(series: &[f64]) -> Vec<Change> {
    match first(series, 1) {
        Some(found) if found.change.p.value <= 0.05 => rest(series, &found, 0.05, 1),
        _ => Vec::new(),
    }
}

#[test]
fn planted_changes_are_found() {
    let mut random = Random::new(8);
    let (mut near, mut found) = (0, 0);
    for _ in 0..200 {
        let series: Vec<f64> = (0..150)
            .map(|at| random.normal() + if (40..90).contains(&at) { 3.0 } else { 0.0 })
            .collect();
        let changes = changes(&series);
        found += changes.len();
        let is_near = |place: usize| changes.iter().any(|change| change.at.abs_diff(place) <= 1);
        near += usize::from(is_near(40)) + usize::from(is_near(90));
    }
    assert!(360 <= near, "{near} of 400");
    assert!(found <= 470, "{found}");
}

/// What goes up and down again, which no place divides into two levels.
#[test]
fn pieces_are_found() {
    let mut random = Random::new(10);
    let mut near = 0;
    for _ in 0..200 {
        let is_inside = |at: usize| (12..22).contains(&at) || (36..46).contains(&at);
        let series: Vec<f64> =
            (0..60).map(|at| random.normal() + if is_inside(at) { 3.0 } else { 0.0 }).collect();
        let changes = changes(&series);
        let is_near = |place: usize| changes.iter().any(|change| change.at.abs_diff(place) <= 1);
        near += [12, 22, 36, 46].into_iter().filter(|&place| is_near(place)).count();
    }
    assert!(540 <= near, "{near} of 800");
}

/// What is left of steps must not pass for correlation.
#[test]
fn steps_are_no_correlation() {
    let mut random = Random::new(9);
    let mut some = |n: usize, step: f64, places: &[usize]| {
        let level = |at| step * places.iter().filter(|&&place| place <= at).count() as f64;
        let series: Vec<f64> = (0..n).map(|at| random.normal() + level(at)).collect();
        first(&series, 1).unwrap().change.p.value
    };
    let clear = (0..200).filter(|_| some(24, 15.0, &[12]) <= 1e-5).count();
    assert!(190 <= clear, "{clear} of 200 clear shifts");
    let steps = (0..200).filter(|_| some(60, 3.0, &[15, 30, 45]) <= 1e-4).count();
    assert!(170 <= steps, "{steps} of 200 with three steps");
}
