//! Computes how many runs a difference requires to be significant.
//!
//! Takes a significance level and how runs are compared; gives a number of runs. Must not know the measurements.

use super::{SignedRank, least_p, least_p_of_means, math, raised_level};

/// How runs are compared, which decides how many of them can show a difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Arrangement {
    /// As two samples with these numbers of runs.
    Samples([u32; 2]),
    /// In this number of pairs.
    Pairs(u32),
    /// By the means of two samples.
    Means([u32; 2]),
    /// By the mean difference of this number of pairs.
    PairedMeans(u32),
    /// In blocks that contain these numbers of runs of each side in total.
    Blocks {
        /// The number of blocks.
        blocks: u32,
        /// The number of runs of each side.
        runs: [u32; 2],
        /// The smallest p that such blocks can have.
        least_p: f64,
    },
}

impl Arrangement {
    /// Returns the number of runs of each side.
    pub(crate) fn runs(self) -> [u32; 2] {
        match self {
            Arrangement::Samples(runs)
            | Arrangement::Means(runs)
            | Arrangement::Blocks { runs, .. } => runs,
            Arrangement::Pairs(pairs) | Arrangement::PairedMeans(pairs) => [pairs; 2],
        }
    }

    /// Returns the number of blocks; two samples are one block.
    pub(super) fn blocks(self) -> f64 {
        match self {
            Arrangement::Samples(_) | Arrangement::Means(_) => 1.0,
            Arrangement::Pairs(blocks)
            | Arrangement::PairedMeans(blocks)
            | Arrangement::Blocks { blocks, .. } => f64::from(blocks),
        }
    }

    /// Returns the distance between two neighboring results of the test, in its standard deviations. Blocks are
    /// assumed to be equal.
    pub(super) fn step(self) -> f64 {
        let blocks = self.blocks();
        let [old, new] = self.runs().map(|runs| f64::from(runs) / blocks);
        let variance = match self {
            // Means have no steps.
            Arrangement::Means(_) | Arrangement::PairedMeans(_) => return 0.0,
            Arrangement::Pairs(_) => blocks * (blocks + 1.0) * (2.0 * blocks + 1.0) / 24.0,
            Arrangement::Samples(_) | Arrangement::Blocks { .. } => {
                blocks * old * new * (old + new + 1.0) / 12.0
            }
        };
        1.0 / math::sqrt(variance)
    }

    /// Returns the degrees of freedom of the spread, after the differences between blocks and the change are
    /// subtracted.
    pub(super) fn degrees_of_freedom(self) -> f64 {
        let [old, new] = self.runs().map(f64::from);
        old + new - self.blocks() - 1.0
    }

    /// Returns whether these runs can show a difference at level `alpha`.
    pub(super) fn can_show(self, alpha: f64) -> bool {
        self.least_p() <= raised_level(alpha)
    }

    /// Returns whether only the most extreme result shows a difference at level `alpha`.
    pub(super) fn must_agree(self, alpha: f64) -> bool {
        raised_level(alpha) < 2.0 * self.least_p()
    }

    pub(super) fn least_p(self) -> f64 {
        match self {
            Arrangement::Samples([n1, n2]) => least_p(n1 as usize, n2 as usize),
            Arrangement::Pairs(pairs) => SignedRank::least_p(pairs as usize),
            Arrangement::Means(_) | Arrangement::PairedMeans(_) => {
                least_p_of_means(self.runs().into_iter().min().unwrap_or(0) as usize)
            }
            Arrangement::Blocks { least_p, .. } => least_p,
        }
    }

    /// Returns how many runs of each side, arranged in the same way, can show a difference at level `alpha`.
    pub(super) fn runs_for_level(self, alpha: f64) -> Option<u32> {
        match self {
            Arrangement::Samples(_) => runs_for_level(alpha),
            Arrangement::Means(_) | Arrangement::PairedMeans(_) => Some(2),
            Arrangement::Pairs(_) => {
                (1..=MOST).find(|&pairs| Arrangement::Pairs(pairs).can_show(alpha))
            }
            // Each block of a kind divides the smallest p by the number of its orders.
            Arrangement::Blocks { blocks, runs, least_p } => {
                let times = math::ln(raised_level(alpha) / 2.0) / math::ln(least_p / 2.0);
                let blocks = f64::from(blocks);
                let per_block = f64::from(runs[0].min(runs[1])) / blocks;
                let needed = ((blocks * times).ceil() * per_block).ceil();
                (needed < f64::from(u32::MAX)).then_some(needed.max(1.0) as u32)
            }
        }
    }
}

/// The maximum number of runs that are recommended to reach a level.
const MOST: u32 = 500;

/// The smallest p that the two-sided Mann-Whitney test can give with 1, 2, … 9 runs on either side, 2 / C(2n, n), in
/// the digits that benchstat compares with.
const LEAST_P: [f64; 9] = [
    1.0,
    0.333_333_333_333_333_3,
    0.1,
    0.028_571_428_571_428_57,
    0.007_936_507_936_507_936,
    0.002_164_502_164_502_164_5,
    0.000_582_750_582_750_582_8,
    0.000_155_400_155_400_155_4,
    4.113_533_525_298_231e-5,
];

/// Returns the number of runs for a level, however small; 0 is never reached.
pub(crate) fn runs_for_level(alpha: f64) -> Option<u32> {
    // 2 / C(2n, n) falls to about a quarter with each run, and is 7e-300 for 500.
    let mut least = 1.0;
    for runs in 1..=MOST {
        if least <= raised_level(alpha) {
            return Some(runs);
        }
        let n = f64::from(runs);
        least *= (n + 1.0) / (2.0 * (2.0 * n + 1.0));
    }
    None
}

/// Returns the smallest number of runs on either side, up to 9, with which a difference can be significant at level
/// `alpha`; `None` if even 9 cannot show one.
pub fn runs_for_difference(alpha: f64) -> Option<u32> {
    LEAST_P.into_iter().zip(1..).find(|&(p, _)| p <= alpha).map(|(_, runs)| runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_numbers_of_runs_agree() {
        for alpha in [1.0, 0.34, 0.33, 0.1, 0.05, 0.01, 0.001, 5e-5] {
            assert_eq!(runs_for_level(alpha), runs_for_difference(alpha), "{alpha}");
        }
        for (alpha, runs) in [(4.1e-5, 10), (1e-5, 11), (1e-10, 19)] {
            // 2 / C(2n, n) by counting: 1.08e-5 at 10, 2.8e-6 at 11, 5.7e-11 at 19.
            assert_eq!(runs_for_level(alpha), Some(runs), "{alpha}");
        }
        assert_eq!((runs_for_level(0.0), runs_for_level(f64::NAN)), (None, None));
    }
}
