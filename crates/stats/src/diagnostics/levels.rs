//! Decides whether a test reaches a level, without computing the p of tests that clearly do not.
//!
//! Takes a level and the result of a test; gives p if it is at most the level. Guarantees the same answers as
//! computing every p. Must not know the values.

use super::super::math;

/// A significance level, with cached facts about the tests that reach it.
#[derive(Clone, Debug)]
pub(super) struct Level {
    level: f64,
    /// `erfc` of anything less is above the level, by far more than the error of `erfc`.
    nearest: f64,
    /// For each number of values, the largest number of inversions whose p is at most the level.
    inversions: Vec<Option<Inversions>>,
}

/// The p of each number of inversions, if it is at most the level.
#[derive(Clone, Debug)]
struct Inversions(Vec<f64>);

impl Level {
    pub(super) fn new(level: f64) -> Self {
        // For a level that is not a probability, this is NaN, and nothing is below NaN. Beyond 26 `erfc` is 0.
        let nearest = -math::normal_quantile(level / 2.0) / std::f64::consts::SQRT_2;
        let nearest = if nearest.is_nan() { 0.0 } else { (nearest * (1.0 - 1e-6)).min(26.0) };
        Self { level, nearest, inversions: Vec::new() }
    }

    /// Returns `erfc` of the distance, if it is at most the level.
    pub(super) fn reach(&self, distance: f64) -> Option<f64> {
        if distance < self.nearest {
            return None;
        }
        Some(math::erfc(distance)).filter(|&p| p <= self.level)
    }

    /// Returns twice the probability that a random order of `n` values has at most `inversions` pairs in the wrong
    /// order, if it is at most the level. `inversions` must be at most half of all pairs.
    pub(super) fn reach_inversions(&mut self, n: usize, inversions: usize) -> Option<f64> {
        if self.inversions.len() <= n {
            self.inversions.resize(n.max(COUNTED) + 1, None);
        }
        let level = self.level;
        let known = self.inversions[n].get_or_insert_with(|| Inversions::new(n, level));
        known.0.get(inversions).copied()
    }
}

impl Inversions {
    fn new(n: usize, level: f64) -> Self {
        let half = n * (n - 1) / 4;
        let mut sum = 0.0;
        let p = masses(n, half).into_iter().map(|mass| {
            sum += mass;
            f64::min(2.0 * sum, 1.0)
        });
        Inversions(p.take_while(|&p| p <= level).collect())
    }
}

/// Returns the probabilities of 0, 1, … `most` inversions in a random order of `n` values.
fn masses(n: usize, most: usize) -> Vec<f64> {
    let mut masses = vec![0.0; most + 1];
    masses[0] = 1.0;
    for size in 2..=n {
        // The next value follows 0, 1, … size − 1 others, so this is a moving sum.
        let before = masses.clone();
        let mut sum = 0.0;
        for (k, mass) in masses.iter_mut().enumerate() {
            sum += before[k];
            if let Some(gone) = k.checked_sub(size) {
                sum -= before[gone];
            }
            *mass = sum / size as f64;
        }
    }
    masses
}

/// Up to this many values without ties the distribution is exact, which is also R's limit.
pub(super) const COUNTED: usize = 49;
