//! Where exactly a change is.
//!
//! Takes the ranks of a segment and a split; gives the split from which on points are more like those behind. The
//! energy statistic finds that there is a change; where the two sides hardly overlap, its greatest value is often
//! some points beside.
//!
//! Method: the greatest likelihood of two normal distributions, of any means and deviations, for the normal scores
//! of the ranks; from the given split on in a few rounds.

use super::LEAST;
use super::ranks::Ranks;
use crate::stats::math;

/// Rounds of fitting and moving; nearly always the second moves nothing.
const ROUNDS: usize = 3;

/// Added to the sums of squares: equal values on one side must not be infinitely likely.
const SOFT: f64 = 0.05;

/// A normal distribution.
struct Normal {
    mean: f64,
    variance: f64,
}

impl Normal {
    fn of(values: &[f64]) -> Self {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        Normal { mean, variance: (squares + SOFT) / n }
    }

    /// Twice the logarithm of the density, but for a constant.
    fn likelihood(&self, value: f64) -> f64 {
        let distance = value - self.mean;
        -distance * distance / self.variance - math::ln(self.variance)
    }
}

/// The likeliest place of a change near `at`, five points or more from either end, as `at` must be.
pub(super) fn moved(ranks: &Ranks, mut at: usize) -> usize {
    let n = ranks.len();
    let score = |rank: f64| math::normal_quantile((rank - 0.5) / n as f64);
    let scores: Vec<f64> = ranks.in_order().map(score).collect();
    for _ in 0..ROUNDS {
        if at < LEAST || n < at + LEAST {
            return at;
        }
        let (before, behind) = (Normal::of(&scores[..at]), Normal::of(&scores[at..]));
        let (mut sum, mut most, mut best) = (0.0, f64::NEG_INFINITY, at);
        for (place, &score) in (1..).zip(&scores) {
            sum += before.likelihood(score) - behind.likelihood(score);
            if LEAST <= place && place + LEAST <= n && most < sum {
                (most, best) = (sum, place);
            }
        }
        if best == at {
            break;
        }
        at = best;
    }
    at
}
