//! Statistical power: the smallest change that samples could have shown, and how many runs a change requires.
//!
//! Takes samples, their shift with its interval, and a margin; gives changes and numbers of runs. Guarantees finite
//! answers or `None`. Must not know why a change matters.
//!
//! The assumption is that later runs have the same spread as these and are independent of each other. By the central
//! limit theorem, the estimated shift is nearly normal with a standard error of `s·√(1/n₁ + 1/n₂)`. `s`, the *spread*,
//! is not the standard deviation but its counterpart in the Mann-Whitney test, so a few outliers have little effect.
//! It is computed from the length of the interval (Lehmann, "Nonparametric confidence intervals for a shift
//! parameter", 1963). With fewer than six values the interval extends from one extreme to the other, or has no bounds,
//! and its length overestimates the spread (by a quarter, for four values). Then the mean difference of the values of
//! each sample (Gini) is used instead, as if they were normal: `s = √(π/3)·σ`, by the test's efficiency of 3/π against
//! Student's.
//!
//! Few runs show less than that, for three reasons. A p has few possible values, so the one at or below the level may
//! be far below it. If only the most extreme result is enough, all old values must be on one side of all new ones. And
//! the spread is not known but estimated. The smallest detectable change accounts for all three.
//!
//! Ratios are converted to differences of logarithms. Pairs and blocks have their own interval and therefore their own
//! spread: the spread of two runs without the part that the runs of a pair have in common.

use std::f64::consts::{PI, SQRT_2};

use super::math;
use super::{Arrangement, Interval, Shift, ShiftScale, raised_level, student};
use benchlens_base::sort::sort_numbers;

/// The probability with which a change of the given size is found.
pub(crate) const POWER: f64 = 0.8;

/// The number of values in each sample from which the interval's length shows the spread.
const ENOUGH: usize = 6;

/// Returns the spread of single runs, on the scale of the shift; `None` if nothing shows it.
pub fn spread(old: &[f64], new: &[f64], scale: ShiftScale, interval: &Interval) -> Option<f64> {
    if let Some(spread) = blocked_spread([old.len(), new.len()], scale, interval) {
        return Some(spread);
    }
    let gini = [old, new].map(|sample| mean_differences(sample, scale));
    as_if_normal(gini[0].0 + gini[1].0, gini[0].1 + gini[1].1)
}

/// Returns the spread of runs in blocks, from the length of the interval. The values themselves do not show it because
/// blocks differ.
pub fn blocked_spread(runs: [usize; 2], scale: ShiftScale, interval: &Interval) -> Option<f64> {
    let [lo, hi] = [interval.lo, interval.hi].map(|bound| on_line(bound, scale));
    let rate = math::sqrt(1.0 / runs[0] as f64 + 1.0 / runs[1] as f64);
    let z = -math::normal_quantile(interval.error / 2.0);
    let spread = (hi - lo) / (2.0 * z * rate);
    (ENOUGH <= runs[0].min(runs[1]) && spread.is_finite()).then_some(spread)
}

/// The number of pairs from which the interval's length shows the spread: its steps are coarser than those of two
/// samples.
const ENOUGH_PAIRS: usize = 10;

/// Returns the spread of runs in pairs, whose values correspond by index: the spread of the part that the runs of a
/// pair do not have in common. If there are few pairs, their changes are used instead of their interval.
pub fn paired_spread(
    old: &[f64],
    new: &[f64],
    scale: ShiftScale,
    interval: &Interval,
) -> Option<f64> {
    if ENOUGH_PAIRS <= old.len()
        && let Some(spread) = blocked_spread([old.len(), new.len()], scale, interval)
    {
        return Some(spread);
    }
    let pairs = old.iter().zip(new);
    let mut changes: Vec<f64> =
        pairs.map(|(&old, &new)| on_line(new, scale) - on_line(old, scale)).collect();
    sort_numbers(&mut changes);
    let (sum, count) = mean_differences(&changes, ShiftScale::Difference);
    // A change involves two runs.
    Some(as_if_normal(sum, count)? / SQRT_2)
}

/// Returns the spread of normal values that have this sum of differences over this number of pairs.
fn as_if_normal(differences: f64, pairs: f64) -> Option<f64> {
    let normal = differences / pairs * math::sqrt(PI) / 2.0;
    (0.0 < pairs && normal.is_finite()).then(|| normal * math::sqrt(PI / 3.0))
}

/// Converts a shift to the scale on which shifts add up.
fn on_line(shift: f64, scale: ShiftScale) -> f64 {
    match scale {
        ShiftScale::Ratio => math::ln(shift),
        ShiftScale::Difference => shift,
    }
}

/// Converts a shift back from the scale on which shifts add up.
fn from_line(shift: f64, scale: ShiftScale) -> f64 {
    match scale {
        ShiftScale::Ratio => math::exp(shift),
        ShiftScale::Difference => shift,
    }
}

/// Returns the sum of the differences of all pairs of an ascending sample, and the number of pairs.
fn mean_differences(sorted: &[f64], scale: ShiftScale) -> (f64, f64) {
    let n = sorted.len() as f64;
    let weights = (0..).map(|i| 2.0 * f64::from(i) - (n - 1.0));
    let sum = sorted.iter().zip(weights).map(|(&v, weight)| weight * on_line(v, scale)).sum();
    (sum, n * (n - 1.0) / 2.0)
}

/// Returns the smallest shift above "no change" that samples of these sizes would have shown to be significant at
/// level `alpha` in four of five cases. (Below, use the reciprocal ratio or the negative difference.) `reached` is the
/// error of an interval of such samples: the greatest p that they can have at or below its level. Few runs cannot have
/// a p just below `alpha`, so the test requires more than that.
///
/// Returns `None` if not even completely separated samples would be significant (one run against eight shows nothing,
/// nor do five pairs at a level of 0.05), or if the shift is beyond all numbers.
pub fn min_detectable_effect(
    spread: f64,
    arrangement: Arrangement,
    scale: ShiftScale,
    alpha: f64,
    reached: f64,
) -> Option<f64> {
    if !arrangement.can_show(alpha) {
        return None;
    }
    let [old, new] = arrangement.runs().map(f64::from);
    let away = |p: f64| -math::normal_quantile(p / 2.0);
    let rejected = if reached <= raised_level(alpha) {
        away(reached)
    } else {
        // The next p may be a step away.
        (away(alpha) + arrangement.step()).min(away(arrangement.least_p()))
    };
    let power = math::normal_quantile(POWER);
    let mut distance = (rejected + power) * math::sqrt(1.0 / old + 1.0 / new);
    if arrangement.must_agree(alpha) {
        distance = distance.max(apart(arrangement) * math::sqrt(3.0 / PI));
    }
    let freedom = arrangement.degrees_of_freedom().max(1.0);
    let unknown = math::sqrt(1.0 + away(alpha) * away(alpha) / 2.0 / freedom);
    let shift = from_line(distance * unknown * spread, scale);
    shift.is_finite().then_some(shift)
}

/// Returns how many standard deviations normal values must move, so that in each block all old values are on one side
/// of all new ones, in four of five cases. Two samples are one block. For two runs the result is exact.
fn apart(arrangement: Arrangement) -> f64 {
    let (blocks, runs) = (arrangement.blocks(), arrangement.runs());
    // The quantile of the greatest value of a side of a block.
    let greatest = |runs: u32, p: f64| {
        math::normal_quantile(math::exp(math::ln(p) * blocks / f64::from(runs)))
    };
    let each = math::exp(math::ln(POWER) / blocks);
    let [old, new] = runs.map(|runs| (greatest(runs, 0.5), greatest(runs, each)));
    let beyond = [old, new].map(|(middle, most)| most - middle);
    old.0 + new.0 + math::sqrt(beyond[0] * beyond[0] + beyond[1] * beyond[1])
}

/// What the runs of a comparison show, from which the number of runs follows that decides it.
#[derive(Debug, Clone, Copy)]
pub struct Shown {
    /// How the runs were compared.
    pub arrangement: Arrangement,
    /// The spread of single runs, on the scale of the shift; 0 if nothing shows it.
    pub spread: f64,
    /// The estimated shift with its interval.
    pub shift: Shift,
    /// The largest shift that does not matter: a ratio above 1 or a difference above 0.
    pub margin: f64,
}

/// Returns how many runs of each side decide a comparison at level `alpha` in four of five cases.
///
/// If the runs show a shift beyond the margin, that is the number that finds a shift as large as the bound of its
/// interval nearest to "no change". Otherwise, it is the number that finds a shift as large as the margin, and proves
/// that a smaller one does not exceed the margin if nothing has changed.
///
/// Returns `None` if there is no margin to find, if more runs are required than can be counted, or if no number is
/// enough for the level.
pub fn runs_needed(shown: &Shown, alpha: f64) -> Option<u32> {
    let Shown { arrangement, spread, shift, margin } = *shown;
    let margin = on_line(margin, shift.scale).abs();
    let nearest = nearest(shown, alpha);
    let found = quantiles(alpha / 2.0, 1.0 - POWER);
    let (distance, quantiles) = if margin < nearest {
        (nearest, found)
    } else {
        // Two one-sided tests must both succeed.
        (margin, found.max(quantiles(alpha, (1.0 - POWER) / 2.0)))
    };
    let errors = quantiles * spread / distance;
    let runs = (2.0 * errors * errors + unknown(arrangement, alpha)).ceil();
    let least = arrangement.runs_for_level(alpha)?;
    // This also rejects NaN.
    (0.0 < distance && runs < f64::from(u32::MAX)).then(|| least.max(runs as u32))
}

/// Returns the distance from "no change" to the nearest bound of the shift, on the scale on which shifts add up; 0 if
/// the interval includes "no change". Few runs have an interval without bounds; then Student's interval of the same
/// spread is used.
fn nearest(shown: &Shown, alpha: f64) -> f64 {
    let Shown { arrangement, spread, shift, .. } = *shown;
    let [lo, hi] = [shift.interval.lo, shift.interval.hi].map(|bound| on_line(bound, shift.scale));
    if lo.is_finite() || hi.is_finite() {
        return lo.max(-hi).max(0.0);
    }
    let [old, new] = arrangement.runs().map(f64::from);
    let freedom = arrangement.degrees_of_freedom();
    let width = student::quantile(alpha, freedom) * spread * math::sqrt(1.0 / old + 1.0 / new);
    (on_line(shift.estimate, shift.scale).abs() - width).max(0.0)
}

/// Returns how many more pairs are required because the spread of their changes is not known (Guenther, "Sample size
/// formulas for normal theory t-tests", 1981). Two samples estimate it twice as well, and a signed rank's steps are
/// coarse.
fn unknown(arrangement: Arrangement, alpha: f64) -> f64 {
    let z = math::normal_quantile(alpha / 2.0);
    match arrangement {
        Arrangement::Pairs(_) | Arrangement::PairedMeans(_) => z * z / 2.0,
        Arrangement::Means(_) => z * z / 4.0,
        Arrangement::Samples(_) | Arrangement::Blocks { .. } => 0.0,
    }
}

/// Returns how many standard errors an estimate must be away to be beyond one error and short of the other.
fn quantiles(alpha: f64, beta: f64) -> f64 {
    -math::normal_quantile(alpha) - math::normal_quantile(beta)
}
