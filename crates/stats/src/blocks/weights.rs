//! The weights of blocks.
//!
//! Takes the sizes of blocks; gives integers in proportion to 1/(N + 1) for blocks of N values. Must not know the
//! values.

use super::super::math;

/// The limit for a common multiple, beyond which weights are rounded to nine digits. That makes no test wrong, because
/// any weights are valid and the neighbors of the best weights are almost as good.
const LARGEST: u64 = 1 << 32;

/// Weights of blocks, in steps of the statistic.
#[derive(Clone, Debug, Default)]
pub(super) struct Weights {
    /// The number of values on the old and on the new side of each block.
    pub(super) sizes: Vec<[usize; 2]>,
    /// The weight of each block.
    pub(super) of: Vec<u64>,
    /// The total weight of all pairs of an old and a new value within blocks.
    pub(super) all: u64,
    /// The smallest weight.
    pub(super) least: u64,
}

impl Weights {
    /// Returns the weights of at least one block, or `None` if the sizes are too large to count.
    pub(super) fn new(sizes: Vec<[usize; 2]>) -> Option<Self> {
        let divisor = |&[old, new]: &[usize; 2]| (old + new + 1) as u64;
        let multiple = sizes.iter().map(divisor).try_fold(1, |multiple: u64, divisor| {
            let multiple = multiple / common(multiple, divisor) * divisor;
            (multiple <= LARGEST).then_some(multiple)
        });
        let numerator = multiple.unwrap_or(LARGEST);
        let mut of: Vec<u64> =
            sizes.iter().map(|sizes| (numerator / divisor(sizes)).max(1)).collect();
        let shared = of.iter().fold(0, |shared, &weight| common(shared, weight));
        of.iter_mut().for_each(|weight| *weight /= shared);
        let mut all = 0_u64;
        for (&[old, new], &weight) in sizes.iter().zip(&of) {
            let pairs = (old as u64).checked_mul(new as u64)?;
            all = all.checked_add(pairs.checked_mul(weight)?)?;
        }
        // Some callers double it.
        let least = of.iter().copied().min()?;
        (all < 1 << 62).then_some(Self { sizes, of, all, least })
    }

    /// Returns the standard deviation of the statistic, in steps; `tie_sum` returns Σ (t³ − t) of a block.
    pub(super) fn deviation(&self, tie_sum: impl Fn(usize) -> f64) -> f64 {
        let variance = |(block, (&[old, new], &weight)): (usize, (&[usize; 2], &u64))| {
            let (old, new, weight) = (old as f64, new as f64, weight as f64);
            let n = old + new;
            weight * weight * old * new * ((n + 1.0) - tie_sum(block) / (n * (n - 1.0))) / 12.0
        };
        math::sqrt(self.sizes.iter().zip(&self.of).enumerate().map(variance).sum())
    }
}

/// Returns the greatest common divisor.
fn common(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
