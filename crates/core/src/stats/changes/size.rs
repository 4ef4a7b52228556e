//! Uses the size of a step as evidence if neighboring values are correlated.
//!
//! Ranks ignore size: ten values that are ten times the following twenty have the ranks of a step that is only as
//! large as the spread. If values are independent, ranks are enough. If neighbors are correlated, such ranks occur by
//! chance, and only the size distinguishes a step from a wave, because a wave moves in small steps.
//!
//! Takes values, an index and the correlation of neighbors; gives a bound of p, for any index that was chosen. Must
//! not know how the index was found.
//!
//! Method: generalized least squares of a step in a first-order autoregression (Prais and Winsten, 1954, without the
//! first value), on logarithms if all values are positive, and Student's t. The index was chosen among many, so p is
//! corrected by Bonferroni. Noise is not normal, so the step is accepted only if it leaves no doubt. The end of a
//! group of outliers would look like a step, especially if all other values are similar, so there is no answer if the
//! series moves nearly as far in the other direction anywhere else.

use super::change::LEAST;
use crate::stats::{math, student};

/// How many times less likely than the level a step must be.
const NO_DOUBT: f64 = 10.0;

/// How many times larger than any move in the other direction, from one value to the next, a step must be.
const ALONE: f64 = 2.0;

/// Returns an upper bound of the probability of a step at least this large by chance, at its likeliest index.
pub(super) fn bound(series: &[f64], at: usize, correlation: f64) -> f64 {
    let n = series.len();
    if n < 2 * LEAST || at == 0 || n <= at {
        return 1.0;
    }
    let is_positive = series.iter().all(|&value| 0.0 < value);
    let on_scale = |value: f64| if is_positive { math::ln(value) } else { value };
    // The innovation of a value over the previous one. The step adds its full size at its index, and after it only the
    // part that the previous value does not already contain.
    let news = |i: usize| on_scale(series[i]) - correlation * on_scale(series[i - 1]);
    let step = |i: usize| match i.cmp(&at) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 1.0,
        std::cmp::Ordering::Greater => 1.0 - correlation,
    };
    let count = (n - 1) as f64;
    let mean = |f: &dyn Fn(usize) -> f64| (1..n).map(|i| f(i) / count).sum::<f64>();
    let (news_mean, step_mean) = (mean(&news), mean(&step));
    let sum = |f: &dyn Fn(f64, f64) -> f64| {
        (1..n).map(|i| f(news(i) - news_mean, step(i) - step_mean)).sum::<f64>()
    };
    let steps = sum(&|_, step| step * step);
    let size = sum(&|news, step| news * step) / steps;
    // The level, the step and the correlation are estimated.
    let freedom = count - 3.0;
    // Other steps in the same direction raise no doubt.
    let back = |i: usize| -(news(i) - news_mean - size * (step(i) - step_mean)) * size.signum();
    let most_back = (1..n).filter(|&i| i != at).map(back).fold(0.0, f64::max);
    if size.abs() < ALONE * most_back {
        return 1.0;
    }
    let variance = sum(&|news, step| (news - size * step) * (news - size * step)) / freedom;
    let p = match size.abs() / math::sqrt(variance / steps) {
        t if t.is_finite() => student::two_sided(t, freedom),
        // Without noise, any step is certain, and without a step there is no evidence.
        _ if 0.0 < size.abs() && size.is_finite() => 0.0,
        _ => 1.0,
    };
    (p * NO_DOUBT * (n - 2 * LEAST + 1) as f64).min(1.0)
}
