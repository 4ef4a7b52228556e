//! Distinguishes a slow drift from steps.
//!
//! Takes values in order of time, and the indexes of steps in one direction; says whether a straight line describes the
//! values better. Must not know how the steps were found.
//!
//! Method: both models are fitted by least squares to values with limited outliers, and compared by the Bayesian
//! information criterion (Schwarz, "Estimating the dimension of a model", 1978). A line has two parameters, and k steps
//! have 2k + 1: their indexes, and the levels between them.

use super::outliers;
use crate::math;

/// Returns whether a line describes all values better than steps before the values with the indexes `steps`.
pub fn is_drift(series: &[f64], steps: &[usize]) -> bool {
    let values = outliers::limited(series);
    let n = values.len() as f64;
    let ends = steps.iter().copied().chain([values.len()]);
    let starts = [0].into_iter().chain(steps.iter().copied());
    let by_steps: f64 = starts.zip(ends).map(|(start, end)| about_mean(&values[start..end])).sum();
    let by_line = about_line(&values);
    let more = (2 * steps.len() - 1) as f64;
    // Steps without any noise fit perfectly.
    0.0 < by_steps && n * math::ln(by_line / by_steps) < more * math::ln(n)
}

/// Returns the sum of squared distances from the mean.
fn about_mean(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|value| (value - mean) * (value - mean)).sum()
}

/// Returns the sum of squared distances from the line that fits best.
fn about_line(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let middle = (n - 1.0) / 2.0;
    let indices = || values.iter().enumerate().map(|(i, value)| (i as f64 - middle, value - mean));
    let slope =
        indices().map(|(x, y)| x * y).sum::<f64>() / indices().map(|(x, _)| x * x).sum::<f64>();
    indices().map(|(x, y)| (y - slope * x) * (y - slope * x)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_leaves_nothing() {
        assert!(about_line(&[1.0, 3.0, 5.0, 7.0]) < 1e-12);
        assert!((about_line(&[0.0, 1.0, 0.0]) - 2.0 / 3.0).abs() < 1e-12);
        assert!((about_line(&[1.0, 3.0, 5.0, 3.0]) - 4.8).abs() < 1e-12);
    }
}
