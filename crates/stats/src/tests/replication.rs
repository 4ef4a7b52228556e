//! Simulates measurements whose number of results per process is chosen after the first blocks.

use super::random::Random;
use crate::{Components, Randomization, Replication, exp, median};
use benchlens_base::sort::sort_numbers;

/// A benchmark: the standard deviations within and between processes, the share of results that a burst hits, and how
/// many times as long as a result the start of a process takes.
struct Noise {
    within: f64,
    between: f64,
    bursts: f64,
    start: f64,
}

impl Noise {
    fn process(&self, random: &mut Random, results: usize, change: f64) -> Vec<f64> {
        let level = change + self.between * random.normal();
        let result = |_| {
            let burst = if random.uniform() < self.bursts { random.uniform() } else { 0.0 };
            exp(level + self.within * random.normal() + burst)
        };
        (0..results).map(result).collect()
    }
}

/// Returns whether a measurement finds a change, and its last number of results. Both sides of a block give equally
/// many; after five blocks, the best number is chosen as in `benchlens run`, unless it is `fixed`.
fn is_found(noise: &Noise, change: f64, is_fixed: bool, random: &mut Random) -> (bool, usize) {
    // The time of 30 blocks with five results, in results.
    let span = 60.0 * (noise.start + 5.0);
    let (mut medians, mut best) = ([const { Vec::new() }; 2], [const { Vec::new() }; 2]);
    let (mut all, mut results, mut time) = (Components::default(), 5, 0.0);
    while time < span {
        let block = [0.0, change].map(|change| noise.process(random, results, change));
        all.add_block(&block);
        for (side, mut process) in block.into_iter().enumerate() {
            sort_numbers(&mut process);
            medians[side].push(median(&process));
            best[side].push(process[0]);
        }
        time += 2.0 * (noise.start + results as f64);
        if medians[0].len() == 5
            && !is_fixed
            && let Some(better) = Replication::best(&[all], noise.start)
        {
            // At least 20 blocks fit in the time.
            let room = (span / 40.0 - noise.start).max(5.0);
            let wanted = better.results.clamp(3.0, room.min(30.0)).round();
            if 1.15 <= better.gain(results as f64, wanted, noise.start) {
                results = wanted as usize;
            }
        }
    }
    let mut randomization = Randomization::default();
    let [old, new] = &medians;
    let [old_best, new_best] = &best;
    let mut blocks = randomization.blocks([old, new], Some([old_best, new_best])).unwrap();
    (blocks.p().is_ok_and(|p| p <= 0.05), results)
}

/// Returns the shares of measurements that find a change of 0 and of `change`, and the typical number of results.
fn shares(noise: &Noise, change: f64, is_fixed: bool, count: usize) -> (f64, f64, f64) {
    let mut random = Random::new(7);
    let (mut counts, mut chosen) = ([0_u32; 2], Vec::new());
    for _ in 0..count {
        for (found, change) in counts.iter_mut().zip([0.0, change]) {
            let (is_found, results) = is_found(noise, change, is_fixed, &mut random);
            *found += u32::from(is_found);
            chosen.push(results as f64);
        }
    }
    sort_numbers(&mut chosen);
    let share = |found| f64::from(found) / count as f64;
    (share(counts[0]), share(counts[1]), median(&chosen))
}

const NOISES: [(&str, f64, Noise); 5] = [
    ("alike", 0.012, Noise { within: 0.02, between: 0.01, bursts: 0.0, start: 1.0 }),
    ("processes differ", 0.02, Noise { within: 0.01, between: 0.03, bursts: 0.0, start: 0.2 }),
    ("results differ", 0.015, Noise { within: 0.05, between: 0.002, bursts: 0.0, start: 4.0 }),
    ("bursts", 0.005, Noise { within: 0.01, between: 0.005, bursts: 0.3, start: 1.0 }),
    ("long starts", 0.01, Noise { within: 0.03, between: 0.005, bursts: 0.0, start: 12.0 }),
];

/// A number of results that follows the noise does not change the error rate.
#[test]
fn a_chosen_number_keeps_the_level() {
    for (name, change, noise) in &NOISES {
        let (error, _, _) = shares(noise, *change, false, 400);
        assert!(error <= 0.05 + 3.0 * 0.011, "{name}: {error}");
    }
}

/// The table in docs/methods.md:
/// `cargo test --release -p benchlens-stats --lib -- --ignored --nocapture table_of_replication`.
#[test]
#[ignore = "takes a minute in a release build"]
fn table_of_replication() {
    for (name, change, noise) in &NOISES {
        let percent = |share: f64| 100.0 * share;
        let (error, power, _) = shares(noise, *change, true, 2000);
        let fixed = format!("{:.1} / {:.0}", percent(error), percent(power));
        let (error, power, results) = shares(noise, *change, false, 2000);
        println!(
            "| {name} | {fixed} | {:.1} / {:.0} | {results} |",
            percent(error),
            percent(power)
        );
    }
}
