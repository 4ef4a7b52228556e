//! Tests whether two sides differ that were measured in blocks, with a drawn order within each block.
//!
//! Takes one value of each side per block, or two: the median and the best of several runs; gives a two-sided p, the
//! statistic that decided, and for either value the estimated change with the interval of the changes that are not
//! rejected. Guarantees that p never contradicts the interval of the value that decided, and the same bits on every
//! target, whatever was asked before. Must not know benchmarks or units.
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
//! - An interval inverts the test: the new values are moved by a change, and tested again. The medians and the best
//!   runs may change by different amounts, so each has its own interval: the changes at which its largest statistic is
//!   below the limit for the largest of all (the single-step method of Westfall and Young, "Resampling-Based Multiple
//!   Testing", 1993). So both intervals hold at once, and p is at most the level if and only if one of them excludes
//!   no change. Four statistics of one value are about one change only if all runs change alike, so the one that finds
//!   a change sets the interval alone. If none does, all four set it.
//! - To show that nothing changed, both must lie within a margin. Each can then be tested at the whole level (Berger,
//!   "Multiparameter hypothesis testing and acceptance sampling", 1982), so that interval uses only its own statistics.
//! - The acceptance of up to 13 blocks uses all swaps, and of more at least 4,095 from the same stream. The search
//!   assumes that what lies between two accepted changes is accepted.
//! - The estimate is the change at which the evidence for a smaller and for a greater one is the same.
//!
//! If all values are positive, changes are ratios, and everything works on logarithms. Otherwise they are differences.

mod interval;
mod rows;
mod scores;
mod swaps;

use std::cmp::Ordering;
use std::ops::Range;

use super::math;
use super::{AllEqual, ShiftScale};
pub use interval::BlockShifts;
use rows::Rows;
pub use rows::SuiteRow;
use scores::Scratch;
pub use scores::Statistic;
use swaps::{Count, Swaps, Ways};

/// The greatest number of blocks that can be tested.
const MOST: usize = 1000;
/// The greatest number of blocks of which p counts all swaps.
const COUNTED: usize = 17;
/// How many swaps are drawn for p, and how many that reach the statistic are enough.
const DRAWN: u32 = 1 << 16;
const ENOUGH: u32 = 1000;
/// How often the searches halve the range.
const HALVINGS: u32 = 26;

/// The number of statistics of one value per block, and of two.
const ONE: usize = Statistic::ALL.len();
const TWO: usize = 2 * ONE;
const ALL: Range<usize> = 0..TWO;

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
    values: [Rows; 2],
    /// The number of blocks.
    count: usize,
    is_suite: bool,
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
        (self.count, self.is_suite, self.has_best) = (count, false, best.is_some());
        Some(RandomizedBlocks { memory: self, scale, p: None })
    }

    /// Returns the blocks of a suite, which swap the sides of all rows together. Best values count only if there are
    /// several runs. Returns `None` without rows, without blocks, for more than 1,000, if a row has no block or has
    /// blocks beyond this number, if the lengths differ, or if a value is not finite.
    pub fn suite(
        &mut self,
        count: usize,
        rows: &[SuiteRow],
        has_best: bool,
    ) -> Option<RandomizedBlocks<'_>> {
        let parts = if has_best { 2 } else { 1 };
        let is_usable = |row: &SuiteRow| {
            let mut sides = [&row.medians, &row.best].into_iter().take(parts).flatten();
            row.blocks.last().is_some_and(|&last| last < count)
                && row.blocks.is_sorted_by(|a, b| a < b)
                && sides.all(|side| {
                    side.len() == row.blocks.len() && side.iter().all(|value| value.is_finite())
                })
        };
        if rows.is_empty() || MOST < count || !rows.iter().all(is_usable) {
            return None;
        }
        self.values[0].fill_rows(rows.iter().map(|row| (&row.blocks[..], &row.medians)));
        if has_best {
            self.values[1].fill_rows(rows.iter().map(|row| (&row.blocks[..], &row.best)));
        }
        (self.count, self.is_suite, self.has_best) = (count, true, has_best);
        Some(RandomizedBlocks { memory: self, scale: ShiftScale::Ratio, p: None })
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

    /// The values that blocks have.
    fn parts(&self) -> &'static [BlockValue] {
        if self.has_best { &[BlockValue::Median, BlockValue::Best] } else { &[BlockValue::Median] }
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
    fn of(scores: &[[i32; TWO]]) -> Sums {
        let mut sums = [0; TWO];
        let mut squares = [0.0; TWO];
        for scores in scores {
            for (at, &score) in scores.iter().enumerate() {
                sums[at] += score;
                squares[at] += f64::from(score) * f64::from(score);
            }
        }
        let weight = |squares: f64| if squares == 0.0 { 0.0 } else { 1.0 / math::sqrt(squares) };
        Sums { sums, weights: squares.map(weight) }
    }

    /// Returns the statistic with the largest value, and that value; `None` if all scores are zero.
    fn largest(&self, among: &Range<usize>) -> Option<(usize, f64)> {
        let mut found = None;
        for at in among.clone().filter(|&at| 0.0 < self.weights[at]) {
            let value = f64::from(self.sums[at].abs()) * self.weights[at];
            if found.is_none_or(|(_, largest)| largest < value) {
                found = Some((at, value));
            }
        }
        found
    }

    /// Returns the smallest sum of each statistic that is at least as large as the largest value. Two statistics that
    /// are equally large differ in their last digits, and these must not decide.
    fn limits(&self, largest: f64) -> [i32; TWO] {
        let largest = largest * (1.0 - 1e-12);
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
    fn balance(&self, among: &Range<usize>) -> f64 {
        let values = among.clone().map(|at| f64::from(self.sums[at]) * self.weights[at]);
        let [up, down] = values.fold([0.0_f64; 2], |[up, down], z| [up.max(z), down.max(-z)]);
        up - down
    }
}

/// Returns the statistics of a value of blocks.
fn statistics_of(of: BlockValue) -> Range<usize> {
    match of {
        BlockValue::Median => 0..ONE,
        BlockValue::Best => ONE..TWO,
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
        let found = self.sums(0.0, &ALL);
        found.largest(&ALL).map_or(Ordering::Equal, |(at, _)| found.sums[at].cmp(&0))
    }

    /// Returns the statistic that decides whether anything changed; `None` if no value changed.
    pub fn deciding(&mut self) -> Option<Deciding> {
        let (at, _) = self.sums(0.0, &ALL).largest(&ALL)?;
        let of = if at < ONE { BlockValue::Median } else { BlockValue::Best };
        let all = if self.memory.is_suite { Statistic::OF_SUITES } else { Statistic::ALL };
        Some(Deciding { statistic: all[at % ONE], of })
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
        let sums = self.sums(0.0, &ALL);
        let (_, largest) = sums.largest(&ALL).ok_or(AllEqual)?;
        let is_counted = self.memory.count <= COUNTED;
        let (ways, enough) =
            if is_counted { (Ways::All, u32::MAX) } else { (Ways::Drawn(DRAWN), ENOUGH) };
        let Count { hits, tried } = self.count(&sums.limits(largest), &ALL, ways, enough);
        let statistics = (ONE * self.memory.parts().len()) as f64;
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

    fn unlog(&self, shift: f64) -> f64 {
        match self.scale {
            ShiftScale::Ratio => plain(math::exp(shift)),
            ShiftScale::Difference => shift,
        }
    }

    /// Computes the scores of these statistics at a shift, and returns their sums; the other scores are zero.
    fn sums(&mut self, shift: f64, among: &Range<usize>) -> Sums {
        let Randomization { values, count, has_best, scratch, scores, .. } = &mut *self.memory;
        scores.clear();
        scores.resize(*count, [0; TWO]);
        for (part, values) in values[..1 + usize::from(*has_best)].iter().enumerate() {
            let first = part * ONE;
            if first < among.end && among.start < first + ONE {
                let mut set =
                    |statistic, block: usize, score| scores[block][first + statistic] = score;
                values.score(shift, scratch, &mut set);
            }
        }
        Sums::of(scores)
    }

    /// Counts the swaps of the last scores at which one of these statistics reaches its limit.
    fn count(
        &mut self,
        limits: &[i32; TWO],
        among: &Range<usize>,
        ways: Ways,
        enough: u32,
    ) -> Count {
        let Randomization { has_best, scores, first, one, two, .. } = &mut *self.memory;
        if *has_best && *among == ALL {
            return two.count(scores, limits, ways, enough);
        }
        // All of one value's.
        let start = among.start;
        first.clear();
        first.extend(scores.iter().map(|scores| std::array::from_fn(|at| scores[start + at])));
        one.count(first, &std::array::from_fn(|at| limits[start + at]), ways, enough)
    }
}

/// Removes the error of a logarithm from a ratio with few digits: 0.4 instead of 0.400…01.
fn plain(ratio: f64) -> f64 {
    let short = (ratio * 1e9).round() / 1e9;
    if (short - ratio).abs() <= 1e-12 * ratio { short } else { ratio }
}
