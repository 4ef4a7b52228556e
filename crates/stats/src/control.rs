//! Estimates how much rows moved although their code did not change.
//!
//! Takes the ratios of control benchmarks in one block; gives the ratio by which the other rows of the block are
//! divided. Guarantees the same number for any order of the rows. Must not know rows.
//!
//! Method: the median, because a single control benchmark that did change must not affect the others. If two are in
//! the middle, it is the geometric mean, so that exchanging both sides inverts it. Its error differs from block to
//! block and adds to the noise of the corrected values, so the tests of pairs and blocks account for it. All rows of a
//! block get the same correction, so corrected rows are no longer independent of each other.

use super::math;
use benchlens_base::sort::sort_numbers;

/// The minimum number of control benchmarks, because with fewer, one that changed would move the median.
pub const LEAST_CONTROLS: usize = 3;

/// Returns the median of positive ratios, after sorting them; `None` for fewer than [`LEAST_CONTROLS`].
pub fn control_ratio(ratios: &mut [f64]) -> Option<f64> {
    sort_numbers(ratios);
    (LEAST_CONTROLS <= ratios.len()).then(|| middle_ratio(ratios))
}

/// Returns the middle of ascending ratios, of which there must be at least one.
pub fn middle_ratio(sorted: &[f64]) -> f64 {
    let [below, above] = [(sorted.len() - 1) / 2, sorted.len() / 2].map(|index| sorted[index]);
    if below == above { above } else { math::sqrt(below) * math::sqrt(above) }
}
