//! Measures how often control benchmarks leave a change that is not there, and one that is.

use super::random::Random;
use crate::{SignedRank, control_ratio};

/// The median of an odd number of ratios is one of them; the median of an even number is between two.
#[test]
fn the_shift_is_the_median() {
    assert_eq!(control_ratio(&mut [1.5, 0.5, 1.25]), Some(1.25));
    assert_eq!(control_ratio(&mut [8.0, 0.5, 2.0, 4.0]), Some(8.0_f64.sqrt()));
    assert_eq!(control_ratio(&mut [2.0; 7]), Some(2.0));
    assert_eq!(control_ratio(&mut [1.0, 2.0]), None);
    assert_eq!(control_ratio(&mut []), None);
}

/// Returns the fraction of 20,000 recordings in which the signed ranks find a change of a row, without the correction
/// and with it. Each of 12 blocks moves the new side of all rows by 3% and by a normal deviate of 2%; each run has
/// lognormal noise of 1%; `change` is the true ratio of the row.
fn found(controls: usize, change: f64) -> [f64; 2] {
    let trials = 20_000;
    let mut random = Random::new(controls as u64 ^ change.to_bits());
    let mut test = SignedRank::default();
    let mut counts = [0; 2];
    let exp = |x: f64| (x / std::f64::consts::LN_2).exp2();
    for _ in 0..trials {
        let [mut old, mut new, mut corrected] = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..12 {
            let shift = 0.03 + 0.02 * random.normal();
            let mut run = |shift: f64| exp(shift + 0.01 * random.normal());
            let mut ratios: Vec<f64> = (0..controls).map(|_| run(shift) / run(0.0)).collect();
            old.push(run(0.0));
            new.push(change * run(shift));
            corrected.push(new[new.len() - 1] / control_ratio(&mut ratios).unwrap());
        }
        for (count, new) in counts.iter_mut().zip([&new, &corrected]) {
            *count += u32::from(test.pairs(&old, new).unwrap().p().unwrap() <= 0.05);
        }
    }
    counts.map(|count| f64::from(count) / f64::from(trials))
}

#[test]
fn what_all_rows_share_is_no_change() {
    let slack = 3.0 * (0.05_f64 * 0.95 / 20_000.0).sqrt();
    for controls in [3, 5, 10] {
        let [without, with] = found(controls, 1.0);
        assert!(0.95 <= without, "{controls}: {without}");
        assert!(with <= 0.05 + slack, "{controls}: {with}");
    }
}

#[test]
fn a_change_is_still_seen() {
    for (controls, least) in [(3, 0.92), (5, 0.94), (10, 0.96)] {
        let [_, with] = found(controls, 1.02);
        assert!(least <= with, "{controls}: {with}");
    }
}
