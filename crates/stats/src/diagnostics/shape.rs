//! The shape of a sample: modes, outliers, and the steps of a coarse clock.
//!
//! Takes ascending values; gives groups, fences and steps. Must not know the order of the runs.

use super::super::median;

/// Two groups of values, as two machines or two code paths produce.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Modes {
    /// The number of values in the lower group.
    pub lower_n: u32,
    /// The median of the lower group.
    pub lower: f64,
    /// The number of values in the upper group.
    pub upper_n: u32,
    /// The median of the upper group.
    pub upper: f64,
}

/// The minimum number of values for groups, because smaller samples show nothing about them.
const FEWEST: usize = 8;

/// Returns two groups, if the gap between them is wider than half of the whole range, and each contains at least three
/// values and a fifth of all. Returns `None` if there is no such gap.
///
/// This is a simple replacement for a test of unimodality: of normal samples 1.4 in a hundred have such a gap with
/// eight values, 0.4 with ten, and hardly any with fifteen (a test counts them). A few outliers on one side are not a
/// group.
#[must_use]
pub(crate) fn modes(sorted: &[f64]) -> Option<Modes> {
    let (first, last) = (*sorted.first()?, *sorted.last()?);
    let n = sorted.len();
    let least = 3.max(n.div_ceil(5));
    if n < FEWEST || !(last - first).is_finite() {
        return None;
    }
    let wide = |&cut: &usize| (last - first) / 2.0 < sorted[cut] - sorted[cut - 1];
    let cut = (least..=n - least).find(wide)?;
    let (lower, upper) = sorted.split_at(cut);
    Some(Modes {
        lower_n: lower.len() as u32,
        lower: median(lower),
        upper_n: upper.len() as u32,
        upper: median(upper),
    })
}

/// Values that are whole numbers of steps, because the clock shows nothing between them.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ClockSteps {
    /// The length of a step.
    pub step: f64,
    /// The same, as a fraction of the median.
    pub share: f64,
}

/// Finer steps than this share of the median do not limit any conclusion.
const STEP_LEAST: f64 = 0.005;

/// Returns the steps of a clock, if at most half of the values are distinct, and all differences are multiples of the
/// smallest one, which is at least 0.5% of the median. Values of a fine clock are hardly ever equal. Returns `None` for
/// fewer than eight values.
#[must_use]
pub fn clock_steps(sorted: &[f64]) -> Option<ClockSteps> {
    let is_distinct = |pair: &[f64]| u32::from(pair[0] < pair[1]);
    let distinct = 1 + sorted.windows(2).map(is_distinct).sum::<u32>() as usize;
    let ends = [sorted.first(), sorted.last()];
    let are_finite = ends.into_iter().flatten().all(|value| value.is_finite());
    if sorted.len() < FEWEST || sorted.len() < 2 * distinct || !are_finite {
        return None;
    }
    let rises = || sorted.windows(2).map(|pair| pair[1] - pair[0]).filter(|rise| 0.0 < *rise);
    let step = rises().fold(f64::INFINITY, f64::min);
    let is_multiple = |rise: f64| {
        let steps = rise / step;
        (steps - steps.round()).abs() <= 0.01 * steps
    };
    let share = step / median(sorted).abs();
    let is_coarse = share.is_finite() && STEP_LEAST <= share;
    (is_coarse && rises().all(is_multiple)).then_some(ClockSteps { step, share })
}

/// Values far outside the middle half.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Outliers {
    /// The number of values below the lower fence.
    pub low: u32,
    /// The number of values above the upper fence.
    pub high: u32,
    /// The lower fence: the lower quartile minus three interquartile ranges; on the scale of logarithms if all values are
    /// positive.
    pub lower_fence: f64,
    /// The upper fence: the upper quartile plus three interquartile ranges, on the same scale.
    pub upper_fence: f64,
}

/// Returns the values outside Tukey's outer fences ("Exploratory Data Analysis", 1977), which are on the scale of
/// logarithms if all values are positive; `None` if there are no such
/// values, or for fewer than five values.
#[must_use]
pub(crate) fn outliers(sorted: &[f64]) -> Option<Outliers> {
    if sorted.len() < 5 {
        return None;
    }
    let (lower, upper) = (quantile(sorted, 0.25), quantile(sorted, 0.75));
    let (first, last) = (sorted[0], sorted[sorted.len() - 1]);
    let (lower_fence, upper_fence) = if 0.0 < first {
        // Noise multiplies times, and no time is negative.
        let reach = (upper / lower) * (upper / lower) * (upper / lower);
        (lower / reach, upper * reach)
    } else {
        (lower - 3.0 * (upper - lower), upper + 3.0 * (upper - lower))
    };
    // Nothing is further out than the ends, unless they are NaN.
    if lower_fence <= first && last <= upper_fence {
        return None;
    }
    let low = sorted.iter().filter(|&&v| v < lower_fence).count() as u32;
    let high = sorted.iter().filter(|&&v| upper_fence < v).count() as u32;
    (0 < low + high).then_some(Outliers { low, high, lower_fence, upper_fence })
}

/// Returns a quantile of an ascending sample by definition 8 of Hyndman and Fan, "Sample Quantiles in Statistical
/// Packages" (1996); NaN if the sample is empty.
#[must_use]
pub(crate) fn quantile(sorted: &[f64], level: f64) -> f64 {
    let (Some(&first), Some(&last)) = (sorted.first(), sorted.last()) else {
        return f64::NAN;
    };
    let position = 1.0 / 3.0 + level * (sorted.len() as f64 + 1.0 / 3.0);
    let whole = position as usize;
    match (whole.checked_sub(1).and_then(|i| sorted.get(i)), sorted.get(whole)) {
        (Some(&below), Some(&above)) => below + (position - whole as f64) * (above - below),
        (None, _) => first,
        (_, None) => last,
    }
}
