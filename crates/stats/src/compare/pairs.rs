//! Pairs: the Wilcoxon signed-rank test.

use super::comparison::{Comparison, Found};
use super::method::Method;
use super::warning::push_order_issues;
use crate::error::{Error, Sample, ascending_sample};
use crate::math;
use crate::median::MedianInterval;
use crate::min_runs::Arrangement;
use crate::options::Options;
use crate::power::paired_spread;
use crate::shift::ShiftScale;
use crate::signed_rank::SignedRank;

/// Compares pairs of runs: the values at the same index of both slices were measured one after the other, so they have
/// the state of the machine in common.
///
/// Both slices contain the same number of finite numbers in one unit, in the order in which the pairs were measured. The
/// order matters only for warnings. The test is [`Method::SignedRank`]; at level 0.05, it needs six pairs.
///
/// ```
/// use benchlens_stats::{Outcome, compare, compare_pairs};
///
/// // The machine gets slower, but each new run is 4% to 5% faster than the old run before it.
/// let old = [10.0, 10.6, 11.1, 11.7, 12.1, 12.8, 13.4, 13.9];
/// let new = [9.55, 10.14, 10.62, 11.15, 11.58, 12.2, 12.8, 13.3];
/// assert_eq!(compare_pairs(&old, &new)?.outcome(), Outcome::Decreased);
/// assert_eq!(compare(&old, &new)?.outcome(), Outcome::Inconclusive);
/// # Ok::<(), benchlens_stats::Error>(())
/// ```
///
/// # Errors
///
/// There are no pairs, the numbers of values differ, or a value is not finite.
pub fn compare_pairs(old: &[f64], new: &[f64]) -> Result<Comparison, Error> {
    Options::default().compare_pairs(old, new)
}

impl Options {
    /// Compares pairs of runs, as [`compare_pairs`] does.
    ///
    /// # Errors
    ///
    /// There are no pairs, the numbers of values differ, a value is not finite, or a level is invalid.
    pub fn compare_pairs(self, old: &[f64], new: &[f64]) -> Result<Comparison, Error> {
        self.check()?;
        if old.len() != new.len() {
            return Err(Error::UnequalLengths { old: old.len(), new: new.len() });
        }
        let sorted = [ascending_sample(old, Sample::Old)?, ascending_sample(new, Sample::New)?];
        let mut test = SignedRank::default();
        let mut pairs = test.pairs(old, new).ok_or(Error::Empty { sample: Sample::Old })?;
        let (shift, equivalence) = pairs.shift_and_equivalence(self.alpha);
        let changes = changes(old, new, shift.scale);
        let mut warnings = Vec::new();
        if let Ok(ascending) = ascending_sample(&changes, Sample::Changes) {
            push_order_issues(&mut warnings, &changes, &ascending);
        }
        let mut medians = MedianInterval::new(1.0 - self.alpha);
        let found = Found {
            method: Method::SignedRank,
            is_exact: pairs.is_exact(),
            p: pairs.p().ok(),
            order: pairs.order(),
            shift,
            equivalence,
            arrangement: Arrangement::Pairs(old.len() as u32),
            spread: paired_spread(old, new, shift.scale, &shift.interval),
            old: medians.summarize(&sorted[0]),
            new: medians.summarize(&sorted[1]),
            warnings,
        };
        Ok(Comparison::new(self, found))
    }
}

/// Returns the change of each pair, on the scale on which changes add up.
fn changes(old: &[f64], new: &[f64], scale: ShiftScale) -> Vec<f64> {
    let change = |(&old, &new): (&f64, &f64)| match scale {
        ShiftScale::Ratio => math::ln(new) - math::ln(old),
        ShiftScale::Difference => new - old,
    };
    old.iter().zip(new).map(change).collect()
}
