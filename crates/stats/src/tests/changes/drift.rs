//! Simulates which changes are called a slow drift.

use super::super::random::Random;
use crate::changes::{Change, MOST_CORRELATION, first, is_drift, rest};

/// Returns how many series of 100 have changes that are all in one direction, and how many of those are a drift.
/// `level` returns the level of a place from 0 to 1, in standard deviations of the noise.
fn rates(n: usize, level: impl Fn(f64) -> f64, series: u64) -> [f64; 2] {
    let (mut found, mut drifts) = (0, 0);
    for seed in 0..series {
        let mut random = Random::new(seed + 1);
        let values: Vec<f64> = (0..n)
            .map(|i| 1000.0 + 10.0 * (level(i as f64 / (n - 1) as f64) + random.normal()))
            .collect();
        let Some(start) =
            first(&values, MOST_CORRELATION, 0).filter(|first| first.change.p.value <= 0.05)
        else {
            continue;
        };
        let changes: Vec<usize> =
            rest(&values, &start, 0.05, 0).iter().map(|change: &Change| change.at).collect();
        found += 1;
        drifts += u32::from(is_drift(&values, &changes));
    }
    let percent = |count: u32| 100.0 * f64::from(count) / series as f64;
    [percent(found), 100.0 * f64::from(drifts) / f64::from(found.max(1))]
}

#[test]
fn drifts_and_steps_are_told_apart() {
    for (n, total) in [(30, 6.0), (60, 6.0)] {
        let [_, drifts] = rates(n, |at| total * at, 60);
        assert!(90.0 <= drifts, "{n} {total}: {drifts}");
    }
    for (n, size) in [(20, 4.0), (60, 3.0)] {
        let [_, drifts] = rates(n, |at| if at < 0.5 { 0.0 } else { size }, 60);
        assert!(drifts <= 5.0, "{n} {size}: {drifts}");
    }
}

/// The table in `docs/methods.md`.
#[test]
#[ignore = "takes a minute"]
fn table_of_drifts() {
    println!("| series | points | changed | of these a drift |");
    for n in [20, 30, 60, 120] {
        for size in [3.0, 6.0, 12.0] {
            let [found, drifts] = rates(n, |at| size * at, 400);
            println!("| drifts by {size} | {n} | {found:.0} | {drifts:.0} |");
        }
        for (place, size) in [(0.5, 2.0), (0.5, 3.0), (0.5, 5.0), (0.75, 3.0)] {
            let [found, drifts] = rates(n, |at| if at < place { 0.0 } else { size }, 400);
            println!("| step of {size} at {place} | {n} | {found:.0} | {drifts:.0} |");
        }
        let stairs = |at: f64| 3.0 * f64::from(u8::from(0.34 < at) + u8::from(0.67 < at));
        let [found, drifts] = rates(n, stairs, 400);
        println!("| two steps of 3 | {n} | {found:.0} | {drifts:.0} |");
    }
}
