//! Compares indexes and statistics with signal-processing-algorithms and with every split by the definition.

use proptest::prelude::*;

use super::super::{assert_close, numbers, rows};
use crate::changes::change::LEAST;
use crate::changes::simulated::{arc, split};
use crate::changes::{MOST_CORRELATION, first};
use crate::math;

const SPA: &str = include_str!("../../../../../tests/oracles/changes_spa.tsv");

/// Returns mid-ranks by their definition.
fn mid_ranks(values: &[f64]) -> Vec<f64> {
    let count = |f: &dyn Fn(f64) -> bool| values.iter().filter(|&&v| f(v)).count() as f64;
    values.iter().map(|&x| count(&|v| v < x) + (count(&|v| v == x) + 1.0) / 2.0).collect()
}

/// Returns the energy statistic by its definition, over all pairs.
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
        let of_ranks = first(&values, MOST_CORRELATION, 0).unwrap().change;
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
        assert_eq!(of_ranks.at as f64, ranked[2], "{}", row[0]);
        assert_close(of_ranks.q, found[3].unwrap().q, 1e-12, row[0]);
    }
}

/// Generates series with many ties, or hardly any, of up to 30 points.
fn series() -> impl Strategy<Value = Vec<f64>> {
    (2 * LEAST..=30, 1_i32..200).prop_flat_map(|(n, levels)| {
        prop::collection::vec((-levels..=levels).prop_map(f64::from), n)
    })
}

/// Returns by how much a piece of values differs from the rest, by the definition: the square of its mean's distance
/// from the mean of the rest, over the variance of that distance in a random order.
fn differs(values: &[f64], start: usize, end: usize) -> f64 {
    let n = values.len() as f64;
    let mean = |values: &mut dyn Iterator<Item = f64>| {
        let (mut count, mut sum) = (0.0, 0.0);
        values.for_each(|value| (count, sum) = (count + 1.0, sum + value));
        (count, sum / count)
    };
    let (inside, piece) = mean(&mut values[start..end].iter().copied());
    let (outside, rest) = mean(&mut values[..start].iter().chain(&values[end..]).copied());
    let (_, all) = mean(&mut values.iter().copied());
    let variance = values.iter().map(|v| (v - all) * (v - all)).sum::<f64>() / (n - 1.0);
    (piece - rest) * (piece - rest) / (variance * n / (inside * outside))
}

proptest! {
    #[test]
    fn no_piece_of_few_points_differs_more(
        values in prop::collection::vec((-99_i32..99).prop_map(f64::from), 20..=40),
    ) {
        let (n, ranks) = (values.len(), mid_ranks(&values));
        let scores: Vec<f64> =
            ranks.iter().map(|rank| math::normal_quantile((rank - 0.5) / n as f64)).collect();
        let fits = |len: usize| LEAST <= len && len + LEAST <= n;
        let pieces = (0..n).flat_map(|start| (start + 1..=n).map(move |end| (start, end)));
        let pieces = pieces.filter(|(start, end)| fits(end - start));
        let all: Vec<(usize, f64)> =
            pieces.map(|(start, end)| (end - start, differs(&scores, start, end))).collect();
        // Up to fifteen points all pieces are tried, for longer series some.
        let greatest = |most: usize| {
            all.iter().filter(|(len, _)| *len <= most).map(|(_, value)| *value).fold(0.0, f64::max)
        };
        match arc(&values) {
            None => prop_assert!(values.iter().all(|v| *v == values[0])),
            Some(found) => {
                prop_assert!((differs(&scores, found.start, found.end) - found.value).abs() <= 1e-6 * found.value);
                prop_assert!(greatest(15) * (1.0 - 1e-6) <= found.value);
                prop_assert!(found.value <= greatest(n) * (1.0 + 1e-6));
            }
        }
    }

    #[test]
    fn no_split_has_a_greater_statistic(values in series()) {
        let ranks = mid_ranks(&values);
        let all = LEAST..=values.len() - LEAST;
        let greatest = all.map(|at| energy(&ranks, at)).fold(0.0, f64::max);
        match first(&values, MOST_CORRELATION, 1).map(|found| found.change) {
            None => prop_assert!(values.iter().all(|v| *v == values[0])),
            Some(change) => {
                prop_assert!((change.q - greatest).abs() <= 1e-9 * greatest);
                prop_assert!((energy(&ranks, change.at) - greatest).abs() <= 1e-9 * greatest);
                prop_assert!(0.0 < change.p.value && change.p.value <= 1.0);
            }
        }
    }
}
