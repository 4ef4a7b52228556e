//! Compares the test of Brunner and Munzel with SciPy, and shows its purpose.

use super::random::Random;
use super::{assert_close, numbers, rows};
use crate::{MannWhitney, brunner_munzel, brunner_munzel_at_most, merged};

#[test]
fn scipy() {
    for row in rows(include_str!("../../../../tests/oracles/brunner_munzel_scipy.tsv")) {
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
    // No overlap, and only ties.
    assert_eq!(brunner_munzel(&[1.0, 2.0], &[3.0, 4.0]), None);
    assert_eq!(brunner_munzel(&[1.0, 1.0], &[1.0, 1.0]), None);
    let odd = [f64::NEG_INFINITY, -0.0, 0.0, 2.0, f64::INFINITY];
    assert_close(brunner_munzel(&odd, &odd).unwrap(), 1.0, 1e-15, "itself");
}

#[test]
fn what_u_alone_says_is_true() {
    let mut random = Random::new(31);
    let mut test = MannWhitney::default();
    let (mut known, mut wanted) = (0, 0);
    for trial in 0..30_000 {
        let (levels, apart) = ([4, 30, 1000][trial % 3], random.below(60) as f64 / 20.0);
        let sizes =
            [(); 2].map(|()| 1 + random.below(if trial % 2 == 0 { 6 } else { 30 }) as usize);
        let mut side = |n: usize, apart: f64| {
            let value = |_| ((random.normal() + apart) * f64::from(levels)).round();
            let mut values: Vec<f64> = (0..n).map(value).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        let (old, new) = (side(sizes[0], 0.0), side(sizes[1], apart));
        let Some(twice_u) = merged(&mut test, &old, &new).twice_u else { continue };
        for level in [0.2, 0.05, 0.001] {
            let p = brunner_munzel(&old, &new).unwrap_or(0.0);
            wanted += u32::from(p <= level);
            if brunner_munzel_at_most(twice_u, sizes, level) {
                known += 1;
                assert!(p <= level, "{p} {level} {old:?} {new:?}");
            }
        }
    }
    // It may miss some, but must know most.
    assert!(wanted * 3 < known * 4, "{known} of {wanted}");
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
    // 17 and 6 percent.
    assert!(280 < rejected[0] && rejected[1] < 170, "{rejected:?}");
}
