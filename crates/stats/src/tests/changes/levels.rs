//! Measures how often a change is found where there is no change, and whether planted ones are found.
//!
//! There are few trials here; `cargo test --release -p benchlens-stats --lib changes::levels -- --ignored` runs many
//! more.

use super::super::random::Random;
use crate::Adjustment;
use crate::changes::simulated::{Arcs, Draws, Stream, arc_score, score};
use crate::changes::{Change, MOST_CORRELATION, first, rest};
use crate::math;

/// The levels that are checked.
const LEVELS: [f64; 2] = [0.05, 0.01];

/// Returns the fractions of series without a change in which p is at most each level.
fn alarms(trials: u32, mut series: impl FnMut() -> Vec<f64>) -> [f64; 2] {
    let mut counts = [0; 2];
    for trial in 0..trials {
        let p = first(&series(), MOST_CORRELATION, u64::from(trial))
            .map_or(1.0, |found| found.change.p.value);
        for (count, level) in counts.iter_mut().zip(LEVELS) {
            *count += u32::from(p <= level);
        }
    }
    counts.map(|count| f64::from(count) / f64::from(trials))
}

/// Returns four standard errors of a fraction, because many are checked.
fn error(level: f64, trials: u32) -> f64 {
    4.0 * (level * (1.0 - level) / f64::from(trials)).sqrt()
}

/// Checks independent values: normal, lognormal, with a few outliers, and tied.
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

#[test]
fn false_alarms_are_at_most_the_level() {
    independent(600);
}

#[test]
#[ignore = "takes minutes"]
fn false_alarms_are_at_most_the_level_in_many_trials() {
    independent(20_000);
}

/// The lengths of series in which most values are equal.
const LENGTHS: [usize; 7] = [30, 60, 100, 200, 300, 500, 1000];

/// Series of few values in which no index divides two levels.
const FEW_VALUES: [&str; 9] = [
    "one other value",
    "two",
    "three",
    "four",
    "four different ones",
    "two beside each other",
    "one of ten is another",
    "one of twenty is more, one less",
    "three values",
];

fn few_values(kind: usize, n: usize, random: &mut Random) -> Vec<f64> {
    let mut series = vec![3.0; n];
    match kind {
        0..=4 => {
            for _ in 0..(kind + 1).min(4) {
                let other = if kind == 4 { 4.0 + random.uniform() } else { 4.0 };
                series[random.below(n as u64) as usize] = other;
            }
        }
        5 => {
            let at = random.below(n as u64 - 1) as usize;
            series[at..at + 2].fill(4.0);
        }
        6 => series.fill_with(|| if random.uniform() < 0.1 { 4.0 } else { 3.0 }),
        7 => series.fill_with(|| match random.below(20) {
            0 => 2.0,
            1 => 4.0,
            _ => 3.0,
        }),
        _ => series.fill_with(|| random.below(3) as f64),
    }
    series
}

/// Simulates `families` families of 300 rows of few values without a change: counts how many rows are reported as
/// changed without adjustment, and in how many families a row is reported after p was adjusted over the family.
fn rows_of_few_values(families: u32) {
    const ROWS: u32 = 300;
    for (kind, name) in FEW_VALUES.iter().enumerate() {
        let mut failed = 0;
        for n in LENGTHS {
            let mut random = Random::new((n + 10_000 * kind) as u64);
            let (mut single, mut own) = (0, 0);
            for family in 0..families {
                let row = |row| {
                    let found = first(
                        &few_values(kind, n, &mut random),
                        MOST_CORRELATION,
                        u64::from(row + ROWS * family),
                    );
                    found.map_or(1.0, |found| found.change.p.value)
                };
                let mut p: Vec<f64> = (0..ROWS).map(row).collect();
                single += p.iter().filter(|&&p| p <= 0.05).count();
                Adjustment::By.adjust(&mut p);
                own += u32::from(p.iter().any(|&p| p <= 0.05));
            }
            let trials = families * ROWS;
            let share = single as f64 / f64::from(trials);
            println!("{name}, {n} points: {share:.4} of rows, {own} of {families} families");
            assert!(share <= 0.05 + error(0.05, trials), "{name}, {n} points: {share}");
            failed += own;
        }
        let families = families * LENGTHS.len() as u32;
        let share = f64::from(failed) / f64::from(families);
        assert!(share <= 0.05 + error(0.05, families), "{name}: {failed} of {families} families");
    }
}

#[test]
fn rare_values_are_no_change() {
    let mut random = Random::new(15);
    for n in [200, 201, 220, 300, 500, 1000] {
        for others in 1..=3 {
            let mut found = 0;
            for seed in 0..20 {
                let first =
                    first(&few_values(others - 1, n, &mut random), MOST_CORRELATION, seed).unwrap();
                found += u32::from(first.change.p.value <= 0.05);
            }
            assert!(found <= 4, "{found} of 20 with {others} other values in {n}");
        }
    }
}

/// The end of outliers is not a step, however similar the other values are; a value that stays is a step.
#[test]
fn only_a_value_that_stays_is_a_change() {
    let noise = |n: usize, scale: f64| {
        let mut random = Random::new(n as u64);
        (0..n).map(|_| 3.0 + scale * random.normal()).collect::<Vec<f64>>()
    };
    let p = |series: &[f64]| first(series, MOST_CORRELATION, 0).unwrap().change.p.value;
    for n in [40, 60, 100, 150, 1000] {
        for scale in [0.0, 0.001] {
            let mut series = noise(n, scale);
            series[n / 2..n / 2 + 2].fill(4.0);
            assert!(0.01 < p(&series), "{n} {scale}: {}", p(&series));
            let mut series = noise(n, scale);
            series[n - 8..].fill(4.0);
            assert!(p(&series) <= 1e-4, "{n} {scale}: {}", p(&series));
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn few_values_alarm_at_most_at_the_level() {
    rows_of_few_values(10);
}

/// Few trials cannot show how far the tables are beyond their draws, but they can check the rest.
fn holds(n: usize, mut next: impl FnMut(&mut Stream) -> f64) {
    let mut stream = Stream::new(n as u64);
    let trials = if n < 100 { 20_000 } else { 2000 };
    let scores: Vec<f64> = (0..trials).map(|_| next(&mut stream)).collect();
    for level in [0.5, 0.2, 0.05, 0.01] {
        let found = scores.iter().filter(|&&score| math::exp(-score) <= level).count();
        let (share, error) = (found as f64 / trials as f64, (level / trials as f64).sqrt());
        assert!(share <= level * 1.01 + 4.0 * error, "{n} at {level}: {share}");
        // In short series, the statistic has few possible values.
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
    match first(series, MOST_CORRELATION, 1) {
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
        let is_near = |index: usize| changes.iter().any(|change| change.at.abs_diff(index) <= 1);
        near += usize::from(is_near(40)) + usize::from(is_near(90));
    }
    assert!(360 <= near, "{near} of 400");
    assert!(found <= 470, "{found}");
}

/// Values go up and down again, so no index divides them into two levels.
#[test]
fn pieces_are_found() {
    let mut random = Random::new(10);
    let mut near = 0;
    for _ in 0..200 {
        let series: Vec<f64> = (0..60)
            .map(|at| random.normal() + if (20..35).contains(&at) { 5.0 } else { 0.0 })
            .collect();
        let changes = changes(&series);
        let is_near = |index: usize| changes.iter().any(|change| change.at.abs_diff(index) <= 1);
        near += [20, 35].into_iter().filter(|&index| is_near(index)).count();
    }
    assert!(340 <= near, "{near} of 400");
}

/// The remains of steps must not be mistaken for correlation. Three steps of three deviations resemble correlation.
#[test]
fn steps_are_no_correlation() {
    let mut random = Random::new(9);
    let mut some = |n: usize, step: f64, indices: &[usize]| {
        let level = |at| step * indices.iter().filter(|&&index| index <= at).count() as f64;
        let series: Vec<f64> = (0..n).map(|at| random.normal() + level(at)).collect();
        first(&series, MOST_CORRELATION, 1).unwrap().change.p.value
    };
    let clear = (0..200).filter(|_| some(24, 15.0, &[12]) <= 1e-5).count();
    assert!(190 <= clear, "{clear} of 200 clear shifts");
    let steps = (0..200).filter(|_| some(60, 5.0, &[15, 30, 45]) <= 1e-2).count();
    assert!(160 <= steps, "{steps} of 200 with three steps");
}
