//! Checks by simulation whether runs really show the smallest change that they are said to show.
//!
//! Runs without a change determine it, and then as many runs with exactly that change are tested, in samples, pairs
//! and blocks. Only the test decides whether the change is found.

use super::power::without_change;
use super::random::Random;
use crate::power::POWER;
use crate::{
    Arrangement, Block, Interval, MannWhitney, ShiftScale, Shifts, SignedRank, VanElteren,
    blocked_spread, math, median, min_detectable_effect, paired_spread, runs_needed, spread,
};

const SCALE: ShiftScale = ShiftScale::Ratio;

/// The level of all intervals.
const ALPHA: f64 = 0.05;

/// A step is one, or two for the sum of pairs' signed ranks, over the standard deviation of all arrangements.
#[test]
fn a_step_is_that_of_all_arrangements() {
    let deviation = |all: &[f64]| {
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        (all.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / all.len() as f64)
            .sqrt()
    };
    let signs =
        |n: u32| (0..1_u32 << n).map(move |signs| (0..n).filter(move |i| signs >> i & 1 == 1));
    let pairs: Vec<f64> =
        signs(8).map(|ranks| ranks.map(|rank| f64::from(rank + 1)).sum()).collect();
    assert!((Arrangement::Pairs(8).step() * deviation(&pairs) - 1.0).abs() < 1e-12);
    // Rank sums of three of seven values.
    let chosen = signs(7).filter(|ranks| ranks.clone().count() == 3);
    let samples: Vec<f64> = chosen.map(|ranks| ranks.map(f64::from).sum()).collect();
    assert!((Arrangement::Samples([3, 4]).step() * deviation(&samples) - 1.0).abs() < 1e-12);
}

/// How runs are compared.
#[derive(Debug, Clone, Copy, PartialEq)]
enum How {
    Samples,
    Pairs,
    Blocks,
}

/// The runs of both sides, by block.
type Runs = Vec<[Vec<f64>; 2]>;

struct Simulation {
    how: How,
    /// The number of runs of each side, by block.
    sizes: Vec<[usize; 2]>,
    /// Whether one run in ten is slow, by up to a half.
    has_outliers: bool,
    random: Random,
    mann_whitney: MannWhitney,
    shifts: Shifts,
    signed_rank: SignedRank,
    van_elteren: VanElteren,
}

/// The result of a comparison.
struct Said {
    p: f64,
    interval: Interval,
    /// The interval at twice the level.
    equivalence: Interval,
    spread: Option<f64>,
    arrangement: Arrangement,
}

impl Simulation {
    fn new(how: How, sizes: Vec<[usize; 2]>, has_outliers: bool) -> Self {
        Simulation {
            how,
            sizes,
            has_outliers,
            random: Random::new(500),
            mann_whitney: MannWhitney::default(),
            shifts: Shifts::default(),
            signed_rank: SignedRank::default(),
            van_elteren: VanElteren::default(),
        }
    }

    /// Simulates runs with noise of 3%, where the new ones are slower by this factor. The common part of the runs of a
    /// block varies by 30%.
    fn record(&mut self, factor: f64) -> Runs {
        let (random, has_outliers) = (&mut self.random, self.has_outliers);
        let is_blocked = self.how != How::Samples;
        let block = |&[old, new]: &[usize; 2]| {
            let common = if is_blocked { math::exp(0.3 * random.normal()) } else { 1.0 };
            let mut side = |count: usize, factor: f64| {
                let run = |_| {
                    let is_slow = has_outliers && random.uniform() < 0.1;
                    let slow = if is_slow { 1.0 + 0.5 * random.uniform() } else { 1.0 };
                    common * factor * slow * math::exp(0.03 * random.normal())
                };
                let mut runs: Vec<f64> = (0..count).map(run).collect();
                runs.sort_by(f64::total_cmp);
                runs
            };
            [side(old, 1.0), side(new, factor)]
        };
        self.sizes.iter().map(block).collect()
    }

    fn compare(&mut self, runs: &Runs) -> Said {
        let side = |side: usize| -> Vec<f64> {
            runs.iter().flat_map(|block| block[side].iter().copied()).collect()
        };
        let [old, new] = [side(0), side(1)];
        let counts = [old.len() as u32, new.len() as u32];
        match self.how {
            How::Samples => {
                let test = &mut self.mann_whitney;
                let p = test.p(&old, &new).unwrap();
                let mut pairs = self.shifts.pairs(&old, &new).unwrap();
                let [interval, equivalence] = [ALPHA, 2.0 * ALPHA].map(|a| pairs.interval(test, a));
                let spread = spread(&old, &new, SCALE, &interval);
                let arrangement = Arrangement::Samples(counts);
                Said { p, interval, equivalence, spread, arrangement }
            }
            How::Pairs => {
                let mut pairs = self.signed_rank.pairs(&old, &new).unwrap();
                let p = pairs.p().unwrap();
                let [interval, equivalence] = [ALPHA, 2.0 * ALPHA].map(|a| pairs.interval(a));
                let spread = paired_spread(&old, &new, SCALE, &interval);
                let arrangement = Arrangement::Pairs(counts[0]);
                Said { p, interval, equivalence, spread, arrangement }
            }
            How::Blocks => {
                let list: Vec<_> = runs.iter().map(|[old, new]| Block { old, new }).collect();
                let mut blocks = self.van_elteren.blocks(&list).unwrap();
                let (p, least_p) = (blocks.p().unwrap(), blocks.least_p());
                let [interval, equivalence] = [ALPHA, 2.0 * ALPHA].map(|a| blocks.interval(a));
                let spread = blocked_spread([old.len(), new.len()], SCALE, &interval);
                let blocks = list.len() as u32;
                let arrangement = Arrangement::Blocks { blocks, runs: counts, least_p };
                Said { p, interval, equivalence, spread, arrangement }
            }
        }
    }

    /// Returns the fraction of planted changes that are found at a level: where each is the smallest change from runs
    /// without one, and where all are the median of these. Returns `None` if there is no smallest change.
    fn found(&mut self, alpha: f64) -> Option<[f64; 2]> {
        let mut told = Vec::new();
        for _ in 0..600 {
            let runs = self.record(1.0);
            let said = self.compare(&runs);
            let reached = said.interval.error;
            told.extend(said.spread.and_then(|spread| {
                min_detectable_effect(spread, said.arrangement, SCALE, alpha, reached)
            }));
        }
        if told.is_empty() {
            return None;
        }
        told.sort_by(f64::total_cmp);
        let middle = median(&told);
        let mut is_found = |change: f64| {
            let runs = self.record(change);
            self.compare(&runs).p <= alpha
        };
        let each = told.iter().filter(|&&change| is_found(change)).count();
        let at_middle = told.iter().filter(|_| is_found(middle)).count();
        Some([each, at_middle].map(|count| count as f64 / told.len() as f64))
    }
}

/// Returns simulations of equal and unequal sizes, with as few runs as can show anything, and more.
fn simulations(has_outliers: bool) -> Vec<Simulation> {
    let new = |how, sizes| Simulation::new(how, sizes, has_outliers);
    let mut all = Vec::new();
    for sizes in [[4, 4], [5, 5], [6, 6], [8, 8], [10, 10], [20, 20], [2, 8], [4, 20], [60, 60]] {
        all.push(new(How::Samples, vec![sizes]));
    }
    for pairs in [6, 7, 8, 10, 12, 20, 60] {
        all.push(new(How::Pairs, vec![[1, 1]; pairs]));
    }
    for (blocks, sizes) in [(3, [2, 2]), (5, [2, 2]), (20, [2, 2]), (2, [3, 3]), (6, [3, 3])] {
        all.push(new(How::Blocks, vec![sizes; blocks]));
    }
    for (blocks, sizes) in [(2, [5, 5]), (3, [20, 20]), (6, [1, 2]), (20, [1, 2]), (4, [2, 6])] {
        all.push(new(How::Blocks, vec![sizes; blocks]));
    }
    all.push(new(How::Blocks, [[1, 1]; 5].into_iter().chain([[2, 2]]).collect()));
    all.push(new(How::Blocks, [[1, 1]; 19].into_iter().chain([[10, 10]]).collect()));
    all.push(new(How::Blocks, [[1, 9]; 3].into_iter().chain([[9, 1]; 3]).collect()));
    all.push(new(How::Blocks, vec![[2, 3], [3, 2], [1, 4], [4, 4]]));
    all.push(new(How::Blocks, vec![[2, 2], [8, 8]]));
    all
}

#[test]
fn the_least_change_is_found_four_times_in_five() {
    for has_outliers in [false, true] {
        for mut simulation in simulations(has_outliers) {
            let [each, at_middle] = simulation.found(ALPHA).unwrap();
            // One slow run among few hides more than normal noise does.
            let is_near = |found: f64| {
                if has_outliers {
                    POWER - 0.2 < found && found < POWER + 0.1
                } else {
                    (found - POWER).abs() < 0.12
                }
            };
            let what = (simulation.how, &simulation.sizes, has_outliers);
            assert!(is_near(each) && is_near(at_middle), "{what:?}: {each} {at_middle}");
        }
    }
}

#[test]
fn it_is_found_nearly_as_often_at_the_level_that_many_tests_leave() {
    let mut told = 0;
    for alpha in [0.02, 0.005, 0.001] {
        for mut simulation in simulations(false) {
            let Some([each, _]) = simulation.found(alpha) else { continue };
            told += 1;
            let what = (simulation.how, &simulation.sizes, alpha);
            // More are found if only the most extreme result is enough.
            assert!(POWER - 0.2 < each, "{what:?}: {each}");
        }
    }
    assert!(50 < told, "{told}");
}

#[test]
fn the_runs_needed_in_blocks_are_enough_and_not_far_too_many() {
    let margin = 1.02;
    for mut simulation in simulations(false).into_iter().filter(|s| s.how == How::Blocks) {
        let needed = |simulation: &mut Simulation| {
            let runs = simulation.record(1.0);
            let said = simulation.compare(&runs);
            let spread = said.spread.unwrap();
            let shown = without_change(said.arrangement, spread, margin, SCALE);
            runs_needed(&shown, ALPHA).unwrap()
        };
        let mut told: Vec<u32> = (0..500).map(|_| needed(&mut simulation)).collect();
        told.sort_unstable();
        let needed = told[250] as usize;
        // More blocks of the same sizes.
        let kinds = simulation.sizes.clone();
        let mut kinds = kinds.iter().cycle();
        let runs = |sizes: &[[usize; 2]], side: usize| sizes.iter().map(|s| s[side]).sum::<usize>();
        while runs(&simulation.sizes, 0) < needed || runs(&simulation.sizes, 1) < needed {
            simulation.sizes.push(*kinds.next().unwrap());
        }
        let (mut found, mut proven) = (0, 0);
        for _ in 0..400 {
            let runs = simulation.record(margin);
            found += u32::from(simulation.compare(&runs).p <= ALPHA);
            let runs = simulation.record(1.0);
            let wide = simulation.compare(&runs).equivalence;
            proven += u32::from(1.0 / margin <= wide.lo && wide.hi <= margin);
        }
        let shares = [found, proven].map(|count| f64::from(count) / 400.0);
        // More are found if one side has more runs than are required.
        let what = &simulation.sizes;
        assert!(shares.into_iter().all(|share| 0.72 < share), "{needed}: {shares:?} of {what:?}");
        if simulation.sizes.iter().all(|[old, new]| old == new) {
            let is_fit = shares.into_iter().all(|share| share < 0.95);
            assert!(is_fit, "{needed}: {shares:?} of {what:?}");
        }
    }
}
