//! What is remembered of tests.

use super::super::math::normal_quantile;

/// What is remembered of tests that recur: most samples of a log have the same size.
#[derive(Clone, Debug, Default)]
pub(super) struct Tails {
    /// By sizes, ties and level: what [`Search::accepted`](super::search::Search::accepted) answers.
    accepted: Vec<([u64; 4], (usize, f64))>,
    next: usize,
    /// The normal quantile of a probability, for the last two.
    quantiles: [Option<(f64, f64)>; 2],
}

/// So many tests are remembered.
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
