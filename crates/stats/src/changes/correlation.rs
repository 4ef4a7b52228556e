//! The correlation of neighbors in a suite: how much the values of its rows resemble the values before them.
//!
//! Takes the values of each row in order of time, and the points at which it has them; gives for each row an estimate,
//! and the most that it may be. Must not know whether a row changed.
//!
//! The values of one short row hardly show their correlation, but many rows that were measured on the same machine do.
//!
//! Method: the correlation of a row is that of its distances to the levels around its likeliest step, or around its
//! steps if they are known, so that a step does not look like correlation. Each level that is estimated makes it smaller
//! by (1 + 4ρ)/n (Kendall, "Note on bias in the estimation of autocorrelation", 1954), which is corrected. The rows are combined as studies with random effects
//! (DerSimonian and Laird, "Meta-analysis in clinical trials", 1986), and the most is the upper end of the prediction
//! interval for one more row (Higgins, Thompson and Spiegelhalter, "A re-evaluation of random-effects meta-analysis",
//! 2009). A slow night slows many rows, so they count as fewer rows: N rows whose distances have a mean correlation c
//! count as N/(1 + (N − 1)c²), because the correlations of neighbors of two such rows have the correlation c². A slow
//! wave below independent noise has a small correlation that hardly decreases from one point to the next, so the most is
//! at least the root of the mean correlation of values that are two points apart.

use super::autoregression::Sums;
use super::autoregression_table::LIMITS;
use super::change::LEAST;
use super::outliers;
use crate::{math, student};

/// The most correlation that is allowed for if nothing is known about it.
pub const MOST_CORRELATION: f64 = LIMITS[LIMITS.len() - 1];

/// The probability with which the correlation of one more row exceeds the bound.
const BEYOND: f64 = 0.05;

/// The squared distances of equal values to their mean, as a fraction of their squares, are less than this.
const ROUNDING: f64 = 1e-26;

/// What a row shows of its correlation.
#[derive(Clone, Debug, PartialEq)]
pub struct Residuals {
    /// The corrected correlation; it may be beyond ±1.
    correlation: f64,
    variance: f64,
    /// The correlation with the value before the previous one.
    second: f64,
    /// The distances to the levels, with squares that sum to 1.
    distances: Vec<f64>,
}

impl Residuals {
    /// Returns the corrected correlation, without other rows.
    pub(super) fn correlation(&self) -> f64 {
        self.correlation
    }
}

/// The correlation of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correlation {
    /// The estimate, from 0 to [`MOST_CORRELATION`].
    pub estimate: f64,
    /// The most that it may be, from the estimate to [`MOST_CORRELATION`].
    pub most: f64,
}

impl Correlation {
    /// The correlation of a row about which nothing is known.
    pub const UNKNOWN: Correlation = Correlation { estimate: 0.0, most: MOST_CORRELATION };
}

/// Returns what a row shows of its correlation beside steps at these indexes, or beside its likeliest step; `None` if it
/// is too short for a change or if all values are equal.
pub fn residuals(series: &[f64], steps: Option<&[usize]>) -> Option<Residuals> {
    if series.len() < 2 * LEAST {
        return None;
    }
    let mut distances = outliers::limited(series);
    let square = |values: &[f64]| values.iter().map(|value| value * value).sum::<f64>();
    let rounding = ROUNDING * square(&distances);
    let likeliest = [Sums::of(&distances).likeliest_step()];
    let steps = steps.unwrap_or(&likeliest);
    let mut start = 0;
    for end in steps.iter().copied().chain([series.len()]) {
        let segment = distances.get_mut(start..end).unwrap_or_default();
        let level = segment.iter().sum::<f64>() / segment.len() as f64;
        segment.iter_mut().for_each(|value| *value -= level);
        start = end;
    }
    let squares = square(&distances);
    if squares.is_nan() || squares <= rounding {
        return None;
    }
    let scale = 1.0 / math::sqrt(squares);
    distances.iter_mut().for_each(|distance| *distance *= scale);
    let products = |lag: usize| -> f64 {
        distances.iter().zip(&distances[lag..]).map(|(former, later)| former * later).sum()
    };
    let n = distances.len() as f64;
    let bias = (steps.len() + 1) as f64 / n;
    let kept = 1.0 - 4.0 * bias;
    let [correlation, second] = [(products(1) + bias) / kept, products(2) + bias];
    Some(Residuals { correlation, second, variance: 1.0 / (n * kept * kept), distances })
}

/// Returns the correlation of each row of a suite, also of rows that show nothing. The points of a row are those of its
/// values, ascending.
pub fn correlations(rows: &[Option<(Residuals, Vec<u32>)>]) -> Vec<Correlation> {
    let known: Vec<&Residuals> = rows.iter().flatten().map(|(residuals, _)| residuals).collect();
    if known.is_empty() {
        return vec![Correlation::UNKNOWN; rows.len()];
    }
    let between = variance_between(&known);
    let weight = |residuals: &Residuals| 1.0 / (residuals.variance + between);
    let weights: f64 = known.iter().map(|residuals| weight(residuals)).sum();
    let mean_of = |of: fn(&Residuals) -> f64| {
        known.iter().map(|residuals| weight(residuals) * of(residuals)).sum::<f64>() / weights
    };
    let mean = mean_of(|residuals| residuals.correlation);
    let second = mean_of(|residuals| residuals.second);
    let repeated = repetition(rows);
    let freedom = known.len() as f64 / repeated - 2.0;
    let reach = math::sqrt(between + repeated / weights);
    let bound = if 0.0 < freedom {
        mean + reach * student::quantile(2.0 * BEYOND, freedom)
    } else {
        MOST_CORRELATION
    };
    let bound = bound.max(math::sqrt(second.max(0.0)));
    let of_row = |row: Option<&Residuals>| {
        let own = |row: &Residuals| (row.correlation - mean) * between / (between + row.variance);
        let estimate = (mean + row.map_or(0.0, own)).clamp(0.0, MOST_CORRELATION);
        Correlation { estimate, most: bound.clamp(estimate, MOST_CORRELATION) }
    };
    rows.iter().map(|row| of_row(row.as_ref().map(|(residuals, _)| residuals))).collect()
}

/// Returns the variance of the true correlations of rows.
fn variance_between(rows: &[&Residuals]) -> f64 {
    let sums = rows.iter().fold([0.0; 4], |[weights, squares, sum, sum_of_squares], residuals| {
        let weight = 1.0 / residuals.variance;
        [
            weights + weight,
            squares + weight * weight,
            sum + weight * residuals.correlation,
            sum_of_squares + weight * residuals.correlation * residuals.correlation,
        ]
    });
    let [weights, squares, sum, sum_of_squares] = sums;
    let excess = sum_of_squares - sum * sum / weights - (rows.len() as f64 - 1.0);
    let scale = weights - squares / weights;
    if 0.0 < scale { (excess / scale).max(0.0) } else { 0.0 }
}

/// Returns how often each row is repeated by other rows that move together with it, at least once.
fn repetition(rows: &[Option<(Residuals, Vec<u32>)>]) -> f64 {
    let known = || rows.iter().flatten();
    let end = known().filter_map(|(_, points)| points.last()).max().map_or(0, |last| last + 1);
    let mut sums = vec![0.0; end as usize];
    for (residuals, points) in known() {
        for (&point, distance) in points.iter().zip(&residuals.distances) {
            sums[point as usize] += distance;
        }
    }
    let count = known().count() as f64;
    if count < 2.0 {
        return 1.0;
    }
    let together = sums.iter().map(|sum| sum * sum).sum::<f64>() / count;
    let others = count - 1.0;
    let common = ((together - 1.0) / others).clamp(0.0, 1.0);
    1.0 + others * common * common
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(correlation: f64, variance: f64) -> Residuals {
        Residuals { correlation, second: 0.0, variance, distances: Vec::new() }
    }

    /// The BCG vaccine trials (Colditz et al., 1994), for which the package metafor gives τ² = 0.3088 and a mean of
    /// −0.7141.
    #[test]
    fn rows_are_combined_as_studies_are() {
        let trials = [
            (-0.8893, 0.3256),
            (-1.5854, 0.1946),
            (-1.3481, 0.4154),
            (-1.4416, 0.0200),
            (-0.2175, 0.0512),
            (-0.7861, 0.0069),
            (-1.6209, 0.2230),
            (0.0120, 0.0040),
            (-0.4694, 0.0564),
            (-1.3713, 0.0730),
            (-0.3394, 0.0124),
            (0.4459, 0.5325),
            (-0.0173, 0.0714),
        ];
        let rows: Vec<Residuals> = trials.iter().map(|&(y, v)| row(y, v)).collect();
        let between = variance_between(&rows.iter().collect::<Vec<_>>());
        assert!((between - 0.3088).abs() <= 0.001, "{between}");
        assert_eq!(variance_between(&[&row(0.5, 0.1)]), 0.0);
    }

    #[test]
    fn rows_that_move_together_count_as_one() {
        let series: Vec<f64> = (0..20).map(|i| f64::from(i * i * 7 % 31)).collect();
        let same = |shift: u32| {
            let points = (shift..20 + shift).collect();
            Some((residuals(&series, None).unwrap(), points))
        };
        let rows: Vec<_> = (0..9).map(|_| same(0)).collect();
        assert!((repetition(&rows) - 9.0).abs() <= 1e-9);
        assert_eq!(correlations(&rows)[3].most, MOST_CORRELATION);
        // Without a common point.
        let rows: Vec<_> = (0..9).map(|i| same(20 * i)).collect();
        assert_eq!(repetition(&rows), 1.0);
        assert_eq!(correlations(&[None]), [Correlation::UNKNOWN]);
    }

    /// Both levels are exact, so the distances are known.
    #[test]
    fn steps_are_not_correlation() {
        let wave = [1.0, -1.0, 0.5, -0.5, 0.25, -0.25];
        let series: Vec<f64> = wave.iter().chain(&wave).copied().collect();
        let raised = |by: f64| {
            let raised = series.iter().enumerate();
            raised.map(|(i, value)| value + if i < 6 { -9.0 } else { by }).collect::<Vec<f64>>()
        };
        let found = residuals(&raised(9.0), Some(&[6])).unwrap();
        let products = [-1.0, -0.5, -0.25, -0.125, -0.0625];
        let products = 2.0 * products.iter().sum::<f64>() - 0.25;
        let squares = 4.0 * (1.0 + 0.25 + 0.0625);
        let corrected = (products / squares + 2.0 / 12.0) / (1.0 - 8.0 / 12.0);
        assert!((found.correlation - corrected).abs() <= 1e-12, "{found:?} {corrected}");
        assert_eq!(residuals(&[3.0; 12], None), None);
        assert_eq!(residuals(&[3.0; 9], None), None);
    }
}
