//! Predicts the next point from a segment.
//!
//! Takes the values of a segment; gives Student's prediction interval and the probability of a point this far out.
//! Must not know which direction is worse.
//!
//! If all values are positive, their logarithms are assumed to be normal, otherwise the values themselves. Both assume
//! that points do not depend on previous points.

use crate::{ShiftScale, math, student};

/// The minimum length of a segment that predicts anything.
pub const LEAST_TO_PREDICT: usize = 8;

/// The side on which a point may be too far out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Only above the prediction.
    Above,
    /// Only below the prediction.
    Below,
    /// On either side.
    Both,
}

/// The prediction of a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// Ratios if logarithms were used, else differences.
    pub(crate) scale: ShiftScale,
    /// The number of values in the segment.
    pub(crate) n: usize,
    /// The mean, of the logarithms if they were used.
    mean: f64,
    /// The standard deviation of the distance between the mean and the next point.
    spread: f64,
}

/// Returns the prediction of a segment in any order, or `None` for fewer than eight values, or if one is not finite.
pub fn predict(segment: &[f64]) -> Option<Prediction> {
    if segment.len() < LEAST_TO_PREDICT || !segment.iter().all(|value| value.is_finite()) {
        return None;
    }
    let positive = segment.iter().all(|&value| 0.0 < value);
    let scale = if positive { ShiftScale::Ratio } else { ShiftScale::Difference };
    let n = segment.len() as f64;
    let mean = segment.iter().map(|&value| onto(scale, value) / n).sum::<f64>();
    let square = |value: f64| (onto(scale, value) - mean) * (onto(scale, value) - mean);
    let variance = segment.iter().map(|&value| square(value)).sum::<f64>() / (n - 1.0);
    // The mean of equal values may differ from them by rounding.
    let equal = segment.iter().all(|&value| value == segment[0]);
    let (mean, variance) = if equal { (onto(scale, segment[0]), 0.0) } else { (mean, variance) };
    let spread = math::sqrt(variance * (1.0 + 1.0 / n));
    Some(Prediction { scale, n: segment.len(), mean, spread })
}

impl Prediction {
    /// Returns the center of the segment: the mean, which is geometric for positive values.
    pub fn center(&self) -> f64 {
        self.back(self.mean)
    }

    /// Returns the bounds between which the next point lies with probability 1 − `level`. On a side that is ignored,
    /// the bound is 0 or infinite.
    pub fn bounds(&self, level: f64, side: Side) -> (f64, f64) {
        let two_sided = if side == Side::Both { level } else { 2.0 * level };
        let distance = student::quantile(two_sided, (self.n - 1) as f64);
        let reach = if self.spread == 0.0 { 0.0 } else { self.spread * distance };
        let (least, most) = self.scale.limits();
        let lo = if side == Side::Above { least } else { self.back(self.mean - reach) };
        let hi = if side == Side::Below { most } else { self.back(self.mean + reach) };
        (lo, hi)
    }

    /// Returns the probability of a point that lies at least as far out if nothing changed. It is 0 for any different
    /// value after a segment of equal values.
    pub fn p(&self, newest: f64, side: Side) -> f64 {
        let distance = onto(self.scale, newest) - self.mean;
        let both = match distance {
            0.0 => 1.0,
            // The point is not positive although all others are.
            _ if self.spread == 0.0 || !distance.is_finite() => 0.0,
            _ => student::two_sided((distance / self.spread).abs(), (self.n - 1) as f64),
        };
        match side {
            Side::Both => both,
            Side::Above if 0.0 < distance => both / 2.0,
            // The logarithm of a negative number is NaN, and such a point lies below.
            Side::Below if distance < 0.0 || distance.is_nan() => both / 2.0,
            Side::Above | Side::Below => 1.0 - both / 2.0,
        }
    }

    fn back(&self, value: f64) -> f64 {
        if self.scale == ShiftScale::Ratio { math::exp(value) } else { value }
    }
}

fn onto(scale: ShiftScale, value: f64) -> f64 {
    if scale == ShiftScale::Ratio { math::ln(value) } else { value }
}
