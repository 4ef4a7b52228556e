//! Compares signed ranks with SciPy, R and coin, and with reversing all signs.

use super::random::Random;
use super::{assert_close, numbers, rows};
use crate::{AllEqual, ShiftScale, SignedRank};

/// Returns pairs with these differences.
fn pairs_of(differences: &[f64]) -> [Vec<f64>; 2] {
    [vec![0.0; differences.len()], differences.to_vec()]
}

fn p(test: &mut SignedRank, old: &[f64], new: &[f64]) -> Result<f64, AllEqual> {
    test.pairs(old, new).unwrap().p()
}

#[test]
fn scipy() {
    let mut test = SignedRank::default();
    for row in rows(include_str!("../../../../tests/oracles/signed_rank_scipy.tsv")) {
        let [old, new] = pairs_of(&numbers(row[2]));
        let found = p(&mut test, &old, &new).unwrap();
        assert_close(found, row[1].parse().unwrap(), 1e-12, &row.join(" "));
        assert_eq!(p(&mut test, &new, &old), Ok(found));
    }
}

#[test]
fn r_and_coin() {
    let mut test = SignedRank::default();
    for row in rows(include_str!("../../../../tests/oracles/paired_r.tsv")) {
        let [level, estimate, lo, hi, wanted] = [1, 2, 3, 4, 5].map(|i| row[i].parse().unwrap());
        let (old, new) = (numbers(row[6]), numbers(row[7]));
        if row[0] == "zeros" {
            let differences: Vec<f64> = old.iter().zip(&new).map(|(old, new)| new - old).collect();
            let [old, new] = pairs_of(&differences);
            assert_close(p(&mut test, &old, &new).unwrap(), wanted, 1e-9, &row.join(" "));
            continue;
        }
        let mut pairs = test.pairs(&old, &new).unwrap();
        assert_close(pairs.p().unwrap(), wanted, 1e-10, &row.join(" "));
        let shift = pairs.shift(1.0 - level);
        assert_close(shift.estimate, estimate, 1e-12, &row.join(" "));
        // R searches for the roots of its approximation, to 1e-4.
        let tolerance = if row[0] == "exact" { 1e-12 } else { 3e-4 };
        assert_close(shift.interval.lo, lo, tolerance, &row.join(" "));
        assert_close(shift.interval.hi, hi, tolerance, &row.join(" "));
    }
}

/// Returns twice the ranks by size of integers, with 0 for zeros: how often another is smaller or as large.
fn signed_doubled_ranks(differences: &[i64]) -> Vec<i64> {
    let rank = |d: &i64| {
        let less = differences.iter().filter(|e| e.abs() < d.abs()).count();
        let up_to = differences.iter().filter(|e| e.abs() <= d.abs()).count();
        d.signum() * (less + up_to + 1) as i64
    };
    differences.iter().map(rank).collect()
}

/// Returns the doubled tails of the sum of positive ranks over all 2ⁿ signs: at most the observed sum, and at least
/// it.
fn turn_all_signs(differences: &[i64]) -> [f64; 2] {
    let ranks = signed_doubled_ranks(differences);
    let sum = |signs: u32| -> i64 {
        let turned =
            (0..).zip(&ranks).map(|(i, rank)| if signs >> i & 1 == 1 { -rank } else { *rank });
        turned.filter(|&rank| 0 < rank).sum()
    };
    let found = sum(0);
    let (mut at_most, mut at_least) = (0_u32, 0_u32);
    for signs in 0..1 << differences.len() {
        let sum = sum(signs);
        at_most += u32::from(sum <= found);
        at_least += u32::from(found <= sum);
    }
    [at_most, at_least].map(|count| 2.0 * f64::from(count) / f64::from(1_u32 << differences.len()))
}

/// Returns all shifts, in eighths, at which the tails may change, and one between any two, with whether they are
/// accepted.
fn accepted_shifts(differences: &[i64], alpha: f64) -> Vec<(i64, bool)> {
    let mut shifts: Vec<i64> = vec![0];
    for x in differences {
        shifts.extend(differences.iter().map(|y| 4 * (x + y)));
    }
    shifts.sort_unstable();
    shifts.dedup();
    // Walsh averages are at least 4 eighths apart.
    let mut all: Vec<i64> =
        shifts.iter().flat_map(|&shift| [shift - 1, shift, shift + 1]).collect();
    all.dedup();
    let accepts = |shift: i64| {
        let moved: Vec<i64> = differences.iter().map(|d| 8 * d - shift).collect();
        turn_all_signs(&moved).into_iter().all(|tail| alpha < tail)
    };
    all.into_iter().map(|shift| (shift, accepts(shift))).collect()
}

/// Returns the hull of the accepted shifts, in eighths; `None` at an end that is open.
fn hull(shifts: &[(i64, bool)]) -> [Option<i64>; 2] {
    let last = shifts.len() - 1;
    let first_accepted = shifts.iter().position(|&(_, accepted)| accepted).unwrap();
    let last_accepted = shifts.iter().rposition(|&(_, accepted)| accepted).unwrap();
    // The accepted shifts are one interval.
    assert!(shifts[first_accepted..=last_accepted].iter().all(|&(_, accepted)| accepted));
    // One shift between two averages represents all of them.
    let lower = |shift: i64| if shift.rem_euclid(4) == 0 { shift } else { shift.div_euclid(4) * 4 };
    let upper =
        |shift: i64| if shift.rem_euclid(4) == 0 { shift } else { shift.div_euclid(4) * 4 + 4 };
    [
        (0 < first_accepted).then(|| lower(shifts[first_accepted].0)),
        (last_accepted < last).then(|| upper(shifts[last_accepted].0)),
    ]
}

#[test]
fn all_signs_of_few_pairs() {
    let mut random = Random::new(2);
    let mut test = SignedRank::default();
    let (mut rejected_nulls, mut open_bounds) = (0, 0);
    for trial in 0..3000 {
        let n = 1 + trial % 9;
        let levels = [2, 3, 5, 9, 40][trial / 9 % 5];
        let offset = random.below(levels) as i64 / 2;
        let differences: Vec<i64> =
            (0..n).map(|_| random.below(2 * levels) as i64 - levels as i64 + offset).collect();
        let alpha = [0.05, 0.1, 0.2, 0.5, 0.02, 0.0625][trial % 6];
        let tails = turn_all_signs(&differences);
        let wanted = tails[0].min(tails[1]).min(1.0);
        let shifts = accepted_shifts(&differences, alpha);
        let [lo, hi] = hull(&shifts);
        let all_equal = differences.iter().all(|&d| d == 0);
        let eighths = |shift: Option<i64>| shift.map(|shift| shift as f64 / 8.0);

        // As differences, and as powers of two whose ratios have these logarithms.
        let [old, new] = pairs_of(&differences.iter().map(|&d| d as f64).collect::<Vec<_>>());
        let power = |exponent: &i64| (*exponent as f64).exp2();
        let powers: Vec<f64> = differences.iter().map(power).collect();
        for (old, new, null) in [(old, new, 0.0), (vec![1.0; n], powers, 1.0)] {
            let mut pairs = test.pairs(&old, &new).unwrap();
            let expected = if all_equal { Err(AllEqual) } else { Ok(wanted) };
            assert_eq!(pairs.p(), expected, "{differences:?}");
            let shift = pairs.shift(alpha);
            let found = shift.interval;
            let accepts_null = all_equal || alpha < wanted;
            assert_eq!(found.holds(null), accepts_null, "{differences:?} {alpha} {found:?}");
            assert!(found.holds(shift.estimate), "{differences:?} {shift:?}");
            assert!(found.error <= alpha);
            let bound = |shift: Option<i64>, none: f64| match (eighths(shift), null == 1.0) {
                (Some(shift), true) => shift.exp2(),
                (Some(shift), false) => shift,
                (None, _) => none,
            };
            let least = if null == 1.0 { 0.0 } else { f64::NEG_INFINITY };
            for (found, wanted, none) in [(found.lo, lo, least), (found.hi, hi, f64::INFINITY)] {
                let wanted = bound(wanted, none);
                // A bound that is no change and rejected is moved to the next number.
                let is_next = wanted == null && !accepts_null;
                open_bounds += u32::from(is_next && found != wanted);
                let slack = if is_next { 1e-300 } else { 0.0 } + 4e-16 * wanted.abs();
                assert!(
                    found == wanted || (found - wanted).abs() <= slack,
                    "{differences:?} {alpha}: {found} {wanted}"
                );
            }
            rejected_nulls += u32::from(!accepts_null);
        }
    }
    assert!(300 < rejected_nulls && 10 < open_bounds, "{rejected_nulls} {open_bounds}");
}

/// Computes p by its definition, for any number of pairs of integer differences, from the ranks of one sign.
#[test]
fn the_interval_holds_no_change_exactly_if_p_is_above_the_level() {
    let mut random = Random::new(3);
    let mut test = SignedRank::default();
    let mut counts = [0; 2];
    for trial in 0..4000 {
        let n = 1 + random.below(if trial % 4 == 0 { 130 } else { 30 });
        let levels = [1, 2, 6, 100, 1 << 40][trial % 5];
        let mut value = |more: u64| (1000 * levels + more + random.below(levels + 1)) as f64;
        let old: Vec<f64> = (0..n).map(|_| value(0)).collect();
        let shift = [0, levels / 4, levels / 2, 1][trial / 5 % 4];
        let new: Vec<f64> =
            old.iter().map(|old| if trial % 3 == 0 { *old } else { value(shift) }).collect();
        let new: Vec<f64> = match trial % 3 {
            // Often only some have changed.
            0 => new.iter().map(|new| new + if random.below(3) == 0 { 1.0 } else { 0.0 }).collect(),
            _ => new,
        };
        for alpha in [0.05, 0.01, 0.2] {
            let mut pairs = test.pairs(&old, &new).unwrap();
            let (found, wide) = pairs.shift_and_equivalence(alpha);
            let p = pairs.p().unwrap_or(1.0);
            assert_eq!(
                found.interval.holds(1.0),
                alpha < p,
                "{old:?} {new:?} {alpha} {p} {found:?}"
            );
            assert_eq!(wide.holds(1.0), 2.0 * alpha < p, "{old:?} {new:?} {alpha} {p} {wide:?}");
            // If the wider level accepts nothing at all, its bounds are next to no change.
            let (least, most) = (found.interval.lo, found.interval.hi.next_up());
            let is_nested = least.next_down() <= wide.lo && wide.hi <= most;
            assert!(is_nested, "{old:?} {new:?} {alpha} {p} {found:?} {wide:?}");
            assert!(found.interval.holds(found.estimate));
            counts[usize::from(alpha < p)] += 1;
            // Each is computed separately, without the cached results of the other.
            let mut pairs = test.pairs(&old, &new).unwrap();
            assert_eq!(
                (pairs.interval(2.0 * alpha), pairs.interval(alpha)),
                (wide, found.interval)
            );
            // The other way round.
            let mut back = test.pairs(&new, &old).unwrap();
            assert_eq!(back.p().unwrap_or(1.0), p);
            let back = back.shift(alpha);
            let reciprocal = |x: f64, y: f64| x == 1.0 / y || (x * y - 1.0).abs() < 1e-15;
            assert!(reciprocal(back.interval.lo, found.interval.hi), "{found:?} {back:?}");
            assert!(reciprocal(back.interval.hi, found.interval.lo), "{found:?} {back:?}");
            assert!(reciprocal(back.estimate, found.estimate), "{found:?} {back:?}");
        }
    }
    assert!(counts.iter().all(|&count| 1000 < count), "{counts:?}");
}

/// Returns differences of one of many kinds: smooth, tied, tiny, huge, in two groups, …
fn odd_difference(random: &mut Random, kind: u64) -> f64 {
    match kind {
        0 => 1.0 + 0.1 * random.normal(),
        1 => random.below(3) as f64,
        2 => random.below(1000) as f64 - 300.0,
        3 => 1e-310 * random.normal(),
        4 => 1e307 * random.normal(),
        5 => random.normal() * if random.below(2) == 0 { 1.0 } else { 1e9 },
        6 => f64::from(1_u32 << random.below(30)),
        7 => random.normal() * (random.normal() * 60.0).exp2(),
        _ => 1.0 + f64::EPSILON * random.below(50) as f64,
    }
}

#[test]
fn what_is_found_is_what_a_sorted_list_has() {
    let mut random = Random::new(4);
    let mut test = SignedRank::default();
    for trial in 0..900 {
        let (kind, is_ratio) = (trial % 9, trial / 9 % 2 == 1);
        let n = 1 + random.below([12, 51, 65, 300][trial as usize % 4]) as usize;
        let difference = |_| odd_difference(&mut random, kind);
        let values: Vec<f64> = (0..n).map(difference).collect();
        let new: Vec<f64> = if is_ratio {
            values.iter().map(|value| value.abs().clamp(1e-140, 1e140)).collect()
        } else {
            values
        };
        let old = vec![if is_ratio { 1.0 } else { 0.0 }; n];
        let mut all = Vec::new();
        for (i, x) in new.iter().enumerate() {
            let both = |y: &f64| if is_ratio { (x * y).sqrt() } else { x / 2.0 + y / 2.0 };
            all.extend(new[i..].iter().map(both));
        }
        all.sort_by(f64::total_cmp);
        let mut pairs = test.pairs(&old, &new).unwrap();
        let wanted = (all[(all.len() - 1) / 2], all[all.len() / 2]);
        let wanted =
            if is_ratio { (wanted.0 * wanted.1).sqrt() } else { wanted.0 / 2.0 + wanted.1 / 2.0 };
        // Subnormal numbers have few digits.
        let near = |x: f64, y: f64| (x - y).abs() <= 1e-15 * y.abs() + 1e-322;
        let estimate = pairs.estimate();
        assert!(near(estimate, wanted), "{kind} {new:?}: {estimate} {wanted}");
        let (shift, _) = pairs.shift_and_equivalence(0.05);
        let inner = shift.interval;
        let null = if is_ratio { 1.0 } else { 0.0 };
        if n <= 50 || [inner.lo, inner.hi].iter().any(|&bound| near(bound, null)) {
            continue;
        }
        // Beyond 50 pairs the same number is excluded at either end.
        let left = all.iter().position(|&walsh| near(walsh, inner.lo)).unwrap();
        let right = all.iter().rposition(|&walsh| near(walsh, inner.hi)).unwrap();
        let deviation = (n as f64 * (n + 1) as f64 * (2 * n + 1) as f64 / 24.0).sqrt();
        let expected = all.len() as f64 / 2.0 - 1.96 * deviation;
        if kind == 0 {
            assert_eq!(left, all.len() - 1 - right, "{new:?}");
            assert!((left as f64 - expected).abs() < 2.0, "{left} {expected}");
        }
    }
}

#[test]
fn odd_input() {
    let mut test = SignedRank::default();
    assert!(test.pairs(&[], &[]).is_none());
    assert!(test.pairs(&[1.0], &[1.0, 2.0]).is_none());
    assert!(test.pairs(&[1.0, f64::NAN], &[1.0, 2.0]).is_none());
    assert!(test.pairs(&[1.0, 2.0], &[1.0, f64::INFINITY]).is_none());
    for value in [1.0, 0.0, -0.0, -7.0, f64::MAX, f64::MIN_POSITIVE] {
        let mut pairs = test.pairs(&[value; 70], &[value; 70]).unwrap();
        assert_eq!(pairs.p(), Err(AllEqual));
        let null = pairs.scale().null();
        let shift = pairs.shift(0.05);
        assert_eq!((shift.estimate, shift.interval.lo, shift.interval.hi), (null, null, null));
    }
    // With one pair, the sign shows nothing.
    let mut one = test.pairs(&[1.0], &[2.0]).unwrap();
    assert_eq!(one.p(), Ok(1.0));
    let shift = one.shift(0.05);
    assert_eq!((shift.estimate, shift.interval.lo, shift.interval.hi), (2.0, 0.0, f64::INFINITY));
    for alpha in [f64::NAN, 1.0, 7.0] {
        let interval = test.pairs(&[1.0, 2.0], &[2.0, 5.0]).unwrap().interval(alpha);
        assert_eq!(interval.lo, interval.hi);
    }
    for alpha in [0.0, -1.0] {
        let interval = test.pairs(&[1.0; 60], &[2.0; 60]).unwrap().interval(alpha);
        assert_eq!((interval.lo, interval.hi), (0.0, f64::INFINITY));
    }
    // The most extreme values.
    let ends = [f64::MAX, f64::MIN_POSITIVE, 5e-324, 1.0, 2.0, 1e200, 1e-200];
    let back: Vec<f64> = ends.iter().rev().copied().collect();
    let shift = test.pairs(&ends, &back).unwrap().shift(0.5);
    assert!(shift.scale == ShiftScale::Ratio && shift.interval.holds(shift.estimate));
    let ends = [f64::MAX, -f64::MAX, 5e-324, 0.0, 2.0, 1e200, -1e-200];
    let back = ends.map(|value| -value);
    let shift = test.pairs(&ends, &back).unwrap().shift(0.5);
    assert!(shift.scale == ShiftScale::Difference && !shift.estimate.is_nan());
}

#[test]
fn the_least_p_is_that_of_changes_in_one_direction() {
    let mut test = SignedRank::default();
    for n in [1, 2, 6, 20, 50, 51, 60, 1000] {
        let old: Vec<f64> = (0..n).map(|i| 1000.0 + i as f64).collect();
        let new: Vec<f64> = (0..n).map(|i| 3000.0 - i as f64).collect();
        let (rise, fall) = (p(&mut test, &old, &new).unwrap(), p(&mut test, &new, &old).unwrap());
        let least = if n == 1 { 1.0 } else { SignedRank::least_p(n) };
        assert_eq!((rise, fall), (least, least), "{n}");
    }
    assert_eq!(SignedRank::least_p(0), 1.0);
    assert_eq!(SignedRank::least_p(6), 0.03125);
    assert!(0.0 < SignedRank::least_p(1_000_000));
}

#[test]
fn many_pairs() {
    let mut random = Random::new(10);
    let mut test = SignedRank::default();
    // Below and above the number from which averages are computed differently.
    for n in [5000, 20_000] {
        let value = |_| 100.0 * (random.normal() * 0.2).exp2();
        let old: Vec<f64> = (0..n).map(value).collect();
        let new: Vec<f64> =
            old.iter().map(|old| old * 1.01 * (random.normal() * 0.02).exp2()).collect();
        let (shift, wide) = test.pairs(&old, &new).unwrap().shift_and_equivalence(0.05);
        assert!(shift.interval.holds(1.01), "{shift:?}");
        assert!(shift.interval.hi - shift.interval.lo < 0.002, "{shift:?}");
        assert!(shift.interval.lo < wide.lo && wide.hi < shift.interval.hi);
        // There are few different changes, so most averages are equal.
        let steps: Vec<f64> = old.iter().map(|_| random.below(1000) as f64).collect();
        let shift = test.pairs(&vec![0.0; n], &steps).unwrap().shift(0.05);
        assert!((480.0..520.0).contains(&shift.estimate) && shift.interval.holds(shift.estimate));
    }
}
