//! Measures whether several steps within few points are found.
//!
//! Few trials here; the command
//!
//! ```sh
//! cargo test --release -p benchlens-stats --lib changes::staircase -- --ignored --nocapture
//! ```
//!
//! takes many more, and prints the figures of docs/history.md.

use super::super::random::Random;
use super::autoregression::Noise;
use crate::changes::{MOST_CORRELATION, first, rest};

/// The fewest points between two steps, and before the first and after the last.
const FEWEST: usize = 8;

/// Returns the indexes of steps at random places.
fn indices(n: usize, steps: usize, random: &mut Random) -> Vec<usize> {
    let free = n - FEWEST * (steps + 1);
    let mut indices: Vec<usize> =
        (0..steps).map(|_| random.below(free as u64 + 1) as usize).collect();
    indices.sort_unstable();
    (1..).zip(indices).map(|(number, index)| FEWEST * number + index).collect()
}

/// What is found, as fractions.
struct Found {
    /// The steps that are found within one point.
    steps: f64,
    /// The series without a change.
    none: f64,
    /// The changes that are not within one point of a step.
    others: f64,
}

/// Searches noise with `steps` steps of `size` deviations, alternately up and down.
fn found(n: usize, steps: usize, size: f64, noise: Noise, trials: u32) -> Found {
    let mut random = Random::new(n as u64);
    let (mut near, mut none, mut all) = (0, 0, 0);
    for seed in 0..u64::from(trials) {
        let indices = indices(n, steps, &mut random);
        let level = |at: usize| indices.iter().filter(|&&index| index <= at).count() % 2;
        let mut series = noise.series(n, &mut random);
        (0..).zip(&mut series).for_each(|(at, value)| *value += size * level(at) as f64);
        let first = first(&series, MOST_CORRELATION, seed).unwrap();
        if 0.05 < first.change.p.value {
            none += 1;
            continue;
        }
        let changes = rest(&series, &first, 0.05, seed);
        let is_near =
            |index: &&usize| changes.iter().any(|change| change.at.abs_diff(**index) <= 1);
        near += indices.iter().filter(is_near).count();
        all += changes.len();
    }
    let trials = f64::from(trials);
    let of_steps = |count: usize| count as f64 / (trials * steps as f64);
    Found {
        steps: of_steps(near),
        none: f64::from(none) / trials,
        others: of_steps(all - near.min(all)),
    }
}

#[test]
fn several_steps_within_few_points_are_found() {
    for (n, least) in [(60, 0.8), (100, 0.9), (200, 0.9)] {
        let found = found(n, 6, 4.0, Noise::Correlated(0.0), 100);
        assert!(least <= found.steps, "{n} points: {}", found.steps);
        assert!(found.others <= 0.1, "{n} points: {}", found.others);
    }
}

#[test]
#[ignore = "takes minutes"]
fn table_of_staircases() {
    let noises = [Noise::Correlated(0.0), Noise::Correlated(0.5), Noise::Outliers];
    let sizes = [3.0, 4.0, 6.0];
    for (noise, size) in noises.into_iter().flat_map(|noise| sizes.map(|size| (noise, size))) {
        for steps in 1..=8 {
            let mut line = format!("{}, {steps} steps of {size} deviations", noise.name());
            for n in [30, 40, 60, 80, 100, 200, 400] {
                if n < FEWEST * (steps + 1) {
                    line += " | ";
                    continue;
                }
                let Found { steps, none, others } = found(n, steps, size, noise, 400);
                let [steps, none, others] = [steps, none, others].map(|share| 100.0 * share);
                line += &format!(" | {steps:.0} ({none:.0}, {others:.0})");
            }
            println!("{line}");
        }
    }
}

/// Values of a machine that changes between two states four deviations apart every ten points.
#[test]
#[ignore = "takes minutes"]
fn two_states() {
    for n in [30, 60, 100, 200] {
        let mut random = Random::new(n as u64);
        let mut count = 0;
        for seed in 0..1000 {
            let mut state = 0.0;
            let series: Vec<f64> = (0..n)
                .map(|_| {
                    state = if random.uniform() < 0.1 { 4.0 - state } else { state };
                    random.normal() + state
                })
                .collect();
            count +=
                u32::from(first(&series, MOST_CORRELATION, seed).unwrap().change.p.value <= 0.05);
        }
        println!("two states, {n} points: {:.1}", f64::from(count) / 10.0);
    }
}
