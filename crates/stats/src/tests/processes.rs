//! Simulates recordings of commands that print many results each, to show the purpose of the medians of blocks. The
//! runs of one process share properties of the process: its memory layout and how its code was compiled.

use super::random::Random;
use crate::{Block, SignedRank, VanElteren, math, median};

/// The number of blocks in a recording, and of results that each process prints.
const BLOCKS: usize = 12;
const RESULTS: usize = 30;

/// The standard deviations between processes of one version, and between the results of one process, as fractions.
const BETWEEN: f64 = 0.02;
const WITHIN: f64 = 0.005;

/// Returns the results of one process, ascending; `change` is the true ratio.
fn process(random: &mut Random, change: f64) -> Vec<f64> {
    let level = 100.0 * change * math::exp(BETWEEN * random.normal());
    let mut results: Vec<f64> =
        (0..RESULTS).map(|_| level * math::exp(WITHIN * random.normal())).collect();
    results.sort_by(f64::total_cmp);
    results
}

/// The fractions of the trials in which a change is found at 0.05.
#[derive(Debug)]
struct Found {
    /// By the signed ranks of the medians of blocks.
    medians: f64,
    /// Their interval contains the true change.
    held: f64,
    /// By van Elteren's test on all results.
    results: f64,
}

fn record(change: f64, trials: u32) -> Found {
    let mut random = Random::new(change.to_bits());
    let (mut pairs, mut blocks) = (SignedRank::default(), VanElteren::default());
    let mut counts = [0; 3];
    for _ in 0..trials {
        let all: Vec<[Vec<f64>; 2]> =
            (0..BLOCKS).map(|_| [1.0, change].map(|change| process(&mut random, change))).collect();
        let [old, new] =
            [0, 1].map(|side| all.iter().map(|block| median(&block[side])).collect::<Vec<f64>>());
        let mut pairs = pairs.pairs(&old, &new).unwrap();
        counts[0] += u32::from(pairs.p().unwrap() <= 0.05);
        counts[1] += u32::from(pairs.interval(0.05).holds(change));
        let all: Vec<Block<'_>> = all.iter().map(|[old, new]| Block { old, new }).collect();
        counts[2] += u32::from(blocks.blocks(&all).unwrap().p().unwrap() <= 0.05);
    }
    let [medians, held, results] = counts.map(|count| f64::from(count) / f64::from(trials));
    Found { medians, held, results }
}

#[test]
fn a_process_is_one_value() {
    let trials = 2000;
    let found = record(1.0, trials);
    // Three standard errors of a fraction of 0.05.
    let slack = 3.0 * (0.05 * 0.95 / f64::from(trials)).sqrt();
    assert!(found.medians <= 0.05 + slack, "{found:?}");
    assert!(0.95 - slack <= found.held, "{found:?}");
    // Many results seem to prove a difference that comes from the luck of twelve processes.
    assert!(0.6 < found.results, "{found:?}");
}

#[test]
fn changes_beyond_the_scatter_of_processes_are_found() {
    let found = record(1.03, 1000);
    assert!(0.85 < found.medians && 0.93 < found.held, "{found:?}");
}
