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
//! - Blocks that use the same builds are swapped together, because a build keeps its speed.
//! - Several rows that were measured in the same blocks are swapped together as well: their scores are divided by their
//!   own root of squares, and added. A row that is disturbed then counts no more than the others.
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
//! - The estimate is the change at which the evidence for a smaller and for a greater one is the same. Of several rows,
//!   it is the geometric mean of the rows' own, and the interval moves all rows by one change from their own.
//!
//! If all values are positive, changes are ratios, and everything works on logarithms. Otherwise they are differences.

mod interval;
mod scores;
mod swaps;

use std::cmp::Ordering;
use std::ops::Range;

use super::math;
use super::{AllEqual, ShiftScale};
pub use interval::BlockShifts;
pub use scores::Statistic;
use scores::{Scratch, Values};
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
/// The scores of a row among others are rounded to one in this many steps, so that sums are exact.
const STEPS: f64 = 8192.0;

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
    /// The rows, of which only the first ones are in use.
    rows: Vec<OneRow>,
    used: usize,
    /// The number of groups of blocks that are swapped together.
    groups: usize,
    has_best: bool,
    scratch: Scratch,
    /// The scores of the groups: of all rows, and of one.
    scores: Vec<[i32; TWO]>,
    own: Vec<[i32; TWO]>,
    first: Vec<[i32; ONE]>,
    one: Swaps<ONE>,
    two: Swaps<TWO>,
}

/// The values of a row in blocks, in the order in which the blocks were measured.
#[derive(Clone, Copy, Debug)]
pub struct BlockRow<'a> {
    /// The median of each block, of the old and the new side.
    pub medians: [&'a [f64]; 2],
    /// The best value of each block, if blocks have several runs. All rows must have it, or none.
    pub best: Option<[&'a [f64]; 2]>,
    /// The group of each block, if blocks are swapped in groups: numbers from 0. The rows of a suite have one group for
    /// each block of the recording.
    pub groups: Option<&'a [u32]>,
}

/// The values of a row: the medians, and the best values.
#[derive(Clone, Debug, Default)]
struct OneRow {
    values: [Values; 2],
    groups: Vec<u32>,
    /// How much more than all rows together the row changes.
    more: [f64; 2],
}

impl Randomization {
    /// Returns the blocks of one row, whose medians, and whose best values if there are several runs, correspond by
    /// index. Returns `None` as [`Randomization::rows`].
    pub fn blocks(
        &mut self,
        medians: [&[f64]; 2],
        best: Option<[&[f64]; 2]>,
    ) -> Option<RandomizedBlocks<'_>> {
        self.rows(&[BlockRow { medians, best, groups: None }])
    }

    /// Returns the blocks of several rows. Returns `None` without blocks, for more than 1,000, if the lengths differ,
    /// or if a value is not finite; the values of several rows must be positive.
    pub fn rows(&mut self, rows: &[BlockRow<'_>]) -> Option<RandomizedBlocks<'_>> {
        let all = || rows.iter().flat_map(|row| row.sides().flatten().copied());
        let is_usable = rows.iter().all(BlockRow::is_usable) && all().all(f64::is_finite);
        let is_positive = all().all(|value| 0.0 < value);
        let has_best = rows.first()?.best.is_some();
        if !is_usable
            || !(is_positive || rows.len() == 1)
            || rows.iter().any(|row| row.best.is_some() != has_best)
        {
            return None;
        }
        let scale = if is_positive { ShiftScale::Ratio } else { ShiftScale::Difference };
        (self.used, self.groups, self.has_best) = (rows.len(), 0, has_best);
        if self.rows.len() < rows.len() {
            self.rows.resize_with(rows.len(), OneRow::default);
        }
        for (own, row) in self.rows.iter_mut().zip(rows) {
            let count = row.medians[0].len() as u32;
            own.values[0].fill(row.medians, scale);
            if let Some(best) = row.best {
                own.values[1].fill(best, scale);
            }
            own.more = [0.0; 2];
            own.groups.clear();
            match row.groups {
                Some(groups) => own.groups.extend(groups),
                None => own.groups.extend(0..count),
            }
            let groups = own.groups.iter().max().map_or(0, |&last| last as usize + 1);
            self.groups = self.groups.max(groups);
        }
        (self.groups <= MOST).then_some(RandomizedBlocks { memory: self, scale, p: None })
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

    fn in_use(&self) -> &[OneRow] {
        &self.rows[..self.used]
    }

    /// The values that blocks have.
    fn parts(&self) -> &'static [BlockValue] {
        if self.has_best { &[BlockValue::Median, BlockValue::Best] } else { &[BlockValue::Median] }
    }
}

impl<'a> BlockRow<'a> {
    fn sides(&self) -> impl Iterator<Item = &'a [f64]> {
        self.medians.into_iter().chain(self.best.into_iter().flatten())
    }

    fn is_usable(&self) -> bool {
        let count = self.medians[0].len();
        (1..=MOST).contains(&count)
            && self.sides().all(|side| side.len() == count)
            && self.groups.is_none_or(|groups| groups.len() == count)
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
    fn largest(&self, among: Range<usize>) -> Option<(usize, f64)> {
        let mut found = None;
        for at in among.filter(|&at| 0.0 < self.weights[at]) {
            let value = f64::from(self.sums[at].abs()) * self.weights[at];
            if found.is_none_or(|(_, largest)| largest < value) {
                found = Some((at, value));
            }
        }
        found
    }

    /// Returns the smallest sum of each statistic that is at least as large as the largest value. Two statistics that
    /// are equally large differ in their last digits, and these must not decide.
    fn limits(&self, largest: f64, among: &Range<usize>) -> [i32; TWO] {
        let largest = largest * (1.0 - 1e-12);
        std::array::from_fn(|at| {
            let weight = self.weights[at];
            if weight == 0.0 || !among.contains(&at) {
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
    fn balance(&self, among: Range<usize>) -> f64 {
        let values = among.map(|at| f64::from(self.sums[at]) * self.weights[at]);
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
        let found = self.sums(0.0, false);
        found.largest(0..TWO).map_or(Ordering::Equal, |(at, _)| found.sums[at].cmp(&0))
    }

    /// Returns the statistic that decides whether anything changed; `None` if no value changed.
    pub fn deciding(&mut self) -> Option<Deciding> {
        let (at, _) = self.sums(0.0, false).largest(0..TWO)?;
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
        let sums = self.sums(0.0, false);
        let (_, largest) = sums.largest(0..TWO).ok_or(AllEqual)?;
        let is_counted = self.memory.groups <= COUNTED;
        let (ways, enough) =
            if is_counted { (Ways::All, u32::MAX) } else { (Ways::Drawn(DRAWN), ENOUGH) };
        let Count { hits, tried } = self.count(&sums.limits(largest, &(0..TWO)), ways, enough);
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

    /// Computes the scores at a shift, and returns their sums. `apart` says whether each row also moves by its own
    /// distance from all.
    fn sums(&mut self, shift: f64, apart: bool) -> Sums {
        let memory = &mut *self.memory;
        if memory.used == 1 {
            memory.own_scores(0, shift, apart);
            memory.scores.clone_from(&memory.own);
            return Sums::of(&memory.scores);
        }
        memory.scores.clear();
        memory.scores.resize(memory.groups, [0; TWO]);
        // The sum of a row is at most the root of the number of groups.
        let most = memory.used as f64 * math::sqrt(memory.groups as f64);
        let steps = STEPS.min(f64::from(i32::MAX / 4) / most);
        for row in 0..memory.used {
            memory.own_scores(row, shift, apart);
            let weights = Sums::of(&memory.own).weights.map(|weight| weight * steps);
            for (all, own) in memory.scores.iter_mut().zip(&memory.own) {
                for at in 0..TWO {
                    all[at] += (f64::from(own[at]) * weights[at]).round() as i32;
                }
            }
        }
        Sums::of(&memory.scores)
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

impl Randomization {
    /// Computes the scores of the groups of a row at a shift, for all values.
    fn own_scores(&mut self, row: usize, shift: f64, apart: bool) {
        self.own.clear();
        self.own.resize(self.groups, [0; TWO]);
        for &of in self.parts() {
            let more = if apart { self.rows[row].more[of as usize] } else { 0.0 };
            self.add_scores(row, of, shift + more);
        }
    }

    /// Computes the scores of the groups of a row at a shift, for one value.
    fn score_row(&mut self, row: usize, of: BlockValue, shift: f64) {
        self.own.clear();
        self.own.resize(self.groups, [0; TWO]);
        self.add_scores(row, of, shift);
    }

    fn add_scores(&mut self, row: usize, of: BlockValue, shift: f64) {
        let Randomization { rows, own, scratch, .. } = self;
        let OneRow { values, groups, .. } = &rows[row];
        let first = statistics_of(of).start;
        values[of as usize].score(shift, scratch, &mut |statistic, block, score| {
            own[groups[block] as usize][first + statistic] += score;
        });
    }
}

/// Removes the error of a logarithm from a ratio with few digits: 0.4 instead of 0.400…01.
fn plain(ratio: f64) -> f64 {
    let short = (ratio * 1e9).round() / 1e9;
    if (short - ratio).abs() <= 1e-12 * ratio { short } else { ratio }
}
