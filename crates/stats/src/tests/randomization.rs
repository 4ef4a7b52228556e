//! Compares the randomization test with SciPy, and simulates it under the noise of real machines.

use super::random::Random;
use super::{assert_close, numbers, rows};
use crate::{AllEqual, BlockShifts, BlockValue, Interval, Randomization, ShiftScale, math, median};

#[test]
fn scipy() {
    let mut test = Randomization::default();
    let mut several = 0;
    for row in rows(include_str!("../../../../tests/oracles/randomization_scipy.tsv")) {
        let sides: Vec<Vec<f64>> = row[1..].iter().map(|side| numbers(side)).collect();
        let medians = [&sides[0][..], &sides[1]];
        let best = (4 <= sides.len()).then(|| [&sides[2][..], &sides[3]]);
        several += u32::from(best.is_some());
        let mut blocks = test.blocks(medians, best).unwrap();
        assert_eq!(blocks.scale(), ShiftScale::Difference);
        assert_close(blocks.p().unwrap(), row[0].parse().unwrap(), 1e-9, &row.join(" "));
    }
    assert!(10 < several);
}

/// The noise of a machine, as a part of the value, from run to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Machine {
    /// Independent runs.
    Quiet,
    /// Student's distribution with two degrees of freedom.
    Heavy,
    /// The machine slows down by 20% in total.
    Drift,
    /// Each run resembles the previous one: AR(1) with 0.95, 10% in total.
    Wander,
    /// The machine has two states, 30% apart, that last seven runs on average.
    TwoStates,
    /// One run in five is disturbed by 50% on average.
    Bursts,
    /// Drift and bursts together.
    DriftAndBursts,
    /// Disturbances last four runs on average.
    LongBursts,
}

const MACHINES: [Machine; 8] = [
    Machine::Quiet,
    Machine::Heavy,
    Machine::Drift,
    Machine::Wander,
    Machine::TwoStates,
    Machine::Bursts,
    Machine::DriftAndBursts,
    Machine::LongBursts,
];

/// The standard deviation of a run on a quiet machine.
const SPREAD: f64 = 0.02;

fn exponential(random: &mut Random, mean: f64) -> f64 {
    -mean * math::ln(random.uniform().max(1e-300))
}

/// Returns the noise of this number of runs, on a logarithmic scale.
fn noise(random: &mut Random, machine: Machine, runs: usize) -> Vec<f64> {
    let mut state = random.normal();
    let mut is_slow = random.uniform() < if machine == Machine::TwoStates { 0.5 } else { 0.3 };
    let mut next = |run: usize| {
        let drift = 0.2 * run as f64 / (runs - 1) as f64;
        let own = SPREAD * random.normal();
        match machine {
            Machine::Quiet => own,
            Machine::Heavy => own / exponential(random, 1.0).sqrt(),
            Machine::Drift => own + drift,
            Machine::Wander => {
                let before = state;
                state = 0.95 * state + (1.0 - 0.95_f64 * 0.95).sqrt() * random.normal();
                own + 0.1 * before
            }
            Machine::TwoStates => {
                is_slow ^= random.uniform() < 0.15;
                own + if is_slow { 0.3 } else { 0.0 }
            }
            Machine::Bursts | Machine::DriftAndBursts => {
                let is_hit = random.uniform() < 0.2;
                let burst = if is_hit { exponential(random, 0.5) } else { 0.0 };
                own + burst + if machine == Machine::Bursts { 0.0 } else { drift }
            }
            Machine::LongBursts => {
                is_slow = random.uniform() < if is_slow { 0.75 } else { 0.1 };
                own + if is_slow { exponential(random, 0.4) } else { 0.0 }
            }
        }
    };
    (0..runs).map(&mut next).collect()
}

/// Returns the values of both sides of blocks whose order is drawn; `change` is the true ratio.
fn record(random: &mut Random, machine: Machine, blocks: usize, change: f64) -> [Vec<f64>; 2] {
    let (mut old, mut new) = (Vec::new(), Vec::new());
    for pair in noise(random, machine, 2 * blocks).chunks(2) {
        let first = random.below(2) as usize;
        old.push(100.0 * math::exp(pair[first]));
        new.push(100.0 * math::exp(pair[1 - first]) * change);
    }
    [old, new]
}

/// Returns the percentage of rows in which the test finds a change at 0.05.
fn found(machine: Machine, blocks: usize, change: f64, rows: u32) -> f64 {
    let mut random = Random::new(blocks as u64 ^ change.to_bits());
    let mut test = Randomization::default();
    let is_found = |_: &u32| {
        let [old, new] = record(&mut random, machine, blocks, change);
        test.blocks([&old, &new], None).unwrap().p().unwrap() <= 0.05
    };
    100.0 * (0..rows).filter(is_found).count() as f64 / f64::from(rows)
}

/// Returns two standard errors of 5%, in percent.
fn slack(rows: u32) -> f64 {
    200.0 * (0.05 * 0.95 / f64::from(rows)).sqrt()
}

#[test]
fn errors_are_rare_on_every_machine() {
    for machine in MACHINES {
        let found = found(machine, 12, 1.0, 2000);
        assert!(found <= 5.0 + 1.5 * slack(2000), "{machine:?}: {found}");
    }
}

/// The table in docs/methods.md: `cargo test --release -p benchlens-stats --lib -- --ignored --nocapture table_of_machines`.
#[test]
#[ignore = "takes a minute"]
fn table_of_machines() {
    // The power for 12 blocks and +3% when the test was introduced: no later statistic may cost more.
    let wanted = [89.0, 60.0, 85.0, 55.0, 68.0, 61.0, 48.0, 53.0];
    for (machine, wanted) in MACHINES.into_iter().zip(wanted) {
        let of = |blocks, change| found(machine, blocks, change, 10_000);
        let (error, power) = (of(12, 1.0), of(12, 1.03));
        println!("{machine:?} {error:.1} {power:.1} {:.1} {:.1}", of(30, 1.0), of(30, 1.03));
        assert!(error <= 5.0 + slack(10_000), "{machine:?}: {error}");
        assert!(wanted - 1.5 <= power, "{machine:?}: {power}");
    }
}

#[test]
fn intervals_contain_the_true_change() {
    let (mut random, mut test) = (Random::new(1935), Randomization::default());
    for machine in MACHINES {
        let mut held = 0;
        for _ in 0..200 {
            let [old, new] = record(&mut random, machine, 12, 1.03);
            let mut blocks = test.blocks([&old, &new], None).unwrap();
            let BlockShifts { decided: shift, equivalence: wider, .. } = blocks.shifts([0.05, 0.1]);
            held += u32::from(shift.interval.holds(1.03));
            assert!(shift.interval.holds(shift.estimate));
            assert!(shift.interval.lo <= wider.lo && wider.hi <= shift.interval.hi);
            let is_inside = shift.interval.holds(1.0);
            assert_eq!(is_inside, 0.05 < blocks.p().unwrap(), "{old:?} {new:?}");
        }
        println!("{machine:?}: {held} of 200");
        assert!(180 <= held, "{machine:?}: {held} of 200");
    }
}

#[test]
fn several_runs_of_a_process_count_by_their_best_too() {
    let (mut random, mut test) = (Random::new(4), Randomization::default());
    let mut found = [0; 2];
    for _ in 0..500 {
        for (found, change) in found.iter_mut().zip([1.0, 1.03]) {
            let mut sides = [const { Vec::new() }; 4];
            for _ in 0..12 {
                for (side, change) in [1.0, change].into_iter().enumerate() {
                    let process = 0.005 * random.normal();
                    let mut run = || {
                        let is_hit = random.uniform() < 0.5;
                        let burst = if is_hit { exponential(&mut random, 0.5) } else { 0.0 };
                        change * math::exp(process + SPREAD * random.normal() + burst)
                    };
                    let mut runs = [run(), run(), run(), run(), run()];
                    runs.sort_by(f64::total_cmp);
                    sides[side].push(runs[2]);
                    sides[2 + side].push(runs[0]);
                }
            }
            let [old, new, best_old, best_new] = &sides;
            let mut blocks = test.blocks([old, new], Some([best_old, best_new])).unwrap();
            *found += u32::from(blocks.p().unwrap() <= 0.05);
        }
    }
    // The medians alone find the change in about one of ten rows.
    assert!(found[0] <= 25 + 15 && 380 <= found[1], "{found:?}");
}

#[test]
fn exchanging_the_sides_inverts_the_change() {
    let (mut random, mut test) = (Random::new(7), Randomization::default());
    for blocks in [1, 2, 5, 6, 12, 17, 18, 60, 61, 130] {
        let [old, new] = record(&mut random, Machine::Bursts, blocks.max(2), 1.05);
        let (old, new) = (&old[..blocks], &new[..blocks]);
        let mut there = test.blocks([old, new], None).unwrap();
        let (p, order, shift) = (there.p(), there.order(), there.shifts([0.05, 0.1]).decided);
        let mut back = test.blocks([new, old], None).unwrap();
        assert_eq!((back.p(), back.order()), (p, order.reverse()));
        let again = back.shifts([0.05, 0.1]).decided;
        assert!((again.estimate * shift.estimate - 1.0).abs() < 1e-5, "{blocks}");
        assert!(Randomization::least_p(blocks) <= p.unwrap());
        if blocks < 6 {
            assert_eq!((shift.interval.lo, shift.interval.hi), (0.0, f64::INFINITY));
        }
    }
}

/// Beyond all changes, the order of the sides is the same in all blocks, and six blocks reject this.
#[test]
fn six_blocks_bound_any_change() {
    let (mut random, mut test) = (Random::new(7), Randomization::default());
    for row in 0..500 {
        let blocks = 6 + row % 5;
        let mut side = || -> Vec<f64> {
            let mut heavy = || {
                let normal = random.normal();
                math::exp(0.3 * normal * normal * normal)
            };
            (0..blocks).map(|_| heavy()).collect()
        };
        let [old, new, best_old, best_new] = [side(), side(), side(), side()];
        let best = (row % 2 == 0).then_some([&best_old[..], &best_new[..]]);
        let shifts = test.blocks([&old, &new], best).unwrap().shifts([0.05, 0.1]);
        for shift in [Some(shifts.decided), shifts.other].into_iter().flatten() {
            let Interval { lo, hi, .. } = shift.interval;
            assert!(0.0 < lo && hi < f64::INFINITY, "{old:?} {new:?} {best:?}: {lo} {hi}");
        }
    }
}

#[test]
fn odd_values() {
    let mut test = Randomization::default();
    let ones = [1.0; 8];
    let mut equal = test.blocks([&ones, &ones], None).unwrap();
    assert_eq!(equal.p(), Err(AllEqual));
    assert_eq!(equal.deciding(), None);
    let interval = equal.shifts([0.05; 2]).decided.interval;
    assert_eq!((interval.lo, interval.hi), (1.0, 1.0));
    let all = |value: f64| [value; 8];
    assert!(test.blocks([&ones, &all(f64::NAN)], None).is_none());
    assert!(test.blocks([&ones, &all(f64::INFINITY)], None).is_none());
    assert!(test.blocks([&ones, &ones[1..]], None).is_none());
    assert!(test.blocks([&[], &[]], None).is_none());
    // Zeros and huge values are differences, and nothing overflows.
    for values in [[0.0; 8], all(-1e308), all(1e308), all(5e-324)] {
        let mut blocks = test.blocks([&ones, &values], None).unwrap();
        assert_eq!(blocks.p(), Ok(2.0 / 256.0), "{values:?}");
        assert!(!blocks.shifts([0.05; 2]).decided.interval.lo.is_nan());
    }
    for alpha in [0.0, 1e-300, 1.0, 2.0, f64::NAN, -1.0] {
        let mut blocks = test.blocks([&ones, &all(2.0)], None).unwrap();
        let interval = blocks.shifts([alpha; 2]).decided.interval;
        assert!(interval.lo <= interval.hi, "{alpha}");
    }
}

/// A gate must know which p is out of reach, or it would pass a regression that no number of rows could show.
#[test]
fn the_least_p_is_that_of_sides_without_noise() {
    let mut test = Randomization::default();
    for blocks in [1, 2, 6, 12, 17, 18, 20, 40, 100, 500] {
        let [old, new] = [vec![1.0; blocks], vec![2.0; blocks]];
        let p = test.blocks([&old, &new], None).unwrap().p().unwrap();
        let least = Randomization::least_p(blocks);
        assert!((p / least - 1.0).abs() < 1e-9, "{blocks}: {p} {least}");
    }
    assert!(Randomization::least_p(500) < 1e-50);
}

/// Blocks of five runs: a share of the new version's runs takes longer.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// The standard deviation of a run.
    spread: f64,
    share: f64,
    slower: f64,
}

impl Shape {
    /// Returns the median and the best of the five runs of a process.
    fn process(self, random: &mut Random, is_new: bool) -> [f64; 2] {
        let mut runs: [f64; 5] = std::array::from_fn(|_| {
            let is_slow = is_new && random.uniform() < self.share;
            math::exp(self.spread * random.normal()) * if is_slow { 1.0 + self.slower } else { 1.0 }
        });
        runs.sort_by(f64::total_cmp);
        [runs[2], runs[0]]
    }

    /// Returns the true changes of the medians of the medians and of the best runs.
    fn truth(self, random: &mut Random) -> [f64; 2] {
        let mut all = [const { Vec::new() }; 4];
        for _ in 0..20_000 {
            for (side, is_new) in [false, true].into_iter().enumerate() {
                let [middle, best] = self.process(random, is_new);
                all[side].push(middle);
                all[2 + side].push(best);
            }
        }
        all.iter_mut().for_each(|all| all.sort_by(f64::total_cmp));
        [0, 2].map(|at: usize| median(&all[at + 1]) / median(&all[at]))
    }
}

/// What rows of blocks show: percentages.
#[derive(Clone, Copy, Debug, Default)]
struct Shown {
    /// The intervals of the medians, and of the best runs, that contain their true change; and both.
    holds: [u32; 3],
    /// The rows of which the interval of the value that decided contains its true change.
    decided: u32,
    /// The rows whose intervals have no change in common.
    apart: u32,
    /// The rows with an interval without width.
    no_width: u32,
    /// The rows whose equivalence interval lies within 3%.
    within: u32,
    significant: u32,
}

fn shown(shape: Shape, blocks: usize, rows: u32) -> ([f64; 2], Shown) {
    let mut random = Random::new(blocks as u64 ^ shape.share.to_bits() ^ shape.spread.to_bits());
    let truth = shape.truth(&mut random);
    let mut test = Randomization::default();
    let mut shown = Shown::default();
    for _ in 0..rows {
        let mut sides = [const { Vec::new() }; 4];
        for _ in 0..blocks {
            for (side, is_new) in [false, true].into_iter().enumerate() {
                let [middle, best] = shape.process(&mut random, is_new);
                sides[side].push(middle);
                sides[2 + side].push(best);
            }
        }
        let [old, new, best_old, best_new] = &sides;
        let mut blocks = test.blocks([old, new], Some([best_old, best_new])).unwrap();
        let found = blocks.shifts([0.05, 0.1]);
        let p = blocks.p().unwrap();
        let deciding = blocks.deciding().unwrap().of;
        let other = found.other.unwrap();
        let by_value = match deciding {
            BlockValue::Median => [found.decided, other],
            BlockValue::Best => [other, found.decided],
        };
        let holds = [0, 1].map(|at| by_value[at].interval.holds(truth[at]));
        shown.holds[0] += u32::from(holds[0]);
        shown.holds[1] += u32::from(holds[1]);
        shown.holds[2] += u32::from(holds[0] && holds[1]);
        shown.decided += u32::from(holds[usize::from(deciding == BlockValue::Best)]);
        let [a, b] = by_value.map(|shift| shift.interval);
        shown.apart += u32::from(a.hi < b.lo || b.hi < a.lo);
        for shift in by_value {
            assert!(shift.interval.holds(shift.estimate), "{shift:?}");
            shown.no_width += u32::from(shift.interval.hi - shift.interval.lo < 1e-4);
        }
        let Interval { lo, hi, .. } = found.equivalence;
        shown.within += u32::from(1.0 / 1.03 <= lo && hi <= 1.03);
        shown.significant += u32::from(p <= 0.05);
        assert_eq!(found.decided.interval.holds(1.0), 0.05 < p);
    }
    (truth, shown)
}

const SHAPES: [[f64; 2]; 7] =
    [[0.0, 0.0], [1.0, 0.04], [0.8, 0.04], [0.7, 0.04], [0.6, 0.04], [0.5, 0.1], [0.3, 0.1]];

/// The table in docs/methods.md: `cargo test --release -p benchlens-stats --lib -- --ignored --nocapture table_of_shapes`.
#[test]
#[ignore = "takes minutes"]
fn table_of_shapes() {
    for spread in [0.003, 0.01, 0.03] {
        for [share, slower] in SHAPES {
            for blocks in [12, 30] {
                let (truth, shown) = shown(Shape { spread, share, slower }, blocks, 400);
                let change = truth.map(|truth| 100.0 * (truth - 1.0));
                println!("{spread} {share} {slower} {blocks}: {change:.2?} {shown:?}");
            }
        }
    }
}

/// The intervals contain the true changes of the medians and of the best runs, whether all runs change alike or not.
#[test]
fn intervals_are_about_one_value() {
    for [share, slower] in [[0.0, 0.0], [1.0, 0.04], [0.7, 0.04]] {
        let (truth, shown) = shown(Shape { spread: 0.003, share, slower }, 12, 100);
        assert!(88 <= shown.holds[2] && shown.no_width == 0, "{share}: {truth:?} {shown:?}");
        assert_eq!(60 < shown.apart, share == 0.7, "{share}: {shown:?}");
    }
}

/// Returns the values of both sides, exchanged in some blocks.
fn exchanged(sides: &[Vec<f64>; 4], which: u32) -> [Vec<f64>; 4] {
    let side = |own: usize, other: usize| {
        let block = |at: usize| sides[if which >> at & 1 == 1 { other } else { own }][at];
        (0..sides[0].len()).map(block).collect()
    };
    [side(0, 1), side(1, 0), side(2, 3), side(3, 2)]
}

/// If the sides are exchanged in all ways, as many of these have a p at most as small as p says: the test is exact.
#[test]
fn p_is_the_share_of_exchanges() {
    let mut random = Random::new(22);
    let mut test = Randomization::default();
    for blocks in [5, 8] {
        let sides: [Vec<f64>; 4] = std::array::from_fn(|side| {
            let level = 1.0 + 0.02 * (side % 2) as f64;
            (0..blocks).map(|_| level * math::exp(0.02 * random.normal())).collect()
        });
        let mut p = |which: u32| {
            let [old, new, best_old, best_new] = exchanged(&sides, which);
            test.blocks([&old, &new], Some([&best_old, &best_new])).unwrap().p().unwrap()
        };
        let found: Vec<f64> = (0..1 << blocks).map(&mut p).collect();
        for own in &found {
            let share = found.iter().filter(|other| **other <= *own).count() as f64;
            assert!((own - share / found.len() as f64).abs() < 1e-12, "{blocks} {own}");
        }
    }
}

/// Two statistics that are equally extreme differ in their last digits, which must not decide.
#[test]
fn equally_extreme_statistics_count_as_equal() {
    let middle = |blocks: [[f64; 3]; 3]| -> [Vec<f64>; 2] {
        let mut sorted = blocks;
        sorted.iter_mut().for_each(|block| block.sort_by(f64::total_cmp));
        [
            sorted.iter().map(|block| block[1]).collect(),
            sorted.iter().map(|block| block[0]).collect(),
        ]
    };
    let [old, best_old] = middle([[31.0, 29.0, 30.0], [29.0, 30.0, 30.0], [30.0, 28.0, 31.0]]);
    let [new, best_new] = middle([[31.0, 30.0, 31.0], [30.0, 33.0, 30.0], [31.0, 28.0, 31.0]]);
    let mut test = Randomization::default();
    let mut blocks = test.blocks([&old, &new], Some([&best_old, &best_new])).unwrap();
    assert_eq!(blocks.p(), Ok(0.75));
}
