//! Finds the indexes at which a change may be.
//!
//! Takes the values of the two segments at a change, in order of time, and the index that was found; gives the indexes
//! at which the change may be with some confidence. Guarantees that the true index is among them in that fraction of
//! all cases. Must not know how the index was found, or what a point is.
//!
//! Method: the likelihood of each index, if the values of both sides vary equally around a level of their own, by
//! Student's distribution with three degrees of freedom. Its wide tails allow for a slow night, so a single value does
//! not decide. For each index, the levels and the spread are fitted again (by the EM algorithm of Lange, Little and
//! Taylor, "Robust statistical modeling using the t distribution", 1989). The likelihood is raised to the power of (n
//! − 2)/n, for the two levels that were fitted, and divided by √(k(n − k)), because the level of a longer side is
//! known better. For normal values, this is the posterior probability of an index if all are equally likely before.
//! The most probable indexes are taken until their sum is the confidence, together with the indexes between them.
//! Positive values are compared by their logarithms. `tests/changes/candidates` measures how often the true index is
//! among the candidates.

use std::ops::Range;

use crate::{math, median};
use benchlens_base::sort::sort_copies;

/// The number of values on either side that are used for the levels, because values farther away do not help to locate
/// the change.
const REACH: usize = 60;

/// Degrees of freedom.
const FREEDOM: f64 = 3.0;

/// Rounds of fitting, at the index that was found, and at each further index, which starts with the fit of its
/// neighbor.
const FIRST_ROUNDS: usize = 20;
const ROUNDS: usize = 12;

/// The minimum spread as a fraction of the range of the values, so that equal values are not infinitely likely.
const LEAST_SCATTER: f64 = 1e-6;

/// The levels on both sides, and the square of the spread.
#[derive(Clone, Copy)]
struct Fit {
    levels: [f64; 2],
    scatter: f64,
}

/// Returns the possible indexes of the first value after the change with this confidence; `at`, which was found, is
/// one of them.
pub fn candidates(values: &[f64], at: usize, confidence: f64) -> Range<usize> {
    if at == 0 || values.len() <= at {
        return at..at + 1;
    }
    let start = at.saturating_sub(REACH);
    let values = &values[start..values.len().min(at + REACH)];
    let is_positive = values.iter().all(|&value| 0.0 < value);
    let scaled = values.iter().map(|&value| if is_positive { math::ln(value) } else { value });
    let values: Vec<f64> = scaled.collect();
    let own = at - start;
    let mut likely = likelihoods(&values, own);
    let most = likely.iter().fold(f64::NEG_INFINITY, |most, &(_, value)| most.max(value));
    likely.iter_mut().for_each(|(_, value)| *value = math::exp(*value - most));
    let all: f64 = likely.iter().map(|(_, value)| value).sum();
    sort_copies(&mut likely, &mut |a, b| b.1.total_cmp(&a.1));
    let (mut lo, mut hi, mut sum) = (own, own, 0.0);
    for (index, value) in likely {
        (lo, hi) = (lo.min(index), hi.max(index));
        sum += value;
        if confidence * all <= sum {
            break;
        }
    }
    start + lo..start + hi + 1
}

/// Returns the log-likelihood of each index, up to a constant.
fn likelihoods(values: &[f64], at: usize) -> Vec<(usize, f64)> {
    let n = values.len();
    let (lo, hi) = values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), &value| {
        (lo.min(value), hi.max(value))
    });
    let least = (hi - lo) * LEAST_SCATTER;
    let least = least * least;
    let first = fitted(values, at, start(values, at, least), FIRST_ROUNDS, least);
    let mut likely = vec![(at, likelihood(values, at, first))];
    let before = (1..at).rev();
    let behind = at + 1..n;
    for indices in [Box::new(before) as Box<dyn Iterator<Item = usize>>, Box::new(behind)] {
        let mut fit = first;
        for index in indices {
            fit = fitted(values, index, fit, ROUNDS, least);
            likely.push((index, likelihood(values, index, fit)));
        }
    }
    likely
}

/// Returns the medians, and the spread from the median distance to them.
fn start(values: &[f64], at: usize, least: f64) -> Fit {
    let sorted = |values: &mut dyn Iterator<Item = f64>| {
        let mut values: Vec<f64> = values.collect();
        sort_copies(&mut values, &mut f64::total_cmp);
        median(&values)
    };
    let levels = [&values[..at], &values[at..]].map(|side| sorted(&mut side.iter().copied()));
    let distances =
        (0..).zip(values).map(|(i, value)| (value - levels[usize::from(at <= i)]).abs());
    let distance = sorted(&mut { distances });
    Fit { levels, scatter: (distance * distance).max(least) }
}

/// Returns the fit for an index after some rounds.
fn fitted(values: &[f64], at: usize, mut fit: Fit, rounds: usize, least: f64) -> Fit {
    for _ in 0..rounds {
        let mut squares = 0.0;
        for (level, side) in fit.levels.iter_mut().zip([&values[..at], &values[at..]]) {
            let (mut weights, mut sum) = (0.0, 0.0);
            for value in side {
                let distance = value - *level;
                let weight = (FREEDOM + 1.0) / (FREEDOM + distance * distance / fit.scatter);
                weights += weight;
                sum += weight * value;
                squares += weight * distance * distance;
            }
            *level = sum / weights;
        }
        fit.scatter = (squares / values.len() as f64).max(least);
    }
    fit
}

fn likelihood(values: &[f64], at: usize, fit: Fit) -> f64 {
    let n = values.len() as f64;
    let of_side = |side: &[f64], level: f64| -> f64 {
        let distance = |value: &f64| (value - level) * (value - level) / fit.scatter;
        side.iter().map(|value| math::ln(1.0 + distance(value) / FREEDOM)).sum()
    };
    let sides = of_side(&values[..at], fit.levels[0]) + of_side(&values[at..], fit.levels[1]);
    let whole = -0.5 * n * math::ln(fit.scatter) - 0.5 * (FREEDOM + 1.0) * sides;
    let sizes = at as f64 * (values.len() - at) as f64;
    whole * (n - 2.0) / n - 0.5 * math::ln(sizes)
}
