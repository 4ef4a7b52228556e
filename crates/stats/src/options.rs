//! The levels that decide.

use crate::error::Error;

/// The level of tests and intervals, and the largest change that does not matter.
///
/// The methods of this type are the functions of the same names with other levels:
///
/// ```
/// use benchlens_stats::{Options, Outcome};
///
/// let old = [10.2, 10.1, 10.3, 10.0, 10.2, 10.1];
/// let new = [10.1, 10.2, 10.2, 10.1, 10.3, 10.0];
/// let comparison = Options::default().alpha(0.01).margin(0.05).compare(&old, &new)?;
/// assert_eq!(comparison.outcome(), Outcome::Unchanged);
/// # Ok::<(), benchlens_stats::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Options {
    pub(crate) alpha: f64,
    pub(crate) margin: f64,
}

impl Default for Options {
    /// Returns a level of 0.05 and a margin of 2%.
    fn default() -> Options {
        Options { alpha: 0.05, margin: 0.02 }
    }
}

impl Options {
    /// Sets the significance level, between 0 and 1: the greatest acceptable probability of a false alarm. Intervals
    /// miss the truth with at most the same probability, so 0.05 is a confidence of 95%.
    pub fn alpha(self, alpha: f64) -> Options {
        Options { alpha, ..self }
    }

    /// Sets the margin: the largest change that does not matter, as a fraction of the old value. At 0.02, changes from
    /// a ratio of 1/1.02 to a ratio of 1.02 do not matter. If a value is not positive, the margin is a fraction of the
    /// old median.
    pub fn margin(self, margin: f64) -> Options {
        Options { margin, ..self }
    }

    /// Checks both levels.
    pub(crate) fn check(self) -> Result<(), Error> {
        let Options { alpha, margin } = self;
        if !(0.0 < alpha && alpha < 1.0) {
            Err(Error::InvalidAlpha { alpha })
        } else if !(0.0 <= margin && margin.is_finite()) {
            Err(Error::InvalidMargin { margin })
        } else {
            Ok(())
        }
    }
}
