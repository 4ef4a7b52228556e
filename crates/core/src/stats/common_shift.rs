//! A shift that many rows have in common.
//!
//! Takes the ratios of all rows of one unit; says whether far more of them moved one way than chance allows,
//! and by similar shares.

use super::math::ln;
use crate::base::sort::sort_numbers;

/// The error rate of the sign test over rows.
const LEVEL: f64 = 0.001;

/// Many rows moved one way by similar shares.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CommonShift {
    /// How many rows there are, and how many of them moved this way.
    pub(crate) rows: u32,
    pub(crate) moved: u32,
    /// The quartiles of all ratios.
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl CommonShift {
    /// Looks for one; all ratios are above 0, and are sorted here.
    ///
    /// A sign test over rows at [`LEVEL`], two-sided, where a row without a change counts as one that did not
    /// move; and the middle half of the shifts, as logarithms, is no wider than the median is
    /// away from no change. So rows that are independent of each other and moved by chance are told in at most
    /// one of a thousand units. Rows of one log are not independent, because one machine recorded
    /// them all: that is just what this finds. It cannot tell the machine from code that all rows share.
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

/// The two-sided p of at least `moved` of `rows` one way, if either way is as likely; from 1000 rows on only
/// whether it reaches the level, by the normal approximation.
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
