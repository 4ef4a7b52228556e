//! A cache of tests.

use super::super::math::normal_quantile;

/// A cache of tests that recur, because most samples of a log have the same size.
#[derive(Clone, Debug, Default)]
pub(super) struct Tails {
    /// The results of [`Search::accepted`](super::search::Search::accepted), by sizes, ties and level.
    accepted: Vec<([u64; 4], (usize, f64))>,
    next: usize,
    /// The normal quantiles of the last two probabilities.
    quantiles: [Option<(f64, f64)>; 2],
}

/// The number of tests in the cache.
const TAILS: usize = 8;

impl Tails {
    pub(super) fn known(&self, key: [u64; 4]) -> Option<(usize, f64)> {
        self.accepted.iter().find(|(known, _)| *known == key).map(|&(_, answer)| answer)
    }

    pub(super) fn learn(&mut self, key: [u64; 4], least: usize, error: f64) {
        if self.accepted.len() < TAILS {
            return self.accepted.push((key, (least, error)));
        }
        self.next = (self.next + 1) % TAILS;
        self.accepted[self.next] = (key, (least, error));
    }

    pub(super) fn quantile(&mut self, p: f64) -> f64 {
        let mut known = self.quantiles.iter().flatten();
        if let Some(&(_, z)) = known.find(|(known, _)| *known == p) {
            return z;
        }
        let z = normal_quantile(p);
        self.quantiles = [Some((p, z)), self.quantiles[0]];
        z
    }
}
