//! The interval of a median.

use crate::error::{Error, Sample, ascending_sample};
use crate::median::MedianInterval;
use crate::summary::Summary;

/// Returns the median of values in any order, with an interval that contains the median of their distribution with at
/// least the probability `confidence`. The unit is the unit of the values.
///
/// The interval extends from one value to another, which are chosen only by rank. So it assumes that values are
/// independent draws from one distribution, but nothing about its shape. Beyond 30 values, the ranks come from the
/// normal approximation of the binomial distribution. If there are too few values for a bound, the bound is infinite:
/// a confidence of 0.95 needs six values.
///
/// Sources: the median is definition 8 of Hyndman and Fan, "Sample Quantiles in Statistical Packages" (1996); the
/// interval is from Thompson, "On confidence ranges for the median and other expectation distributions" (1936). Both
/// are equal to those of Go's benchstat, to the last digit.
///
/// ```
/// use benchlens_stats::summarize;
///
/// let summary = summarize(&[10.2, 10.1, 10.3, 10.0, 10.2, 10.1], 0.95)?;
/// assert_eq!((summary.lo, summary.hi), (10.0, 10.3));
/// assert!((summary.center - 10.15).abs() < 1e-9);
/// # Ok::<(), benchlens_stats::Error>(())
/// ```
///
/// # Errors
///
/// There are no values, a value is not finite, or the confidence is not between 0 and 1.
pub fn summarize(values: &[f64], confidence: f64) -> Result<Summary, Error> {
    if !(0.0 < confidence && confidence < 1.0) {
        return Err(Error::InvalidConfidence { confidence });
    }
    let sorted = ascending_sample(values, Sample::Values)?;
    Ok(MedianInterval::new(confidence).summarize(&sorted))
}
