//! Tests of run order: drift and serial correlation.
//!
//! Takes values in run order and their ranks; gives coefficients with their p. Must not know the clock, because only
//! the order matters.

use std::f64::consts::SQRT_2;

use super::super::math;
use super::levels::{COUNTED, Level};
use super::ranks::Ranks;
use benchlens_base::sort::{from_sort_key, to_sort_key};

/// A trend over the run order: the Mann-Kendall test (Mann, "Nonparametric tests against trend",
/// 1945; Kendall, "Rank Correlation Methods", 1948).
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Drift {
    /// Kendall's τ between value and index, without the ties: −1 falls throughout, 1 rises.
    pub tau: f64,
    /// The probability of a trend at least this strong by chance.
    pub p: f64,
    /// By how much the values rose from the first run to the last: the median slope of all pairs (Theil and Sen; the
    /// mean of two in the middle) times the number of steps.
    pub rise: f64,
}

/// The maximum number of values. From longer samples, evenly spaced values are used because all pairs are examined.
pub(super) const MOST: usize = 500;

/// Returns [`MOST`] values of a longer sample, and the distance between them.
pub(super) fn thin(in_order: &[f64]) -> (Vec<f64>, f64) {
    let step = in_order.len() as f64 / MOST as f64;
    ((0..MOST).map(|i| in_order[(i as f64 * step) as usize]).collect(), step)
}

/// The runs to which the values belong.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    /// The distance from one value to the next.
    pub(super) step: f64,
    /// The distance from the first run to the last.
    pub(super) last: f64,
}

/// Returns the trend of values in run order, if its p is at most the level; `None` also for fewer than three values or
/// equal ones. There may be at most [`MOST`] values, all finite.
pub(super) fn drift(
    values: &[f64],
    ranks: &Ranks,
    steps: Steps,
    level: &mut Level,
) -> Option<Drift> {
    let n = ranks.len();
    let pairs = (n * n.saturating_sub(1) / 2) as i64;
    let ties = ranks.tied_pairs();
    if n < 3 || ties == pairs {
        return None;
    }
    let score = if n <= 64 { ranks.score::<1>() } else { ranks.score::<{ MOST.div_ceil(64) }>() };
    let p = if ties == 0 && n <= COUNTED {
        level.reach_inversions(n, ((pairs - score.abs()) / 2) as usize)?
    } else {
        level.reach(distance(n, ranks, score))?
    };
    let rise = median_slope(values) / steps.step * steps.last;
    Some(Drift { tau: score as f64 / (pairs - ties) as f64, p, rise })
}

/// Returns the middle slope, or the mean of the two in the middle. Not all slopes can be infinite, since two of three
/// values have the same sign, so the mean is a number.
fn median_slope(values: &[f64]) -> f64 {
    let from = |(i, x): (usize, &f64)| {
        let x = *x;
        (1..).zip(&values[i + 1..]).map(move |(steps, y)| (y - x) / f64::from(steps))
    };
    let mut slopes: Vec<u64> = values.iter().enumerate().flat_map(from).map(to_sort_key).collect();
    let count = slopes.len();
    let (below, above, _) = slopes.select_nth_unstable(count / 2);
    let above = from_sort_key(*above);
    match below.iter().max() {
        Some(&below) if count.is_multiple_of(2) => from_sort_key(below) / 2.0 + above / 2.0,
        _ => above,
    }
}

/// Returns the argument of `erfc` in the normal approximation, corrected for ties and continuity.
fn distance(n: usize, ranks: &Ranks, score: i64) -> f64 {
    let weight = |n: f64| n * (n - 1.0) * (2.0 * n + 5.0);
    let ties = if ranks.are_single() {
        0.0
    } else {
        ranks.sizes().map(|size| weight(f64::from(size))).sum()
    };
    let deviation = math::sqrt((weight(n as f64) - ties) / 18.0);
    (score.abs() - 1).max(0) as f64 / deviation / SQRT_2
}

/// The correlation of each run with the previous one.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Serial {
    /// The autocorrelation of the ranks at lag 1: near 0 for independent runs.
    pub correlation: f64,
    /// The probability of a correlation at least as far from 0 by chance.
    pub p: f64,
}

/// Returns the autocorrelation of values in run order, if its p is at most the level; `None` also for fewer than eight
/// values or equal ones.
///
/// Ranks make it independent of how far out outliers are (Wald and Wolfowitz, "An exact test for randomness in the
/// non-parametric case based on serial correlation", 1943). In random order its mean is −1/n; the variance is Moran's
/// ("Some theorems on time series", 1948).
pub(super) fn serial(ranks: &Ranks, level: &Level) -> Option<Serial> {
    let n = ranks.len() as f64;
    if n < 8.0 {
        return None;
    }
    // The rank minus the mean rank; equal values share their rank.
    let centred = ranks.bounds().map(|bounds| f64::from(bounds) / 2.0 - n / 2.0);
    let (mut square, mut product, mut before) = (0.0, 0.0, 0.0);
    for rank in centred {
        square += rank * rank;
        product += before * rank;
        before = rank;
    }
    if square == 0.0 {
        return None;
    }
    let correlation = product / square;
    let deviation = (n - 2.0) / (n * math::sqrt(n - 1.0));
    let p = level.reach((correlation + 1.0 / n).abs() / deviation / SQRT_2)?;
    Some(Serial { correlation, p })
}
