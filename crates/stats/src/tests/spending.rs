//! Compares the levels of interim checks with other software, and checks their promises.

use super::{assert_close, numbers, rows};
use crate::{SignedRank, p_of_looks, spent_level};

const TABLE: &str = include_str!("../../../../tests/oracles/spending_r.tsv");

/// Returns plans of checks, as information times.
fn plans() -> Vec<Vec<f64>> {
    let mut plans: Vec<Vec<f64>> = rows(TABLE).map(|row| numbers(row[2])).collect();
    plans.extend([7, 10, 20].map(|k| (1..=k).map(|look| f64::from(look) / 20.0).collect()));
    plans.push(vec![1.0]);
    plans.push(vec![0.36]);
    plans.sort_by(|a, b| a.partial_cmp(b).unwrap());
    plans.dedup();
    plans
}

#[test]
fn others_give_the_same_levels() {
    for row in rows(TABLE) {
        let (alpha, times) = (numbers(row[1])[0], numbers(row[2]));
        for (k, wanted) in numbers(row[3]).into_iter().enumerate() {
            // rpact's results for small levels have few correct digits because its search ends at 1e-10.
            let close = match row[0] {
                "rpact" if wanted < 1e-7 => continue,
                "rpact" => 2e-6,
                _ => 1e-9,
            };
            let found = spent_level(&times[..=k], alpha);
            assert_close(found, wanted, close, &format!("{row:?} {k}"));
        }
    }
}

#[test]
fn p_is_significant_exactly_where_the_level_says_so() {
    for times in plans() {
        for alpha in [1e-300, 1e-30, 1e-9, 0.01, 0.05, 0.3, 0.95, 0.999_999] {
            let level = spent_level(&times, alpha);
            assert!((0.0..=alpha).contains(&level), "{times:?} {alpha} {level}");
            for factor in [0.5, 1.0 - 1e-9, 1.0 + 1e-9, 10.0] {
                let p = (level * factor).min(1.0);
                let adjusted = p_of_looks(&times, p);
                assert!(p <= adjusted && adjusted <= 1.0, "{times:?} {p} {adjusted}");
                let what = format!("{times:?} {alpha:e} {level:e} {factor} {adjusted:e}");
                assert_eq!(p <= level, adjusted <= alpha, "{what}");
            }
        }
    }
}

#[test]
fn more_is_never_less() {
    for times in plans() {
        let mut levels = (1..60).map(|i| spent_level(&times, f64::from(i) / 60.0));
        assert!(levels.by_ref().is_sorted_by(|a, b| a < b), "{times:?}");
        let adjusted: Vec<f64> =
            (0..=15).map(|i| p_of_looks(&times, f64::from(i) / 15.0)).collect();
        assert!(adjusted.is_sorted(), "{times:?} {adjusted:?}");
    }
}

#[test]
fn one_look_at_the_end_is_none() {
    for p in [0.0, f64::from_bits(1), 1e-300, 0.049_999, 0.05, 1.0] {
        assert_eq!([spent_level(&[1.0], p), p_of_looks(&[1.0], p)], [p; 2]);
        assert_eq!([spent_level(&[], p), p_of_looks(&[], p)], [p; 2]);
    }
}

#[test]
fn no_numbers_are_too_odd() {
    let odd = [
        f64::NAN,
        f64::NEG_INFINITY,
        -1.0,
        -0.0,
        0.0,
        f64::from_bits(1),
        1e-310,
        1e-290,
        1e-17,
        0.5,
        0.999,
        0.999_999_999,
        1.0 - f64::EPSILON / 2.0,
        1.0,
        1.000_001,
        2.0,
        1e300,
        f64::INFINITY,
    ];
    for a in odd {
        for b in odd {
            for c in odd {
                for times in [&[b, c][..], &[b], &[b, 0.5, c], &[0.5, b, c]] {
                    let found = [spent_level(times, a), p_of_looks(times, a)];
                    for found in found {
                        assert!(a.is_nan() == found.is_nan(), "{times:?} {a}: {found}");
                        assert!(
                            a.is_nan() || (0.0..=1.0).contains(&found),
                            "{times:?} {a}: {found}"
                        );
                    }
                }
            }
        }
    }
    let near: Vec<f64> = (1..=500).map(|look| f64::from(look) / 500.0).collect();
    assert!((0.02..0.05).contains(&spent_level(&near, 0.05)));
}

#[test]
fn looks_too_early_or_too_near_are_no_looks() {
    let plain = spent_level(&[0.5, 1.0], 0.05);
    assert_eq!(spent_level(&[1e-6, 0.01, 0.5, 1.0], 0.05), plain);
    assert_eq!(spent_level(&[0.4999, 0.5, 1.0], 0.05), plain);
    assert_eq!(spent_level(&[1e-6, 1.0], 0.05), 0.05);
}

/// What `docs/methods.md` says.
#[test]
fn looks_at_few_blocks_find_nothing() {
    let may_find = |blocks: u8| {
        SignedRank::least_p(blocks.into()) <= spent_level(&[f64::from(blocks) / 50.0], 0.05)
    };
    assert_eq!((1..=50).find(|&blocks| may_find(blocks)), Some(15));
    let levels = [10, 20, 30, 40, 50].map(|last| {
        let times: Vec<f64> = (1..=last / 10).map(|look| f64::from(look) / 5.0).collect();
        spent_level(&times, 0.05)
    });
    for (found, told) in levels.into_iter().zip([0.000_001_1, 0.000_79, 0.0074, 0.022, 0.042]) {
        assert_close(found, told, 0.03, "level");
    }
}
