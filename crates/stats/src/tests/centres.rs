//! Medians, modes and geometric means.

use super::{bits, rows};
use crate::{MedianInterval, Summary, exact_summary, geomean, median};

#[test]
fn the_bits_are_those_of_go() {
    for row in rows(include_str!("../../../../tests/oracles/go_centres.tsv")) {
        let values: Vec<f64> = row[2].split(' ').map(bits).collect();
        assert_eq!(median(&values).to_bits(), bits(row[0]).to_bits(), "{row:?}");
        let mean = geomean(values).map(f64::to_bits);
        assert_eq!(mean, Some(bits(row[1]).to_bits()), "{row:?}");
    }
}

#[test]
fn medians() {
    assert!(median(&[]).is_nan());
    assert_eq!(median(&[7.0]), 7.0);
    assert_eq!(median(&[1.0, 3.0]), 2.0);
    assert_eq!(median(&[1.0, 2.0, 9.0]), 2.0);
    assert_eq!(median(&[1.0, 2.0, 4.0, 9.0]), 3.0);
    assert!(median(&[f64::NAN, 1.0]).is_nan());
}

#[test]
fn summaries() {
    let mut interval = MedianInterval::new(0.95);
    let five = Summary { center: 3.0, lo: f64::NEG_INFINITY, hi: 5.0 };
    assert_eq!(interval.summarize(&[1.0, 2.0, 3.0, 4.0, 5.0]), five);
    let six = Summary { center: 3.5, lo: 1.0, hi: 6.0 };
    assert_eq!(interval.summarize(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), six);
    let none = interval.summarize(&[]);
    assert!(none.center.is_nan() && none.lo == f64::NEG_INFINITY && none.hi == f64::INFINITY);
}

#[test]
fn modes() {
    let mode = |values: &[f64]| exact_summary(values).center;
    assert_eq!(mode(&[1.0, 2.0, 2.0, 3.0, 3.0]), 2.0);
    assert_eq!(mode(&[1.0, 2.0]), 1.0);
    assert!(mode(&[]).is_nan());
    let summary = exact_summary(&[1.0, 2.0, 2.0, 5.0]);
    assert_eq!(summary, Summary { center: 2.0, lo: 1.0, hi: 5.0 });
}

#[test]
fn geometric_means_that_do_not_exist() {
    let infinity = f64::INFINITY;
    assert_eq!(geomean([]), None);
    assert_eq!(geomean([2.0, 0.0]), None);
    assert_eq!(geomean([2.0, -1.0]), None);
    assert_eq!(geomean([2.0, f64::NAN]), None);
    assert_eq!(geomean([infinity, 2.0]), None);
    assert_eq!(geomean([2.0, infinity]), Some(infinity));
    assert_eq!(geomean([4e-9]), Some(4.000_000_000_000_003_6e-9));
}
