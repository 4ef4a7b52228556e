//! The statistics of the randomization test at a shift, as integer scores of each block.
//!
//! Takes the values of each block, one of each side, on a scale on which changes add up, and a shift; gives for each
//! statistic one score per block, whose sum over the blocks is the statistic. Guarantees that exchanging the sides of
//! a block at no shift changes the signs of its scores and nothing else: everything but the signs is computed from
//! values without their labels. Must not know how the sums are used.
//!
//! - [`Statistic::SignedRanks`]: the ranks of the changes, with their signs (Wilcoxon 1945; zeros as by Pratt 1959).
//!   Best if the runs of a block have their noise in common.
//! - [`Statistic::PooledRanks`]: the difference of the ranks among all values, as in Wilcoxon's test of two samples.
//!   Best if the runs of a block have nothing in common.
//! - [`Statistic::RunningResiduals`] and [`Statistic::Residuals`]: the difference of Tukey's biweights (Beaton and
//!   Tukey, "The fitting of power series", 1974) of the distances from the median of nearby blocks, or of all blocks.
//!   A disturbed run counts nothing, so the other run of its block still counts. Best under bursts.

use benchlens_base::sort::sort_numbers;

use crate::{ShiftScale, math};

/// A statistic of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum Statistic {
    /// The signed ranks of the changes.
    SignedRanks,
    /// The ranks among the values of all blocks.
    PooledRanks,
    /// The distances from the median of nearby blocks.
    RunningResiduals,
    /// The distances from the median of all blocks.
    Residuals,
    /// The changes of all rows of a suite, limited row by row.
    LimitedChanges,
    /// The same with narrower limits, in the unit of these limits.
    ScaledChanges,
    /// The distances of all rows of a suite from their median of all blocks, limited row by row.
    LimitedResiduals,
}

impl Statistic {
    /// The statistics of a single row, in the order of their scores.
    pub(super) const ALL: [Statistic; 4] = [
        Statistic::SignedRanks,
        Statistic::PooledRanks,
        Statistic::RunningResiduals,
        Statistic::Residuals,
    ];
    /// The statistics of a suite, in the order of their scores.
    pub(super) const OF_SUITES: [Statistic; 4] = [
        Statistic::LimitedChanges,
        Statistic::ScaledChanges,
        Statistic::Residuals,
        Statistic::LimitedResiduals,
    ];

    /// Returns its name in machine-readable output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Statistic::SignedRanks => "signed-ranks",
            Statistic::PooledRanks => "pooled-ranks",
            Statistic::RunningResiduals => "running-residuals",
            Statistic::Residuals => "residuals",
            Statistic::LimitedChanges => "limited-changes",
            Statistic::ScaledChanges => "scaled-changes",
            Statistic::LimitedResiduals => "limited-residuals",
        }
    }
}

/// The median of nearby blocks covers this many blocks before and after each block.
const REACH: usize = 2;
/// The greatest number of values in these blocks.
const WINDOW: usize = 2 * (2 * REACH + 1);

/// Residuals beyond this many standard deviations count nothing. That is a little less than the usual 4.685, because
/// bursts cost more power than normal noise.
const BIWEIGHT: f64 = 4.0;
/// The median absolute deviation of the standard normal distribution.
const NORMAL_MAD: f64 = 0.674_489_750_196_081_7;
/// The scores of residuals are rounded to one in this many steps, so that sums are exact.
const STEPS: f64 = 8192.0;

/// A value of each side of each block, in the order in which the blocks were measured.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    pub(super) old: Vec<f64>,
    pub(super) new: Vec<f64>,
    /// The change of each block. Equal changes are equal here, even if the values were rounded differently.
    pub(super) changes: Vec<f64>,
}

/// The buffers of one thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    pub(super) moved: Vec<f64>,
    order: Vec<usize>,
    ranks: Vec<i32>,
    pub(super) sorted: Vec<f64>,
    pub(super) residuals: Vec<f64>,
    /// The sums of the scores of rows.
    pub(super) sums: Vec<f64>,
}

impl Values {
    /// Takes a value of each side per block.
    pub(super) fn fill(&mut self, [old, new]: [&[f64]; 2], scale: ShiftScale) {
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
    /// Calls back with the index of each statistic, and its score for each block.
    pub(super) fn score(
        &self,
        shift: f64,
        scratch: &mut Scratch,
        set: &mut dyn FnMut(usize, usize, i32),
    ) {
        let blocks = self.old.len();
        let Scratch { moved, order, ranks, sorted, residuals, .. } = scratch;
        moved.clear();
        moved.extend(self.changes.iter().map(|change| (change - shift).abs()));
        rank(moved, order, ranks);
        for (block, (change, rank)) in self.changes.iter().zip(&*ranks).enumerate() {
            let sign = i32::from(shift < *change) - i32::from(*change < shift);
            set(0, block, sign * rank);
        }
        moved.clear();
        moved.extend_from_slice(&self.old);
        moved.extend(self.new.iter().map(|value| value - shift));
        rank(moved, order, ranks);
        let (old, new) = ranks.split_at(blocks);
        for (block, (old, new)) in old.iter().zip(new).enumerate() {
            set(1, block, new - old);
        }
        sorted.clear();
        sorted.extend(order.iter().map(|&at| moved[at]));
        let center = middle(sorted);
        residuals.clear();
        residuals.extend((0..moved.len()).map(|at| moved[at] - running(moved, at % blocks)));
        weigh(residuals, sorted, &mut |block, score| set(2, block, score));
        residuals.clear();
        residuals.extend(moved.iter().map(|value| value - center));
        weigh(residuals, sorted, &mut |block, score| set(3, block, score));
    }
}

/// Returns twice the rank of each value; equal values share their mean rank.
fn rank(values: &[f64], order: &mut Vec<usize>, ranks: &mut Vec<i32>) {
    order.clear();
    order.extend(0..values.len());
    order.sort_unstable_by(|&a, &b| values[a].total_cmp(&values[b]));
    ranks.clear();
    ranks.resize(values.len(), 0);
    let mut first = 0;
    for group in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let end = first + group.len();
        for &at in group {
            ranks[at] = (first + end + 1) as i32;
        }
        first = end;
    }
}

/// Returns the median of ascending values.
pub(super) fn middle(sorted: &[f64]) -> f64 {
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[half] } else { sorted[half - 1] / 2.0 + sorted[half] / 2.0 }
}

/// Returns the median of the values of a block and its neighbors. The values of the old side come first.
fn running(values: &[f64], block: usize) -> f64 {
    let blocks = values.len() / 2;
    let (first, end) = (block.saturating_sub(REACH), blocks.min(block + REACH + 1));
    let mut window = [0.0; WINDOW];
    let each = end - first;
    window[..each].copy_from_slice(&values[first..end]);
    window[each..2 * each].copy_from_slice(&values[blocks + first..blocks + end]);
    let window = &mut window[..2 * each];
    sort_numbers(window);
    middle(window)
}

/// Calls back with the difference of the biweights of the residuals of each block. The residuals of the old side come
/// first.
pub(super) fn weigh(residuals: &[f64], sorted: &mut Vec<f64>, set: &mut dyn FnMut(usize, i32)) {
    sorted.clear();
    sorted.extend(residuals.iter().map(|residual| residual.abs()));
    sort_numbers(sorted);
    let deviation = sorted[sorted.len() / 2];
    let limit = BIWEIGHT / NORMAL_MAD * deviation;
    let biweight = |residual: f64| {
        let share = residual / limit;
        let rest = 1.0 - share * share;
        // If most residuals are zero, the share is not a number.
        if 0.0 < rest { (share * rest * rest * STEPS).round() as i32 } else { 0 }
    };
    let (old, new) = residuals.split_at(residuals.len() / 2);
    for (block, (old, new)) in old.iter().zip(new).enumerate() {
        set(block, biweight(*new) - biweight(*old));
    }
}
