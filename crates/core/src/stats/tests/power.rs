//! Do so many runs show so much? By simulation.

use std::f64::consts::PI;

use super::assert_close;
use super::random::Random;
use crate::stats::power::POWER;
use crate::stats::{
    MannWhitney, ShiftScale, Shifts, median, min_detectable_effect, runs_to_resolve, spread,
};

struct Bench {
    random: Random,
    tester: MannWhitney,
    shifts: Shifts,
}

impl Bench {
    fn new(seed: u64) -> Self {
        Bench {
            random: Random::new(seed),
            tester: MannWhitney::default(),
            shifts: Shifts::default(),
        }
    }

    fn sample(&mut self, n: usize, draw: fn(&mut Random) -> f64, factor: f64) -> Vec<f64> {
        let mut values: Vec<f64> = (0..n).map(|_| draw(&mut self.random) * factor).collect();
        values.sort_by(f64::total_cmp);
        values
    }

    /// The spread that two samples seem to have.
    fn spread(&mut self, n: usize, draw: fn(&mut Random) -> f64) -> f64 {
        let (old, new) = (self.sample(n, draw, 1.0), self.sample(n, draw, 1.0));
        let interval = self.shifts.pairs(&old, &new).unwrap().interval(&mut self.tester, 0.05);
        spread(&old, &new, ShiftScale::Ratio, &interval).unwrap()
    }

    /// How often a ratio is significant, and how often "no change" is proven within `margin`.
    fn power(
        &mut self,
        n: usize,
        draw: fn(&mut Random) -> f64,
        ratio: f64,
        margin: f64,
    ) -> [f64; 2] {
        let (mut found, mut proven) = (0.0, 0.0);
        for _ in 0..1000 {
            let (old, new) = (self.sample(n, draw, 1.0), self.sample(n, draw, ratio));
            found += f64::from(u8::from(self.tester.p(&old, &new).unwrap() <= 0.05));
            let same = self.sample(n, draw, 1.0);
            let interval = self.shifts.pairs(&old, &same).unwrap().interval(&mut self.tester, 0.1);
            let inside = 1.0 / margin <= interval.lo && interval.hi <= margin;
            proven += f64::from(u8::from(inside));
        }
        [found / 1000.0, proven / 1000.0]
    }
}

/// Spread 3 %.
fn normal(random: &mut Random) -> f64 {
    crate::stats::math::exp(0.03 * random.normal())
}

/// One run in ten is slow, by up to a half.
fn with_outliers(random: &mut Random) -> f64 {
    let slow = if random.uniform() < 0.1 { 1.0 + 0.5 * random.uniform() } else { 1.0 };
    normal(random) * slow
}

#[test]
fn the_spread_is_found() {
    for n in [2, 3, 4, 5, 6, 10, 20, 40] {
        let mut bench = Bench::new(n as u64);
        let mut found: Vec<f64> = (0..1500).map(|_| bench.spread(n, normal)).collect();
        found.sort_by(f64::total_cmp);
        let ratio = median(&found) / (0.03 * (PI / 3.0_f64).sqrt());
        assert!((0.9..1.15).contains(&ratio), "{n}: {ratio}");
    }
}

#[test]
fn the_smallest_shift_is_found_four_times_in_five() {
    for draw in [normal as fn(&mut Random) -> f64, with_outliers] {
        for n in [6, 10, 20] {
            let mut bench = Bench::new(10 + n as u64);
            let mut spreads: Vec<f64> = (0..500).map(|_| bench.spread(n, draw)).collect();
            spreads.sort_by(f64::total_cmp);
            let shift =
                min_detectable_effect(median(&spreads), [n, n], ShiftScale::Ratio, 0.05).unwrap();
            let [found, _] = bench.power(n, draw, shift, 1.0);
            assert!((found - POWER).abs() < 0.1, "{n}: {shift} is found in {found}");
        }
    }
}

#[test]
fn the_runs_needed_are_enough_and_not_far_too_many() {
    for draw in [normal as fn(&mut Random) -> f64, with_outliers] {
        for margin in [1.02, 1.05] {
            let mut bench = Bench::new(99);
            // What ten runs say of the runs needed, at their median.
            let mut runs: Vec<u32> = (0..500)
                .map(|_| bench.spread(10, draw))
                .map(|spread| runs_to_resolve(spread, margin, ShiftScale::Ratio, 0.05).unwrap())
                .collect();
            runs.sort_unstable();
            let n = runs[250] as usize;
            let [found, proven] = bench.power(n, draw, margin, margin);
            assert!(0.7 < found && found < 0.92, "{margin}: {n} runs find {found}");
            assert!(0.7 < proven && proven < 0.92, "{margin}: {n} runs prove {proven}");
        }
    }
}

#[test]
fn numbers_by_hand() {
    // 2·((1.6449 + 1.2816)·0.1)²/0.05² = 68.5, more than for (1.9600 + 0.8416) = 62.8.
    assert_eq!(runs_to_resolve(0.1, 0.05, ShiftScale::Difference, 0.05), Some(69));
    assert_eq!(runs_to_resolve(0.1, -0.05, ShiftScale::Difference, 0.05), Some(69));
    let shift = min_detectable_effect(0.1, [10, 10], ShiftScale::Difference, 0.05).unwrap();
    assert_close(shift, 2.801_585 * 0.1 * 0.2_f64.sqrt(), 1e-6, "shift");
    // However quiet: fewer than four cannot show anything.
    assert_eq!(runs_to_resolve(0.0, 1.01, ShiftScale::Ratio, 0.05), Some(4));
    assert_eq!(min_detectable_effect(0.1, [3, 3], ShiftScale::Ratio, 0.05), None);
    assert_eq!(min_detectable_effect(0.1, [1, 8], ShiftScale::Ratio, 0.05), None);
    assert_eq!(min_detectable_effect(0.1, [1, 38], ShiftScale::Ratio, 0.05), None);
    assert!(min_detectable_effect(0.1, [1, 39], ShiftScale::Ratio, 0.05).is_some());
    // Above fifty the table's p is an approximation, of which one run against many is never enough.
    assert_eq!(min_detectable_effect(0.1, [1, 60], ShiftScale::Ratio, 0.05), None);
    assert!(min_detectable_effect(0.1, [2, 8], ShiftScale::Ratio, 0.05).is_some());
    assert!(min_detectable_effect(0.1, [3, 3], ShiftScale::Ratio, 0.1).is_some());
    // A level that many tests share may be far below what nine runs show.
    assert_eq!(runs_to_resolve(0.0, 1.01, ShiftScale::Ratio, 1e-5), Some(11));
    assert!(
        runs_to_resolve(0.03, 1.01, ShiftScale::Ratio, 1e-5)
            > runs_to_resolve(0.03, 1.01, ShiftScale::Ratio, 0.05)
    );
    assert_eq!(runs_to_resolve(0.1, 1.0, ShiftScale::Ratio, 0.05), None);
    assert_eq!(runs_to_resolve(f64::NAN, 1.1, ShiftScale::Ratio, 0.05), None);
    assert_eq!(runs_to_resolve(0.1, 1.1, ShiftScale::Ratio, f64::NAN), None);
}
