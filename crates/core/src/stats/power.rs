//! Statistical power: the smallest change that samples could have shown, and how many runs a change needs.
//!
//! Takes samples, an interval of their shift and a wanted change; gives changes and numbers of runs.
//! Guarantees finite answers or none. Must not know: which change matters, or why.
//!
//! The assumption: later runs have the same spread as these and are independent of each other. By the
//! central limit theorem, the estimated shift is nearly normal with a standard
//! error of `s·√(1/n₁ + 1/n₂)`. `s`, the *spread*, is not the standard deviation but its counterpart in
//! the Mann-Whitney test, so that a few outliers do not count for much. It is taken from the
//! length of the interval (Lehmann, "Nonparametric confidence intervals for a shift parameter",
//! 1963). With fewer than six values the interval runs from one extreme to the other, or has no bounds,
//! and its length says too much (a quarter, for four values). Then the mean difference of the values
//! of each sample (Gini) stands in, as if they were normal: `s = √(π/3)·σ`, by the test's efficiency
//! of 3/π against Student's.
//!
//! Ratios are taken as differences of logarithms.

use std::f64::consts::PI;

use super::math;
use super::{Interval, ShiftScale, least_p, raised_level, runs_for_level};

/// With this probability a change of the given size is found.
pub(crate) const POWER: f64 = 0.8;

/// From so many values in each sample on, the interval's length tells the spread.
const ENOUGH: usize = 6;

/// The spread of single runs, on the scale of the shift: `None` if nothing
/// shows it.
pub(crate) fn spread(
    old: &[f64],
    new: &[f64],
    scale: ShiftScale,
    interval: &Interval,
) -> Option<f64> {
    let [lo, hi] = [interval.lo, interval.hi].map(|bound| on_line(bound, scale));
    let rate = math::sqrt(1.0 / old.len() as f64 + 1.0 / new.len() as f64);
    let z = -math::normal_quantile(interval.error / 2.0);
    let from_length = (hi - lo) / (2.0 * z * rate);
    let enough = ENOUGH <= old.len().min(new.len());
    if enough && from_length.is_finite() {
        return Some(from_length);
    }
    let gini = [old, new].map(|sample| mean_differences(sample, scale));
    let pairs = gini[0].1 + gini[1].1;
    let normal = (gini[0].0 + gini[1].0) / pairs * math::sqrt(PI) / 2.0;
    (0.0 < pairs && normal.is_finite()).then(|| normal * math::sqrt(PI / 3.0))
}

/// The shift where shifts add up.
fn on_line(shift: f64, scale: ShiftScale) -> f64 {
    match scale {
        ShiftScale::Ratio => math::ln(shift),
        ShiftScale::Difference => shift,
    }
}

/// Back from where shifts add up.
fn from_line(shift: f64, scale: ShiftScale) -> f64 {
    match scale {
        ShiftScale::Ratio => math::exp(shift),
        ShiftScale::Difference => shift,
    }
}

/// The sum of the differences of all pairs of an ascending sample, and how many pairs.
fn mean_differences(sorted: &[f64], scale: ShiftScale) -> (f64, f64) {
    let n = sorted.len() as f64;
    let weights = (0..).map(|i| 2.0 * f64::from(i) - (n - 1.0));
    let sum = sorted.iter().zip(weights).map(|(&v, weight)| weight * on_line(v, scale)).sum();
    (sum, n * (n - 1.0) / 2.0)
}

/// The smallest shift above "no change" that samples of these sizes would have shown to be
/// significant at level `alpha` in four of five cases. (Below, the reciprocal ratio or the negative
/// difference.) `None` if not even samples that lie apart would be (one run against eight shows nothing), or if the
/// shift is beyond all numbers.
pub(crate) fn min_detectable_effect(
    spread: f64,
    sizes: [usize; 2],
    scale: ShiftScale,
    alpha: f64,
) -> Option<f64> {
    let can_be = least_p(sizes[0], sizes[1]) <= raised_level(alpha);
    if !can_be {
        return None;
    }
    let rate = math::sqrt(1.0 / sizes[0] as f64 + 1.0 / sizes[1] as f64);
    let shift = from_line(quantiles(alpha / 2.0, 1.0 - POWER) * spread * rate, scale);
    shift.is_finite().then_some(shift)
}

/// How many runs of each side resolve a shift: if it is there, it is found significant at level
/// `alpha`, and if nothing has changed, that is proven within it, either in four of five cases.
///
/// `None` if the shift stands for no change, if more runs are needed than can be counted, or if no number is
/// enough for the level.
pub(crate) fn runs_to_resolve(
    spread: f64,
    shift: f64,
    scale: ShiftScale,
    alpha: f64,
) -> Option<u32> {
    let distance = on_line(shift, scale).abs();
    let found = quantiles(alpha / 2.0, 1.0 - POWER);
    // Two one-sided tests must both succeed.
    let excluded = quantiles(alpha, (1.0 - POWER) / 2.0);
    let errors = found.max(excluded) * spread / distance;
    let runs = (2.0 * errors * errors).ceil();
    let least = runs_for_level(alpha)?;
    // Also refuses what is not a number.
    (0.0 < distance && runs < f64::from(u32::MAX)).then(|| least.max(runs as u32))
}

/// How many standard errors an estimate must be away to be beyond one error and short of the other.
fn quantiles(alpha: f64, beta: f64) -> f64 {
    -math::normal_quantile(alpha) - math::normal_quantile(beta)
}
