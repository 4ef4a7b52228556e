//! Noise: by how much the centers of two recordings of one program differ.
//!
//! Takes the center of each of several recordings; gives a limit that the difference of two further centers exceeds at
//! a known rate. Must not know what was measured, or by whom.
//!
//! The test of two samples answers whether their runs differ more than runs of one recording do. But two recordings of
//! one program often do differ: the program was linked again, the machine was warmer, it had other neighbors. No
//! number of runs in a recording shows that; only several recordings do. So each recording counts as one value, its
//! center, which is nearly normal for medians of some runs. For positive centers the logarithm is used, since noise is
//! proportional to the value.
//!
//! With the standard deviation `s` of `k` centers, the difference `d` of two further ones has variance `2σ²` and is
//! independent of `s`, so that `d / (s√2)` has Student's distribution with `k − 1` degrees of freedom, and `d` exceeds
//! `t·s·√2` with the probability that `t` is chosen for: a prediction interval (Hahn and Meeker, "Statistical
//! intervals", 1991, chapter 4). The rate is an average over the recordings that `s` comes from; one `s` may be too
//! small, another too large.

use std::f64::consts::{PI, SQRT_2};

use super::{ShiftScale, math};

/// The size of a difference that is noise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// Whether it is a ratio or a difference.
    pub scale: ShiftScale,
    /// The largest new/old that is noise, at least 1; or the largest new − old, at least 0.
    pub limit: f64,
}

/// Returns the difference that two further recordings exceed at this rate, in one direction, estimated from the
/// centers of some recordings. Returns `None` for fewer than two centers, for a center that is not finite, and for a
/// rate outside of (0, 0.5].
pub fn noise(centers: &[f64], rate: f64) -> Option<Noise> {
    let is_finite = centers.iter().all(|center| center.is_finite());
    if centers.len() < 2 || !is_finite || !(0.0 < rate && rate <= 0.5) {
        return None;
    }
    let t = student_quantile(centers.len() - 1, rate);
    if centers.iter().all(|&center| 0.0 < center) {
        let logarithms: Vec<f64> = centers.iter().map(|&center| math::ln(center)).collect();
        let limit = math::exp(t * deviation(&logarithms) * SQRT_2);
        return limit.is_finite().then_some(Noise { scale: ShiftScale::Ratio, limit });
    }
    let limit = t * deviation(centers) * SQRT_2;
    limit.is_finite().then_some(Noise { scale: ShiftScale::Difference, limit })
}

/// Returns the standard deviation of a sample; 0 if all values are equal.
fn deviation(values: &[f64]) -> f64 {
    if values.iter().all(|&value| value == values[0]) {
        return 0.0;
    }
    let n = values.len() as f64;
    let mean = values.iter().map(|value| value / n).sum::<f64>();
    let squares = values.iter().map(|value| (value - mean) * (value - mean));
    math::sqrt(squares.sum::<f64>() / (n - 1.0))
}

/// The maximum degrees of freedom, beyond which Student's distribution hardly changes.
const FREEDOM_MAX: usize = 1000;

/// Returns the upper quantile of Student's distribution for a tail of probability `tail`, above 0 and at most a half.
pub(crate) fn student_quantile(freedom: usize, tail: f64) -> f64 {
    let freedom = freedom.clamp(1, FREEDOM_MAX);
    let (mut low, mut high) = (0.0, 1.0);
    while tail < student_tail(freedom, high) && high < 1e12 {
        (low, high) = (high, 2.0 * high);
    }
    // Bisects until the two are neighbors.
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || high <= middle {
            return high;
        }
        if tail < student_tail(freedom, middle) { low = middle } else { high = middle }
    }
}

/// Returns P(T > t) for t ≥ 0, by the finite series for an integer number of degrees of freedom (Abramowitz and
/// Stegun, "Handbook of mathematical functions", 1964, 26.7.3 and 26.7.4).
fn student_tail(freedom: usize, t: f64) -> f64 {
    let n = freedom as f64;
    let hypotenuse = math::sqrt(n + t * t);
    let (sine, cosine_squared) = (t / hypotenuse, n / (n + t * t));
    let is_odd = freedom % 2 == 1;
    // cos θ · (1 + 2/3 cos² θ + 2·4/(3·5) cos⁴ θ + …), or 1 + 1/2 cos² θ + 1·3/(2·4) cos⁴ θ + …
    let mut term = if is_odd { math::sqrt(n) / hypotenuse } else { 1.0 };
    let mut series = if freedom == 1 { 0.0 } else { term };
    let mut i = if is_odd { 2.0 } else { 1.0 };
    while i <= n - 3.0 {
        term *= cosine_squared * i / (i + 1.0);
        series += term;
        i += 2.0;
    }
    let inside = if is_odd {
        // π/2 − θ, whose tangent is √n / t, keeps the digits of small tails.
        1.0 - 2.0 / PI * (math::atan2(math::sqrt(n), t) - sine * series)
    } else {
        sine * series
    };
    (1.0 - inside) / 2.0
}
