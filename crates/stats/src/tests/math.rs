//! Checks the functions on which everything else is built.

use std::f64::consts::SQRT_2;

use statrs::distribution::{ContinuousCDF, Normal};

use super::{assert_close, bits, rows};
use crate::math::{erfc, exp, ln, normal_quantile};

#[test]
fn exponentials_have_the_bits_of_go() {
    for row in rows(include_str!("../../../../tests/oracles/go_exp.tsv")) {
        assert_eq!(exp(bits(row[0])).to_bits(), bits(row[1]).to_bits(), "{row:?}");
    }
    assert!(exp(f64::NAN).is_nan());
    assert!(
        [709.79, 710.0, 800.0, 1e9, 1e300, f64::MAX, f64::INFINITY].map(exp) == [f64::INFINITY; 7]
    );
}

#[test]
fn the_normal_distribution_is_that_of_scipy() {
    for row in rows(include_str!("../../../../tests/oracles/normal_scipy.tsv")) {
        let [z, cdf, p, quantile] = [0, 1, 2, 3].map(|i| row[i].parse::<f64>().unwrap());
        assert_close(erfc(-z / SQRT_2) / 2.0, cdf, 1e-12, row[0]);
        // One step of Halley's method gives full precision, except where exp(x²/2) amplifies its error.
        let found = normal_quantile(p);
        assert!((found - quantile).abs() <= 2e-13 * (1.0 + quantile.abs()), "{p:e}: {found}");
    }
}

#[test]
fn statrs_gives_the_same_quantiles() {
    let normal = Normal::standard();
    for p in (1..1000).map(|i| f64::from(i) / 1000.0).chain([1e-15, 1e-9, 1e-5]) {
        let (found, wanted) = (normal_quantile(p), normal.inverse_cdf(p));
        assert!((found - wanted).abs() <= 1e-9 * (1.0 + wanted.abs()), "{p:e}: {found} {wanted}");
    }
}

#[test]
fn edges() {
    assert_eq!(normal_quantile(0.0), f64::NEG_INFINITY);
    assert_eq!(normal_quantile(1.0), f64::INFINITY);
    assert_eq!(normal_quantile(0.5), 0.0);
    for outside in [-0.1, 1.1, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(normal_quantile(outside).is_nan());
    }
    assert_eq!(ln(0.0), f64::NEG_INFINITY);
    assert!(ln(-1.0).is_nan());
    assert_eq!(erfc(0.0), 1.0);
    assert_eq!(erfc(f64::NEG_INFINITY), 2.0);
    assert_eq!(erfc(f64::INFINITY), 0.0);
}
