//! Compares the test of whole suites with SciPy and with all exchanges, and simulates it under the noise of real machines.

use super::random::Random;
use super::{assert_close, numbers, rows};
use crate::{BlockShifts, Randomization, ShiftScale, SuiteRow, math};

/// Reads a side of a row: the indices of its blocks, and its values.
fn side(text: &str) -> (Vec<usize>, Vec<f64>) {
    let words = text.split(' ').enumerate().filter(|(_, word)| *word != "-");
    words.map(|(block, word)| (block, word.parse::<f64>().unwrap())).unzip()
}

#[test]
fn scipy() {
    let mut test = Randomization::default();
    let mut checked = 0;
    for row in rows(include_str!("../../../../tests/oracles/suites_scipy.tsv")) {
        let [blocks, parts] = [1, 2].map(|at: usize| row[at].parse::<usize>().unwrap());
        let pairs: Vec<&[&str]> = row[3..].chunks(2).collect();
        let each = pairs.len() / parts;
        let suite_row = |at: usize| {
            let (blocks, old) = side(pairs[at][0]);
            let pair = |at: usize| [0, 1].map(|own: usize| side(pairs[at][own]).1);
            let best = if parts == 2 { pair(each + at) } else { Default::default() };
            SuiteRow { blocks, medians: [old, side(pairs[at][1]).1], best }
        };
        let suite: Vec<SuiteRow> = (0..each).map(suite_row).collect();
        let mut found = test.suite(blocks, &suite, parts == 2).unwrap();
        assert_eq!(found.scale(), ShiftScale::Ratio);
        assert_close(found.p().unwrap(), numbers(row[0])[0], 1e-9, &row.join(" "));
        checked += 1;
    }
    assert!(20 < checked);
}

/// The noise of a machine, as a part of the value, while it runs the rows of a suite one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Machine {
    /// Independent runs, whose spread differs from row to row: 1.5% in the median row.
    Quiet,
    /// Student's distribution with two degrees of freedom.
    Heavy,
    /// Processes and builds differ by 1% in each row, and by 0.5% in all rows alike; five runs in each process.
    Processes,
    /// One run in four of a single row takes 20 times as long on average.
    OneRow,
    /// One run in five is disturbed by 50% on average.
    Bursts,
    /// The same, and the machine slows down by 20% in total.
    DriftAndBursts,
    /// The machine has two states, 28% apart, that last 100 runs on average.
    TwoStates,
    /// Each run resembles the previous one: AR(1) with 0.98, 10% in total.
    Wander,
}

const MACHINES: [Machine; 8] = [
    Machine::Quiet,
    Machine::Heavy,
    Machine::Processes,
    Machine::OneRow,
    Machine::Bursts,
    Machine::DriftAndBursts,
    Machine::TwoStates,
    Machine::Wander,
];

const ROWS: usize = 28;
const BLOCKS: usize = 12;

/// A machine while it measures.
struct Measuring {
    machine: Machine,
    random: Random,
    spreads: Vec<f64>,
    speed: f64,
    is_slow: bool,
    /// The part of all runs that are over.
    time: f64,
}

impl Measuring {
    fn new(machine: Machine, mut random: Random) -> Measuring {
        let spreads =
            (0..ROWS).map(|_| 0.015 * math::exp(0.7 * random.normal())).collect::<Vec<_>>();
        let (speed, is_slow) = (random.normal(), random.uniform() < 0.5);
        Measuring { machine, random, spreads, speed, is_slow, time: 0.0 }
    }

    /// Returns a positive number with this mean.
    fn exponential(&mut self, mean: f64) -> f64 {
        -mean * math::ln(self.random.uniform().max(1e-300))
    }

    fn burst(&mut self, share: f64, mean: f64) -> f64 {
        if self.random.uniform() < share { self.exponential(mean) } else { 0.0 }
    }

    /// Returns the logarithm of the next run.
    fn run(&mut self, row: usize) -> f64 {
        let own = self.spreads[row] * self.random.normal();
        match self.machine {
            Machine::Quiet | Machine::Processes => own,
            Machine::Heavy => own / self.exponential(1.0).sqrt(),
            Machine::OneRow if row == 0 => own + self.burst(0.25, 3.0),
            Machine::OneRow => own,
            Machine::Bursts => own + self.burst(0.2, 0.5),
            Machine::DriftAndBursts => own + self.burst(0.2, 0.5) + 0.2 * self.time,
            Machine::TwoStates => {
                self.is_slow ^= self.random.uniform() < 0.01;
                own + if self.is_slow { 0.25 } else { 0.0 }
            }
            Machine::Wander => {
                let step = (1.0 - 0.98_f64 * 0.98).sqrt() * self.random.normal();
                self.speed = 0.98 * self.speed + step;
                own + 0.1 * self.speed
            }
        }
    }

    /// Returns the logarithms of the median and the best of the runs of a process.
    fn process(&mut self, row: usize, common: f64) -> [f64; 2] {
        if self.machine != Machine::Processes {
            return [self.run(row); 2];
        }
        let own = common + 0.01 * self.random.normal();
        let mut runs = [(); 5].map(|()| own + self.run(row));
        runs.sort_by(f64::total_cmp);
        [runs[2], runs[0]]
    }

    /// Measures a suite in which each row changes by a factor.
    fn suite(&mut self, change: impl Fn(usize) -> f64) -> Vec<SuiteRow> {
        let mut found = vec![SuiteRow::default(); ROWS];
        for block in 0..BLOCKS {
            self.time = block as f64 / (BLOCKS - 1) as f64;
            let first = self.random.below(2) as usize;
            for side in [first, 1 - first] {
                let common = 0.005 * self.random.normal();
                for (row, found) in found.iter_mut().enumerate() {
                    let factor = if side == 1 { math::ln(change(row)) } else { 0.0 };
                    let [middle, best] = self.process(row, common);
                    found.medians[side].push(middle + factor);
                    found.best[side].push(best + factor);
                }
            }
            found.iter_mut().for_each(|row| row.blocks.push(block));
        }
        found
    }
}

/// Returns the geometric means of the rows in each block.
fn means(suite: &[SuiteRow], of: impl Fn(&SuiteRow) -> &[Vec<f64>; 2]) -> [Vec<f64>; 2] {
    [0, 1].map(|side: usize| {
        let mean = |block: usize| suite.iter().map(|row| of(row)[side][block]).sum::<f64>();
        (0..BLOCKS).map(|block| math::exp(mean(block) / ROWS as f64)).collect()
    })
}

/// Percentages of suites.
#[derive(Clone, Copy, Debug, Default)]
struct Shown {
    /// The suites that have changed by the means of blocks, and by the sums of scores.
    found: [f64; 2],
    /// The intervals that contain the change, if there is one.
    covered: [f64; 2],
    /// The average widths of intervals, in percentage points.
    widths: [f64; 2],
}

fn shown(machine: Machine, suites: u32, change: impl Fn(usize) -> f64) -> Shown {
    let mut shown = Shown::default();
    let mut test = Randomization::default();
    let each = 100.0 / f64::from(suites);
    let truth = math::exp((0..ROWS).map(|row| math::ln(change(row))).sum::<f64>() / ROWS as f64);
    let mut random = Random::new(1 + machine as u64);
    for _ in 0..suites {
        let mut measuring = Measuring::new(machine, random);
        let suite = measuring.suite(&change);
        random = measuring.random;
        let has_best = machine == Machine::Processes;
        let [old, new] = means(&suite, |row| &row.medians);
        let [best_old, best_new] = means(&suite, |row| &row.best);
        let best = has_best.then_some([&best_old[..], &best_new[..]]);
        for at in 0..2 {
            let mut blocks = match at {
                0 => test.blocks([&old, &new], best).unwrap(),
                _ => test.suite(BLOCKS, &suite, has_best).unwrap(),
            };
            let p = blocks.p().unwrap();
            shown.found[at] += if p <= 0.05 { each } else { 0.0 };
            if truth == 1.0 {
                continue;
            }
            let BlockShifts { decided, equivalence, .. } = blocks.shifts([0.05, 0.1]);
            let interval = decided.interval;
            let is_within = interval.lo <= equivalence.lo && equivalence.hi <= interval.hi;
            assert!(is_within || has_best, "{equivalence:?} {interval:?}");
            assert_eq!(interval.holds(1.0), 0.05 < p);
            assert!(interval.holds(decided.estimate), "{decided:?}");
            shown.covered[at] += if interval.holds(truth) { each } else { 0.0 };
            shown.widths[at] += (interval.hi - interval.lo) * each;
        }
    }
    shown
}

#[test]
fn suites_with_bursts_show_their_change() {
    let unchanged = shown(Machine::OneRow, 60, |_| 1.0);
    assert!(unchanged.found[1] <= 12.0, "{unchanged:?}");
    let changed = shown(Machine::Bursts, 40, |_| 1.05);
    assert!(90.0 <= changed.found[1] && 85.0 <= changed.covered[1], "{changed:?}");
}

/// The tables in docs/methods.md: `cargo test --release -p benchlens-stats --lib -- --ignored --nocapture table_of_whole_suites`.
#[test]
#[ignore = "takes minutes"]
fn table_of_whole_suites() {
    let slack = |suites: u32| 200.0 * (0.05 * 0.95 / f64::from(suites)).sqrt();
    for machine in MACHINES {
        let unchanged = shown(machine, 4000, |_| 1.0);
        let slower = shown(machine, 400, |_| 1.05);
        let single = shown(machine, 200, |row| if row == 1 { 1.5 } else { 1.0 });
        println!("{machine:?}\n  unchanged {unchanged:.1?}\n  5% {slower:.1?}\n  one {single:.1?}");
        assert!(unchanged.found[1] <= 5.0 + slack(4000), "{machine:?} {unchanged:?}");
        assert!(95.0 - slack(400) <= slower.covered[1], "{machine:?} {slower:?}");
        assert!(61.0 <= slower.found[1] || slower.found[0] <= slower.found[1], "{slower:?}");
    }
}

/// If the sides of blocks are exchanged in all ways, in all rows together, as many of these have a p at most as small as
/// p says: the test is exact, whatever the statistic is. So it is after a shift: the interval contains the true change.
#[test]
fn p_is_the_share_of_exchanges() {
    let mut test = Randomization::default();
    for (seed, machine) in (7..).zip(MACHINES) {
        let mut suite = Measuring::new(machine, Random::new(seed)).suite(|_| 1.01);
        let blocks = 7 + seed as usize % 2;
        for (row, own) in suite.iter_mut().enumerate() {
            own.blocks.truncate(blocks);
            own.medians.iter_mut().chain(&mut own.best).for_each(|side| side.truncate(blocks));
            // Some rows lack a block.
            if row % 5 == 1 {
                let block = row % blocks;
                own.blocks.remove(block);
                own.medians.iter_mut().chain(&mut own.best).for_each(|side| {
                    side.remove(block);
                });
            }
        }
        let mut p = |which: usize| {
            let mut exchanged = suite.clone();
            for row in &mut exchanged {
                for at in (0..row.blocks.len()).filter(|&at| which >> row.blocks[at] & 1 == 1) {
                    for [old, new] in [&mut row.medians, &mut row.best] {
                        std::mem::swap(&mut old[at], &mut new[at]);
                    }
                }
            }
            test.suite(blocks, &exchanged, machine == Machine::Processes).unwrap().p().unwrap()
        };
        let found: Vec<f64> = (0..1 << blocks).map(&mut p).collect();
        for own in &found {
            let share = found.iter().filter(|other| **other <= *own).count() as f64;
            assert!((own - share / found.len() as f64).abs() < 1e-12, "{machine:?} {own}");
        }
    }
}

#[test]
fn exchanging_the_sides_inverts_the_change() {
    let mut test = Randomization::default();
    for machine in MACHINES {
        let suite = Measuring::new(machine, Random::new(3)).suite(|row| 1.0 + 0.01 * row as f64);
        let exchange = |[old, new]: &[Vec<f64>; 2]| [new.clone(), old.clone()];
        let exchanged = suite.iter().map(|row| SuiteRow {
            blocks: row.blocks.clone(),
            medians: exchange(&row.medians),
            best: exchange(&row.best),
        });
        let exchanged: Vec<SuiteRow> = exchanged.collect();
        let mut there = test.suite(BLOCKS, &suite, true).unwrap();
        let (p, order, shift) = (there.p(), there.order(), there.shifts([0.05, 0.1]).decided);
        let mut back = test.suite(BLOCKS, &exchanged, true).unwrap();
        assert_eq!((back.p(), back.order()), (p, order.reverse()));
        let again = back.shifts([0.05, 0.1]).decided;
        assert!((again.estimate * shift.estimate - 1.0).abs() < 1e-5, "{machine:?}");
    }
}

/// A burst in one block of one row moves neither the estimate nor the interval by more than a fraction of its width.
#[test]
fn one_burst_does_not_decide() {
    let mut test = Randomization::default();
    let mut suite = Measuring::new(Machine::Quiet, Random::new(5)).suite(|_| 1.05);
    let shift = |test: &mut Randomization, suite: &[SuiteRow]| {
        test.suite(BLOCKS, suite, false).unwrap().shifts([0.05, 0.1]).decided
    };
    let before = shift(&mut test, &suite);
    suite[3].medians[0][6] += 100.0;
    let after = shift(&mut test, &suite);
    let width = before.interval.hi - before.interval.lo;
    let moved = [
        after.estimate - before.estimate,
        after.interval.lo - before.interval.lo,
        after.interval.hi - before.interval.hi,
    ];
    assert!(moved.iter().all(|moved| moved.abs() < 0.3 * width), "{before:?} {after:?}");
}

/// The interval is about the geometric mean if the sizes of changes show one, even if the scaled scores decide.
#[test]
fn intervals_are_about_the_mean() {
    let (mut test, mut random) = (Randomization::default(), Random::new(8));
    let mut covered = 0;
    for _ in 0..100 {
        let mut measuring = Measuring::new(Machine::Quiet, random);
        let suite = measuring.suite(|row| if row % 2 == 0 { 1.15 } else { 1.0 });
        random = measuring.random;
        let shift = test.suite(BLOCKS, &suite[..2], false).unwrap().shifts([0.05, 0.1]).decided;
        covered += u32::from(shift.interval.holds(1.15_f64.sqrt()));
        assert!(shift.interval.hi - shift.interval.lo < 0.12, "{shift:?}");
    }
    assert!(88 <= covered, "{covered}");
}

#[test]
fn odd_suites() {
    let mut test = Randomization::default();
    let row = |blocks: &[usize], value: f64| SuiteRow {
        blocks: blocks.to_vec(),
        medians: [vec![0.0; blocks.len()], vec![value; blocks.len()]],
        best: Default::default(),
    };
    let all: Vec<usize> = (0..8).collect();
    for refused in [
        vec![],
        vec![row(&[], 0.0)],
        vec![row(&[8], 0.0)],
        vec![row(&[1, 1], 0.0)],
        vec![row(&all, f64::NAN)],
        vec![row(&all, f64::INFINITY)],
    ] {
        assert!(test.suite(8, &refused, false).is_none(), "{refused:?}");
    }
    assert!(test.suite(8, &[row(&all, 0.0)], true).is_none());
    let equal = [row(&all, 0.0), row(&all[..1], 0.0)];
    assert!(test.suite(8, &equal, false).unwrap().p().is_err());
    // Rows without noise, in some blocks only.
    let changed = [row(&all, 0.1), row(&all[..1], 0.1), row(&all[2..], 0.3)];
    assert_eq!(test.suite(8, &changed, false).unwrap().p(), Ok(2.0 / 256.0));
    let huge = [row(&all, 700.0), row(&all, 1e-300)];
    let shift = test.suite(8, &huge, false).unwrap().shifts([0.05; 2]).decided;
    assert!(shift.interval.lo <= shift.interval.hi, "{shift:?}");
}
