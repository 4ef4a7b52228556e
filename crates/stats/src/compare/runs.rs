//! Independent runs: the Mann-Whitney U test.

use super::comparison::{Comparison, Found};
use super::method::Method;
use super::warning::{push_issues, spreads_differ};
use crate::error::{Error, Sample, ascending_sample};
use crate::level::raised_level;
use crate::mann_whitney::MannWhitney;
use crate::median::MedianInterval;
use crate::min_runs::Arrangement;
use crate::options::Options;
use crate::power::spread;
use crate::shift::{Shifts, stochastic_order};

/// Compares two samples of independent runs, such as ten runs of an old and ten of a new version.
///
/// Both slices contain finite numbers in one unit, in the order in which they were measured. The order matters only
/// for warnings, and the numbers of values may differ. The test is [`Method::MannWhitney`].
///
/// ```
/// use benchlens_stats::{Method, Outcome, compare};
///
/// let old = [10.2, 10.1, 10.3, 10.0, 10.2, 10.1];
/// let new = [9.1, 9.3, 9.0, 9.2, 9.1, 9.2];
/// let comparison = compare(&old, &new)?;
/// assert_eq!(comparison.outcome(), Outcome::Decreased);
/// assert_eq!(comparison.method(), Method::MannWhitney);
/// // Two of the 924 ways to split twelve values separate them; ties within a sample do not matter here.
/// assert!((comparison.p() - 2.0 / 924.0).abs() < 1e-12);
/// assert!(comparison.interval().hi < -0.05 && comparison.warnings().is_empty());
/// # Ok::<(), benchlens_stats::Error>(())
/// ```
///
/// # Errors
///
/// A sample has no values, or a value is not finite.
pub fn compare(old: &[f64], new: &[f64]) -> Result<Comparison, Error> {
    Options::default().compare(old, new)
}

impl Options {
    /// Compares two samples of independent runs, as [`compare`] does.
    ///
    /// # Errors
    ///
    /// A sample has no values, a value is not finite, or a level is invalid.
    pub fn compare(self, old: &[f64], new: &[f64]) -> Result<Comparison, Error> {
        self.check()?;
        let in_order = [old, new];
        let sorted = [ascending_sample(old, Sample::Old)?, ascending_sample(new, Sample::New)?];
        let [old, new] = [&sorted[0][..], &sorted[1][..]];
        let (mut test, mut shifts) = (MannWhitney::default(), Shifts::default());
        let p = test.exact_p(old, new).ok();
        let empty = Error::Empty { sample: Sample::Old };
        let mut pairs = shifts.pairs(old, new).ok_or(empty)?;
        let (shift, equivalence) = pairs.shift_and_equivalence(&mut test, self.alpha);
        let mut warnings = Vec::new();
        if p.is_some_and(|p| p <= raised_level(self.alpha)) {
            warnings.extend(spreads_differ(old, new, self.alpha));
        }
        for (sample, (in_order, sorted)) in
            [Sample::Old, Sample::New].into_iter().zip(in_order.into_iter().zip(&sorted))
        {
            push_issues(&mut warnings, sample, in_order, sorted);
        }
        let mut medians = MedianInterval::new(1.0 - self.alpha);
        let found = Found {
            method: Method::MannWhitney,
            is_exact: MannWhitney::is_exact(old, new),
            p,
            order: stochastic_order(old, new),
            shift,
            equivalence,
            arrangement: Arrangement::Samples([old.len() as u32, new.len() as u32]),
            spread: spread(old, new, shift.scale, &shift.interval),
            old: medians.summarize(old),
            new: medians.summarize(new),
            warnings,
        };
        Ok(Comparison::new(self, found))
    }
}
