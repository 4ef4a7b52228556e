//! What the medians of blocks are for: recordings of commands that print many results each, simulated. The runs
//! of one process share what the process has: where its memory lies, how its code was compiled.

use super::random::Random;
use crate::stats::{Block, SignedRank, VanElteren, math, median};

/// What a recording has: blocks, and the results that each process prints.
const BLOCKS: usize = 12;
const RESULTS: usize = 30;

/// How far processes of one version lie apart, and the results of one process: standard deviations, as shares.
const BETWEEN: f64 = 0.02;
const WITHIN: f64 = 0.005;

/// What one process prints, ascending; `change` is the true ratio.
fn process(random: &mut Random, change: f64) -> Vec<f64> {
    let level = 100.0 * change * math::exp(BETWEEN * random.normal());
    let mut results: Vec<f64> =
        (0..RESULTS).map(|_| level * math::exp(WITHIN * random.normal())).collect();
    results.sort_by(f64::total_cmp);
    results
}

/// What is found at 0.05, as shares of the trials.
#[derive(Debug)]
struct Found {
    /// By the signed ranks of the medians of blocks.
    medians: f64,
    /// The interval of these holds the true change.
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
    // Three standard errors of a share of 0.05.
    let slack = 3.0 * (0.05 * 0.95 / f64::from(trials)).sqrt();
    assert!(found.medians <= 0.05 + slack, "{found:?}");
    assert!(0.95 - slack <= found.held, "{found:?}");
    // So many results seem to prove what the luck of twelve processes made.
    assert!(0.6 < found.results, "{found:?}");
}

#[test]
fn changes_beyond_the_scatter_of_processes_are_found() {
    let found = record(1.03, 1000);
    assert!(0.85 < found.medians && 0.93 < found.held, "{found:?}");
}
