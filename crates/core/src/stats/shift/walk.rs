//! Walks along staircases through a table of quotients.
//!
//! Takes thresholds; gives for each where its staircase runs and how many quotients lie above it.
//! Guarantees counts that are right but for quotients within the slack of a threshold. Must not know:
//! which quotients are wanted.
//!
//! Walks do not branch on the data, and each step of a walk waits for the one before: so several walk
//! side by side.

use super::ShiftScale;
use super::stairs::Stairs;

/// Walks side by side.
pub(super) const WALKS: usize = 5;

/// Samples with fewer different values are walked on in tables of this size, which is known to be
/// enough.
const SMALL: usize = 64;

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
    /// The old values times the threshold, for each walk.
    scaled: Vec<f64>,
    /// The new values and ∞.
    new: Vec<f64>,
    /// Room for the steps of one walk.
    stride: usize,
}

impl Walks {
    /// Forgets the table before. Gives the staircases below and above everything.
    pub(super) fn start(&mut self, stairs: &Stairs<'_>) -> [Mark; 2] {
        self.new.clear();
        self.new.extend_from_slice(stairs.new.values());
        self.new.push(f64::INFINITY);
        let (rows, columns) = (stairs.old.values().len(), stairs.new.values().len());
        if rows < SMALL && self.new.len() <= SMALL {
            self.new.resize(SMALL, f64::INFINITY);
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

    /// Walks along the staircases of some thresholds.
    pub(super) fn walk_all(
        &mut self,
        stairs: &Stairs<'_>,
        thresholds: &[f64],
        marks: &mut Vec<Mark>,
    ) {
        for some in thresholds.chunks(WALKS) {
            let mut thresholds = [some[0]; WALKS];
            thresholds[..some.len()].copy_from_slice(some);
            self.walk(stairs, thresholds, some.len(), marks);
        }
    }

    /// The first `wanted` are kept.
    fn walk(
        &mut self,
        stairs: &Stairs<'_>,
        mut thresholds: [f64; WALKS],
        wanted: usize,
        marks: &mut Vec<Mark>,
    ) {
        let rows = stairs.old.values().len();
        let stride = self.stride;
        self.scaled.clear();
        for (i, threshold) in thresholds.iter_mut().enumerate() {
            let values = stairs.old.values().iter();
            *threshold = stairs.limited(*threshold);
            let threshold = *threshold;
            match stairs.scale {
                ShiftScale::Ratio => self.scaled.extend(values.map(|x| threshold * x)),
                ShiftScale::Difference => self.scaled.extend(values.map(|x| threshold + x)),
            }
            self.scaled.resize((i + 1) * stride, f64::INFINITY);
        }
        let start = self.steps.len();
        self.steps.resize(start + WALKS * stride, 0);
        let places = rows + stairs.new.values().len();
        walk_side_by_side(&self.scaled, &self.new, &mut self.steps[start..], stride, places);
        for (i, &threshold) in thresholds[..wanted].iter().enumerate() {
            let start = start + i * stride;
            let steps = &self.steps[start..start + rows];
            let different = steps.iter().map(|&step| step as usize).sum();
            let single = stairs.old.are_single() && stairs.new.are_single();
            let count = if single { different } else { count(stairs, steps) };
            marks.push(Mark { threshold, count, different, start });
        }
    }

    /// For each old value how many new values lie above a staircase.
    pub(super) fn steps(&self, stairs: &Stairs<'_>, mark: Mark) -> &[u32] {
        &self.steps[mark.start..mark.start + stairs.old.values().len()]
    }
}

/// Walks along [`WALKS`] staircases, which takes so many places. `scaled` and `steps` have `stride`
/// entries for each.
fn walk_side_by_side(scaled: &[f64], new: &[f64], steps: &mut [u32], stride: usize, places: usize) {
    let small = <&[[f64; SMALL]; WALKS]>::try_from(scaled.as_chunks().0);
    if let (SMALL, Ok(scaled), Ok(new)) = (stride, small, new.try_into()) {
        return walk_small(scaled, new, steps.as_chunks_mut().0, places);
    }
    let mut columns = [0; WALKS];
    for place in 0..places {
        for (walk, column) in columns.iter_mut().enumerate() {
            let at = walk * stride + (place - *column).min(stride - 1);
            steps[at] = *column as u32;
            *column += usize::from(new[(*column).min(new.len() - 1)] <= scaled[at]);
        }
    }
}

/// The same where no place can lie outside of a table: that spares a branch at each of them.
fn walk_small(
    scaled: &[[f64; SMALL]; WALKS],
    new: &[f64; SMALL],
    steps: &mut [[u32; SMALL]],
    places: usize,
) {
    let Some(steps) = steps.first_chunk_mut::<WALKS>() else { return };
    let mut columns = [0; WALKS];
    for place in 0..places {
        for walk in 0..WALKS {
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
