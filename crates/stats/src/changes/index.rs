//! Locates a change exactly.
//!
//! Takes the ranks of a segment and a split; gives the split from which on points are more similar to the points after
//! it. The energy statistic detects a change, but if the two sides hardly overlap, its maximum is often some points
//! away.
//!
//! Method: the greatest likelihood of two normal distributions, of any means and deviations, for the normal scores of
//! the ranks. The search starts at the given split with a few rounds, and then goes step by step as long as the fit
//! improves. If one side is above the other at some index but not at the one found, that index is chosen; if there are
//! several, the one with the widest gap between the sides. Ranks cannot decide this because only the value of a point
//! between two levels shows which level is nearer.

use super::arcs;
use super::change::LEAST;
use super::ranks::Ranks;
use crate::math;

/// Rounds of fitting and moving; the second round almost never moves anything.
const ROUNDS: usize = 3;

/// The maximum number of steps from there.
const STEPS: usize = 32;

/// A term added to the sums of squares, because equal values on one side must not be infinitely likely.
const SOFT: f64 = 0.05;

/// A normal distribution.
struct Normal {
    mean: f64,
    /// The inverse of the variance, and the logarithm of the variance, computed once instead of for each value.
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

    /// Returns how well the distribution fits the `n` values that it was made of: twice the logarithm of their
    /// density, up to a constant for each.
    fn fit(&self, n: usize) -> f64 {
        -(n as f64) * self.log_variance
    }

    /// Returns twice the logarithm of the density, up to a constant.
    fn likelihood(&self, value: f64) -> f64 {
        let distance = value - self.mean;
        -distance * distance * self.precision - self.log_variance
    }
}

/// Returns the likeliest index of a change near `at`, five points or more from either end, which must also be true for
/// `at`. `values` are the values of the ranks, in order of time.
pub(super) fn moved(ranks: &Ranks, values: &[f64], mut at: usize) -> usize {
    let n = ranks.len();
    let scores = arcs::scores(ranks);
    let is_index = |index: usize| LEAST <= index && index + LEAST <= n;
    for _ in 0..ROUNDS {
        if !is_index(at) {
            return at;
        }
        let (before, behind) = (Normal::of(&scores[..at]), Normal::of(&scores[at..]));
        let (mut sum, mut most, mut best) = (0.0, f64::NEG_INFINITY, at);
        for (index, &score) in (1..).zip(&scores) {
            sum += before.likelihood(score) - behind.likelihood(score);
            if is_index(index) && most < sum {
                (most, best) = (sum, index);
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
        let beside = [at - 1, at + 1].into_iter().filter(|&index| is_index(index));
        let better = beside.map(|index| (fit(index), index)).filter(|&(fit, _)| own < fit);
        match better.max_by(|a, b| a.0.total_cmp(&b.0)) {
            Some(better) => (own, at) = better,
            None => break,
        }
    }
    apart(values, at, is_index)
}

/// Returns the index at which all points before are above, or below, all points after it, with the widest gap; the
/// nearest to `at` if gaps are equal, and `at` if there is no such index.
fn apart(values: &[f64], at: usize, is_index: impl Fn(usize) -> bool) -> usize {
    let range = |(lo, hi): (f64, f64), value: f64| (value.min(lo), value.max(hi));
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    let mut behind = vec![none; values.len() + 1];
    for (index, &value) in values.iter().enumerate().rev() {
        behind[index] = range(behind[index + 1], value);
    }
    let (mut before, mut best) = (none, (0.0, at));
    for (index, &value) in (1..).zip(values) {
        before = range(before, value);
        let gap = (behind[index].0 - before.1).max(before.0 - behind[index].1);
        let is_nearer = gap == best.0 && index.abs_diff(at) < best.1.abs_diff(at);
        if 0.0 < gap && is_index(index) && (best.0 < gap || is_nearer) {
            best = (gap, index);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_that_are_apart_are_told_apart() {
        let series = [3, 1, 4, 2, 5, 0, 12, 10, 14, 11, 13].map(f64::from);
        for at in 5..=6 {
            assert_eq!(moved(&Ranks::of(&series), &series, at), 6);
        }
        // A rising series is separated at every index.
        let rising: Vec<f64> = (0..20).map(f64::from).collect();
        assert_eq!(apart(&rising, 7, |index| (5..=15).contains(&index)), 7);
    }

    #[test]
    fn what_lies_between_two_levels_belongs_to_the_nearer_one() {
        let mut series = [30, 10, 40, 20, 50, 0, 60, 120, 100, 140, 110, 130].map(f64::from);
        for (between, index) in [(61.0, 7), (99.0, 6)] {
            series[6] = between;
            for at in 5..=7 {
                assert_eq!(moved(&Ranks::of(&series), &series, at), index);
            }
            let turned = series.map(|value| -value);
            assert_eq!(moved(&Ranks::of(&turned), &turned, 6), index);
        }
    }
}
