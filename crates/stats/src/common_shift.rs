//! Detects changes that many rows have in common.
//!
//! Takes the ratios of all rows of one unit, and how many of them differ significantly; gives the common change if far
//! more rows moved in one direction than chance allows. Sequential runs need fewer conditions, because the machine
//! moves their rows by any percentage, and in both directions.

use std::cmp::Ordering;

use super::math::ln;
use benchlens_base::sort::sort_numbers;

/// The error rate of the tests over rows.
const LEVEL: f64 = 0.001;

/// The quantile of the normal distribution at half the level, and at the level.
const QUANTILES: [f64; 2] = [3.2905, 3.0902];

/// The minimum number of rows: with fewer, no sign test reaches the level.
const ROWS_MIN: usize = 11;

/// From this number of rows on, the normal distribution replaces the binomial one.
const MANY: usize = 1000;

/// The ratios of all rows of a unit in a column.
#[derive(Debug, Clone, Default)]
pub struct Moved {
    /// The ratios, all above 0.
    pub ratios: Vec<f64>,
    /// How many of the rows differ significantly.
    pub significant: u32,
}

impl Moved {
    /// Returns whether at least a quarter of the rows are significant, and more than a binomial test at [`LEVEL`]
    /// allows if each row is significant by chance with probability `alpha`.
    fn is_found(&self, alpha: f64) -> bool {
        let (rows, significant) = (self.ratios.len(), self.significant as usize);
        let is_much = ROWS_MIN <= rows && rows <= 4 * significant;
        is_much && exceeds(rows, significant, alpha)
    }
}

/// Many rows that moved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CommonShift {
    /// Whether they rose; `Equal` if they moved in both directions.
    pub order: Ordering,
    /// The number of rows.
    pub rows: u32,
    /// The number of rows that moved in this direction. If they moved in both directions, it is the number of rows that
    /// differ significantly.
    pub moved: u32,
    /// The lower quartile of all ratios.
    pub low: f64,
    /// The upper quartile of all ratios.
    pub high: f64,
}

impl CommonShift {
    /// Searches for a common shift of runs in rounds. All ratios must be above 0; they are sorted here.
    ///
    /// There are three conditions. A two-sided sign test over rows, in which a row without a change counts as one that
    /// did not move, must reach [`LEVEL`]. So must the significant rows: see [`Moved::is_found`]. And the middle half
    /// of the shifts, as logarithms, must not be wider than the distance of the median from no change. So rows that
    /// are independent and moved by chance are reported in at most one of a thousand units. Rows of one log are not
    /// independent, because one machine measured them all, and that is what this test finds. It cannot distinguish the
    /// machine from code that all rows share.
    pub fn find(moved: &mut Moved, alpha: f64) -> Option<CommonShift> {
        let shift = CommonShift::one_way(&mut moved.ratios).filter(|_| moved.is_found(alpha))?;
        let ratios = &moved.ratios;
        let rows = ratios.len();
        let middle = [ratios[(rows - 1) / 2], ratios[rows / 2]].map(ln);
        let median = (middle[0] + middle[1]) / 2.0;
        let CommonShift { low, high, .. } = shift;
        // Both quartiles are on the side to which most rows moved.
        let is_similar = ln(high) - ln(low) <= median.abs() && (1.0 < low || high < 1.0);
        is_similar.then_some(shift)
    }

    /// Searches for changes that rows of sequential runs have in common: the machine changes from minute to minute, so
    /// it moves each row by another percentage.
    ///
    /// The sign test or the test of the significant rows is enough. So independent rows that did not change are
    /// reported in at most two of a thousand units.
    pub fn find_sequential(moved: &mut Moved, alpha: f64) -> Option<CommonShift> {
        let one_way = CommonShift::one_way(&mut moved.ratios);
        let differ = || {
            let [low, high] = quartiles(&moved.ratios);
            let (rows, moved) = (moved.ratios.len() as u32, moved.significant);
            CommonShift { order: Ordering::Equal, rows, moved, low, high }
        };
        one_way.or_else(|| moved.is_found(alpha).then(differ))
    }

    /// Returns the shift if far more rows moved in one direction than in the other; sorts the ratios.
    fn one_way(ratios: &mut [f64]) -> Option<CommonShift> {
        sort_numbers(ratios);
        let rows = ratios.len();
        let rose = ratios.iter().filter(|&&ratio| 1.0 < ratio).count();
        let fell = ratios.iter().filter(|&&ratio| ratio < 1.0).count();
        let moved = rose.max(fell);
        if LEVEL < sign_p(rows, moved) {
            return None;
        }
        let [low, high] = quartiles(ratios);
        let (rows, moved) = (rows as u32, moved as u32);
        Some(CommonShift { order: rose.cmp(&fell), rows, moved, low, high })
    }
}

/// Returns the quartiles of ascending ratios, of which there is at least one.
fn quartiles(ratios: &[f64]) -> [f64; 2] {
    let quarter = (ratios.len() - 1) / 4;
    [ratios[quarter], ratios[ratios.len() - 1 - quarter]]
}

/// Returns the two-sided p of at least `moved` of `rows` in one direction if both are equally likely. From 1000 rows
/// on, it only decides by the normal approximation whether p reaches the level.
fn sign_p(rows: usize, moved: usize) -> f64 {
    let (n, k) = (rows as f64, moved as f64);
    if MANY <= rows {
        return if QUANTILES[0] * n.sqrt() <= 2.0 * k - n - 1.0 { LEVEL } else { 1.0 };
    }
    let (mut term, mut sum) = ((0..rows).fold(1.0, |half, _| 0.5 * half), 0.0);
    for left in 0..=rows - moved {
        sum += term;
        term *= (rows - left) as f64 / (left + 1) as f64;
    }
    (2.0 * sum).min(1.0)
}

/// Returns whether `count` of `rows` are more than chance allows if each counts with probability `alpha`.
fn exceeds(rows: usize, count: usize, alpha: f64) -> bool {
    let (n, k) = (rows as f64, count as f64);
    // Nothing is too much for a level that is not a probability.
    if !(0.0..1.0).contains(&alpha) || k <= n * alpha {
        return false;
    }
    if MANY <= rows {
        return QUANTILES[1] * (n * alpha * (1.0 - alpha)).sqrt() <= k - n * alpha - 0.5;
    }
    let left = rows - count;
    let chosen = |i: usize| (left + i) as f64 / i as f64 * alpha;
    let mut term = (1..=count).map(chosen).product::<f64>();
    term *= (0..left).fold(1.0, |all, _| (1.0 - alpha) * all);
    let mut sum = 0.0;
    for found in count..=rows {
        sum += term;
        term *= (rows - found) as f64 / (found + 1) as f64 * alpha / (1.0 - alpha);
    }
    sum <= LEVEL
}
