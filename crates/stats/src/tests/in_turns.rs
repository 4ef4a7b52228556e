//! Simulates interleaved recordings to show the purpose of pairs: how often the tests find a change that is not there,
//! and one that is.

use super::random::Random;
use crate::{MannWhitney, SignedRank};

/// The behavior of the machine from run to run.
#[derive(Clone, Copy, Debug)]
enum Machine {
    /// Independent runs with lognormal noise of 3%.
    Quiet,
    /// Noise of 1%, while the machine slows down by 4% in total.
    Drift,
    /// The machine wanders: each run is correlated with the previous one (AR(1) with 0.95), 2% in total.
    Wander,
}

/// Simulates both sides of an interleaved recording, with `n` blocks whose order is random; `change` is the true
/// ratio.
fn record(random: &mut Random, machine: Machine, n: usize, change: f64) -> [Vec<f64>; 2] {
    let (mut old, mut new) = (Vec::new(), Vec::new());
    let mut state = random.normal();
    for run in 0..2 * n {
        let share = run as f64 / (2 * n) as f64;
        let percent = match machine {
            Machine::Quiet => 3.0 * random.normal(),
            Machine::Drift => 4.0 * share + random.normal(),
            Machine::Wander => {
                state = 0.95 * state + (1.0 - 0.95_f64 * 0.95).sqrt() * random.normal();
                2.0 * state
            }
        };
        let value = 100.0 * (percent / 100.0 / std::f64::consts::LN_2).exp2();
        // The first run of a block is random; the second is the other one.
        let is_old = if run % 2 == 0 { random.below(2) == 0 } else { old.len() < new.len() };
        if is_old {
            old.push(value);
        } else {
            new.push(value * change);
        }
    }
    [old, new]
}

/// Returns the fractions of the trials in which the U test and the signed ranks find a change at 0.05, and in which
/// the interval of the latter contains the true change.
fn shares(machine: Machine, n: usize, change: f64, trials: u32) -> [f64; 3] {
    let mut random = Random::new(n as u64 ^ change.to_bits());
    let (mut unpaired, mut paired) = (MannWhitney::default(), SignedRank::default());
    let mut counts = [0; 3];
    for _ in 0..trials {
        let [mut old, mut new] = record(&mut random, machine, n, change);
        assert_eq!((old.len(), new.len()), (n, n));
        let mut pairs = paired.pairs(&old, &new).unwrap();
        counts[1] += u32::from(pairs.p().unwrap() <= 0.05);
        counts[2] += u32::from(pairs.interval(0.05).holds(change));
        old.sort_by(f64::total_cmp);
        new.sort_by(f64::total_cmp);
        counts[0] += u32::from(unpaired.p(&old, &new).unwrap() <= 0.05);
    }
    counts.map(|count| f64::from(count) / f64::from(trials))
}

/// Returns three standard errors of a fraction of 0.05.
fn slack(trials: u32) -> f64 {
    3.0 * (0.05 * 0.95 / f64::from(trials)).sqrt()
}

#[test]
fn nothing_changed() {
    for machine in [Machine::Quiet, Machine::Drift, Machine::Wander] {
        for n in [6, 10, 12, 20, 60] {
            let [_, paired, held] = shares(machine, n, 1.0, 4000);
            assert!(paired <= 0.05 + slack(4000), "{machine:?} {n}: {paired}");
            assert!(0.95 - slack(4000) <= held, "{machine:?} {n}: {held}");
        }
    }
}

#[test]
fn intervals_hold_the_true_change() {
    for machine in [Machine::Quiet, Machine::Drift, Machine::Wander] {
        for n in [6, 12, 20] {
            let [_, _, held] = shares(machine, n, 1.03, 4000);
            assert!(0.95 - slack(4000) <= held, "{machine:?} {n}: {held}");
        }
    }
}

#[test]
fn pairs_find_what_two_samples_do_not() {
    // The maximum for the U test, and the minimum for the signed ranks.
    for (machine, change, most, least) in [
        (Machine::Wander, 1.005, 0.15, 0.55),
        (Machine::Wander, 1.01, 0.6, 0.97),
        (Machine::Drift, 1.01, 0.15, 0.43),
        (Machine::Drift, 1.02, 0.81, 0.94),
    ] {
        let [unpaired, paired, _] = shares(machine, 10, change, 2000);
        assert!(unpaired < most && least < paired, "{machine:?} {change}: {unpaired} {paired}");
    }
    // On a quiet machine pairing costs little.
    let [unpaired, paired, _] = shares(Machine::Quiet, 12, 1.04, 2000);
    assert!(unpaired - 0.08 < paired, "{unpaired} {paired}");
    // If nothing changed, the U test hardly ever finds a change because the machine's noise hides it.
    let [unpaired, _, _] = shares(Machine::Wander, 10, 1.0, 2000);
    assert!(unpaired < 0.02, "{unpaired}");
}
