//! Measures how often a common shift is reported if there is no shift, and if there is one.

use super::random::Random;
use crate::stats::CommonShift;

/// Returns the fraction of suites in which a common shift is reported. Each of `rows` rows is shifted by `shift`, by
/// an effect of its own (`own`, a standard deviation) and by noise of 2%, all in logarithms.
fn told(rows: usize, shift: f64, own: f64, trials: u32) -> f64 {
    let mut random = Random::new(rows as u64 ^ shift.to_bits() ^ own.to_bits());
    let mut suite = || {
        let ratio = |_| {
            let change = shift + own * random.normal() + 0.02 * random.normal();
            (change / std::f64::consts::LN_2).exp2()
        };
        let mut ratios: Vec<f64> = (0..rows).map(ratio).collect();
        CommonShift::find(&mut ratios).is_some()
    };
    f64::from((0..trials).filter(|_| suite()).count() as u32) / f64::from(trials)
}

#[test]
fn chance_is_seldom_taken_for_a_common_shift() {
    for rows in [1, 5, 10, 11, 14, 27, 100] {
        // One of a thousand at most, plus three standard errors of the simulation.
        let share = told(rows, 0.0, 0.0, 20_000);
        assert!(share <= 0.001 + 3.0 * (0.001_f64 / 20_000.0).sqrt(), "{rows}: {share}");
    }
}

#[test]
fn a_common_shift_is_seen_and_changes_of_many_sizes_are_not() {
    assert!(0.99 <= told(27, 0.07, 0.0, 2_000));
    assert!(0.90 <= told(15, 0.07, 0.0, 2_000));
    // Ten rows are too few, whatever happens to them.
    assert_eq!(told(10, 0.07, 0.0, 2_000), 0.0);
    // All rows changed, but each by a percentage of its own.
    assert!(told(27, 0.07, 0.20, 2_000) <= 0.01);
}

#[test]
fn what_is_told_is_what_is_there() {
    let mut ratios: Vec<f64> = (0..24).map(|i| 1.05 + f64::from(i) / 600.0).collect();
    ratios.extend([0.98, 1.0, 0.99]);
    let found = CommonShift::find(&mut ratios).unwrap();
    assert_eq!((found.rows, found.moved), (27, 24));
    // The seventh from either end: 1.05 + 3/600 and 1.05 + 17/600.
    assert_eq!([found.low, found.high].map(|ratio| (ratio * 1000.0).round()), [1055.0, 1078.0]);
    // 11 of 11 in one direction have p = 2/2048; for 12 with one that did not move, 26/4096 is too large.
    assert!(CommonShift::find(&mut [0.9; 11]).is_some());
    assert!(CommonShift::find(&mut [0.9; 10]).is_none());
    let mut twelve = [0.9; 12];
    twelve[3] = 1.0;
    assert!(CommonShift::find(&mut twelve).is_none());
    assert!(CommonShift::find(&mut []).is_none());
    assert!(CommonShift::find(&mut [1.1; 5000]).is_some());
    let mut halves = [[0.9, 1.1]; 2500].concat();
    assert!(CommonShift::find(&mut halves).is_none());
}
