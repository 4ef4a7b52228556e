//! Checks spreads and numbers of runs by simulation; `least_change` checks which changes runs can show.

use std::f64::consts::PI;

use super::assert_close;
use super::random::Random;
use crate::{
    Arrangement, Interval, MannWhitney, Shift, ShiftScale, Shifts, Shown, SignedRank, median,
    min_detectable_effect, paired_spread, runs_needed, spread,
};

/// Returns the number of runs if nothing shows a change.
fn runs_to_resolve(spread: f64, margin: f64, scale: ShiftScale, alpha: f64) -> Option<u32> {
    runs_needed(&without_change(samples(0, 0), spread, margin, scale), alpha)
}

/// Returns runs whose interval includes "no change".
pub(super) fn without_change(
    arrangement: Arrangement,
    spread: f64,
    margin: f64,
    scale: ShiftScale,
) -> Shown {
    let interval = Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY, error: 0.0 };
    let shift = Shift { scale, estimate: scale.null(), interval };
    Shown { arrangement, spread, shift, margin }
}

/// Returns the smallest change if a p can be as great as the level.
fn least_change(
    spread: f64,
    arrangement: Arrangement,
    scale: ShiftScale,
    alpha: f64,
) -> Option<f64> {
    min_detectable_effect(spread, arrangement, scale, alpha, alpha)
}

fn samples(n1: u32, n2: u32) -> Arrangement {
    Arrangement::Samples([n1, n2])
}

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

    /// Returns the estimated spread of two samples.
    fn spread(&mut self, n: usize, draw: fn(&mut Random) -> f64) -> f64 {
        let (old, new) = (self.sample(n, draw, 1.0), self.sample(n, draw, 1.0));
        let interval = self.shifts.pairs(&old, &new).unwrap().interval(&mut self.tester, 0.05);
        spread(&old, &new, ShiftScale::Ratio, &interval).unwrap()
    }

    /// Returns how often a ratio is significant, and how often "no change" is proven within `margin`.
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

/// Draws a value with a spread of 3%.
fn normal(random: &mut Random) -> f64 {
    crate::math::exp(0.03 * random.normal())
}

/// Draws a value where one run in ten is slow, by up to a half.
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
fn the_runs_needed_are_enough_and_not_far_too_many() {
    for draw in [normal as fn(&mut Random) -> f64, with_outliers] {
        for margin in [1.02, 1.05] {
            let mut bench = Bench::new(99);
            // The median of the required runs, as estimated from ten runs.
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

/// A change that the runs already show needs fewer runs than one as large as the margin. The levels are that of one
/// test, and that of one of thirty by Holm.
#[test]
fn a_change_that_is_shown_needs_few_runs_which_find_it() {
    let scale = ShiftScale::Ratio;
    for (n, ratio, alpha, most) in [(3, 1.2, 0.05, 4), (3, 1.15, 0.05, 8), (5, 1.5, 0.05 / 30.0, 7)]
    {
        let mut bench = Bench::new(7);
        let (mut all, mut found) = (Vec::new(), 0);
        for _ in 0..600 {
            let (old, new) = (bench.sample(n, normal, 1.0), bench.sample(n, normal, ratio));
            let shift = bench.shifts.pairs(&old, &new).unwrap().shift(&mut bench.tester, 0.05);
            let spread = spread(&old, &new, scale, &shift.interval).unwrap();
            let arrangement = samples(n as u32, n as u32);
            let runs = runs_needed(&Shown { arrangement, spread, shift, margin: 1.02 }, alpha);
            let runs = runs.unwrap() as usize;
            all.push(runs);
            let (old, new) = (bench.sample(runs, normal, 1.0), bench.sample(runs, normal, ratio));
            found += u32::from(bench.tester.p(&old, &new).unwrap() <= alpha);
        }
        all.sort_unstable();
        assert!(all[300] <= most, "{n} {ratio}: {} runs", all[300]);
        assert!(480 < found, "{n} {ratio}: {} runs find it {found} times", all[300]);
    }
}

#[test]
fn numbers_by_hand() {
    // 2·((1.6449 + 1.2816)·0.1)²/0.05² = 68.5, more than for (1.9600 + 0.8416) = 62.8.
    assert_eq!(runs_to_resolve(0.1, 0.05, ShiftScale::Difference, 0.05), Some(69));
    assert_eq!(runs_to_resolve(0.1, -0.05, ShiftScale::Difference, 0.05), Some(69));
    let shift = least_change(0.1, samples(10, 10), ShiftScale::Difference, 0.05).unwrap();
    // Their spread is estimated with 18 degrees of freedom.
    let unknown = (1.0 + 3.841_459 / 2.0 / 18.0_f64).sqrt();
    assert_close(shift, 2.801_585 * 0.1 * 0.2_f64.sqrt() * unknown, 1e-6, "shift");
    // The nearest bound is 0.1, so this is 2·(2.8016·0.1)²/0.1² = 15.7.
    let interval = Interval { lo: -0.3, hi: -0.1, error: 0.05 };
    let shift = Shift { scale: ShiftScale::Difference, estimate: -0.2, interval };
    let shown = Shown { arrangement: samples(10, 10), spread: 0.1, shift, margin: 0.05 };
    assert_eq!(runs_needed(&shown, 0.05), Some(16));
    // A bound within the margin is not the change to find, so this is the number of the margin.
    let shown = Shown { margin: 0.15, ..shown };
    assert_eq!(runs_needed(&shown, 0.05), runs_to_resolve(0.1, 0.15, ShiftScale::Difference, 0.05));
    // Without bounds, Student's interval with four degrees of freedom: 0.5 − 2.7764·0.1·√(2/3) = 0.2733.
    let interval = Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY, error: 0.0 };
    let shift = Shift { estimate: 0.5, interval, ..shift };
    let shown = Shown { arrangement: samples(3, 3), shift, margin: 0.05, ..shown };
    // 2·(2.8016·0.1)²/0.2733² = 2.1, but fewer than four runs show nothing.
    assert_eq!(runs_needed(&shown, 0.05), Some(4));
    // Fewer than four runs cannot show anything, however quiet they are.
    assert_eq!(runs_to_resolve(0.0, 1.01, ShiftScale::Ratio, 0.05), Some(4));
    assert_eq!(least_change(0.1, samples(3, 3), ShiftScale::Ratio, 0.05), None);
    assert_eq!(least_change(0.1, samples(1, 8), ShiftScale::Ratio, 0.05), None);
    assert_eq!(least_change(0.1, samples(1, 38), ShiftScale::Ratio, 0.05), None);
    assert!(least_change(0.1, samples(1, 39), ShiftScale::Ratio, 0.05).is_some());
    // Above fifty the table's p is an approximation, which is never small enough for one run against many.
    assert_eq!(least_change(0.1, samples(1, 60), ShiftScale::Ratio, 0.05), None);
    assert!(least_change(0.1, samples(2, 8), ShiftScale::Ratio, 0.05).is_some());
    assert!(least_change(0.1, samples(3, 3), ShiftScale::Ratio, 0.1).is_some());
    // A level that many tests share may be far below the smallest p of nine runs.
    assert_eq!(runs_to_resolve(0.0, 1.01, ShiftScale::Ratio, 1e-5), Some(11));
    assert!(
        runs_to_resolve(0.03, 1.01, ShiftScale::Ratio, 1e-5)
            > runs_to_resolve(0.03, 1.01, ShiftScale::Ratio, 0.05)
    );
    assert_eq!(runs_to_resolve(0.1, 1.0, ShiftScale::Ratio, 0.05), None);
    assert_eq!(runs_to_resolve(f64::NAN, 1.1, ShiftScale::Ratio, 0.05), None);
    assert_eq!(runs_to_resolve(0.1, 1.1, ShiftScale::Ratio, f64::NAN), None);
}

#[test]
fn the_spread_of_pairs_is_found() {
    // The common part of both runs of a pair is ten times larger than the rest.
    let pairs = |random: &mut Random, n: u32| {
        let [mut old, mut new] = [Vec::new(), Vec::new()];
        for _ in 0..n {
            let common = crate::math::exp(0.3 * random.normal());
            old.push(common * normal(random));
            new.push(common * normal(random));
        }
        [old, new]
    };
    let scale = ShiftScale::Ratio;
    for n in [2, 4, 6, 7, 8, 9, 10, 12, 20, 60] {
        let (mut random, mut test) = (Random::new(70 + u64::from(n)), SignedRank::default());
        let mut spreads = Vec::new();
        for _ in 0..500 {
            let [old, new] = pairs(&mut random, n);
            let interval = test.pairs(&old, &new).unwrap().interval(0.05);
            spreads.extend(paired_spread(&old, &new, scale, &interval));
        }
        spreads.sort_by(f64::total_cmp);
        let spread = median(&spreads);
        let ratio = spread / (0.03 * (PI / 3.0_f64).sqrt());
        // The median of two values is below the mean.
        let fits = if n == 2 { 0.6..1.15 } else { 0.9..1.15 };
        assert!(fits.contains(&ratio), "{n}: {ratio}");
    }
}

#[test]
fn pairs_and_blocks_need_their_own_numbers() {
    let needed = |arrangement, alpha| {
        runs_needed(&without_change(arrangement, 0.0, 1.01, ShiftScale::Ratio), alpha)
    };
    // 2/2ⁿ, for n pairs: 1/16 for 5.
    for (alpha, pairs) in [(0.0625, 5), (0.05, 6), (0.01, 8), (0.001, 11)] {
        assert_eq!(needed(Arrangement::Pairs(3), alpha), Some(pairs), "{alpha}");
    }
    assert_eq!(needed(Arrangement::Pairs(3), 0.0), None);
    // Two of each side in each of two blocks: 2/6²; for three 2/6³, for four 2/6⁴.
    let blocks = Arrangement::Blocks { blocks: 2, runs: [4, 4], least_p: 2.0 / 36.0 };
    for (alpha, runs) in [(0.06, 4), (0.05, 6), (0.009, 8)] {
        assert_eq!(needed(blocks, alpha), Some(runs), "{alpha}");
    }
    assert_eq!((needed(blocks, 0.0), needed(blocks, f64::NAN)), (None, None));
    assert!(!blocks.can_show(0.05) && blocks.can_show(0.06));
}
