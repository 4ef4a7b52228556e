//! Compares shifts with trying every ratio and with R, and checks them by simulation.

use super::plain::{left_out, quotients};
use super::random::Random;
use super::{assert_close, numbers, rows};
use crate::{Interval, MannWhitney, ShiftScale, Shifts, math, stochastic_order};

/// Tries all shifts at which the test can change its answer, and one between any two: scales the old sample and runs
/// the whole test, without any knowledge of U.
fn brute(old: &[f64], new: &[f64], alpha: f64) -> (f64, f64) {
    let mut quotients: Vec<f64> = old.iter().flat_map(|x| new.iter().map(move |y| y / x)).collect();
    quotients.sort_by(f64::total_cmp);
    quotients.dedup();
    let mut tester = MannWhitney::default();
    // Values are integers, so values scaled by the numerator and denominator of a quotient tie exactly.
    let mut accepts = |numerator: f64, denominator: f64| {
        let old: Vec<f64> = old.iter().map(|x| x * numerator).collect();
        let new: Vec<f64> = new.iter().map(|y| y * denominator).collect();
        tester.exact_p(&old, &new).map_or(true, |p| alpha < p)
    };
    let (mut lo, mut hi) = (f64::INFINITY, 0.0_f64);
    for (x, y) in old.iter().flat_map(|&x| new.iter().map(move |&y| (x, y))) {
        if accepts(y, x) {
            (lo, hi) = (lo.min(y / x), hi.max(y / x));
        }
    }
    let bounds = [0.0].into_iter().chain(quotients.iter().copied()).chain([f64::INFINITY]);
    let bounds: Vec<f64> = bounds.collect();
    for pair in bounds.windows(2) {
        let middle =
            if pair[1].is_infinite() { pair[0] * 2.0 } else { pair[0] / 2.0 + pair[1] / 2.0 };
        if accepts(middle, 1.0) {
            (lo, hi) = (lo.min(pair[0]), hi.max(pair[1]));
        }
    }
    (lo, hi)
}

/// Few runs against many, where p is still exact.
#[test]
fn intervals_of_few_runs_against_many_are_exact() {
    let mut random = Random::new(60);
    let (mut shifts, mut tester) = (Shifts::default(), MannWhitney::default());
    for [n1, n2] in [[1, 60], [60, 1], [2, 55], [70, 3]] {
        for _ in 0..10 {
            // Distinct integers with distinct ratios.
            let mut sample = |n: usize| {
                let mut values: Vec<f64> =
                    (0..n).map(|_| 1e6 + random.below(1 << 20) as f64).collect();
                values.sort_by(f64::total_cmp);
                values
            };
            let (old, new) = (sample(n1), sample(n2));
            let (lo, hi) = brute(&old, &new, 0.05);
            let found = shifts.pairs(&old, &new).unwrap().interval(&mut tester, 0.05);
            assert!(0.0 < lo && hi < f64::INFINITY);
            assert_close(found.lo, lo, 1e-12, "lo");
            assert_close(found.hi, hi, 1e-12, "hi");
        }
    }
}

#[test]
fn the_interval_is_all_that_the_test_accepts() {
    let mut random = Random::new(1);
    let (mut shifts, mut tester) = (Shifts::default(), MannWhitney::default());
    let mut checked = 0;
    for trial in 0..6000 {
        let levels = [3, 6, 12, 40, 1000][trial % 5];
        let [n1, n2] = [(); 2].map(|()| 1 + random.below(if trial % 50 == 0 { 25 } else { 9 }));
        let mut sample = |n: u64| {
            let mut values: Vec<f64> =
                (0..n).map(|_| 100.0 + random.below(levels) as f64).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        let (old, new) = (sample(n1), sample(n2));
        let alpha = [0.05, 0.1, 0.01, 0.2, 0.5][trial % 7 % 5];
        let (lo, hi) = brute(&old, &new, alpha);
        if hi < lo {
            // Nothing is accepted anywhere, which a few ties and a high level can cause.
            continue;
        }
        let found = shifts.pairs(&old, &new).unwrap().interval(&mut tester, alpha);
        assert_eq!((found.lo, found.hi), (lo, hi), "{old:?} {new:?} {alpha}");
        assert!(found.error <= alpha);
        checked += 1;
    }
    assert!(5900 < checked, "{checked}");
}

#[test]
fn r_gives_the_same_intervals() {
    let (mut shifts, mut tester) = (Shifts::default(), MannWhitney::default());
    for row in rows(include_str!("../../../../tests/oracles/shift_r.tsv")) {
        let [level, estimate, lo, hi] = [1, 2, 3, 4].map(|i| row[i].parse::<f64>().unwrap());
        let (old, new) = (numbers(row[5]), numbers(row[6]));
        let shift = shifts.pairs(&old, &new).unwrap().shift(&mut tester, 1.0 - level);
        // R searches for the roots of its approximation, to 1e-4.
        let tolerance = if row[0] == "exact" { 1e-12 } else { 3e-4 };
        for (found, wanted) in
            [(shift.estimate, estimate), (shift.interval.lo, lo), (shift.interval.hi, hi)]
        {
            assert_close(found, wanted, tolerance, &row.join(" "));
        }
    }
}

#[test]
fn both_ways_of_finding_a_quotient_agree() {
    let mut random = Random::new(5);
    let mut sample = |n: usize| {
        let mut values: Vec<f64> = (0..n).map(|_| (random.normal() * 0.1).exp2()).collect();
        values.sort_by(f64::total_cmp);
        values
    };
    let (old, new) = (sample(150), sample(150));
    let mut all: Vec<f64> = old.iter().flat_map(|x| new.iter().map(move |y| y / x)).collect();
    all.sort_by(f64::total_cmp);
    let (mut shifts, mut tester) = (Shifts::default(), MannWhitney::default());
    let mut pairs = shifts.pairs(&old, &new).unwrap();
    let shift = pairs.shift(&mut tester, 0.05);
    let half = all.len() / 2;
    assert_close(shift.estimate, (all[half - 1] * all[half]).sqrt(), 1e-15, "estimate");
    let lo = all.iter().position(|&q| q == shift.interval.lo).unwrap();
    assert_eq!(all[all.len() - 1 - lo], shift.interval.hi);
    // mean − 1.96 · deviation: 11250 − 1.96 · 751.87
    assert!((9770..9780).contains(&lo), "{lo}");
}

#[test]
fn what_ties_do() {
    let (mut shifts, mut tester) = (Shifts::default(), MannWhitney::default());
    let mut interval = |old: &[f64], new: &[f64], alpha| {
        shifts.pairs(old, new).unwrap().interval(&mut tester, alpha)
    };
    // Both sides are constant, so there is one ratio, as soon as any other is rejected.
    let constant = interval(&[16.0; 10], &[32.0; 10], 0.05);
    assert_eq!((constant.lo, constant.hi), (2.0, 2.0));
    let few = interval(&[16.0; 3], &[32.0; 3], 0.05);
    assert_eq!((few.lo, few.hi), (0.0, f64::INFINITY));
    // One odd value among equal ones leaves only "no change".
    let mut odd = [1.0; 10];
    odd[9] = 2.0;
    let single = interval(&[1.0; 10], &odd, 0.05);
    assert_eq!((single.lo, single.hi), (1.0, 1.0));
}

#[test]
fn a_rejected_shift_inside_the_interval() {
    let mut random = Random::new(3);
    let mut tester = MannWhitney::default();
    let mut found = 0;
    for _ in 0..3000 {
        let mut sample = || {
            let mut values: Vec<f64> = (0..8).map(|_| 20.0 + random.below(4) as f64).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        let (old, new) = (sample(), sample());
        let Ok(p) = tester.p(&old, &new) else { continue };
        let holds = interval_of(&old, &new, 0.05).holds(1.0);
        // The reverse never happens: an accepted shift is inside.
        assert!(p <= 0.05 || holds, "{old:?} {new:?}");
        if p <= 0.05 && holds {
            found += 1;
        }
    }
    // Equal values on both sides make "no change" a bound that is itself rejected, so p decides.
    assert!(0 < found);
}

fn interval_of(old: &[f64], new: &[f64], alpha: f64) -> Interval {
    Shifts::default().pairs(old, new).unwrap().interval(&mut MannWhitney::default(), alpha)
}

#[test]
fn differences_where_a_value_is_not_positive() {
    let (mut shifts, mut tester) = (Shifts::default(), MannWhitney::default());
    let shift = shifts.pairs(&[0.0; 6], &[16.0; 6]).unwrap().shift(&mut tester, 0.05);
    assert_eq!(shift.scale, ShiftScale::Difference);
    assert_eq!((shift.estimate, shift.interval.lo, shift.interval.hi), (16.0, 16.0, 16.0));
    let (old, new) = ([-3.0, -1.0, 0.0, 2.0, 5.0], [10.0, 11.5, 12.0, 14.0, 19.0]);
    let shift = shifts.pairs(&old, &new).unwrap().shift(&mut tester, 0.05);
    // R: wilcox.test(c(10,11.5,12,14,19), c(-3,-1,0,2,5), conf.int = TRUE)
    assert_eq!((shift.estimate, shift.interval.lo, shift.interval.hi), (12.5, 7.0, 19.0));
}

#[test]
fn odd_input() {
    let mut shifts = Shifts::default();
    assert!(shifts.pairs(&[], &[1.0]).is_none());
    assert!(shifts.pairs(&[1.0, f64::INFINITY], &[1.0]).is_none());
    assert!(shifts.pairs(&[f64::NAN, 1.0], &[1.0]).is_none());
    let (old, new) = ([1.0, 2.0, 3.0, 3.0], [2.0, 2.0, 5.0, 7.0]);
    for alpha in [f64::NAN, 1.0, 7.0] {
        let interval = interval_of(&old, &new, alpha);
        assert_eq!(interval.lo, interval.hi);
    }
    for alpha in [0.0, -1.0] {
        assert_eq!(interval_of(&old, &new, alpha).hi, f64::INFINITY);
        assert_eq!(interval_of(&old[..3], &new, alpha).lo, 0.0);
    }
}

#[test]
fn exchanging_the_samples_gives_the_reciprocal() {
    let mut random = Random::new(8);
    let (mut shifts, mut tester) = (Shifts::default(), MannWhitney::default());
    for _ in 0..300 {
        let mut sample = |n: u64| {
            let mut values: Vec<f64> = (0..n).map(|_| 50.0 + random.below(30) as f64).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        let (old, new) = (sample(10), sample(12));
        let there = shifts.pairs(&old, &new).unwrap().shift(&mut tester, 0.05);
        let back = shifts.pairs(&new, &old).unwrap().shift(&mut tester, 0.05);
        assert_close(there.estimate, 1.0 / back.estimate, 1e-14, "estimate");
        assert_close(there.interval.lo, 1.0 / back.interval.hi, 1e-14, "bound");
        assert_close(there.interval.hi, 1.0 / back.interval.lo, 1e-14, "bound");
    }
}

/// Returns how often intervals contain the true ratio, in 4,000 trials, and how often they promise to.
fn coverage(seed: u64, n: usize, alpha: f64, mut draw: impl FnMut(&mut Random) -> f64) -> [f64; 2] {
    let (mut shifts, mut tester) = (Shifts::default(), MannWhitney::default());
    let mut random = Random::new(seed);
    let (mut held, mut promised) = (0, 0.0);
    for _ in 0..4000 {
        let mut sample = |factor: f64| {
            let mut values: Vec<f64> = (0..n).map(|_| draw(&mut random) * factor).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        let (old, new) = (sample(1.0), sample(1.25));
        let interval = shifts.pairs(&old, &new).unwrap().interval(&mut tester, alpha);
        held += u32::from(interval.holds(1.25));
        promised += 1.0 - interval.error;
    }
    [f64::from(held) / 4000.0, promised / 4000.0]
}

#[test]
fn intervals_cover_as_often_as_they_say() {
    let smooth = |random: &mut Random| 100.0 * (random.normal() * 0.05).exp2();
    let skewed = |random: &mut Random| 100.0 + 5.0 / (1.0 - random.uniform()).sqrt();
    // Rounded to a tenth of the spread, which makes many ties.
    let rounded = |random: &mut Random| (100.0 * (random.normal() * 0.05).exp2() / 2.0).round();
    for (seed, n, alpha) in [(1, 4, 0.05), (2, 6, 0.05), (3, 10, 0.05), (4, 20, 0.01), (5, 60, 0.1)]
    {
        // Four standard errors of 4,000 trials at 0.9.
        let slack = 4.0 * (0.1_f64 * 0.9 / 4000.0).sqrt();
        for draw in [smooth as fn(&mut Random) -> f64, skewed] {
            let [held, promised] = coverage(seed, n, alpha, draw);
            assert!((held - promised).abs() <= slack, "{n} {alpha}: {held}, not {promised}");
            assert!(1.0 - alpha - 1e-9 <= promised);
        }
        // Rounded values are not scaled equally, so only the promise matters.
        let [held, promised] = coverage(seed, n, alpha, rounded);
        assert!(promised - slack <= held, "{n} {alpha}: {held}, not {promised}");
    }
}

/// Returns a value of one of many kinds: smooth, tied, tiny, huge, of both signs, in two groups, …
fn odd_value(random: &mut Random, kind: u64) -> f64 {
    let smooth = (random.normal() * 0.05).exp2();
    match kind {
        0 => 1e6 * smooth,
        1 => 1000.0 + random.below(3) as f64,
        2 => 100.0 + random.below(40) as f64,
        3 => 1e-310 * smooth,
        4 => 1e300 * smooth,
        5 => random.normal(),
        6 => random.below(5) as f64 - 2.0,
        7 => [-0.0, 0.0, 1.0][random.below(3) as usize],
        8 => smooth * if random.below(2) == 0 { 1.0 } else { 1e9 },
        9 => (random.normal() * 60.0).exp2(),
        10 => 1.0 + f64::EPSILON * random.below(50) as f64,
        11 => f64::from(1_u32 << random.below(30)),
        _ => 1e5 + random.below(1000) as f64,
    }
}

/// Compares the estimate and intervals with a sorted list of all quotients.
fn check_against_sorted_list(
    [old, new]: [&[f64]; 2],
    alpha: f64,
    shifts: &mut Shifts,
    tester: &mut MannWhitney,
) {
    let mut pairs = shifts.pairs(old, new).unwrap();
    let all = quotients(old, new, pairs.scale());
    let (shift, wide) = pairs.shift_and_equivalence(tester, alpha);
    let [below, above] = [all[(all.len() - 1) / 2], all[all.len() / 2]];
    let middle = match pairs.scale() {
        _ if below == above => above,
        ShiftScale::Ratio => math::sqrt(below) * math::sqrt(above),
        ShiftScale::Difference => below / 2.0 + above / 2.0,
    };
    assert_eq!(shift.estimate.to_bits(), middle.to_bits(), "{old:?} {new:?}");
    // Computing each separately gives the same result.
    let mut alone = Shifts::default();
    let mut alone = alone.pairs(old, new).unwrap();
    let again = (alone.interval(tester, 2.0 * alpha), alone.interval(tester, alpha));
    assert_eq!(again, (wide, shift.interval));
    assert_eq!(alone.estimate().to_bits(), shift.estimate.to_bits());
    if old.len().max(new.len()) <= 25 {
        // Ties decide there; `the_interval_is_all_that_the_test_accepts` tries every shift.
        return;
    }
    for (interval, alpha) in [(shift.interval, alpha), (wide, 2.0 * alpha)] {
        let (u, error) = left_out(old, new, alpha);
        assert_eq!(interval.error.to_bits(), error.to_bits());
        if let Some(k) = u.checked_sub(1) {
            let bounds = [interval.lo, interval.hi].map(f64::to_bits);
            let wanted = [all[k], all[all.len() - 1 - k]].map(f64::to_bits);
            assert_eq!(bounds, wanted, "{old:?} {new:?} {alpha}");
        }
    }
}

fn odd_sample(random: &mut Random, kind: u64, n: u64) -> Vec<f64> {
    let mut values: Vec<f64> = (0..n).map(|_| odd_value(random, kind)).collect();
    values.sort_by(|a, b| a.partial_cmp(b).unwrap());
    values
}

const ALPHAS: [f64; 5] = [0.05, 0.01, 0.3, 1e-9, 0.0];

#[test]
fn what_is_found_is_what_a_sorted_list_has() {
    let mut random = Random::new(11);
    let (mut shifts, mut tester) = (Shifts::default(), MannWhitney::default());
    for trial in 0..1300 {
        let kind = trial % 13;
        let most = [30, 70, 100, 200][trial as usize / 13 % 4];
        let mut sample = |n: u64| {
            let kind = if random.below(9) == 0 { random.below(13) } else { kind };
            odd_sample(&mut random, kind, n)
        };
        let (old, new) = (sample(1 + trial * 7 % most), sample(1 + trial * 13 % most));
        let alpha = ALPHAS[trial as usize % 5];
        check_against_sorted_list([&old, &new], alpha, &mut shifts, &mut tester);
    }
}

#[test]
fn sizes_at_which_a_table_is_full() {
    let mut random = Random::new(13);
    let (mut shifts, mut tester) = (Shifts::default(), MannWhitney::default());
    let sizes = [1, 2, 3, 4, 25, 26, 61, 62, 63, 64, 65, 66, 127, 128];
    for (i, n1) in (0..).zip(sizes) {
        for (j, n2) in (0..).zip(sizes) {
            for kind in [0, 5, (i + j) % 13] {
                let [old, new] = [n1, n2].map(|n| odd_sample(&mut random, kind, n));
                let alpha = ALPHAS[(i + 2 * j) as usize % 5];
                check_against_sorted_list([&old, &new], alpha, &mut shifts, &mut tester);
            }
        }
    }
}

#[test]
fn the_side_is_that_of_counting_pairs() {
    let mut random = Random::new(12);
    for trial in 0..2000 {
        let mut sample = |n: u64| {
            let mut values: Vec<f64> = (0..n).map(|_| odd_value(&mut random, trial % 13)).collect();
            values.extend((trial % 17 == 0).then_some(f64::INFINITY));
            values.extend((trial % 19 == 0).then_some(f64::NAN));
            values.sort_by(f64::total_cmp);
            values
        };
        let (old, new) = (sample(trial % 12), sample(trial % 11));
        let pairs = || old.iter().flat_map(|x| new.iter().map(move |y| (x, y)));
        let less = pairs().filter(|(x, y)| x < y).count();
        let greater = pairs().filter(|(x, y)| y < x).count();
        if old.iter().chain(&new).all(|value| !value.is_nan()) {
            assert_eq!(stochastic_order(&old, &new), less.cmp(&greater), "{old:?} {new:?}");
        }
        let _ = stochastic_order(&new, &old);
    }
}

#[test]
fn an_interval_is_extended_to_a_shift_outside() {
    let interval = Interval { lo: 0.5, hi: 1.5, error: 0.05 };
    assert_eq!(interval.with(0.25), Interval { lo: 0.25, ..interval });
    assert_eq!(interval.with(2.0), Interval { hi: 2.0, ..interval });
    assert_eq!(interval.with(1.0), interval);
}
