//! The energy statistic at every split of a series.
//!
//! Takes the indexes of the points in sorted order and the sorted values, which are integers; gives the split where
//! the statistic is greatest. Must not know whether the values are ranks, or how likely the statistic is.
//!
//! Method: Matteson and James, "A nonparametric approach for multiple change point analysis of multivariate data"
//! (2014). For n values before a split and m after it
//!
//! ```text
//! Q = nm/(n + m) · (2/(nm) · Σ |x − y| − 1/n² · Σ |x − x'| − 1/m² · Σ |y − y'|)
//! ```
//!
//! where the sums include every ordered pair, also a point with itself: the V-statistic, as in the package
//! signal-processing-algorithms. Moving the split by one point changes each sum by the distances of that point to the
//! points before it and after it. These come from a binary tree over the sorted indexes: each node contains the number
//! and the sum of the values in its left half that are before the split, so one path down gives the values less than a
//! value. All splits together take time n log n, and no step depends on earlier results. All sums are exact: with
//! ranks of three million points and more, they need 128 bits.

use std::ops::{AddAssign, SubAssign};

/// The split with the greatest statistic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Split {
    /// The index of the first point after the split.
    pub(crate) at: usize,
    /// The statistic.
    pub(crate) q: f64,
}

/// The number of values, and their sum.
type Below = [u64; 2];

/// Buffers for a scan, to be reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Scan {
    /// The sum of the distances to all values, by sorted index.
    distances: Vec<u64>,
    /// The sum of all distances, each counted once.
    total: u128,
    /// The root is at 1, and the halves of a node are at twice its index and one further.
    tree: Vec<Below>,
    /// For each split, the sum of the distances before it and after it; then the statistic.
    sums: Vec<[f64; 2]>,
    statistics: Vec<f64>,
}

impl Scan {
    /// Sets the values of a series, sorted; later calls may use any order of them.
    pub(super) fn set(&mut self, sorted: &[u64]) {
        let all: u64 = sorted.iter().sum();
        self.distances.clear();
        let (mut count, mut sum) = (0, 0);
        let n = sorted.len() as u64;
        self.distances.extend(sorted.iter().map(|&value| {
            let distance = (value * count - sum) + (all - sum - value * (n - count));
            count += 1;
            sum += value;
            distance
        }));
        self.total = self.distances.iter().map(|&distance| u128::from(distance)).sum::<u128>() / 2;
    }

    /// Returns the split with the greatest statistic that has at least `least` points on either side, the first if
    /// several are equal. `indices` are the indexes in `sorted` of the points in order of time, each once.
    pub(super) fn best(&mut self, indices: &[u32], sorted: &[u64], least: usize) -> Option<Split> {
        let (len, least) = (indices.len(), least.max(1));
        if len < 2 * least {
            return None;
        }
        // Numbers of twice the width take twice the time.
        match i64::try_from(self.total) {
            Ok(total) => self.add_up(indices, sorted, total.unsigned_abs()),
            Err(_) => self.add_up(indices, sorted, self.total),
        }
        let (total, scale) = (self.total as f64, 2.0 / len as f64);
        self.statistics.clear();
        // There is no branch, so that several are computed at a time.
        let splits = (1_i32..).zip(&self.sums).map(|(at, &[before, behind])| {
            let (n, m) = (f64::from(at), f64::from(len as i32 - at));
            let between = total - before - behind;
            (between - before * (m / n) - behind * (n / m)) * scale
        });
        self.statistics.extend(splits);
        let mut best = Split { at: least, q: f64::NEG_INFINITY };
        for (at, &q) in (1..).zip(&self.statistics).take(len - least).skip(least - 1) {
            if best.q < q {
                best = Split { at, q };
            }
        }
        Some(best)
    }

    /// Computes the sums of all splits, starting with the split after the first point. `total` is the sum of all
    /// distances, in a type that has room for it.
    fn add_up<S: Sum>(&mut self, indices: &[u32], sorted: &[u64], total: S) {
        let size = indices.len().next_power_of_two();
        self.tree.clear();
        self.tree.resize(size, [0; 2]);
        self.sums.clear();
        let ([mut before, mut behind], [mut count, mut sum]) = ([S::from(0), total], [0, 0]);
        for &index in indices.get(..indices.len() - 1).unwrap_or_default() {
            let value = sorted[index as usize];
            let [few, less] = pass(&mut self.tree, index as usize + size, value);
            let to_former = (value * few - less) + ((sum - less) - value * (count - few));
            before += S::from(to_former);
            behind -= S::from(self.distances[index as usize] - to_former);
            count += 1;
            sum += value;
            self.sums.push([before.to_float(), behind.to_float()]);
        }
    }
}

/// A sum of distances.
trait Sum: Copy + From<u64> + AddAssign + SubAssign {
    fn to_float(self) -> f64;
}

impl Sum for u64 {
    // The value fits a signed number, whose conversion takes a third of the time.
    fn to_float(self) -> f64 {
        self as i64 as f64
    }
}

impl Sum for u128 {
    fn to_float(self) -> f64 {
        self as f64
    }
}

/// Returns the values before the split at smaller indexes, and adds the value to them.
fn pass(tree: &mut [Below], mut node: usize, value: u64) -> Below {
    let mut below = [0; 2];
    while 1 < node {
        let is_right = 0_u64.wrapping_sub(node as u64 & 1);
        node >>= 1;
        let left = &mut tree[node];
        below = [below[0] + (left[0] & is_right), below[1] + (left[1] & is_right)];
        *left = [left[0] + (1 & !is_right), left[1] + (value & !is_right)];
    }
    below
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks two consecutive levels at this distance, and returns the statistic divided by the distance.
    fn two_levels(of_each: u32, distance: u64) -> f64 {
        let sorted: Vec<u64> =
            (0..2 * of_each).map(|at| u64::from(of_each <= at) * distance).collect();
        let indices: Vec<u32> = (0..2 * of_each).collect();
        let mut scan = Scan::default();
        scan.set(&sorted);
        let found = scan.best(&indices, &sorted, 1).unwrap();
        assert_eq!(found.at, of_each as usize);
        found.q / distance as f64
    }

    #[test]
    fn sums_beyond_64_bits_are_exact() {
        for bits in [1, 10, 52, 53, 56] {
            assert_eq!(two_levels(32, 1 << bits), 32.0, "{bits}");
        }
    }

    /// Uses a number of ranks that needs such sums.
    #[test]
    fn millions_of_points_have_a_split() {
        let ranks: Vec<u64> = (1..=3_100_000).map(|rank| 2 * rank).collect();
        let indices: Vec<u32> = (0..3_100_000).collect();
        let mut scan = Scan::default();
        scan.set(&ranks);
        let found = scan.best(&indices, &ranks, 5).unwrap();
        // A rising series is divided in the middle: n/2 · (n − 2 · n/6), since of n ranks those of one half are n
        // apart from the other on average, and n/3 from each other.
        let n = 3_100_000_f64;
        assert_eq!(found.at, 1_550_000);
        assert!((found.q / (n / 2.0 * (n - n / 3.0)) - 1.0).abs() <= 1e-6, "{}", found.q);
    }
}
