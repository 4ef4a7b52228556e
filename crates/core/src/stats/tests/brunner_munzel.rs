//! The test of Brunner and Munzel against SciPy, and what it is for.

use super::random::Random;
use super::{assert_close, numbers, rows};
use crate::stats::{MannWhitney, brunner_munzel};

#[test]
fn scipy() {
    for row in rows(include_str!("../../../../../tests/oracles/brunner_munzel_scipy.tsv")) {
        let (old, new) = (numbers(row[1]), numbers(row[2]));
        let p = row[0].parse().unwrap();
        assert_close(brunner_munzel(&old, &new).unwrap(), p, 1e-11, &row.join(" "));
        assert_close(brunner_munzel(&new, &old).unwrap(), p, 1e-11, &row.join(" "));
    }
}

#[test]
fn no_answer() {
    assert_eq!(brunner_munzel(&[], &[1.0]), None);
    assert_eq!(brunner_munzel(&[1.0], &[1.0, 2.0]), None);
    assert_eq!(brunner_munzel(&[1.0, f64::NAN], &[1.0, 2.0]), None);
    // No overlap, and nothing but ties.
    assert_eq!(brunner_munzel(&[1.0, 2.0], &[3.0, 4.0]), None);
    assert_eq!(brunner_munzel(&[1.0, 1.0], &[1.0, 1.0]), None);
    let odd = [f64::NEG_INFINITY, -0.0, 0.0, 2.0, f64::INFINITY];
    assert_close(brunner_munzel(&odd, &odd).unwrap(), 1.0, 1e-15, "itself");
}

#[test]
fn unequal_scatter_of_equal_medians() {
    let mut random = Random::new(30);
    let mut test = MannWhitney::default();
    let mut rejected = [0, 0];
    for _ in 0..2000 {
        let mut side = |n: usize, scatter: f64| {
            let mut values: Vec<f64> = (0..n).map(|_| 100.0 + scatter * random.normal()).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        let (old, new) = (side(20, 1.0), side(5, 5.0));
        rejected[0] += u32::from(test.p(&old, &new).unwrap() <= 0.05);
        rejected[1] += u32::from(brunner_munzel(&old, &new).is_some_and(|p| p <= 0.05));
    }
    // 17 and 6 per cent.
    assert!(280 < rejected[0] && rejected[1] < 170, "{rejected:?}");
}
