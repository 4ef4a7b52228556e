//! Where exactly a change is.
//!
//! Takes the ranks of a segment and a split; gives the split from which on points are more like those behind. The
//! energy statistic finds that there is a change; where the two sides hardly overlap, its greatest value is often
//! some points beside.
//!
//! Method: the greatest likelihood of two normal distributions, of any means and deviations, for the normal scores
//! of the ranks; from the given split on in a few rounds, and then step by step as long as the sides fit better. If one side is
//! above the other at some place but not at the one found, that place it is.

use super::ranks::Ranks;
use super::{LEAST, arcs};
use crate::stats::math;

/// Rounds of fitting and moving; nearly always the second moves nothing.
const ROUNDS: usize = 3;

/// The most steps from there.
const STEPS: usize = 32;

/// Added to the sums of squares: equal values on one side must not be infinitely likely.
const SOFT: f64 = 0.05;

/// A normal distribution.
struct Normal {
    mean: f64,
    /// One over the variance, and the logarithm of the variance: taken once, not for each value.
    precision: f64,
    log_variance: f64,
}

impl Normal {
    fn of(values: &[f64]) -> Self {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let variance = (squares + SOFT) / n;
        Normal { mean, precision: 1.0 / variance, log_variance: math::ln(variance) }
    }

    /// How well it fits the `n` values that it was made of: twice the logarithm of their density, but for a constant for each.
    fn fit(&self, n: usize) -> f64 {
        -(n as f64) * self.log_variance
    }

    /// Twice the logarithm of the density, but for a constant.
    fn likelihood(&self, value: f64) -> f64 {
        let distance = value - self.mean;
        -distance * distance * self.precision - self.log_variance
    }
}

/// The likeliest place of a change near `at`, five points or more from either end, as `at` must be.
pub(super) fn moved(ranks: &Ranks, mut at: usize) -> usize {
    let n = ranks.len();
    let scores = arcs::scores(ranks);
    let is_place = |place: usize| LEAST <= place && place + LEAST <= n;
    for _ in 0..ROUNDS {
        if !is_place(at) {
            return at;
        }
        let (before, behind) = (Normal::of(&scores[..at]), Normal::of(&scores[at..]));
        let (mut sum, mut most, mut best) = (0.0, f64::NEG_INFINITY, at);
        for (place, &score) in (1..).zip(&scores) {
            sum += before.likelihood(score) - behind.likelihood(score);
            if is_place(place) && most < sum {
                (most, best) = (sum, place);
            }
        }
        if best == at {
            break;
        }
        at = best;
    }
    let fit = |at: usize| Normal::of(&scores[..at]).fit(at) + Normal::of(&scores[at..]).fit(n - at);
    let mut own = fit(at);
    for _ in 0..STEPS {
        let beside = [at - 1, at + 1].into_iter().filter(|&place| is_place(place));
        let better = beside.map(|place| (fit(place), place)).filter(|&(fit, _)| own < fit);
        match better.max_by(|a, b| a.0.total_cmp(&b.0)) {
            Some(better) => (own, at) = better,
            None => break,
        }
    }
    apart(ranks, at, is_place)
}

/// The place nearest to `at` at which all points before are above, or below, all points behind; `at` if there is none.
fn apart(ranks: &Ranks, at: usize, is_place: impl Fn(usize) -> bool) -> usize {
    let values = || ranks.places.iter().map(|&place| ranks.sorted[place as usize]);
    let range = |range: (u64, u64), value: u64| (range.0.min(value), range.1.max(value));
    let mut behind = vec![(u64::MAX, 0); ranks.len() + 1];
    for (place, value) in values().enumerate().rev() {
        behind[place] = range(behind[place + 1], value);
    }
    let (mut before, mut nearest) = ((u64::MAX, 0), None);
    for (place, value) in (1..).zip(values()) {
        before = range(before, value);
        let is_apart = before.1 < behind[place].0 || behind[place].1 < before.0;
        let is_nearer = |other: usize| place.abs_diff(at) < other.abs_diff(at);
        if is_apart && is_place(place) && nearest.is_none_or(is_nearer) {
            nearest = Some(place);
        }
    }
    nearest.unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_that_are_apart_are_told_apart() {
        let series = [3, 1, 4, 2, 5, 0, 12, 10, 14, 11, 13].map(f64::from);
        for at in 5..=6 {
            assert_eq!(moved(&Ranks::of(&series), at), 6);
        }
        // What only rises is apart anywhere.
        let rising: Vec<f64> = (0..20).map(f64::from).collect();
        assert_eq!(apart(&Ranks::of(&rising), 7, |place| (5..=15).contains(&place)), 7);
    }
}
