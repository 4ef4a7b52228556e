//! Tests whether two sides differ that were measured in blocks, with a drawn order within each block.
//!
//! Takes one value of each side per block, or two: the median and the best of several runs; gives a two-sided p, the
//! statistic that decided, the estimated change, and the interval of the changes that the test does not reject.
//! Guarantees that interval and p never contradict each other, and the same bits on every target, whatever was asked
//! before. Must not know benchmarks or units.
//!
//! Method: a randomization test (Fisher, "The Design of Experiments", 1935; Edgington and Onghena, "Randomization
//! Tests", 2007). If nothing changed, the values of a block do not depend on which side they belong to. Because the
//! order of the sides was drawn, swapping the sides of any blocks was equally likely, and so p is the fraction of
//! swaps at which the statistic is at least as large as it is. That is exact for any statistic, whatever the noise is:
//! drift, bursts, states of the machine. This includes the maximum of several: each is divided by the root of its sum
//! of squares, so that all have variance 1 over the swaps, and the largest counts. So no choice between tests is
//! needed, and the maximum has nearly the power of the best one.
//!
//! - Up to 17 blocks, all swaps are counted. Beyond that, swaps come from a fixed random stream until 1,000 of them
//!   reach the statistic (Besag and Clifford, "Sequential Monte Carlo p-values", 1991), at most 65,536. If none of
//!   them does, p is the smaller of 1/65,537 and a bound for sums of random signs (Hoeffding 1963).
//! - The interval inverts the test: the new values are moved by a change, and tested again. The acceptance of up to 13
//!   blocks uses all swaps, and of more at least 4,095 from the same stream. The search assumes that what lies
//!   between two accepted changes is accepted.
//! - The estimate is the change at which the evidence for a smaller and for a greater one is the same.
//!
//! If all values are positive, changes are ratios, and everything works on logarithms. Otherwise they are differences.

mod scores;
mod swaps;

use std::cmp::Ordering;

use super::inversion::agreeing;
use super::math;
use super::{AllEqual, Interval, Shift, ShiftScale, raised_level};
pub use scores::Statistic;
use scores::{Scratch, Values};
use swaps::{Count, Swaps, Ways};

/// The greatest number of blocks that can be tested.
const MOST: usize = 1000;
/// The greatest number of blocks of which p, and the interval, counts all swaps.
const COUNTED: usize = 17;
const COUNTED_AGAIN: usize = 13;
/// How many swaps are drawn for p, and how many that reach the statistic are enough.
const DRAWN: u32 = 1 << 16;
const ENOUGH: u32 = 1000;
/// How many swaps are drawn at least for each change that the interval tries, and how many of them must reach the
/// statistic at the level.
const DRAWN_AGAIN: u32 = 1 << 12;
const AT_LEVEL: f64 = 8.0;
/// How often the searches halve the range.
const HALVINGS: u32 = 26;
const BOUND_HALVINGS: u32 = 20;

/// The number of statistics of one value per block, and of two.
const ONE: usize = Statistic::ALL.len();
const TWO: usize = 2 * ONE;

/// Which value of a block decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum BlockValue {
    /// The median of its runs, or its only run.
    Median,
    /// Its best run: the fastest.
    Best,
}

impl BlockValue {
    /// Returns its name in machine-readable output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            BlockValue::Median => "median",
            BlockValue::Best => "best",
        }
    }
}

/// The statistic with the largest value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Deciding {
    /// The statistic.
    pub statistic: Statistic,
    /// The values of the blocks that it uses.
    pub of: BlockValue,
}

/// Randomization tests. Keep one per thread and reuse it, because it only keeps memory.
#[derive(Clone, Debug, Default)]
pub struct Randomization {
    /// The medians, and the best values if blocks have several runs.
    values: [Values; 2],
    has_best: bool,
    scratch: Scratch,
    scores: Vec<[i32; TWO]>,
    first: Vec<[i32; ONE]>,
    one: Swaps<ONE>,
    two: Swaps<TWO>,
}

impl Randomization {
    /// Returns the blocks whose medians, and whose best values if there are several runs, correspond by index. They
    /// must be in the order in which they were measured. Returns `None` without blocks, for more than 1,000, if the
    /// lengths differ, or if a value is not finite.
    pub fn blocks(
        &mut self,
        medians: [&[f64]; 2],
        best: Option<[&[f64]; 2]>,
    ) -> Option<RandomizedBlocks<'_>> {
        let count = medians[0].len();
        let sides = || medians.into_iter().chain(best.into_iter().flatten());
        let values = || sides().flatten().copied();
        let is_usable = (1..=MOST).contains(&count)
            && sides().all(|side| side.len() == count)
            && values().all(f64::is_finite);
        let is_positive = values().all(|value| 0.0 < value);
        let scale = if is_positive { ShiftScale::Ratio } else { ShiftScale::Difference };
        if !is_usable {
            return None;
        }
        self.values[0].fill(medians, scale);
        if let Some(best) = best {
            self.values[1].fill(best, scale);
        }
        self.has_best = best.is_some();
        Some(RandomizedBlocks { memory: self, scale, p: None })
    }

    /// Returns the smallest p that this number of blocks can have: one of all swaps, or the bound for the largest
    /// possible statistic.
    #[must_use]
    pub fn least_p(blocks: usize) -> f64 {
        if blocks <= COUNTED {
            return (1..blocks).fold(1.0, |p, _| p / 2.0);
        }
        // No statistic is greater than the root of the number of blocks.
        let bound = 2.0 * ONE as f64 * math::exp(-(blocks as f64) / 2.0);
        bound.clamp(f64::from_bits(1), 1.0 / f64::from(DRAWN + 1))
    }

    fn values(&self) -> &[Values] {
        &self.values[..1 + usize::from(self.has_best)]
    }
}

impl Values {
    fn fill(&mut self, [old, new]: [&[f64]; 2], scale: ShiftScale) {
        let line = |value: &f64| match scale {
            ShiftScale::Ratio => math::ln(*value),
            ShiftScale::Difference => *value,
        };
        let change = |(old, new): (&f64, &f64)| match scale {
            // A rise and a fall by one ratio are equally large.
            ShiftScale::Ratio if old <= new => math::ln(new / old),
            ShiftScale::Ratio => -math::ln(old / new),
            ShiftScale::Difference => new - old,
        };
        self.old.clear();
        self.old.extend(old.iter().map(line));
        self.new.clear();
        self.new.extend(new.iter().map(line));
        self.changes.clear();
        self.changes.extend(old.iter().zip(new).map(change));
    }
}

/// Two sides in blocks.
#[derive(Debug)]
pub struct RandomizedBlocks<'a> {
    memory: &'a mut Randomization,
    scale: ShiftScale,
    p: Option<f64>,
}

/// The statistics at a shift.
struct Sums {
    /// The sum of the scores of each statistic.
    sums: [i32; TWO],
    /// One over the root of the sum of squares; 0 if all scores are zero.
    weights: [f64; TWO],
}

impl Sums {
    /// Returns the statistic with the largest value, and that value; `None` if all scores are zero.
    fn largest(&self) -> Option<(usize, f64)> {
        let values = self.sums.iter().zip(&self.weights).map(|(s, w)| f64::from(s.abs()) * w);
        let mut found = None;
        for (at, value) in values.enumerate().filter(|&(at, _)| 0.0 < self.weights[at]) {
            if found.is_none_or(|(_, largest)| largest < value) {
                found = Some((at, value));
            }
        }
        found
    }

    /// Returns the smallest sum of each statistic that is at least as large as the largest value.
    fn limits(&self, largest: f64) -> [i32; TWO] {
        std::array::from_fn(|at| {
            let weight = self.weights[at];
            if weight == 0.0 {
                return i32::MAX;
            }
            let mut limit = (largest / weight) as i32;
            while f64::from(limit) * weight < largest {
                limit += 1;
            }
            while 0 < limit && largest <= f64::from(limit - 1) * weight {
                limit -= 1;
            }
            limit
        })
    }

    /// Returns how much the evidence for a greater change exceeds that for a smaller one.
    fn balance(&self) -> f64 {
        let values = self.sums.iter().zip(&self.weights).map(|(s, w)| f64::from(*s) * w);
        let [up, down] = values.fold([0.0_f64; 2], |[up, down], z| [up.max(z), down.max(-z)]);
        up - down
    }
}

impl RandomizedBlocks<'_> {
    /// Returns whether the changes are ratios or differences.
    #[must_use]
    pub fn scale(&self) -> ShiftScale {
        self.scale
    }

    /// Returns whether the new values tend to be greater, by the statistic that decides.
    pub fn order(&mut self) -> Ordering {
        let found = self.sums(0.0);
        found.largest().map_or(Ordering::Equal, |(at, _)| found.sums[at].cmp(&0))
    }

    /// Returns the statistic that decides whether anything changed; `None` if no value changed.
    pub fn deciding(&mut self) -> Option<Deciding> {
        let (at, _) = self.sums(0.0).largest()?;
        let of = if at < ONE { BlockValue::Median } else { BlockValue::Best };
        Some(Deciding { statistic: Statistic::ALL[at % ONE], of })
    }

    /// Returns the probability that the largest statistic is at least this large if nothing changed.
    ///
    /// # Errors
    ///
    /// Returns [`AllEqual`] if both values are equal in each block.
    pub fn p(&mut self) -> Result<f64, AllEqual> {
        if let Some(p) = self.p {
            return Ok(p);
        }
        let sums = self.sums(0.0);
        let (_, largest) = sums.largest().ok_or(AllEqual)?;
        let is_counted = self.memory.scores.len() <= COUNTED;
        let (ways, enough) =
            if is_counted { (Ways::All, u32::MAX) } else { (Ways::Drawn(DRAWN), ENOUGH) };
        let Count { hits, tried } = self.count(&sums.limits(largest), ways, enough);
        let statistics = (ONE * self.memory.values().len()) as f64;
        let p = if is_counted || hits == ENOUGH {
            f64::from(hits) / f64::from(tried)
        } else if hits == 0 {
            let bound = 2.0 * statistics * math::exp(-largest * largest / 2.0);
            bound.min(1.0 / f64::from(tried + 1))
        } else {
            f64::from(hits + 1) / f64::from(tried + 1)
        };
        let p = p.clamp(f64::from_bits(1), 1.0);
        self.p = Some(p);
        Ok(p)
    }

    /// Returns the change at which the evidence for a greater and for a smaller one is the same.
    pub fn estimate(&mut self) -> f64 {
        let found = self.middle();
        self.unlog(found)
    }

    /// Returns the smallest and the greatest of the changes which the test does not reject at level `alpha`. They are
    /// 0 (or −∞) and ∞ if there are too few blocks for any bound. If the level is 1 or above, or NaN, both are the
    /// estimate.
    ///
    /// The interval contains no change if and only if [`p`](RandomizedBlocks::p) is above the level or there is no p.
    pub fn interval(&mut self, alpha: f64) -> Interval {
        let middle = self.middle();
        self.interval_around(middle, alpha)
    }

    /// Returns the estimate and the interval at the first level, and the interval at the second, which must not be
    /// less.
    pub fn shift_and_wider(&mut self, levels: [f64; 2]) -> (Shift, Interval) {
        let middle = self.middle();
        let [interval, wider] = levels.map(|level| self.interval_around(middle, level));
        let estimate = self.unlog(middle).max(interval.lo).min(interval.hi);
        (Shift { scale: self.scale, estimate, interval }, wider)
    }

    fn interval_around(&mut self, middle: f64, alpha: f64) -> Interval {
        if alpha.is_nan() || 1.0 <= alpha {
            let estimate = self.unlog(middle);
            return Interval { lo: estimate, hi: estimate, error: 1.0 };
        }
        let acceptance = Acceptance::new(self.memory.values[0].old.len(), alpha);
        let (least, most) = self.ends();
        // Beyond all changes, the test rejects if it ever does.
        let magnitude = match self.scale {
            ShiftScale::Ratio => 1.0,
            ShiftScale::Difference => {
                let values = self.memory.values().iter().flat_map(|values| &values.old);
                values.fold(f64::MIN_POSITIVE, |most, value| most.max(value.abs()))
            }
        };
        let beyond = 0.01 * (most - least) + 1e-12 * magnitude;
        let (lowest, highest) = self.scale.limits();
        let lo = self.bound(middle, least - beyond, acceptance).unwrap_or(lowest);
        let hi = self.bound(middle, most + beyond, acceptance).unwrap_or(highest);
        let found = Interval { lo, hi, error: acceptance.error };
        let accepts = self.p().map_or(true, |p| raised_level(alpha) < p);
        let order = self.order();
        agreeing(found, self.scale.null(), accepts, order)
    }

    /// Returns the last accepted change between the estimate and a change that is too large or too small; `None` if the
    /// test accepts even that.
    fn bound(&mut self, middle: f64, beyond: f64, acceptance: Acceptance) -> Option<f64> {
        if self.accepts(beyond, acceptance) {
            return None;
        }
        let (mut accepted, mut rejected) = (middle, beyond);
        for _ in 0..BOUND_HALVINGS {
            let between = accepted / 2.0 + rejected / 2.0;
            let end = if self.accepts(between, acceptance) { &mut accepted } else { &mut rejected };
            *end = between;
        }
        Some(self.unlog(accepted))
    }

    fn accepts(&mut self, shift: f64, acceptance: Acceptance) -> bool {
        let sums = self.sums(shift);
        let Some((_, largest)) = sums.largest() else { return true };
        let Acceptance { ways, hits, .. } = acceptance;
        hits <= self.count(&sums.limits(largest), ways, hits).hits
    }

    /// Returns the smallest and the greatest change of a block.
    fn ends(&self) -> (f64, f64) {
        let changes = self.memory.values().iter().flat_map(|values| &values.changes);
        let ends = (f64::INFINITY, f64::NEG_INFINITY);
        changes.fold(ends, |(least, most), &change| (least.min(change), most.max(change)))
    }

    /// Returns the estimate, on the scale on which changes add up.
    fn middle(&mut self) -> f64 {
        let (mut lo, mut hi) = self.ends();
        for _ in 0..HALVINGS {
            let between = lo / 2.0 + hi / 2.0;
            match self.sums(between).balance().total_cmp(&0.0) {
                Ordering::Greater => lo = between,
                Ordering::Less => hi = between,
                Ordering::Equal => return between,
            }
        }
        lo / 2.0 + hi / 2.0
    }

    fn unlog(&self, shift: f64) -> f64 {
        match self.scale {
            ShiftScale::Ratio => plain(math::exp(shift)),
            ShiftScale::Difference => shift,
        }
    }

    /// Computes the scores at a shift, and returns their sums.
    fn sums(&mut self, shift: f64) -> Sums {
        let Randomization { values, has_best, scratch, scores, .. } = &mut *self.memory;
        scores.clear();
        scores.resize(values[0].old.len(), [0; TWO]);
        for (part, values) in values[..1 + usize::from(*has_best)].iter().enumerate() {
            let mut set = |statistic, block: usize, score| {
                scores[block][part * ONE + statistic] = score;
            };
            values.score(shift, scratch, &mut set);
        }
        let mut sums = [0; TWO];
        let mut squares = [0.0; TWO];
        for scores in &*scores {
            for (at, &score) in scores.iter().enumerate() {
                sums[at] += score;
                squares[at] += f64::from(score) * f64::from(score);
            }
        }
        let weight = |squares: f64| if squares == 0.0 { 0.0 } else { 1.0 / math::sqrt(squares) };
        Sums { sums, weights: squares.map(weight) }
    }

    /// Counts the swaps of the last scores.
    fn count(&mut self, limits: &[i32; TWO], ways: Ways, enough: u32) -> Count {
        let Randomization { has_best, scores, first, one, two, .. } = &mut *self.memory;
        if *has_best {
            return two.count(scores, limits, ways, enough);
        }
        first.clear();
        first.extend(scores.iter().map(|scores| std::array::from_fn(|at| scores[at])));
        one.count(first, &std::array::from_fn(|at| limits[at]), ways, enough)
    }
}

/// Removes the error of a logarithm from a ratio with few digits: 0.4 instead of 0.400…01.
fn plain(ratio: f64) -> f64 {
    let short = (ratio * 1e9).round() / 1e9;
    if (short - ratio).abs() <= 1e-12 * ratio { short } else { ratio }
}

/// When a change is accepted.
#[derive(Clone, Copy)]
struct Acceptance {
    ways: Ways,
    /// How many swaps must reach the statistic.
    hits: u32,
    /// The largest p at or below the level.
    error: f64,
}

impl Acceptance {
    fn new(blocks: usize, alpha: f64) -> Acceptance {
        let alpha = raised_level(alpha).max(0.0);
        if blocks <= COUNTED_AGAIN {
            let all = 1_u32 << (blocks - 1);
            let rejected = (alpha * f64::from(all)).floor();
            let error = rejected / f64::from(all);
            return Acceptance { ways: Ways::All, hits: rejected as u32 + 1, error };
        }
        let mut all = DRAWN_AGAIN;
        while all < DRAWN && alpha * f64::from(all) < AT_LEVEL {
            all *= 2;
        }
        // The observed order counts as one of the swaps.
        let rejected = (alpha * f64::from(all)).floor();
        let error = rejected / f64::from(all);
        Acceptance { ways: Ways::Drawn(all - 1), hits: rejected as u32, error }
    }
}
