//! When a series changed.

use crate::changes::{Change, Correlation, P, Steps, correlations, first, residuals, rest};
use crate::error::{Error, Sample, check_finite};
use crate::options::Options;
use crate::shift::{Interval, Shift, ShiftScale};

/// The seed of draws. Only an approximate p depends on it, and equal values must have equal changes.
const SEED: u64 = 1;

/// A point at which a series changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChangePoint {
    index: usize,
    p: P,
    shift: Shift,
}

impl ChangePoint {
    /// Returns the index of the first value after the change, from 0.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the probability that the segment around this change shows as much by chance, or an upper bound of it:
    /// tables end at small probabilities.
    #[must_use]
    pub fn p(&self) -> f64 {
        self.p.value
    }

    /// Returns whether the true probability is less than [`p`](ChangePoint::p).
    #[must_use]
    pub fn is_upper_bound(&self) -> bool {
        self.p.is_less
    }

    /// Returns the estimated change from the segment before to the segment after this point: a relative change if all
    /// values are positive, or a difference.
    #[must_use]
    pub fn estimate(&self) -> f64 {
        self.shift.relative().estimate
    }

    /// Returns the interval of the estimate, in the same unit. It is wider if neighbors are correlated. It assumes that
    /// the index is known; because the index was chosen, the change looks slightly greater than it is.
    #[must_use]
    pub fn interval(&self) -> Interval {
        self.shift.interval.relative(self.shift.scale)
    }

    /// Returns whether the change is a ratio or a difference.
    #[must_use]
    pub fn scale(&self) -> ShiftScale {
        self.shift.scale
    }
}

/// Returns the points at which a series changed, in order. The values are finite, in one unit and in order of time, such
/// as the result of each night.
///
/// Each segment has at least five values, so a series with fewer than ten has no change points. Only the order of the
/// values matters for the index, so a few outliers do not look like changes. A slow drift looks like several changes.
///
/// The assumption is that, between changes, values are independent with any distribution, or follow a normal first-order
/// autoregression with a correlation of neighbors up to 0.9. Then a series without a change has change points with at
/// most the probability alpha. At alpha 0.05, simulations find change points in 1 to 3 of 100 series of independent
/// normal values (12 to 200 values), and in 2 to 5 of 100 series with correlations from 0.3 to 0.9. With a correlation
/// of 0.5 and 8% outliers together, it is 7 of 100 series of 60 values. A step of three standard deviations is found in
/// 82% of series of 20 values, and in 100% of 60.
///
/// Method: divisive segmentation by the energy statistic of ranks (Matteson and James, "A nonparametric approach for
/// multiple change point analysis of multivariate data", 2014) and by the piece that differs most from the rest (Olshen,
/// Venkatraman, Lucito and Wigler, "Circular binary segmentation for the analysis of array-based DNA copy number data",
/// 2004). p comes from tables of simulated series, for the largest statistic of all indexes. A change must also fit the
/// values better than correlation does.
///
/// ```
/// use benchlens_stats::change_points;
///
/// let noise = [0.0, 0.3, -0.2, 0.1, -0.3, 0.2, -0.1, 0.25, -0.15, 0.05, 0.15, -0.25];
/// let before = noise.map(|noise| 100.0 + noise);
/// let after = noise.map(|noise| 110.0 + noise);
/// let points = change_points(&[before, after].concat())?;
/// assert_eq!(points.len(), 1);
/// assert_eq!(points[0].index(), 12);
/// assert!((points[0].estimate() - 0.1).abs() < 0.005 && points[0].p() < 0.01);
/// # Ok::<(), benchlens_stats::Error>(())
/// ```
///
/// # Errors
///
/// A value is not finite.
pub fn change_points(series: &[f64]) -> Result<Vec<ChangePoint>, Error> {
    Options::default().change_points(series)
}

impl Options {
    /// Returns the points at which a series changed, as [`change_points`] does. The margin does not matter.
    ///
    /// # Errors
    ///
    /// A value is not finite, or a level is invalid.
    pub fn change_points(self, series: &[f64]) -> Result<Vec<ChangePoint>, Error> {
        self.check()?;
        check_finite(series, Sample::Values, None)?;
        let most = correlation(series, None).most;
        let found = first(series, most, SEED).filter(|found| found.change.p.value <= self.alpha);
        let Some(found) = found else { return Ok(Vec::new()) };
        let changes = rest(series, &found, self.alpha, SEED);
        Ok(self.measured(series, &changes))
    }

    /// Measures each change between its neighbors.
    fn measured(self, series: &[f64], changes: &[Change]) -> Vec<ChangePoint> {
        let indices: Vec<usize> = changes.iter().map(|change| change.at).collect();
        let correlation = correlation(series, Some(&indices)).estimate;
        let mut steps = Steps::default();
        let ends = indices.iter().skip(1).copied().chain([series.len()]);
        let starts = [0].into_iter().chain(indices.iter().copied());
        let around = starts.zip(ends);
        let point = |(change, (start, end)): (&Change, (usize, usize))| {
            let (before, after) = (&series[start..change.at], &series[change.at..end]);
            let shift = steps.step(before, after, self.alpha, correlation)?;
            Some(ChangePoint { index: change.at, p: change.p, shift })
        };
        changes.iter().zip(around).filter_map(point).collect()
    }
}

/// Returns the correlation of neighbors in a series, next to steps at these indexes or next to its likeliest step.
fn correlation(series: &[f64], steps: Option<&[usize]>) -> Correlation {
    let points = (0..series.len() as u32).collect();
    let row = residuals(series, steps).map(|residuals| (residuals, points));
    correlations(&[row]).first().copied().unwrap_or(Correlation::UNKNOWN)
}
