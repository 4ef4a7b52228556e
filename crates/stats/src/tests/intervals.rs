//! Checks confidence intervals by rank, and how many runs a level requires.

use statrs::distribution::{Binomial, DiscreteCDF};

use super::{assert_close, bits, rows};
use crate::{MedianInterval, runs_for_difference, runs_for_interval};

#[test]
fn orders_at_95_percent() {
    let small = [
        (0, 2),
        (0, 3),
        (0, 4),
        (0, 5),
        (0, 5),
        (1, 6),
        (1, 7),
        (1, 7),
        (2, 8),
        (2, 9),
        (2, 9),
        (3, 10),
        (3, 11),
        (3, 11),
        (4, 12),
        (4, 12),
        (5, 13),
        (5, 14),
        (5, 14),
        (6, 15),
        (6, 16),
        (6, 16),
        (7, 17),
        (8, 18),
        (8, 18),
        (8, 19),
        (8, 19),
        (9, 20),
        (9, 20),
        (10, 21),
        (10, 22),
        (10, 22),
        (11, 23),
        (11, 23),
        (12, 24),
        (12, 24),
        (13, 25),
        (13, 26),
        (13, 26),
        (14, 27),
    ];
    let large = [
        (45, 16, 30),
        (50, 18, 32),
        (55, 20, 35),
        (60, 22, 38),
        (70, 27, 44),
        (80, 31, 49),
        (100, 40, 60),
        (150, 63, 88),
        (200, 86, 114),
        (500, 228, 272),
        (1000, 469, 532),
    ];
    let mut interval = MedianInterval::new(0.95);
    for (n, ranks) in (1..).zip(small) {
        assert_eq!(interval.ranks(n), ranks, "{n}");
    }
    for (n, lo, hi) in large {
        assert_eq!(interval.ranks(n), (lo, hi), "{n}");
    }
}

#[test]
fn orders_are_those_of_go() {
    for row in rows(include_str!("../../../../tests/oracles/go_orders.tsv")) {
        let [n, lo, hi] = [1, 2, 3].map(|i| row[i].parse().unwrap());
        assert_eq!(MedianInterval::new(bits(row[0])).ranks(n), (lo, hi), "{row:?}");
    }
}

#[test]
fn no_interval_is_wider_than_needed() {
    for row in rows(include_str!("../../../../tests/oracles/intervals_scipy.tsv")) {
        let n: usize = row[0].parse().unwrap();
        let level: f64 = row[1].parse().unwrap();
        let needed: usize = row[2].parse().unwrap();
        let (lo, hi) = MedianInterval::new(level).ranks(n);
        // Beyond 30 values the normal approximation may be off, by two at extreme levels.
        assert!((hi - lo).abs_diff(needed) <= if n > 30 { 2 } else { 0 }, "{row:?}: {lo} {hi}");
        // statrs agrees with SciPy on the sum of these masses.
        let heads = Binomial::new(0.5, n as u64).unwrap();
        let lo = (n + 1 - needed).div_euclid(2) as u64;
        let below = lo.checked_sub(1).map_or(0.0, |k| heads.cdf(k));
        let mass = heads.cdf(lo + needed as u64 - 1) - below;
        assert_close(mass, row[3].parse().unwrap(), 1e-10, &row.join(" "));
    }
}

#[test]
fn the_probability_reaches_the_level() {
    for n in 1..=30_usize {
        let heads = Binomial::new(0.5, n as u64).unwrap();
        for level in [0.0, 0.3, 0.6, 0.9, 0.97, 0.9999] {
            let (lo, hi) = MedianInterval::new(level).ranks(n);
            let below = lo.checked_sub(1).map_or(0.0, |k| heads.cdf(k as u64));
            assert!(heads.cdf(hi as u64 - 1) - below >= level - 1e-12, "{n} {level}");
        }
    }
}

#[test]
fn levels_out_of_range() {
    for level in [1.0, 1.5, f64::INFINITY] {
        assert_eq!(MedianInterval::new(level).ranks(7), (0, 8));
    }
    assert_eq!(MedianInterval::new(1.0).ranks(usize::MAX), (0, usize::MAX));
    for level in [f64::NAN, -1.0, f64::NEG_INFINITY, f64::MIN] {
        let mut interval = MedianInterval::new(level);
        for n in [0, 1, 2, 20, 21, 30, 31, 100, 1 << 40, usize::MAX] {
            let (_, hi) = interval.ranks(n);
            assert!(hi <= n.saturating_add(1));
            interval.summarize(&vec![1.0; n.min(200)]);
        }
    }
}

#[test]
fn runs_needed_for_an_interval() {
    let needed = [
        (0.0, 2),
        (0.5, 2),
        (0.75, 3),
        (0.875, 4),
        (0.9375, 5),
        (0.95, 6),
        (0.96, 6),
        (0.97, 7),
        (0.98, 7),
        (0.99, 8),
        (0.995, 9),
        (0.999, 11),
        (0.9999, 15),
        (0.99999, 18),
        (0.999_999, 21),
        (1.0 - 1e-7, 25),
        (1.0 - 1e-8, 28),
        (1.0 - 1e-9, 40),
        (1.0 - 1e-10, 44),
        (1.0 - 1e-11, 49),
    ];
    for (level, runs) in needed {
        assert_eq!(runs_for_interval(level), Some(runs), "{level}");
    }
    assert_eq!(runs_for_interval(1.0 - 1e-12), None);
    assert_eq!(runs_for_interval(1.0), None);
}

#[test]
fn runs_needed_for_a_difference() {
    let needed = [
        (1.0, Some(1)),
        (0.5, Some(2)),
        (0.333_333_333_333_333_3, Some(2)),
        (0.1, Some(3)),
        (0.05, Some(4)),
        (0.01, Some(5)),
        (0.005, Some(6)),
        (0.001, Some(7)),
        (0.0005, Some(8)),
        (0.0001, Some(9)),
        (0.00001, None),
        (0.0, None),
        (f64::NAN, None),
    ];
    for (alpha, runs) in needed {
        assert_eq!(runs_for_difference(alpha), runs, "{alpha}");
    }
}
