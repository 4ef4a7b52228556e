//! The geometric mean.
//!
//! Takes positive numbers one by one; gives one number. Guarantees the bits of Go's benchstat. Must not know whether
//! they are measurements or ratios.

use super::math;

/// Returns the geometric mean; `None` if there is no value, if a value is not above zero, or if the result is NaN.
///
/// It is the exponential of the *running* mean of the logarithms, because their sum would round differently, and
/// geometric means are printed in full. One consequence is kept as well: +∞ gives +∞ as the last value, and `None`
/// anywhere earlier, where the next step computes ∞ − ∞.
pub fn geomean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut running = RunningGeomean::default();
    values.into_iter().for_each(|value| running.push(value));
    running.mean()
}

/// The geometric mean of values that come one by one.
#[derive(Debug, Clone, Copy, Default)]
pub struct RunningGeomean {
    /// The mean of the logarithms.
    mean: f64,
    count: u64,
    /// Whether a value was not above zero.
    is_undefined: bool,
}

impl RunningGeomean {
    /// Adds a value.
    pub fn push(&mut self, value: f64) {
        self.is_undefined |= value <= 0.0;
        self.count += 1;
        if !self.is_undefined {
            self.mean += (math::ln(value) - self.mean) / self.count as f64;
        }
    }

    /// Returns the number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the geometric mean so far, or `None` without values or if a value is not above zero.
    pub fn mean(&self) -> Option<f64> {
        let result = math::exp(self.mean);
        (self.count > 0 && !self.is_undefined && !result.is_nan()).then_some(result)
    }
}
