//! What the size of a step says, where neighbouring values resemble each other.
//!
//! Ranks know nothing of size: ten values that are ten times the twenty behind them have the ranks of a step that is just
//! as large as the scatter. Where values are independent that is enough. Where neighbours resemble each other, such ranks come by
//! chance, and only the size tells a step from a wave.
//!
//! Takes values, a place and the correlation of neighbours; gives a bound of p, for any place that was chosen. Must not know how the
//! place was found.
//!
//! Method: Student's t of both sides, on logarithms where all values are positive. Of n values whose neighbours have the
//! correlation r, n(1 − r)/(1 + r) count (for a mean of a first-order autoregression: Bayley and Hammersley, "The effective
//! number of independent observations in an autocorrelated time series", 1946). The place was chosen among many: Bonferroni.

use super::LEAST;
use crate::stats::{math, student};

/// At most so likely is as large a step by chance, at its likeliest place.
pub(in crate::stats) fn bound(series: &[f64], at: usize, correlation: f64) -> f64 {
    let n = series.len();
    let share = (1.0 - correlation) / (1.0 + correlation);
    let counted = [at as f64 * share, (n - at) as f64 * share];
    let freedom = counted[0] + counted[1] - 2.0;
    if n < 2 * LEAST || at == 0 || n <= at || freedom < 1.0 {
        return 1.0;
    }
    let is_positive = series.iter().all(|&value| 0.0 < value);
    let on_scale = |value: &f64| if is_positive { math::ln(*value) } else { *value };
    let values: Vec<f64> = series.iter().map(on_scale).collect();
    let mean = |side: &[f64]| side.iter().map(|value| value / side.len() as f64).sum::<f64>();
    let (old, new) = values.split_at(at);
    let means = [mean(old), mean(new)];
    let squares = |side: &[f64], mean: f64| side.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>();
    // Within sides the mean takes more of the scatter than of independent values: 1/share of a value each.
    let variance = (squares(old, means[0]) + squares(new, means[1])) / (n as f64 - 2.0 / share);
    let difference = (means[1] - means[0]).abs();
    let error = math::sqrt(variance * (1.0 / counted[0] + 1.0 / counted[1]));
    let p = match difference / error {
        t if t.is_finite() => student::two_sided(t, freedom),
        // Without scatter, any step is one; without a step there is none.
        _ if 0.0 < difference && difference.is_finite() => 0.0,
        _ => 1.0,
    };
    (p * (n - 2 * LEAST + 1) as f64).min(1.0)
}
