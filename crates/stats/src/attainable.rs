//! Decides whether a comparison has enough runs for its adjusted p to be significant.
//!
//! Takes the p-values of a family of tests, an adjustment and a level; gives for one of them whether it could have
//! been significant if its values had been as far apart as its runs allow. Must not know what was measured.
//!
//! The question is asked of one test while the others are unchanged: its p is replaced by the smallest p that its runs
//! allow, and the family is adjusted again. If not even that is significant, the test could not succeed, and "not
//! significant" says nothing about the values.
//!
//! The answer does not need another adjustment. Let p₁ ≤ … ≤ pₘ be the family, `least` the p that replaces pᵢ, and k
//! the number of values below `least`.
//!
//! - Holm rejects from the smallest on, while p₍ₗ₎·(m − l + 1) ≤ α. The k values before `least` keep their
//!   ranks, so the answer is: these all pass, and least·(m − k) ≤ α.
//! - Benjamini and Hochberg (Yekutieli with a greater weight w) reject all up to the last rank l with
//!   p₍ₗ₎·w/l ≤ α. `least` gets rank k + 1; the values from there up to pᵢ move up by one rank, and
//!   the values after pᵢ keep theirs. None of the latter passes, since pᵢ itself was not rejected. So the answer
//!   is: least·w/(k + 1) ≤ α, or some value between passes at its new rank.
//!
//! The arithmetic is that of [`Adjustment::adjust`], operation by operation, so that both agree at a tie.

use super::Adjustment;
use super::adjust::harmonic;
use benchlens_base::sort::{from_sort_key, to_sort_key};

/// A family of tests that was adjusted.
#[derive(Debug, Clone)]
pub struct Reach {
    adjustment: Adjustment,
    alpha: f64,
    /// The p-values, ascending.
    p: Vec<f64>,
    /// For Holm, the number of the smallest p-values that are rejected.
    rejected: usize,
    /// For the others, by index: the number of values up to the last one, at or before this index, that passes one
    /// rank higher; 0 if there is no such value.
    passes: Vec<usize>,
}

impl Reach {
    /// Returns the family at a level.
    pub fn new(adjustment: Adjustment, p: Vec<f64>, alpha: f64) -> Reach {
        let index = |p: f64| to_sort_key(if p.is_nan() { 1.0 } else { p });
        let mut indices: Vec<u64> = p.into_iter().map(index).collect();
        indices.sort_unstable();
        let p = indices.into_iter().map(from_sort_key).collect();
        let mut reach = Reach { adjustment, alpha, p, rejected: 0, passes: Vec::new() };
        let m = reach.p.len();
        match adjustment {
            Adjustment::None => {}
            Adjustment::Holm => {
                let passes = |&(done, p): &(usize, f64)| p * (m - done) as f64 <= alpha;
                let values = (0..).zip(reach.p.iter().copied());
                reach.rejected = values.take_while(passes).count();
            }
            Adjustment::Bh | Adjustment::By => {
                let mut last = 0;
                for index in 0..m {
                    if reach.weight() / (index + 2) as f64 * reach.p[index] <= alpha {
                        last = index + 1;
                    }
                    reach.passes.push(last);
                }
            }
        }
        reach
    }

    fn weight(&self) -> f64 {
        let count = self.p.len() as f64;
        match self.adjustment {
            Adjustment::By => count * harmonic(self.p.len()),
            Adjustment::None | Adjustment::Holm | Adjustment::Bh => count,
        }
    }

    /// Returns whether a test of the family that was not rejected would have been rejected with `least` instead of its
    /// `p`.
    pub fn can_be_significant(&self, p: f64, least: f64) -> bool {
        let least = least.min(p);
        let below = self.p.partition_point(|&other| other < least);
        let count = self.p.len();
        match self.adjustment {
            Adjustment::None => least <= self.alpha,
            Adjustment::Holm => {
                below <= self.rejected && least * (count - below) as f64 <= self.alpha
            }
            Adjustment::Bh | Adjustment::By => {
                let own = self.p.partition_point(|&other| other < p);
                let between = own.checked_sub(1).and_then(|last| self.passes.get(last));
                self.weight() / (below + 1) as f64 * least <= self.alpha
                    || between.is_some_and(|&last| below < last)
            }
        }
    }
}
