//! Compares Mann-Whitney with SciPy, with counts from another program, and with Go's bits.

use super::random::Random;
use super::{assert_close, bits, numbers, rows};
use crate::{AllEqual, MannWhitney, Shifts};

#[test]
fn scipy() {
    let mut tester = MannWhitney::default();
    for row in rows(include_str!("../../../../tests/oracles/mann_whitney_scipy.tsv")) {
        let (a, b) = (numbers(row[2]), numbers(row[3]));
        let p = tester.p(&a, &b).unwrap();
        assert_close(p, row[1].parse().unwrap(), 1e-12, &row.join(" "));
    }
}

#[test]
fn large_groups_of_equal_values_across_the_middle() {
    let mut tester = MannWhitney::default();
    for row in rows(include_str!("../../../../tests/oracles/mann_whitney_middle.tsv")) {
        let p = tester.p(&numbers(row[1]), &numbers(row[2])).unwrap();
        assert_close(p, row[0].parse().unwrap(), 1e-14, &row.join(" "));
    }
}

/// Returns two samples without ties whose U is `u`.
fn untied(n1: usize, n2: usize, u: usize) -> (Vec<f64>, Vec<f64>) {
    let beaten = |i: usize| u.saturating_sub(i * n2).min(n2) as f64;
    let mut a: Vec<f64> = (0..n1).map(|i| beaten(i) - 0.5 - i as f64 * 1e-3).collect();
    a.sort_by(f64::total_cmp);
    (a, (0..n2).map(|y| y as f64).collect())
}

#[test]
fn without_ties_the_bits_are_those_of_go() {
    let mut tester = MannWhitney::default();
    for row in rows(include_str!("../../../../tests/oracles/go_untied.tsv")) {
        let [n1, n2, u] = [0, 1, 2].map(|i| row[i].parse().unwrap());
        let (a, b) = untied(n1, n2, u);
        // Go's rounding sometimes exceeds 1, which a probability cannot.
        let expected = bits(row[3]).min(1.0);
        assert_eq!(tester.p(&a, &b), Ok(expected), "{row:?}");
        assert_eq!(tester.p(&b, &a), Ok(expected), "{row:?}");
    }
}

#[test]
fn three_against_three_is_not_significant_at_a_tenth() {
    // 2/20, but the recurrence rounds it up, and benchstat shows `~` at -alpha 0.1.
    let p = MannWhitney::default().p(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]).unwrap();
    assert_eq!(p, 0.100_000_000_000_000_02);
    assert!(p > 0.1);
}

#[test]
fn ties_between_samples_of_different_sizes_take_the_right_tail() {
    let mut tester = MannWhitney::default();
    // U1 = 1 in three of four ways and 3 in the other, so both tails are at least a half.
    assert_eq!(tester.p(&[1.0], &[1.0, 1.0, 2.0]), Ok(1.0));
    assert_eq!(tester.p(&[9.0], &[0.0, 0.0]), Ok(2.0 / 3.0));
}

#[test]
fn nothing_to_test() {
    let mut tester = MannWhitney::default();
    assert_eq!(tester.p(&[1.0], &[1.0]), Err(AllEqual));
    assert_eq!(tester.p(&[0.0; 30], &[-0.0; 70]), Err(AllEqual));
    assert_eq!(tester.p(&[f64::INFINITY; 3], &[f64::INFINITY; 3]), Err(AllEqual));
    assert_eq!(tester.p(&[], &[]), Ok(1.0));
    assert_eq!(tester.p(&[1.0, 1.0], &[]), Ok(1.0));
    assert_eq!(AllEqual.to_string(), "all samples are equal");
}

#[test]
fn a_tail_never_vanishes() {
    let low: Vec<f64> = (0..60).map(f64::from).collect();
    let high: Vec<f64> = (100..160).map(f64::from).collect();
    let mut tester = MannWhitney::default();
    let (up, down) = (tester.p(&low, &high).unwrap(), tester.p(&high, &low).unwrap());
    assert_eq!(up, down);
    assert!(up > 0.0 && up < 1e-20);
    let low: Vec<f64> = (0..3000).map(f64::from).collect();
    let high: Vec<f64> = (5000..8000).map(f64::from).collect();
    assert_eq!(tester.p(&high, &low), Ok(f64::from_bits(1)));
}

#[test]
fn no_input_breaks_it() {
    let nan = f64::NAN;
    let odd = [nan, 2.0, f64::NEG_INFINITY, 2.0, nan, 1.0, f64::INFINITY, -0.0];
    let mut tester = MannWhitney::default();
    for n1 in 0..=60 {
        for n2 in [0, 1, 2, 7, 24, 25, 26, 50, 51, 60] {
            let a: Vec<f64> = odd.into_iter().cycle().take(n1).collect();
            let b: Vec<f64> = odd.into_iter().cycle().skip(3).take(n2).collect();
            assert!(tester.p(&a, &b).is_ok_and(|p| p > 0.0 && p <= 1.0), "{n1} {n2}");
            assert!(tester.p(&vec![nan; n1], &b).is_ok_and(|p| p > 0.0 && p <= 1.0), "{n1} {n2}");
        }
    }
}

#[test]
fn three_against_three_reach_a_tenth_where_it_decides() {
    let (old, new) = ([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]);
    let mut tester = MannWhitney::default();
    assert_eq!(tester.exact_p(&old, &new), Ok(0.1));
    assert_eq!(tester.exact_p(&new, &old), Ok(0.1));
    assert_eq!(tester.least_exact_p(3, 3), 0.1);
    // So the interval at this level has bounds: the outermost quotients.
    let mut shifts = Shifts::default();
    let interval = shifts.pairs(&old, &new).unwrap().interval(&mut tester, 0.1);
    assert_eq!((interval.lo, interval.hi, interval.error), (4.0 / 3.0, 6.0, 0.1));
}

#[test]
fn one_run_against_sixty() {
    let old: Vec<f64> = (0..60).map(f64::from).collect();
    let mut tester = MannWhitney::default();
    assert_eq!(tester.exact_p(&old, &[1000.0]), Ok(2.0 / 61.0));
    assert_eq!(tester.least_exact_p(60, 1), 2.0 / 61.0);
    // The table prints this p.
    assert!((tester.p(&old, &[1000.0]).unwrap() - 0.094).abs() < 5e-4);
    // A hundred values are equal, and one is different.
    let alike = [7.0; 100];
    assert_eq!(tester.exact_p(&alike, &[8.0]), Ok(2.0 / 101.0));
    assert_eq!(tester.exact_p(&alike, &[6.0]), Ok(2.0 / 101.0));
    assert_eq!(tester.exact_p(&[7.0; 3], &[7.0]), Err(AllEqual));
}

/// Compares with SciPy's exact tables, and with its permutation test for ties. These sizes are exact only in the p for
/// decisions.
#[test]
fn scipy_counts_lopsided_samples() {
    let mut tester = MannWhitney::default();
    for row in rows(include_str!("../../../../tests/oracles/lopsided_scipy.tsv")) {
        let (a, b) = (numbers(row[1]), numbers(row[2]));
        let p = row[0].parse().unwrap();
        assert_close(tester.exact_p(&a, &b).unwrap(), p, 1e-13, &row.join(" "));
        assert_close(tester.exact_p(&b, &a).unwrap(), p, 1e-13, &row.join(" "));
    }
}

#[test]
fn what_decides_is_what_is_printed_but_for_rounding() {
    let mut random = Random::new(6);
    let mut tester = MannWhitney::default();
    let (mut differs, mut checked) = (0, 0);
    for trial in 0..4000 {
        let levels = [3, 20, 1 << 40][trial % 3];
        let mut sample = |most: u64| {
            let n = 1 + random.below(most);
            let mut values: Vec<f64> = (0..n).map(|_| random.below(levels) as f64).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        let (a, b) = (sample(25), sample(25));
        let (Ok(printed), Ok(exact)) = (tester.p(&a, &b), tester.exact_p(&a, &b)) else { continue };
        assert_close(exact, printed, 1e-14, &format!("{a:?} {b:?}"));
        differs += u32::from(exact != printed);
        checked += 1;
        let least = tester.least_exact_p(a.len(), b.len());
        assert!(least <= exact, "{a:?} {b:?}");
    }
    assert!(3000 < checked && 0 < differs, "{checked} {differs}");
}

#[test]
fn long_samples_are_countable_up_to_a_limit() {
    let mut tester = MannWhitney::default();
    let mut apart = |n1: usize, n2: usize| {
        let old: Vec<f64> = (0..n1).map(|i| i as f64).collect();
        let new: Vec<f64> = (0..n2).map(|i| 1e6 + (i / 2) as f64).collect();
        (tester.exact_p(&old, &new).unwrap(), tester.p(&old, &new).unwrap())
    };
    for (n1, n2) in [(1, 5000), (3, 800), (5, 200), (10, 100), (100, 10), (10, 30)] {
        let (exact, printed) = apart(n1, n2);
        // Two of all ways.
        let ways = (1..=n1.min(n2)).map(|i| (n1.max(n2) + i) as f64 / i as f64).product::<f64>();
        assert_close(exact, 2.0 / ways, 1e-13, "least");
        assert!(exact < printed, "{n1} {n2}");
    }
    for (n1, n2) in [(11, 60), (60, 60), (10, 5000)] {
        let (exact, printed) = apart(n1, n2);
        assert_eq!(exact, printed, "{n1} {n2}");
    }
}
