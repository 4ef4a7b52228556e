//! Searches for the shifts at which the test stops rejecting.
//!
//! Takes all pairs of two samples and a level; gives the interval. Must not know the estimate.

use super::super::MannWhitney;
use super::super::mann_whitney::{Ranks, deviation};
use super::interval::Interval;
use super::pairs::Pairs;

/// The search for one interval.
pub(super) struct Search<'s, 'a> {
    pub(super) pairs: &'s mut Pairs<'a>,
    pub(super) test: &'s mut MannWhitney,
    pub(super) alpha: f64,
}

impl Search<'_, '_> {
    /// Finds the interval if the distribution is symmetric: the first rank that is accepted, from either end.
    pub(super) fn by_rank(&mut self) -> Interval {
        let len = self.pairs.quotients.len();
        let (accepted, error) = self.accepted();
        let (lo, hi) = match accepted.checked_sub(1) {
            None => self.pairs.scale.limits(),
            Some(k) => (self.pairs.quotients.nth(k), self.pairs.quotients.nth(len - 1 - k)),
        };
        Interval { lo, hi, error }
    }

    /// Returns the smallest U that is accepted, and twice the tail of the greatest U that is not.
    pub(super) fn accepted(&mut self) -> (usize, f64) {
        let (n1, n2) = (self.pairs.old.len(), self.pairs.new.len());
        let key = [n1 as u64, n2 as u64, self.pairs.tie_sum.to_bits(), self.alpha.to_bits()];
        if let Some(known) = self.pairs.tails.known(key) {
            return known;
        }
        let (least, error) = self.find_accepted(n1, n2);
        self.pairs.tails.learn(key, least, error);
        (least, error)
    }

    fn find_accepted(&mut self, n1: usize, n2: usize) -> (usize, f64) {
        let guess = self.guess();
        let (tie_sum, tied) = (self.pairs.tie_sum, 0.0 < self.pairs.tie_sum);
        let mut tail = |u: usize| {
            let ranks = Ranks { twice_u: 2 * u as u64, tied, tie_sum, joined: 0 };
            self.test.doubled_lower_tail(n1, n2, &ranks)
        };
        // From the center on everything is accepted.
        let (mut rejected, mut accepted) = (None, (n1 * n2).div_ceil(2));
        // The normal approximation is right, or nearly, so the search starts there.
        for u in guess.saturating_sub(1)..=guess + 1 {
            if rejected.is_none_or(|rejected| rejected < u) && u < accepted {
                if self.alpha < tail(u) {
                    accepted = u;
                } else {
                    rejected = Some(u);
                }
            }
        }
        while rejected.map_or(0, |u| u + 1) < accepted {
            let middle = rejected.map_or(accepted / 2, |u: usize| u + (accepted - u) / 2);
            if self.alpha < tail(middle) {
                accepted = middle;
            } else {
                rejected = Some(middle);
            }
        }
        (accepted, rejected.map_or(0.0, &mut tail))
    }

    /// Finds the interval if each stretch between quotients has a distribution of its own.
    pub(super) fn by_pattern(&mut self) -> Interval {
        let len = self.pairs.quotients.len();
        let guess = self.guess();
        // The first stretch, from below, whose lower tail is large enough.
        let mut first = self.pairs.quotients.listed().stretch_at(guess);
        let (mut low_error, mut tail) = (0.0, self.tail(first, false));
        if self.alpha < tail {
            while let Some(below) = self.pairs.quotients.listed().stretch_below(first) {
                tail = self.tail(below, false);
                if tail <= self.alpha {
                    low_error = tail;
                    break;
                }
                first = below;
            }
        } else {
            while let Some(above) = self.pairs.quotients.listed().stretch_above(first) {
                (low_error, first) = (tail, above);
                tail = self.tail(above, false);
                if self.alpha < tail {
                    break;
                }
            }
        }
        // The last stretch whose upper tail is large enough.
        let mut last = self.pairs.quotients.listed().stretch_at(len - guess);
        let (mut high_error, mut tail) = (0.0, self.tail(last, true));
        if self.alpha < tail {
            while let Some(above) = self.pairs.quotients.listed().stretch_above(last) {
                tail = self.tail(above, true);
                if tail <= self.alpha {
                    high_error = tail;
                    break;
                }
                last = above;
            }
        } else {
            while let Some(below) = self.pairs.quotients.listed().stretch_below(last) {
                (high_error, last) = (tail, below);
                tail = self.tail(below, true);
                if self.alpha < tail {
                    break;
                }
            }
        }
        let (lo, hi) = self.pairs.scale.limits();
        let lo = first.checked_sub(1).map_or(lo, |i| self.pairs.quotients.nth(i));
        let hi = if last < len { self.pairs.quotients.nth(last) } else { hi };
        Interval { lo, hi, error: (low_error + high_error) / 2.0 }
    }

    /// Returns the lower bound by the normal approximation, as a number of quotients.
    fn guess(&mut self) -> usize {
        let (n1, n2) = (self.pairs.old.len() as f64, self.pairs.new.len() as f64);
        let z = self.pairs.tails.quantile(self.alpha / 2.0);
        let rank = n1 * n2 / 2.0 + z * deviation(n1, n2, self.pairs.tie_sum) + 0.5;
        // The cast saturates: 0 for negative, infinite or NaN values.
        (rank as usize).min(self.pairs.quotients.len())
    }

    /// Returns twice a tail in the stretch above the lowest `below` quotients: P(U ≤ u) or P(U ≥ u).
    fn tail(&mut self, below: usize, upper: bool) -> f64 {
        let Pairs { old, new, tie_sum, quotients, .. } = &*self.pairs;
        let joined = quotients.pattern(below);
        let u = if upper { quotients.len() - below } else { below };
        let (n1, n2) = if upper { (new.len(), old.len()) } else { (old.len(), new.len()) };
        let ranks = Ranks { twice_u: 2 * u as u64, tied: true, tie_sum: *tie_sum, joined };
        self.test.doubled_lower_tail(n1, n2, &ranks)
    }
}
