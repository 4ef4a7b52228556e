//! Checks the prediction of the next point from a segment.

use super::super::random::Random;
use crate::ShiftScale;
use crate::changes::{LEAST_TO_PREDICT, Side, predict};
use crate::math;

/// Compares the quantile of Student's distribution with R's: qt(0.975, 7) and qt(0.95, 7).
#[test]
fn the_interval_is_students() {
    let segment = [-3.0, -2.0, -1.0, 0.0, 0.0, 1.0, 2.0, 3.0];
    let found = predict(&segment).unwrap();
    assert_eq!((found.scale, found.center()), (ShiftScale::Difference, 0.0));
    let spread = (28.0_f64 / 7.0 * (9.0 / 8.0)).sqrt();
    let (lo, hi) = found.bounds(0.05, Side::Both);
    assert!((hi - 2.364_624_251_592_785 * spread).abs() < 1e-9 && (lo + hi).abs() < 1e-12);
    let (lo, hi) = found.bounds(0.05, Side::Above);
    assert!((hi - 1.894_578_605_061_305 * spread).abs() < 1e-9 && lo == f64::NEG_INFINITY);
    let (lo, hi) = found.bounds(0.05, Side::Below);
    assert!((lo + 1.894_578_605_061_305 * spread).abs() < 1e-9 && hi == f64::INFINITY);
}

#[test]
fn a_point_on_a_bound_has_the_level() {
    let segment: Vec<f64> = (1..=12).map(|i| 100.0 + f64::from(i * i % 7)).collect();
    let found = predict(&segment).unwrap();
    assert_eq!(found.scale, ShiftScale::Ratio);
    for (side, level) in [(Side::Both, 0.05), (Side::Above, 0.01), (Side::Below, 0.2)] {
        let (lo, hi) = found.bounds(level, side);
        for bound in [lo, hi].into_iter().filter(|bound| 0.0 < *bound && bound.is_finite()) {
            assert!((found.p(bound, side) - level).abs() < 1e-9, "{side:?} {bound}");
        }
        assert!(lo < found.center() && found.center() < hi);
    }
    assert_eq!(found.p(0.0, Side::Below), 0.0);
    assert_eq!(found.p(-1.0, Side::Both), 0.0);
    assert_eq!(found.p(-1.0, Side::Above), 1.0);
}

#[test]
fn a_short_segment_predicts_nothing_and_equal_values_themselves() {
    assert_eq!(predict(&[1.0; LEAST_TO_PREDICT - 1]), None);
    assert_eq!(predict(&[1.0, 2.0, 3.0, 4.0, f64::NAN, 6.0, 7.0, 8.0]), None);
    let found = predict(&[3.0; 9]).unwrap();
    assert_eq!((found.p(3.0, Side::Both), found.p(3.1, Side::Both)), (1.0, 0.0));
    assert_eq!((found.p(3.1, Side::Below), found.p(2.9, Side::Below)), (1.0, 0.0));
    let (lo, hi) = found.bounds(0.05, Side::Both);
    assert!((lo - 3.0).abs() < 1e-12 && (hi - 3.0).abs() < 1e-12);
}

#[test]
fn new_points_of_a_lognormal_segment_are_inside_as_often_as_said() {
    let trials = 20_000;
    for (n, side) in [(8, Side::Both), (20, Side::Above)] {
        let mut random = Random::new(n as u64);
        let mut outside = 0;
        for _ in 0..trials {
            let mut point = || 50.0 * math::exp(0.1 * random.normal());
            let segment: Vec<f64> = (0..n).map(|_| point()).collect();
            let (newest, found) = (point(), predict(&segment).unwrap());
            let (lo, hi) = found.bounds(0.05, side);
            outside += u32::from(newest < lo || hi < newest);
            assert_eq!(newest < lo || hi < newest, found.p(newest, side) < 0.05);
        }
        let share = f64::from(outside) / f64::from(trials);
        assert!(
            (share - 0.05).abs() < 3.0 * (0.05_f64 * 0.95 / f64::from(trials)).sqrt(),
            "{share}"
        );
    }
}
