//! Levels for interim checks: how much of the level each check may spend.
//!
//! Takes information times, which are ascending fractions of the maximum number of measurements, and a two-sided level
//! or p; gives the level of the last of these checks, and the smallest level at which a p is significant there.
//! Guarantees that the two agree, the same bits on every target, and no panic for any numbers. Must not know what is
//! checked.
//!
//! Method: Lan and DeMets, "Discrete sequential boundaries for clinical trials" (1983), with the spending function
//! that resembles the boundary of O'Brien and Fleming (1979): up to the fraction t of the information, one side at
//! level a spends 2 − 2Φ(z/√t), where Φ(z) = 1 − a/2. Each side has half of the level. Because both sides may stop,
//! each is slightly more conservative than its level.
//!
//! A check is ignored if its part of the level is too small for a double to represent next to the part of the last
//! check, or if it comes less than a thousandth before the next.

mod crossing;

use std::f64::consts::SQRT_2;

use super::math::{erfc, exp, ln, normal_quantile, sqrt};
use crossing::crossing;

/// The fraction of the total spending below which the spending of a check is ignored.
const UNSEEN: f64 = 1e-16;

/// The smallest level. A smaller one is treated as 0 because it would have too few digits.
const LEAST: f64 = 1e-290;

/// A check at this fraction of the next one, or later, is merged with it.
const NEAR: f64 = 0.999;

/// The relative width to which a level is searched.
const TOLERANCE: f64 = 1e-12;

/// Returns the level of the last check, if all checks together have the two-sided level `alpha`. 0 and 1 are returned
/// unchanged, and so are NaN and a level without a check.
#[must_use]
pub fn spent_level(times: &[f64], alpha: f64) -> f64 {
    let Some(&last) = times.last() else { return alpha };
    if alpha.is_nan() || alpha <= 0.0 || 1.0 <= alpha || times == [1.0] {
        return if alpha.is_nan() { alpha } else { alpha.clamp(0.0, 1.0) };
    }
    if !are_times(times) || alpha < LEAST {
        return 0.0;
    }
    let z = -normal_quantile(alpha / 4.0);
    let spent = |time: f64| erfc(z / sqrt(time) / SQRT_2);
    let all = spent(last);
    let mut looks = Vec::with_capacity(times.len());
    for &time in times.iter().rev() {
        let is_apart = looks.last().is_none_or(|&(next, _)| time < NEAR * next);
        if is_apart && UNSEEN * all < spent(time) {
            looks.push((time, spent(time)));
        }
    }
    looks.reverse();
    let level = match looks.len() {
        // Quantiles of the rest would have no digits.
        _ if all < LEAST / 4.0 => 0.0,
        0 | 1 if last == 1.0 => alpha,
        0 | 1 => 2.0 * all,
        _ => erfc(crossing(&looks) / sqrt(last) / SQRT_2),
    };
    if level < LEAST { 0.0 } else { level.min(alpha) }
}

/// Returns the smallest level of all checks together at which `p` is significant at the last of them. It is at most a
/// level if and only if `p` is at most the [`spent_level`], up to a relative error of 1e-12.
#[must_use]
pub fn p_of_looks(times: &[f64], p: f64) -> f64 {
    let Some(&last) = times.last() else { return p };
    if p.is_nan() || p <= 0.0 || 1.0 <= p || times == [1.0] {
        return if p.is_nan() { p } else { p.clamp(0.0, 1.0) };
    }
    if !are_times(times) {
        return 1.0;
    }
    let p = p.max(LEAST);
    let above = |alpha: f64| ln(spent_level(times, alpha) / p);
    // No check has more than all checks have spent.
    let all = 2.0 * erfc(-normal_quantile(p / 4.0) * sqrt(last) / SQRT_2);
    search(all.clamp(p, 1.0), above)
}

/// Returns the smallest level, from `low` on, at which `above` is not negative; it must not be negative at 1.
fn search(low: f64, above: impl Fn(f64) -> f64) -> f64 {
    const BELOW_ONE: f64 = 1.0 - f64::EPSILON / 2.0;
    let low = (low.min(BELOW_ONE), above(low.min(BELOW_ONE)));
    if 0.0 <= low.1 {
        return low.0;
    }
    // The logarithms of level and spent level rise nearly together.
    let (mut low, mut high) = ((ln(low.0), low.1), None);
    let mut last = low;
    let mut next = low.0 - low.1;
    for _ in 0..200 {
        let end = high.map_or(0.0, |(end, _): (f64, f64)| end);
        if end - low.0 <= TOLERANCE {
            break;
        }
        let inside = low.0 < next && next < end;
        // Keeps away from either end so that the interval always shrinks.
        let at = if inside { next } else { low.0 / 2.0 + end / 2.0 };
        let step = (TOLERANCE / 2.0).min((end - low.0) / 2.0);
        let at = at.max(low.0 + step).min(end - step);
        let found = (at, above(exp(at)));
        let slope = (found.1 - last.1) / (found.0 - last.0);
        if 0.0 <= found.1 {
            high = Some(found);
        } else {
            low = found;
        }
        next = found.0 - found.1 / slope;
        last = found;
    }
    high.map_or(1.0, |(end, _)| exp(end))
}

/// Returns whether the times ascend from above 0 to at most 1.
fn are_times(times: &[f64]) -> bool {
    let ascend = times.windows(2).all(|pair| pair[0] < pair[1]);
    ascend && times.first().is_some_and(|&first| 0.0 < first) && times.iter().all(|&t| t <= 1.0)
}
