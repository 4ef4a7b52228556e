//! The statistics of a whole suite: the scores of all rows add up in each block.
//!
//! Takes the values of each row in its blocks, and a shift of all rows; gives the scores of four statistics for each
//! block. Guarantees that exchanging the sides of a block in all rows changes the signs of its scores and nothing else.
//! Must not know how the sums are used.
//!
//! - [`Statistic::LimitedChanges`] and [`Statistic::LimitedResiduals`]: the changes of each row, and the distances from
//!   the median of its values, limited to three times the median of their absolute values. They keep their unit: a row
//!   that changed in all of its blocks counts with the size of its change, so a shift of all rows by the mean of their
//!   changes balances the sums.
//! - [`Statistic::ScaledChanges`] and [`Statistic::Residuals`]: the changes of each row, limited to the median of their
//!   absolute values and divided by it, and the biweights of a single row. Each row counts the same, however noisy it
//!   is. Best if rows have a change in common.
//!
//! The limits come from the row itself, so one disturbed block of one row cannot decide.

use std::ops::Range;

use benchlens_base::sort::sort_numbers;

use super::scores::{Scratch, Values, middle, weigh};
use crate::ShiftScale;

/// A row of a suite: natural logarithms of its values.
#[derive(Clone, Debug, Default)]
pub struct SuiteRow {
    /// The indices of the blocks that contain the row, ascending.
    pub blocks: Vec<usize>,
    /// The medians of both sides in these blocks.
    pub medians: [Vec<f64>; 2],
    /// The best values of both sides.
    pub best: [Vec<f64>; 2],
}

/// A value of each side of each block, for one row or for the rows of a suite.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    /// The values of all rows. Those of a suite are relative to the level of their row.
    pub(super) all: Values,
    /// Where the values of each row of a suite are, and the block of each value. Both are empty for a single row.
    rows: Vec<Range<usize>>,
    blocks: Vec<usize>,
}

/// The statistics in the unit of changes.
pub(super) const OF_SIZES: [usize; 2] = [0, 3];
/// Changes and distances in their own unit are limited to this number of medians: two standard deviations of normal
/// noise, so that the limits hardly touch a row that is not disturbed.
const MEDIANS: f64 = 3.0;
/// The largest score of each statistic is this number.
const LARGEST: f64 = (1 << 20) as f64;

impl Rows {
    /// Takes a single row.
    pub(super) fn fill(&mut self, sides: [&[f64]; 2], scale: ShiftScale) {
        self.rows.clear();
        self.blocks.clear();
        self.all.fill(sides, scale);
    }

    /// Takes one value of each side per block, for each row.
    pub(super) fn fill_rows<'r>(
        &mut self,
        rows: impl Iterator<Item = (&'r [usize], &'r [Vec<f64>; 2])>,
    ) {
        self.fill([&[]; 2], ShiftScale::Ratio);
        for (blocks, [old, new]) in rows {
            let first = self.all.old.len();
            let level = old.iter().chain(new).sum::<f64>() / (2 * blocks.len()) as f64;
            self.all.old.extend(old.iter().map(|value| value - level));
            self.all.new.extend(new.iter().map(|value| value - level));
            self.all.changes.extend(old.iter().zip(new).map(|(old, new)| new - old));
            self.blocks.extend(blocks);
            self.rows.push(first..self.all.old.len());
        }
    }

    /// Calls back with the index of each statistic, and its score for each block.
    pub(super) fn score(
        &self,
        shift: f64,
        scratch: &mut Scratch,
        set: &mut dyn FnMut(usize, usize, i32),
    ) {
        if self.rows.is_empty() {
            self.all.score(shift, scratch, set);
        } else {
            self.score_rows(shift, scratch, set);
        }
    }

    fn score_rows(
        &self,
        shift: f64,
        scratch: &mut Scratch,
        set: &mut dyn FnMut(usize, usize, i32),
    ) {
        let Scratch { moved, sorted, residuals, sums, .. } = scratch;
        let blocks = self.blocks.iter().max().map_or(0, |last| last + 1);
        sums.clear();
        sums.resize(4 * blocks, 0.0);
        let mut add = |statistic: usize, block: usize, score: f64| {
            sums[statistic * blocks + block] += score;
        };
        for values in &self.rows {
            let places = &self.blocks[values.clone()];
            let own = || self.all.changes[values.clone()].iter().map(|change| change - shift);
            sorted.clear();
            sorted.extend(own().map(f64::abs));
            sort_numbers(sorted);
            let limit = middle(sorted);
            // If most changes are zero, all scores are.
            for (&block, change) in places.iter().zip(own()).filter(|_| 0.0 < limit) {
                add(0, block, change.clamp(-MEDIANS * limit, MEDIANS * limit));
                add(1, block, change.clamp(-limit, limit) / limit);
            }
            moved.clear();
            moved.extend_from_slice(&self.all.old[values.clone()]);
            moved.extend(self.all.new[values.clone()].iter().map(|value| value - shift));
            sorted.clear();
            sorted.extend_from_slice(moved);
            sort_numbers(sorted);
            let center = middle(sorted);
            residuals.clear();
            residuals.extend(moved.iter().map(|value| value - center));
            weigh(residuals, sorted, &mut |index, score| add(2, places[index], score.into()));
            let limit = MEDIANS * sorted[sorted.len() / 2];
            let (old, new) = residuals.split_at(places.len());
            for ((&block, old), new) in places.iter().zip(old).zip(new) {
                add(3, block, new.clamp(-limit, limit) - old.clamp(-limit, limit));
            }
        }
        for (statistic, sums) in sums.chunks(blocks).enumerate() {
            let largest = sums.iter().fold(0.0_f64, |largest, sum| largest.max(sum.abs()));
            if 0.0 < largest {
                let rounded = sums.iter().map(|sum| (sum / largest * LARGEST).round() as i32);
                rounded.enumerate().for_each(|(block, score)| set(statistic, block, score));
            }
        }
    }
}
