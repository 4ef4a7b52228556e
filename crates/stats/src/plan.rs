//! How many runs a comparison needs, before it is made.

use crate::error::{Error, Sample, ascending_sample};
use crate::min_runs::{Arrangement, runs_for_level};
use crate::options::Options;
use crate::power::{Shown, runs_needed, spread};
use crate::shift::{Interval, Shift, ShiftScale};

/// Returns the smallest number of runs on each side with which [`compare`](crate::compare) can be significant at a
/// level: 4 at 0.05, 5 at 0.01. With fewer runs, no values are significant, whatever they are.
///
/// It is the smallest n with 2/C(2n, n) ≤ alpha, because p is at least twice the probability of one order of all values.
/// Returns `None` if 500 runs are not enough, and for 0 and NaN.
///
/// ```
/// assert_eq!(benchlens_stats::fewest_runs(0.05), Some(4));
/// assert_eq!(benchlens_stats::fewest_runs(0.0), None);
/// ```
#[must_use]
pub fn fewest_runs(alpha: f64) -> Option<u32> {
    runs_for_level(alpha)
}

/// Returns how many independent runs on each side find a change as large as `margin` in about four of five cases, and
/// show as often that values are within the margin if nothing changed. `values` are runs of one version, and
/// `margin` is a fraction of their median: 0.05 is 5%.
///
/// The assumptions are that later runs have the same spread and are independent, and that the spread of these values is
/// nearly normal: it is computed from their mean difference (Gini), so outliers make the number too large. Ten or more
/// values are useful. The test's efficiency of 3/π against Student's is included, and so is the fewest runs that the
/// level of 0.05 allows. Source: Lehmann, "Nonparametric confidence intervals for a shift parameter" (1963).
///
/// Returns `None` if no number is enough, for example for a margin of 0.
///
/// ```
/// use benchlens_stats::runs_to_decide;
///
/// let values = [10.2, 10.1, 10.4, 9.9, 10.2, 10.0, 10.5, 10.1, 10.3, 10.0];
/// // Half of the margin needs about four times as many runs.
/// assert_eq!(runs_to_decide(&values, 0.05)?, Some(4));
/// assert_eq!(runs_to_decide(&values, 0.02)?, Some(18));
/// assert_eq!(runs_to_decide(&values, 0.01)?, Some(70));
/// # Ok::<(), benchlens_stats::Error>(())
/// ```
///
/// # Errors
///
/// There are no values, a value is not finite, or the margin is negative or not finite.
pub fn runs_to_decide(values: &[f64], margin: f64) -> Result<Option<u32>, Error> {
    Options::default().margin(margin).runs_to_decide(values)
}

impl Options {
    /// Returns how many independent runs on each side decide about the margin, as [`runs_to_decide`] does.
    ///
    /// # Errors
    ///
    /// There are no values, a value is not finite, or a level is invalid.
    pub fn runs_to_decide(self, values: &[f64]) -> Result<Option<u32>, Error> {
        self.check()?;
        let sorted = ascending_sample(values, Sample::Values)?;
        let scale = if 0.0 < sorted[0] { ShiftScale::Ratio } else { ShiftScale::Difference };
        let null = scale.null();
        let interval = Interval { lo: null, hi: null, error: self.alpha };
        // No other sample: then only the differences between values show the spread.
        let Some(spread) = spread(&sorted, &[], scale, &interval) else { return Ok(None) };
        let median = crate::median::median(&sorted);
        let n = sorted.len() as u32;
        let shown = Shown {
            arrangement: Arrangement::Samples([n, n]),
            spread,
            shift: Shift { scale, estimate: null, interval },
            margin: Interval::of_margin(self.margin, scale, median).hi,
        };
        Ok(runs_needed(&shown, self.alpha))
    }
}
