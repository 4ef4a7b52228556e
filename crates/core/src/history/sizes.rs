//! By how much a row changed.
//!
//! Takes the values of a row and the indexes of its changes; gives the changes with their sizes, outcomes and candidates,
//! and what is special about them. Must not know how changes are found, or how likely they are by chance.

use std::ops::Range;

use super::report::{Change, PointValue};
use crate::base::sort::sort_copies;
use crate::stats::{
    Break, ChangeP, Interval, Shift, ShiftScale, Steps, candidates, is_drift, ln, median,
};
use crate::table::{Assumption, Outcome};
use crate::unit::Direction;

/// A row as the search for changes reads it.
pub(super) struct Line<'r> {
    pub(super) values: &'r [PointValue],
    pub(super) assumption: Assumption,
    pub(super) direction: Option<Direction>,
}

/// The settings for all rows.
#[derive(Clone, Copy)]
pub(super) struct Levels {
    pub(super) level: f64,
    pub(super) confidence: f64,
    pub(super) margin: f64,
    pub(super) seed: u64,
    pub(super) threads: usize,
}

/// A row whose changes are measured.
pub(super) struct Sizes<'r> {
    pub(super) line: &'r Line<'r>,
    pub(super) levels: Levels,
    /// The correlation of its values with the previous ones, beside its changes.
    pub(super) correlation: f64,
}

/// The maximum difference from an earlier level, as a fraction of the change that returns to it.
const OF_RETURNS: f64 = 0.25;

type Sides = (Range<usize>, Range<usize>);

impl Sizes<'_> {
    /// Returns the changes beyond the margin, and marks drifts and returns.
    pub(super) fn measured(
        &self,
        breaks: Vec<Break>,
        adjusted: &dyn Fn(&Break) -> ChangeP,
    ) -> Vec<Change> {
        let mut changes = self.beyond_margin(breaks, |breaks| {
            let indices: Vec<usize> = breaks.iter().map(|found| found.at).collect();
            let sides = self.segments(&indices).zip(breaks);
            let change = |((before, after), found): (Sides, &Break)| {
                self.sized(before, after, Some((found.p, adjusted(found))))
            };
            sides.map(change).collect()
        });
        self.mark_drifts(&mut changes);
        self.mark_returns(&mut changes);
        changes
    }

    /// Returns the changes if the values are exact: every position where they differ. `None` if they are all equal.
    pub(super) fn exact(&self) -> Option<Vec<Change>> {
        let pairs = self.line.values.windows(2).enumerate();
        let indices = pairs.filter(|(_, pair)| pair[0].center != pair[1].center);
        let indices: Vec<usize> = indices.map(|(i, _)| i + 1).collect();
        (!indices.is_empty()).then(|| {
            let mut changes = self.beyond_margin(indices, |indices| {
                let sides = self.segments(indices);
                sides.map(|(before, after)| self.sized(before, after, None)).collect()
            });
            self.mark_returns(&mut changes);
            changes
        })
    }

    /// Returns the changes beyond the margin. This removes the smallest change first and measures the others again,
    /// because the values on its two sides then form one segment.
    fn beyond_margin<T>(
        &self,
        mut indices: Vec<T>,
        measure: impl Fn(&[T]) -> Vec<Change>,
    ) -> Vec<Change> {
        let margin = self.levels.margin;
        loop {
            let changes = measure(&indices);
            let sizes = changes.iter().map(Change::fraction).enumerate();
            // Without a margin, a change of only the spread is also reported.
            let small = sizes.filter(|&(_, size)| 0.0 < margin && size <= margin);
            let Some((smallest, _)) = small.min_by(|a, b| a.1.total_cmp(&b.1)) else {
                return changes;
            };
            indices.remove(smallest);
        }
    }

    /// Marks the changes that are parts of slow drifts. Successive changes in one direction may be one drift.
    fn mark_drifts(&self, changes: &mut [Change]) {
        let is_rise = |change: &Change| change.size.scale.null() < change.size.estimate;
        for changes in changes.chunk_by_mut(|a, b| is_rise(a) == is_rise(b)) {
            let (Some(first), Some(last)) = (changes.first(), changes.last()) else { continue };
            let all = first.before.start..last.after.end;
            let steps: Vec<usize> =
                changes.iter().map(|change| change.after.start - all.start).collect();
            if is_drift(&self.centers(&all), &steps) {
                changes.iter_mut().for_each(|change| change.drift = Some(all.clone()));
            }
        }
    }

    /// Marks the changes after which the values are as they were before an earlier change: the interval of the difference
    /// contains no difference, and the difference is at most [`OF_RETURNS`] of the change. Exact values must be equal.
    fn mark_returns(&self, changes: &mut [Change]) {
        let is_exact = self.line.assumption == Assumption::Exact;
        let distance = |shift: &Shift| match shift.scale {
            ShiftScale::Ratio => ln(shift.estimate).abs(),
            ShiftScale::Difference => shift.estimate.abs(),
        };
        for index in 1..changes.len() {
            let (earlier, change) = changes.split_at_mut(index);
            let Some(change) = change.first_mut().filter(|change| change.drift.is_none()) else {
                continue;
            };
            let most = if is_exact { 0.0 } else { OF_RETURNS * distance(&change.size) };
            let after = self.centers(&change.after);
            let is_same = |before: &&Range<usize>| {
                self.step(&self.centers(before), &after).is_some_and(|shift| {
                    let is_possible = shift.interval.holds(shift.scale.null());
                    shift.scale == change.size.scale && is_possible && distance(&shift) <= most
                })
            };
            let mut befores = earlier.iter().rev().map(|earlier| &earlier.before);
            change.returns_to = befores.find(is_same).cloned();
        }
    }

    /// Returns the segments on both sides of each position.
    fn segments<'p>(&self, indices: &'p [usize]) -> impl Iterator<Item = Sides> + use<'p> {
        let len = self.line.values.len();
        indices.iter().enumerate().map(move |(i, &at)| {
            let from = i.checked_sub(1).map_or(0, |before| indices[before]);
            let to = indices.get(i + 1).copied().unwrap_or(len);
            (from..at, at..to)
        })
    }

    fn centers(&self, range: &Range<usize>) -> Vec<f64> {
        self.line.values[range.clone()].iter().map(|value| value.center).collect()
    }

    /// Returns by how much values differ from values before them, with an interval that knows their correlation.
    fn step(&self, before: &[f64], after: &[f64]) -> Option<Shift> {
        let alpha = 1.0 - self.levels.confidence;
        Steps::default().step(before, after, alpha, self.correlation)
    }

    fn sized(
        &self,
        before: Range<usize>,
        after: Range<usize>,
        p: Option<(ChangeP, ChangeP)>,
    ) -> Change {
        let line = self.line;
        let sorted = |range: &Range<usize>| {
            let mut values = self.centers(range);
            sort_copies(&mut values, &mut f64::total_cmp);
            values
        };
        let (old, new) = (sorted(&before), sorted(&after));
        let size = self.step(&old, &new);
        let (old, new) = (median(&old), median(&new));
        // Values are finite, and both sides have values.
        let scale = if 0.0 < old && 0.0 < new { ShiftScale::Ratio } else { ShiftScale::Difference };
        let plain = Shift {
            scale,
            estimate: scale.of(old, new),
            interval: Interval { lo: f64::NAN, hi: f64::NAN, error: 1.0 },
        };
        let size = size.unwrap_or(plain);
        let (last, at) = (line.values[before.end - 1].point, line.values[after.start].point);
        let null = size.scale.null();
        let is_greater = |than: f64, value: f64| (value != than).then_some(than < value);
        let direction = is_greater(null, size.estimate).or(is_greater(old, new));
        let outcome = match (line.direction, direction) {
            // If values have another spread but the same center, they are neither better nor worse.
            (None, _) | (_, None) => Outcome::Changed,
            (Some(direction), Some(is_greater)) => {
                let is_better = (direction == Direction::Higher) == is_greater;
                if is_better { Outcome::Improved } else { Outcome::Regressed }
            }
        };
        let (p, adjusted) = p.unzip();
        let candidates = match line.assumption {
            Assumption::Exact => after.start..after.start + 1,
            Assumption::Nothing => {
                let both = self.centers(&(before.start..after.end));
                let found = candidates(&both, before.len(), self.levels.confidence);
                before.start + found.start..before.start + found.end
            }
        };
        Change {
            at,
            last,
            candidates,
            before,
            after,
            old,
            new,
            size,
            p,
            adjusted,
            outcome,
            drift: None,
            returns_to: None,
            differing: Vec::new(),
            commits: None,
        }
    }
}
