//! What rows moved by although nothing in them changed.
//!
//! Takes the ratios of control rows in one block; gives the ratio that is taken out of the others there.
//! Guarantees the same number for any order of the rows. Must not know rows.
//!
//! Method: the median, since one row that changed after all must not carry the others away. Of two in the
//! middle it is the geometric mean, so that exchanging both sides inverts it. Its error is another one in each
//! block, and adds to the scatter of what is corrected there: the tests of pairs and blocks see it. It is the
//! same in all rows of a block, so what is corrected is no longer independent from row to row.

use super::math;
use crate::base::sort::sort_numbers;

/// With fewer control rows, one that changed after all would carry the median away.
pub(crate) const LEAST_CONTROLS: usize = 3;

/// The median of positive ratios, which are sorted for it; nothing of fewer than [`LEAST_CONTROLS`].
pub(crate) fn control_ratio(ratios: &mut [f64]) -> Option<f64> {
    sort_numbers(ratios);
    (LEAST_CONTROLS <= ratios.len()).then(|| middle_ratio(ratios))
}

/// The middle of ascending ratios, of which there is one at least.
pub(crate) fn middle_ratio(sorted: &[f64]) -> f64 {
    let [below, above] = [(sorted.len() - 1) / 2, sorted.len() / 2].map(|place| sorted[place]);
    if below == above { above } else { math::sqrt(below) * math::sqrt(above) }
}
