//! The geometric mean.
//!
//! Takes positive numbers one by one; gives one number. Guarantees the bits of Go's benchstat.
//! Must not know: whether they are measurements or ratios.

use super::math;

/// The geometric mean; `None` if there is no value, if one is not above zero, or if the result is
/// not a number.
///
/// It is the exponential of the *running* mean of the logarithms. Their sum would round
/// differently, and geometric means are printed in full. One consequence is kept too: +∞ gives +∞
/// as the last value, and `None` anywhere earlier, where the next step computes ∞ − ∞.
pub fn geomean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut mean = 0.0;
    let mut count = 0.0;
    for value in values {
        if value <= 0.0 {
            return None;
        }
        count += 1.0;
        mean += (math::ln(value) - mean) / count;
    }
    let result = math::exp(mean);
    (count > 0.0 && !result.is_nan()).then_some(result)
}
