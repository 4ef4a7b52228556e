//! Measures how often a common shift is reported if there is no shift, if there is one, and if nothing changed but the
//! machine wanders, for sequential runs and for runs in rounds.

use std::cmp::Ordering;

use super::random::Random;
use crate::math::exp;
use crate::{CommonShift, MannWhitney, Moved, SignedRank};

fn moved(ratios: &[f64]) -> Moved {
    Moved { ratios: ratios.to_vec(), significant: 0 }
}

/// Returns what is found in rounds if all rows are significant.
fn find(ratios: &[f64]) -> Option<CommonShift> {
    let significant = ratios.len() as u32;
    CommonShift::find(&mut Moved { significant, ..moved(ratios) }, 0.05)
}

/// Returns what is found among this number of rows in sequential runs, of which half rose, and some are significant.
fn find_sequential(rows: usize, significant: u32, alpha: f64) -> Option<CommonShift> {
    let ratios = (0..rows).map(|row| if row % 2 == 0 { 0.9 } else { 1.2 }).collect();
    CommonShift::find_sequential(&mut Moved { ratios, significant }, alpha)
}

/// Returns the fraction of suites in which a common shift is reported. Each of `rows` rows is shifted by `shift`, by
/// an effect of its own (`own`, a standard deviation) and by noise of 2%, all in logarithms.
fn told(rows: usize, shift: f64, own: f64, trials: u32) -> f64 {
    let mut random = Random::new(rows as u64 ^ shift.to_bits() ^ own.to_bits());
    let mut suite = || {
        let ratio = |_| {
            let change = shift + own * random.normal() + 0.02 * random.normal();
            (change / std::f64::consts::LN_2).exp2()
        };
        let ratios: Vec<f64> = (0..rows).map(ratio).collect();
        find(&ratios).is_some()
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
    let found = find(&ratios).unwrap();
    assert_eq!(found.order, Ordering::Greater);
    assert_eq!((found.rows, found.moved), (27, 24));
    // The seventh from either end: 1.05 + 3/600 and 1.05 + 17/600.
    assert_eq!([found.low, found.high].map(|ratio| (ratio * 1000.0).round()), [1055.0, 1078.0]);
    // 11 of 11 in one direction have p = 2/2048; for 12 with one that did not move, 26/4096 is too large.
    assert!(find(&[0.9; 11]).is_some());
    assert!(find(&[0.9; 10]).is_none());
    let mut twelve = [0.9; 12];
    twelve[3] = 1.0;
    assert!(find(&twelve).is_none());
    assert!(find(&[]).is_none());
    assert!(find(&[1.1; 5000]).is_some());
    let halves = [[0.9, 1.1]; 2500].concat();
    assert!(find(&halves).is_none());
}

#[test]
fn rows_of_sequential_runs_may_move_by_any_percentage() {
    // The middle half is wider than the median.
    let wide: Vec<f64> = (0..27).map(|i| 0.98 + 0.01 * f64::from(i * i * i)).collect();
    assert!(find(&wide).is_none());
    let found = CommonShift::find_sequential(&mut moved(&wide), 0.05).unwrap();
    assert_eq!((found.order, found.rows, found.moved), (Ordering::Greater, 27, 25));
    // Both directions: a quarter of the rows, and a binomial p of 0.0005 for 7 of 27, and of 0.0024 for 6 of 24.
    let found = find_sequential(27, 7, 0.05).unwrap();
    assert_eq!((found.order, found.rows, found.moved), (Ordering::Equal, 27, 7));
    assert_eq!([found.low, found.high], [0.9, 1.2]);
    assert!(find_sequential(27, 6, 0.05).is_none());
    assert!(find_sequential(10, 10, 0.05).is_none(), "too few rows");
    assert!(find_sequential(11, 5, 0.05).is_some());
    assert!(find_sequential(11, 4, 0.05).is_none());
    // A quarter of many rows is far more than chance allows, and less is not enough.
    assert!(find_sequential(4000, 1000, 0.05).is_some());
    assert!(find_sequential(4000, 999, 0.05).is_none());
    assert!(find_sequential(900, 225, 0.05).is_some());
    // As many as any level explains.
    for alpha in [0.9, 1.0, 2.0, -1.0, f64::NAN] {
        assert!(find_sequential(27, 20, alpha).is_none(), "{alpha}");
    }
    assert!(find_sequential(27, 1, 0.0).is_none());
    assert!(find_sequential(27, 7, 0.0).is_some());
}

/// The order of the runs in a simulation.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Order {
    Sequential,
    /// The suite of one version follows the suite of the other, and rows are tested as independent runs.
    Rounds,
    /// The same in blocks of random order, and rows are tested in pairs.
    Blocks,
}

#[derive(Default)]
struct Tests {
    unpaired: MannWhitney,
    paired: SignedRank,
}

/// Simulates two logs of one program with ten runs of each of 27 rows. The logarithm of a value is the state of the
/// machine plus noise of 10%; the state has the standard deviation `wander` and depends on the state at the run before
/// (AR(1) with 0.98). Returns the ratios of the medians, and how many rows a test finds at 0.05.
fn record(random: &mut Random, tests: &mut Tests, wander: f64, order: Order) -> Moved {
    const ROWS: usize = 27;
    const RUNS: usize = 10;
    let mut values = vec![[const { Vec::new() }; 2]; ROWS];
    let (mut state, mut first) = (random.normal(), 0);
    for time in 0..2 * ROWS * RUNS {
        state = 0.98 * state + (1.0 - 0.98_f64 * 0.98).sqrt() * random.normal();
        let value = exp(wander * state + 0.1 * random.normal());
        if order == Order::Blocks && time % (2 * ROWS) == 0 {
            first = random.below(2) as usize;
        }
        let (side, row) = match order {
            Order::Sequential => (time / (ROWS * RUNS), time / RUNS % ROWS),
            Order::Rounds | Order::Blocks => ((first + time / ROWS) % 2, time % ROWS),
        };
        values[row][side].push(value);
    }
    let mut moved = Moved::default();
    for [old, new] in &mut values {
        let pairs_p = tests.paired.pairs(old, new).unwrap().p().unwrap();
        old.sort_by(f64::total_cmp);
        new.sort_by(f64::total_cmp);
        let median = |sorted: &[f64]| sorted[RUNS / 2 - 1].midpoint(sorted[RUNS / 2]);
        moved.ratios.push(median(new) / median(old));
        let p = if order == Order::Blocks { pairs_p } else { tests.unpaired.p(old, new).unwrap() };
        moved.significant += u32::from(p <= 0.05);
    }
    moved
}

/// Returns the fraction of pairs of logs for which a common shift is reported, and the average fraction of significant
/// rows.
fn reported(wander: f64, order: Order, trials: u32) -> [f64; 2] {
    let mut random = Random::new(7);
    let mut tests = Tests::default();
    let (mut found, mut significant) = (0, 0);
    for _ in 0..trials {
        let mut moved = record(&mut random, &mut tests, wander, order);
        significant += moved.significant;
        let shift = match order {
            Order::Sequential => CommonShift::find_sequential(&mut moved, 0.05),
            Order::Rounds | Order::Blocks => CommonShift::find(&mut moved, 0.05),
        };
        found += u32::from(shift.is_some());
    }
    [f64::from(found), f64::from(significant) / 27.0].map(|count| count / f64::from(trials))
}

#[test]
fn the_machine_is_suspected_only_in_sequential_logs() {
    // On a quiet machine, in at most two of a thousand.
    let [found, _] = reported(0.0, Order::Sequential, 2000);
    assert!(found <= 0.002 + 3.0 * (0.002_f64 / 2000.0).sqrt(), "{found}");
    // On a busy machine, nearly always: more than half of the rows are significant there.
    let [found, significant] = reported(0.2, Order::Sequential, 500);
    assert!(0.98 <= found && 0.5 < significant, "{found} {significant}");
    for wander in [0.0, 0.1, 0.2] {
        let [found, significant] = reported(wander, Order::Rounds, 1000);
        assert!(found <= 0.01 && significant <= 0.06, "{wander}: {found} {significant}");
    }
}

/// Prints the figures of the document.
#[test]
#[ignore = "prints figures: cargo test -p benchlens-stats --lib -- --ignored --nocapture common_shift"]
fn figures_of_sequential_logs_and_of_rounds() {
    for wander in [0.0, 0.05, 0.1, 0.2, 0.3, 0.5] {
        let all = [Order::Sequential, Order::Rounds, Order::Blocks];
        println!("{wander}: {all:?} {:?}", all.map(|order| reported(wander, order, 10_000)));
    }
}
