//! Detects a shift that many rows have in common.
//!
//! Takes the ratios of all rows of one unit; gives the common shift if far more of them moved in one direction than
//! chance allows, and by similar percentages.

use super::math::ln;
use crate::base::sort::sort_numbers;

/// The error rate of the sign test over rows.
const LEVEL: f64 = 0.001;

/// Many rows that moved in one direction by similar percentages.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CommonShift {
    /// The number of rows, and the number of rows that moved in this direction.
    pub(crate) rows: u32,
    pub(crate) moved: u32,
    /// The quartiles of all ratios.
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl CommonShift {
    /// Searches for a common shift. All ratios must be above 0; they are sorted here.
    ///
    /// There are two conditions. A two-sided sign test over rows, in which a row without a change counts as one that
    /// did not move, must reach [`LEVEL`]. And the middle half of the shifts, as logarithms, must not be wider than
    /// the distance of the median from no change. So rows that are independent and moved by chance are reported in at
    /// most one of a thousand units. Rows of one log are not independent, because one machine measured them all, and
    /// that is what this test finds. It cannot distinguish the machine from code that all rows share.
    pub(crate) fn find(ratios: &mut [f64]) -> Option<CommonShift> {
        let rows = ratios.len();
        let rose = ratios.iter().filter(|&&ratio| 1.0 < ratio).count();
        let fell = ratios.iter().filter(|&&ratio| ratio < 1.0).count();
        let moved = rose.max(fell);
        if LEVEL < sign_p(rows, moved) {
            return None;
        }
        sort_numbers(ratios);
        let quarter = (rows - 1) / 4;
        let [low, high] = [ratios[quarter], ratios[rows - 1 - quarter]];
        let middle = [ratios[(rows - 1) / 2], ratios[rows / 2]].map(ln);
        let median = (middle[0] + middle[1]) / 2.0;
        // Both quartiles are on the side to which most rows moved.
        let is_similar = ln(high) - ln(low) <= median.abs() && (1.0 < low || high < 1.0);
        let (rows, moved) = (rows as u32, moved as u32);
        is_similar.then_some(CommonShift { rows, moved, low, high })
    }
}

/// Returns the two-sided p of at least `moved` of `rows` in one direction if both are equally likely. From 1000 rows
/// on, it only decides by the normal approximation whether p reaches the level.
fn sign_p(rows: usize, moved: usize) -> f64 {
    let (n, k) = (rows as f64, moved as f64);
    if 1000 <= rows {
        // 3.2905 is the quantile of the normal distribution at half the level.
        return if 3.2905 * n.sqrt() <= 2.0 * k - n - 1.0 { LEVEL } else { 1.0 };
    }
    let (mut term, mut sum) = ((0..rows).fold(1.0, |half, _| 0.5 * half), 0.0);
    for left in 0..=rows - moved {
        sum += term;
        term *= (rows - left) as f64 / (left + 1) as f64;
    }
    (2.0 * sum).min(1.0)
}
