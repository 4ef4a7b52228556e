//! Places and statistics, against signal-processing-algorithms and against every split by the definition.

use proptest::prelude::*;

use super::super::{assert_close, numbers, rows};
use crate::stats::changes::simulated::split;
use crate::stats::changes::{LEAST, first};

const SPA: &str = include_str!("../../../../../../tests/oracles/changes_spa.tsv");

/// Mid-ranks by their definition.
fn mid_ranks(values: &[f64]) -> Vec<f64> {
    let count = |f: &dyn Fn(f64) -> bool| values.iter().filter(|&&v| f(v)).count() as f64;
    values.iter().map(|&x| count(&|v| v < x) + (count(&|v| v == x) + 1.0) / 2.0).collect()
}

/// The energy statistic by its definition, over all pairs.
fn energy(values: &[f64], at: usize) -> f64 {
    let (before, behind) = values.split_at(at);
    let mean = |a: &[f64], b: &[f64]| {
        let sum: f64 = a.iter().flat_map(|x| b.iter().map(move |y| (x - y).abs())).sum();
        sum / (a.len() * b.len()) as f64
    };
    let (n, m) = (before.len() as f64, behind.len() as f64);
    let distance = 2.0 * mean(before, behind) - mean(before, before) - mean(behind, behind);
    n * m / (n + m) * distance
}

#[test]
fn places_and_statistics_are_those_of_signal_processing_algorithms() {
    for row in rows(SPA) {
        let values = numbers(row[0]);
        let (raw, ranked) = (numbers(row[1]), numbers(row[2]));
        let of_ranks = first(&values, 0).unwrap();
        let ranks = mid_ranks(&values);
        let found =
            [split(&values, 1), split(&values, LEAST), split(&ranks, 1), split(&ranks, LEAST)];
        for (found, expected) in
            found.iter().zip([&raw[..2], &raw[2..], &ranked[..2], &ranked[2..]])
        {
            let found = found.unwrap();
            assert_eq!(found.at as f64, expected[0], "{}", row[0]);
            assert_close(found.q, expected[1], 1e-9, row[0]);
        }
        assert_eq!(
            (of_ranks.at as f64, of_ranks.q),
            (ranked[2], found[3].unwrap().q),
            "{}",
            row[0]
        );
    }
}

/// Series with many ties, or hardly any, of up to 30 points.
fn series() -> impl Strategy<Value = Vec<f64>> {
    (2 * LEAST..=30, 1_i32..200).prop_flat_map(|(n, levels)| {
        prop::collection::vec((-levels..=levels).prop_map(f64::from), n)
    })
}

proptest! {
    #[test]
    fn no_split_has_a_greater_statistic(values in series()) {
        let ranks = mid_ranks(&values);
        let all = LEAST..=values.len() - LEAST;
        let greatest = all.map(|at| energy(&ranks, at)).fold(0.0, f64::max);
        match first(&values, 1) {
            None => prop_assert!(values.iter().all(|v| *v == values[0])),
            Some(change) => {
                prop_assert!((change.q - greatest).abs() <= 1e-9 * greatest);
                prop_assert!((energy(&ranks, change.at) - greatest).abs() <= 1e-9 * greatest);
                prop_assert!(0.0 < change.p.value && change.p.value <= 1.0);
            }
        }
    }
}
