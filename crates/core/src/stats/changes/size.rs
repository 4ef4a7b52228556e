//! What the size of a step says, where neighbouring values resemble each other.
//!
//! Ranks know nothing of size: ten values that are ten times the twenty behind them have the ranks of a step that is just
//! as large as the scatter. Where values are independent that is enough. Where neighbours resemble each other, such ranks come by
//! chance, and only the size tells a step from a wave: a wave goes in small steps.
//!
//! Takes values, a place and the correlation of neighbours; gives a bound of p, for any place that was chosen. Must not know how the
//! place was found.
//!
//! Method: generalised least squares of a step in a first-order autoregression (Prais and Winsten, 1954, without the first
//! value), on logarithms where all values are positive, and Student's t. The place was chosen among many: Bonferroni.
//! Scatter is not normal, so it counts only where it leaves no doubt. Values far out would pass for a step when they end, and
//! the more so the more alike all others are: nothing is said if the series moves nearly as far back anywhere else.

use super::change::LEAST;
use crate::stats::{math, student};

/// So many times less likely than the level a step has to be.
const NO_DOUBT: f64 = 10.0;

/// A step is so many times as large as any the other way, from one value to the next.
const ALONE: f64 = 2.0;

/// At most so likely is as large a step by chance, at its likeliest place.
pub(super) fn bound(series: &[f64], at: usize, correlation: f64) -> f64 {
    let n = series.len();
    if n < 2 * LEAST || at == 0 || n <= at {
        return 1.0;
    }
    let is_positive = series.iter().all(|&value| 0.0 < value);
    let on_scale = |value: f64| if is_positive { math::ln(value) } else { value };
    // What a value adds to the one before; the step adds all of itself at its place, and behind it what is not in the
    // value before already.
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
    // Other steps the same way are no doubt.
    let back = |i: usize| -(news(i) - news_mean - size * (step(i) - step_mean)) * size.signum();
    let most_back = (1..n).filter(|&i| i != at).map(back).fold(0.0, f64::max);
    if size.abs() < ALONE * most_back {
        return 1.0;
    }
    let variance = sum(&|news, step| (news - size * step) * (news - size * step)) / freedom;
    let p = match size.abs() / math::sqrt(variance / steps) {
        t if t.is_finite() => student::two_sided(t, freedom),
        // Without scatter, any step is one; without a step there is none.
        _ if 0.0 < size.abs() && size.is_finite() => 0.0,
        _ => 1.0,
    };
    (p * NO_DOUBT * (n - 2 * LEAST + 1) as f64).min(1.0)
}
