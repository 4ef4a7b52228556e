//! Limits outliers, so that a slow night counts as a bad night and not as a hundred of them.
//!
//! Takes values in order of time; gives them on a scale on which noise is about as wide at any level, each at most three
//! deviations from its neighborhood. A level that lasts for five points is a neighborhood of its own, so steps remain.
//! Must not know changes.
//!
//! Method: the filter of Hampel ("The influence curve and its role in robust estimation", 1974): values farther than
//! three deviations from the median of the nine values around them are moved to that limit. The deviation is the median
//! distance to these medians, times 1.4826 as for normal values. Positive values are replaced by their logarithms.

use crate::{math, median};
use benchlens_base::sort::{sort_copies, sort_numbers};

/// The number of neighbors on either side.
const REACH: usize = 4;

/// The limit: three deviations, of which a median distance is this fraction.
const LIMIT: f64 = 3.0 * 1.4826;

/// The same for the mean distance, which is used if most values are equal to the median around them.
const LIMIT_BY_MEAN: f64 = 3.0 * 1.2533;

/// Returns the values with limited outliers.
pub(super) fn limited(series: &[f64]) -> Vec<f64> {
    let is_positive = series.iter().all(|&value| 0.0 < value);
    let values: Vec<f64> =
        series.iter().map(|&value| if is_positive { math::ln(value) } else { value }).collect();
    let mut around = Vec::with_capacity(2 * REACH + 1);
    let middles: Vec<f64> = (0..values.len())
        .map(|at| {
            around.clear();
            around.extend_from_slice(
                &values[at.saturating_sub(REACH)..values.len().min(at + REACH + 1)],
            );
            sort_numbers(&mut around);
            median(&around)
        })
        .collect();
    let mut distances: Vec<f64> =
        values.iter().zip(&middles).map(|(value, middle)| (value - middle).abs()).collect();
    sort_copies(&mut distances, &mut f64::total_cmp);
    let limit = match median(&distances) {
        0.0 => LIMIT_BY_MEAN * distances.iter().sum::<f64>() / distances.len() as f64,
        middle => LIMIT * middle,
    };
    values
        .iter()
        .zip(middles)
        .map(|(value, middle)| value.max(middle - limit).min(middle + limit))
        .collect()
}

/// Returns the values with limited outliers, on their own scale; all others are the same bits.
pub fn without_outliers(series: &[f64]) -> Vec<f64> {
    let is_positive = series.iter().all(|&value| 0.0 < value);
    let back = |(&value, limited): (&f64, f64)| {
        if !is_positive {
            limited
        } else if math::ln(value) == limited {
            value
        } else {
            math::exp(limited)
        }
    };
    series.iter().zip(limited(series)).map(back).collect()
}
