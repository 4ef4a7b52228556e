//! Walks along staircases through a table of quotients.
//!
//! Takes thresholds; gives for each where its staircase runs and how many quotients lie above it.
//! Guarantees counts that are right but for quotients within the slack of a threshold. Must not know:
//! which quotients are wanted.
//!
//! Walks do not branch on the data, and each step of a walk waits for the one before: so several walk
//! side by side, on integers in the order of the numbers, which compare in one instruction.

use super::scale::ShiftScale;
use super::stairs::Stairs;
use crate::base::sort::to_place;

/// Walks side by side, at most.
pub(super) const WALKS: usize = 6;

/// Samples with fewer different values are walked on in tables of this size, which is known to be
/// enough.
const SMALL: usize = 64;

/// Behind all values.
const BEHIND: u64 = u64::MAX;

/// A staircase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) threshold: f64,
    /// Quotients above it, as of all values and
    pub(super) count: usize,
    /// as of different ones.
    pub(super) different: usize,
    /// Where its steps begin.
    start: usize,
}

/// The staircases of one table. Keep it and reuse it: it only keeps memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Walks {
    /// For each walk, for each old value: how many new values lie above the staircase.
    steps: Vec<u32>,
    /// The old values times the threshold, for each walk, as integers in their order: the bits of
    /// positive numbers are.
    scaled: Vec<u64>,
    /// The new values and ∞.
    new: Vec<u64>,
    /// Room for the steps of one walk.
    stride: usize,
}

impl Walks {
    /// Forgets the table before. Gives the staircases below and above everything.
    pub(super) fn start(&mut self, stairs: &Stairs<'_>) -> [Mark; 2] {
        self.new.clear();
        match stairs.scale {
            ShiftScale::Ratio => self.new.extend(stairs.new.values().iter().map(|y| y.to_bits())),
            ShiftScale::Difference => {
                self.new.extend(stairs.new.values().iter().copied().map(to_place));
            }
        }
        self.new.push(BEHIND);
        let (rows, columns) = (stairs.old.values().len(), stairs.new.values().len());
        if rows < SMALL && self.new.len() <= SMALL {
            self.new.resize(SMALL, BEHIND);
            self.stride = SMALL;
        } else {
            self.stride = rows + 1;
        }
        self.steps.clear();
        self.steps.resize(self.stride, 0);
        self.steps.resize(2 * self.stride, columns as u32);
        let low = Mark { threshold: f64::NEG_INFINITY, count: 0, different: 0, start: 0 };
        let high = Mark {
            threshold: f64::INFINITY,
            count: stairs.len(),
            different: rows * columns,
            start: self.stride,
        };
        [low, high]
    }

    /// Thresholds in as few batches as can walk side by side, of equal size.
    pub(super) fn batches(thresholds: &[f64]) -> impl Iterator<Item = &[f64]> {
        let size = thresholds.len().div_ceil(thresholds.len().div_ceil(WALKS).max(1));
        thresholds.chunks(size.max(1))
    }

    /// Walks along the staircases of a batch of thresholds.
    pub(super) fn walk_batch(
        &mut self,
        stairs: &Stairs<'_>,
        thresholds: &[f64],
        marks: &mut Vec<Mark>,
    ) {
        match thresholds.len() {
            ..=3 => self.walk::<3>(stairs, thresholds, marks),
            4..=5 => self.walk::<5>(stairs, thresholds, marks),
            _ => self.walk::<WALKS>(stairs, thresholds, marks),
        }
    }

    /// Walks along so many staircases side by side; the last of `thresholds` fills the places up.
    fn walk<const N: usize>(
        &mut self,
        stairs: &Stairs<'_>,
        thresholds: &[f64],
        marks: &mut Vec<Mark>,
    ) {
        let rows = stairs.old.values().len();
        let stride = self.stride;
        self.scaled.clear();
        for i in 0..N {
            let values = stairs.old.values().iter();
            let threshold = stairs.limited(thresholds[i.min(thresholds.len() - 1)]);
            match stairs.scale {
                ShiftScale::Ratio => self.scaled.extend(values.map(|x| (threshold * x).to_bits())),
                ShiftScale::Difference => {
                    self.scaled.extend(values.map(|x| to_place(threshold + x)));
                }
            }
            self.scaled.resize((i + 1) * stride, BEHIND);
        }
        let start = self.steps.len();
        self.steps.resize(start + N * stride, 0);
        let places = rows + stairs.new.values().len();
        walk_side_by_side::<N>(&self.scaled, &self.new, &mut self.steps[start..], stride, places);
        let single = stairs.old.are_single() && stairs.new.are_single();
        for (i, &threshold) in thresholds.iter().enumerate() {
            let start = start + i * stride;
            let steps = &self.steps[start..start + rows];
            let different = steps.iter().map(|&step| step as usize).sum();
            let count = if single { different } else { count(stairs, steps) };
            marks.push(Mark { threshold: stairs.limited(threshold), count, different, start });
        }
    }

    /// For each old value how many new values lie above a staircase.
    pub(super) fn steps(&self, stairs: &Stairs<'_>, mark: Mark) -> &[u32] {
        &self.steps[mark.start..mark.start + stairs.old.values().len()]
    }
}

/// Walks along `N` staircases, which takes so many places. `scaled` and `steps` have `stride`
/// entries for each.
fn walk_side_by_side<const N: usize>(
    scaled: &[u64],
    new: &[u64],
    steps: &mut [u32],
    stride: usize,
    places: usize,
) {
    let small = <&[[u64; SMALL]; N]>::try_from(scaled.as_chunks().0);
    if let (SMALL, Ok(scaled), Ok(new)) = (stride, small, new.try_into()) {
        return walk_small(scaled, new, steps.as_chunks_mut().0, places);
    }
    let mut columns = [0; N];
    for place in 0..places {
        for (walk, column) in columns.iter_mut().enumerate() {
            let at = walk * stride + (place - *column).min(stride - 1);
            steps[at] = *column as u32;
            *column += usize::from(new[(*column).min(new.len() - 1)] <= scaled[at]);
        }
    }
}

/// The same where no place can lie outside of a table: that spares a branch at each of them.
fn walk_small<const N: usize>(
    scaled: &[[u64; SMALL]; N],
    new: &[u64; SMALL],
    steps: &mut [[u32; SMALL]],
    places: usize,
) {
    let Some(steps) = steps.first_chunk_mut::<N>() else { return };
    let mut columns = [0; N];
    for place in 0..places {
        for walk in 0..N {
            let column: usize = columns[walk];
            let row = place.wrapping_sub(column) % SMALL;
            steps[walk][row] = column as u32;
            columns[walk] += usize::from(new[column % SMALL] <= scaled[walk][row]);
        }
    }
}

/// How many quotients of all values lie above a staircase.
fn count(stairs: &Stairs<'_>, steps: &[u32]) -> usize {
    let (old, new) = (stairs.old.ends(), stairs.new.ends());
    let mut before = 0;
    let row = |(&end, &step): (&u32, &u32)| {
        let size = end - std::mem::replace(&mut before, end);
        let above = (step as usize).checked_sub(1).map_or(0, |last| new[last]);
        size as usize * above as usize
    };
    old.iter().zip(steps).map(row).sum()
}
