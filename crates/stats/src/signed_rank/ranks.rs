//! The ranks of changes by their size, at the shift of no change.
//!
//! Takes changes; gives ranks, doubled so that they are integers. Must not know how they are distributed.

use std::f64::consts::SQRT_2;

use super::super::math;
use super::changes::Changes;
use super::counts::EXACT;

/// The facts about some changes that the test needs.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranks {
    pub(super) len: usize,
    /// The number of pairs of equal values, which get the lowest ranks and count for neither side.
    pub(super) zeros: usize,
    /// Whether two changes have equal sizes, ignoring zeros.
    pub(super) tied: bool,
    /// Twice the sum of the ranks of all changes below 0.
    pub(super) twice_minus: u64,
    /// Σ (t³ − t) over the groups of t changes of equal size, ignoring zeros.
    tie_sum: f64,
    /// Twice the rank of each change except the zeros, ascending, if the distribution needs them.
    pub(super) doubled: Vec<u32>,
    sizes: Vec<f64>,
    /// Whether each change is below 0.
    below: Vec<u64>,
    /// The sizes of changes below 0, ascending, and ∞.
    minus: Vec<f64>,
}

impl Ranks {
    pub(super) fn fill(&mut self, changes: &Changes) {
        let signed = changes.signed();
        let minus = signed.partition_point(|&change| change < 0.0);
        let zeros = signed[minus..].partition_point(|&change| change <= 0.0);
        (self.len, self.zeros) = (signed.len(), zeros);
        self.merge(&signed[..minus], &signed[minus + zeros..]);
        self.doubled.clear();
        self.tie_sum = 0.0;
        self.tied = self.sizes.windows(2).any(|pair| pair[0] == pair[1]);
        if !self.tied {
            let ranks = (1 + zeros as u64..).zip(&self.below);
            self.twice_minus = ranks.map(|(rank, below)| 2 * rank * below).sum();
            if 0 < zeros && self.len <= EXACT {
                self.doubled.extend((1 + zeros..=self.len).map(|rank| 2 * rank as u32));
            }
            return;
        }
        let (mut start, mut before) = (0, zeros as u64);
        self.twice_minus = 0;
        for group in self.sizes.chunk_by(|x, y| x == y) {
            let size = group.len();
            let doubled = 2 * before + size as u64 + 1;
            let below: u64 = self.below[start..start + size].iter().sum();
            self.twice_minus += doubled * below;
            self.tie_sum += cube(size);
            if self.len <= EXACT {
                self.doubled.resize(self.doubled.len() + size, doubled as u32);
            }
            start += size;
            before += size as u64;
        }
    }

    /// Merges both sides by size, ascending, without branches on the data.
    fn merge(&mut self, minus: &[f64], plus: &[f64]) {
        self.minus.clear();
        self.minus.extend(minus.iter().rev().map(|change| -change));
        self.minus.push(f64::INFINITY);
        let len = minus.len() + plus.len();
        self.sizes.clear();
        self.sizes.resize(len, 0.0);
        self.below.clear();
        self.below.resize(len, 0);
        let mut i = 0;
        for index in 0..len {
            let x = self.minus[i];
            let y = plus.get(index - i).copied().unwrap_or(f64::INFINITY);
            let is_minus = x <= y;
            self.sizes[index] = if is_minus { x } else { y };
            self.below[index] = u64::from(is_minus);
            i += usize::from(is_minus);
        }
    }

    /// Returns twice the sum of the ranks of all changes except the zeros.
    pub(super) fn twice_all(&self) -> u64 {
        sum(self.len) - sum(self.zeros)
    }

    /// Returns the standard deviation of either sum of ranks.
    pub(super) fn deviation(&self) -> f64 {
        deviation(self.len, self.zeros, self.tie_sum)
    }
}

/// Returns twice the sum of the first `n` ranks.
pub(super) fn sum(n: usize) -> u64 {
    n as u64 * (n as u64 + 1)
}

/// Returns t³ − t.
pub(super) fn cube(t: usize) -> f64 {
    let t = t as f64;
    t * t * t - t
}

/// Returns the standard deviation of a sum of signed ranks: half the root of the sum of their squares.
pub(super) fn deviation(len: usize, zeros: usize, tie_sum: f64) -> f64 {
    let squares = |n: usize| {
        let n = n as f64;
        n * (n + 1.0) * (2.0 * n + 1.0) / 6.0
    };
    math::sqrt(squares(len) - squares(zeros) - tie_sum / 12.0) / 2.0
}

/// Returns twice the lower tail of T by the normal approximation, both tails at once; `twice_low` is twice the smaller
/// of both sums of ranks, `twice_all` is twice both together.
pub(super) fn approximate(twice_low: u64, twice_all: u64, deviation: f64) -> f64 {
    let distance = (twice_all - 2 * twice_low) as f64 / 4.0;
    math::erfc((distance - 0.5).max(0.0) / deviation / SQRT_2)
}
