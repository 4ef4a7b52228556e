//! Tests whether two samples differ that were measured in blocks, with several runs of each side per block.
//!
//! Takes for each block two ascending slices, and a level; gives a two-sided p, the estimated change, and the interval
//! of the changes that the test does not reject. Guarantees that interval and p never contradict each other, and that
//! answers have the same bits whatever was asked before. Must not know what the values measure, or what the blocks
//! are.
//!
//! Method: van Elteren, "On the combination of independent two-sample tests of Wilcoxon" (1960). Each block has ranks
//! of its own, with mean ranks for ties. The U statistics of the blocks are added, each divided by one more than the
//! number of values in its block, which is the best weight for a shift common to all blocks. The assumption is that if
//! nothing changed, the values of a block could have come in any order, independently of other blocks. Anything that a
//! block has in common, such as a busy machine, does not matter. The estimate is the shift at which the statistic is
//! at its mean: the median of the quotients within blocks by these weights. The interval inverts the test: the old
//! values of all blocks are multiplied by one ratio, or moved by one difference if a value is not positive.
//!
//! Up to 100 values in total, the distribution is computed exactly over all orders within blocks. Exceptions are a
//! block with more than about 60 values, and blocks of such different sizes that their weighted sums are almost never
//! equal. The choice depends only on the sizes, so the interval uses the same method as p. Otherwise, the normal
//! approximation is used, corrected for ties and for continuity: by half of the smallest step that any block makes.
//!
//! A block with one run on each side only shows which run is greater, so the test becomes the sign test.
//! [`SignedRank`](super::SignedRank) is better for such pairs because it compares blocks with each other.

mod block;
mod counts;
mod groups;
mod quotients;
mod weights;

use std::cmp::Ordering;
use std::f64::consts::SQRT_2;

use super::fraction::fraction;
use super::inversion::{agreeing, first_accepted};
use super::mann_whitney::{Ranks, rank};
use super::math;
use super::{AllEqual, Interval, Shift, ShiftScale};
pub use block::Block;
use groups::{At, groups};
use quotients::Quotients;
use weights::Weights;

/// The number of block layouts whose distribution is cached. A few are enough because most samples of a log have the
/// same layout.
const KNOWN: usize = 4;

/// Tests of samples in blocks. Keep one per thread and reuse it: the cache never changes an answer.
#[derive(Clone, Debug, Default)]
pub struct VanElteren {
    quotients: Quotients,
    untied: Vec<Untied>,
    next: usize,
}

/// A distribution without ties.
#[derive(Clone, Debug)]
struct Untied {
    /// The sizes of the blocks.
    sizes: Vec<[usize; 2]>,
    /// Twice the lower tails, at each step of the statistic below its mean.
    tails: Box<[f64]>,
}

impl VanElteren {
    /// Returns the test of some blocks, whose values must be ascending on each side. Blocks in which a side has no
    /// values carry no information and are ignored. Returns `None` if no block is left, or if a value is not finite.
    pub fn blocks<'a>(&'a mut self, blocks: &[Block<'a>]) -> Option<Blocks<'a>> {
        let has_both = |block: &&Block<'_>| !block.old.is_empty() && !block.new.is_empty();
        let blocks: Vec<Block<'a>> = blocks.iter().filter(has_both).copied().collect();
        let values = || blocks.iter().flat_map(|block| block.old.iter().chain(block.new));
        if blocks.is_empty() || !values().all(|value| value.is_finite()) {
            return None;
        }
        let is_positive = values().all(|&value| 0.0 < value);
        let scale = if is_positive { ShiftScale::Ratio } else { ShiftScale::Difference };
        let sizes = blocks.iter().map(|block| [block.old.len(), block.new.len()]);
        let weights = Weights::new(sizes.collect())?;
        let orders = counts::orders(&weights);
        self.quotients.fill(&blocks, &weights, scale);
        let ranks = blocks.iter().map(|block| rank(block.old, block.new)).collect();
        Some(Blocks { memory: self, blocks, weights, scale, orders, ranks, p: None })
    }

    /// Returns twice the lower tails without ties, at each step of the statistic below its mean.
    fn untied(&mut self, weights: &Weights, orders: u128) -> &[f64] {
        let known = self.untied.iter().position(|known| known.sizes == weights.sizes);
        let at = known.unwrap_or_else(|| {
            let (sizes, tails) = (weights.sizes.clone(), counts::untied(weights, orders));
            let learnt = Untied { sizes, tails };
            if self.untied.len() < KNOWN {
                self.untied.push(learnt);
                return self.untied.len() - 1;
            }
            self.next = (self.next + 1) % KNOWN;
            self.untied[self.next] = learnt;
            self.next
        });
        &self.untied[at].tails
    }
}

/// Two samples in blocks.
#[derive(Debug)]
pub struct Blocks<'a> {
    memory: &'a mut VanElteren,
    blocks: Vec<Block<'a>>,
    weights: Weights,
    scale: ShiftScale,
    /// The number of orders within blocks, if the distribution is exact.
    orders: Option<u128>,
    /// The ranks of the old values of each block against its new values, at no change.
    ranks: Vec<Ranks>,
    p: Option<f64>,
}

/// The end of the distribution at which a tail is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Lower,
    Upper,
}

impl Blocks<'_> {
    /// Returns whether the changes are ratios or differences.
    #[must_use]
    pub fn scale(&self) -> ShiftScale {
        self.scale
    }

    /// Returns the number of blocks with values on both sides.
    #[must_use]
    pub fn count(&self) -> usize {
        self.blocks.len()
    }

    /// Returns whether p is exact instead of approximated.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.orders.is_some()
    }

    /// Returns whether the new values tend to be greater than the old values of their blocks.
    #[must_use]
    pub fn order(&self) -> Ordering {
        self.weights.all.cmp(&self.twice_u())
    }

    /// Returns twice the weighted sum of the U statistics of the old values. Its mean is the weight of all pairs.
    fn twice_u(&self) -> u64 {
        self.ranks.iter().zip(&self.weights.of).map(|(ranks, weight)| ranks.twice_u * weight).sum()
    }

    /// Returns the probability that the statistic is at least this far from its mean if nothing changed: twice the
    /// smaller tail, at most 1 and never 0. An exact p is rounded once.
    ///
    /// # Errors
    ///
    /// Returns [`AllEqual`] if each block contains only one value.
    pub fn p(&mut self) -> Result<f64, AllEqual> {
        let is_constant = |block: &Block<'_>| {
            block.old.iter().chain(block.new).all(|value| *value == block.old[0])
        };
        if self.blocks.iter().all(is_constant) {
            return Err(AllEqual);
        }
        let p = self.p.unwrap_or_else(|| self.work_out_p().clamp(f64::from_bits(1), 1.0));
        self.p = Some(p);
        Ok(p)
    }

    fn work_out_p(&mut self) -> f64 {
        let (twice_u, all) = (self.twice_u(), self.weights.all);
        if twice_u == all {
            return 1.0;
        }
        let low = twice_u.min(2 * all - twice_u);
        match self.orders {
            Some(orders) if self.ranks.iter().all(|ranks| !ranks.tied) => {
                let tails = self.memory.untied(&self.weights, orders);
                tails.get((low / 2) as usize).copied().unwrap_or(1.0)
            }
            Some(_) => {
                // The side whose statistic is low. With ties the far tail may nevertheless be smaller.
                let end = if low == twice_u { End::Lower } else { End::Upper };
                let [near, far] = self.counted_tails(At::NoChange, end, low);
                near.min(far)
            }
            None => {
                let deviation = self.weights.deviation(|block| self.ranks[block].tie_sum);
                self.approximate(low, deviation)
            }
        }
    }

    /// Returns the smallest p that blocks of these sizes can have.
    pub fn least_p(&mut self) -> f64 {
        let least = match self.orders {
            Some(orders) => fraction(2, orders),
            None => self.approximate(0, self.weights.deviation(|_| 0.0)),
        };
        least.clamp(f64::from_bits(1), 1.0)
    }

    /// Returns twice the tails up to `v` and from `v` on, of the statistic of the old or the new values.
    fn counted_tails(&self, at: At, end: End, v: u64) -> [f64; 2] {
        let Some(orders) = self.orders else { return [2.0; 2] };
        let chosen = usize::from(end == End::Upper);
        let groups: Vec<_> = self.blocks.iter().map(|block| groups(block, at)).collect();
        counts::doubled_tails(&self.weights, orders, chosen, &groups, v)
    }

    /// Returns twice the tail up to `v` of the statistic, which must not be above its mean, by the normal
    /// approximation.
    fn approximate(&self, v: u64, deviation: f64) -> f64 {
        let distance = (self.weights.all - v) as f64 / 2.0;
        let corrected = (distance - self.weights.least as f64 / 2.0).max(0.0);
        math::erfc(corrected / deviation / SQRT_2)
    }

    /// Returns the median of the quotients of new and old values within blocks, by weight. If two are in the middle,
    /// it is their mean, which is the geometric mean for ratios.
    #[must_use]
    pub fn estimate(&self) -> f64 {
        let [below, above] =
            [(self.weights.all - 1) / 2, self.weights.all / 2].map(|w| self.beyond(w));
        if below == above {
            return above;
        }
        match self.scale {
            ShiftScale::Ratio => math::sqrt(below) * math::sqrt(above),
            ShiftScale::Difference => below / 2.0 + above / 2.0,
        }
    }

    /// Returns the first quotient whose cumulative weight is greater than this weight.
    fn beyond(&self, weight: u64) -> f64 {
        self.memory.quotients.beyond(weight, &self.blocks, &self.weights, self.scale)
    }

    /// Returns the smallest and the greatest of the shifts which the test does not reject at level `alpha`. They are 0
    /// (or −∞) and ∞ if there are too few values for any bound. If the level is 1 or above, or NaN, both are the
    /// estimate.
    ///
    /// The interval contains no change if and only if [`p`](Blocks::p) is above the level or there is no p. A bound at
    /// which the test rejects no change is moved to the next number.
    pub fn interval(&mut self, alpha: f64) -> Interval {
        if alpha.is_nan() || 1.0 <= alpha {
            let estimate = self.estimate();
            return Interval { lo: estimate, hi: estimate, error: 1.0 };
        }
        let is_tied = |side: &[f64]| side.windows(2).any(|pair| pair[0] == pair[1]);
        let tied = self.blocks.iter().any(|block| is_tied(block.old) || is_tied(block.new));
        let found = match self.orders {
            Some(orders) if tied => self.by_pattern(orders, alpha),
            _ => self.by_weight(alpha),
        };
        let accepts = self.p().map_or(true, |p| alpha < p);
        agreeing(found, self.scale.null(), accepts, self.order())
    }

    /// Returns the estimate and the interval at level `alpha`, and the interval at twice the level, which is the
    /// interval of two one-sided tests.
    pub fn shift_and_equivalence(&mut self, alpha: f64) -> (Shift, Interval) {
        self.shift_and_wider([alpha, 2.0 * alpha])
    }

    /// Returns the estimate and the interval at the first level, and the interval at the second, which must not be
    /// less.
    pub fn shift_and_wider(&mut self, levels: [f64; 2]) -> (Shift, Interval) {
        let interval = self.interval(levels[0]);
        let estimate = self.estimate().max(interval.lo).min(interval.hi);
        (Shift { scale: self.scale, estimate, interval }, self.interval(levels[1]))
    }

    /// Finds the interval if the tails depend only on the statistic, so that the same weight is excluded at either
    /// end.
    fn by_weight(&mut self, alpha: f64) -> Interval {
        let all = self.weights.all;
        let (left_out, error) = match self.orders {
            Some(orders) => {
                let tails = self.memory.untied(&self.weights, orders);
                let left_out = tails.partition_point(|&tail| tail <= alpha);
                (left_out as u64, left_out.checked_sub(1).map_or(0.0, |last| tails[last]))
            }
            None => {
                let deviation = self.deviation_beside_quotients();
                let tail = |weight: u64| self.approximate(2 * weight, deviation);
                let (mut rejected, mut accepted) = (0, all.div_ceil(2));
                while rejected < accepted {
                    let middle = rejected + (accepted - rejected) / 2;
                    if tail(middle) <= alpha { rejected = middle + 1 } else { accepted = middle }
                }
                (accepted, accepted.checked_sub(1).map_or(0.0, tail))
            }
        };
        let (lo, hi) = match left_out.checked_sub(1) {
            None => self.scale.limits(),
            Some(weight) => (self.beyond(weight), self.beyond(all - 1 - weight)),
        };
        Interval { lo, hi, error }
    }

    /// Returns the deviation if only values of one side tie.
    fn deviation_beside_quotients(&self) -> f64 {
        let cube = |group: &[f64]| {
            let t = group.len() as f64;
            t * t * t - t
        };
        let ties = |side: &[f64]| side.chunk_by(|x, y| x == y).map(cube).sum::<f64>();
        self.weights.deviation(|block| ties(self.blocks[block].old) + ties(self.blocks[block].new))
    }

    /// Finds the interval if each stretch between quotients has ties and a distribution of its own. As the shift
    /// grows, no lower tail falls and no upper tail rises.
    fn by_pattern(&mut self, orders: u128, alpha: f64) -> Interval {
        // Ties change the tails little, so the tails without ties give a good guess.
        let tails = self.memory.untied(&self.weights, orders);
        let guess = tails.partition_point(|&tail| tail <= alpha) as u64;
        let (lower, low_error) = self.first_accepted(guess, alpha, End::Lower);
        let (upper, high_error) = self.first_accepted(guess, alpha, End::Upper);
        let quotients = &self.memory.quotients;
        let (lo, hi) = self.scale.limits();
        let last = quotients.len() - upper;
        Interval {
            lo: lower.checked_sub(1).and_then(|at| quotients.different(at)).unwrap_or(lo),
            hi: quotients.different(last).unwrap_or(hi),
            error: (low_error + high_error) / 2.0,
        }
    }

    /// Returns the first stretch, counted from an end, whose tail at that end is above the level, and the tail of the
    /// previous stretch. `guess` is the approximate weight before the stretch.
    fn first_accepted(&self, guess: u64, alpha: f64, end: End) -> (usize, f64) {
        let (quotients, all) = (&self.memory.quotients, self.weights.all);
        let from_end = |stretch: usize| match end {
            End::Lower => stretch,
            End::Upper => quotients.len() - stretch,
        };
        let guess =
            from_end(quotients.stretch_at(if end == End::Lower { guess } else { all - guess }));
        let tail = |from: usize| {
            let stretch = from_end(from);
            let below = quotients.weight_of(stretch);
            let weight = if end == End::Lower { below } else { all - below };
            if all <= 2 * weight {
                return 2.0;
            }
            let last = stretch.checked_sub(1).and_then(|last| quotients.different(last));
            self.counted_tails(At::Above(last, self.scale), end, 2 * weight)[0]
        };
        first_accepted(quotients.len(), guess, alpha, tail)
    }
}
