//! Rows: where each row changed, and by how much.
//!
//! Takes the values of rows in the order of the points; gives their changes. Guarantees the same answer for any number of
//! threads. Must not know names.
//!
//! Among many rows, some seem to have changed by chance. So p of the first split of a row is adjusted over all rows
//! (see [`adjust_changes`]), and only rows that pass are split again. These rows were selected because they
//! changed, so each further split has to pass a level that is lower by the fraction of selected rows (Benjamini and
//! Bogomolov, "Selective inference on multiple families of hypotheses", 2014): on average over the selected rows, the
//! fraction of false changes stays at the level.

use std::ops::Range;

use super::report::{Change, PointValue, RowState};
use crate::base::pace::Pace;
use crate::base::parallel;
use crate::base::sort::sort_copies;
use crate::stats::{
    Break, ChangeP, FirstBreak, Interval, Shift, ShiftScale, Steps, adjust_changes, candidates,
    correlations, first_break, further_breaks, is_drift, median, residuals,
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

/// A row after the search.
pub(super) type Seen = (RowState, Vec<Change>);

/// Returns the changes of all rows, and how many rows were tested.
pub(super) async fn changes(lines: &[Line<'_>], levels: Levels, pace: &Pace) -> (Vec<Seen>, u32) {
    let is_exact = |i: usize| lines[i].assumption == Assumption::Exact;
    let length = |i: usize| lines[i].values.len() as u64;
    let work = |i: usize| length(i).pow(2) / SCANNED;
    let all: Vec<usize> = (0..lines.len()).collect();
    pace.begin(3, all.iter().map(|&i| length(i) + work(i)).sum());
    let known = |i: usize| {
        let points = lines[i].values.iter().map(|value| value.point).collect();
        Some((residuals(&centers(&lines[i]), None)?, points)).filter(|_| !is_exact(i))
    };
    let known = each(&all, levels.threads, pace, length, known).await;
    let known = correlations(&known);
    let first = |i: usize| {
        if is_exact(i) {
            return None;
        }
        first_break(&centers(&lines[i]), known[i].most, levels.seed)
    };
    let firsts = each(&all, levels.threads, pace, work, first).await;
    let mut adjusted: Vec<f64> =
        firsts.iter().flatten().map(|found| found.change.p.value).collect();
    let tested = adjusted.len() as u32;
    adjust_changes(&mut adjusted);
    let mut adjusted = adjusted.into_iter();
    let firsts: Vec<Option<(FirstBreak, f64)>> =
        firsts.into_iter().map(|found| Some((found?, adjusted.next()?))).collect();
    let passes = |i: usize| firsts[i].as_ref().is_some_and(|(_, p)| *p <= levels.level);
    // The number of tested rows for each row that passed.
    let chosen = f64::from(tested) / all.iter().filter(|&&i| passes(i)).count().max(1) as f64;
    // Measuring a change is a part of the work that pauses, because it takes as long as finding its position.
    let found = |i: usize| match &firsts[i] {
        Some((first, adjusted)) => {
            let level = levels.level / chosen;
            let breaks = further_breaks(&centers(&lines[i]), first, level, levels.seed);
            // A further split may have moved or removed it.
            let adjusted = |found: &Break| {
                if found.q.to_bits() == first.change.q.to_bits() {
                    ChangeP { value: *adjusted, ..first.change.p }
                } else {
                    ChangeP { value: (found.p.value * chosen).min(1.0).max(*adjusted), ..found.p }
                }
            };
            let mut changes = beyond_margin(breaks, levels.margin, |breaks| {
                measured(&lines[i], breaks, &adjusted, levels)
            });
            mark_drifts(&mut changes, &centers(&lines[i]));
            Some(changes)
        }
        None => exact(&lines[i], levels),
    };
    let passing: Vec<usize> = all.into_iter().filter(|&i| is_exact(i) || passes(i)).collect();
    pace.begin(4, passing.iter().map(|&row| work(row)).sum());
    let deeper = each(&passing, levels.threads, pace, work, found).await;
    let mut deeper = passing.into_iter().zip(deeper).peekable();
    let seen = lines.iter().zip(&firsts).enumerate().map(|(i, (line, first))| {
        if let Some((_, changes)) = deeper.next_if(|(index, _)| *index == i) {
            let state = match changes {
                Some(changes) if changes.is_empty() => (RowState::WithinMargin, changes),
                Some(changes) => (RowState::Changed, changes),
                None => (RowState::Constant, Vec::new()),
            };
            return state;
        }
        let Some((first, adjusted)) = first else {
            let is_constant = line.values.windows(2).all(|pair| pair[0].center == pair[1].center);
            let is_short = line.values.len() < 2 || !is_constant;
            return (if is_short { RowState::TooShort } else { RowState::Constant }, Vec::new());
        };
        let p = first.change.p;
        (RowState::Steady { p, adjusted: ChangeP { value: *adjusted, ..p } }, Vec::new())
    });
    (seen.collect(), tested)
}

/// Comparing a value with all others of its row takes about as long as reading this number of values, for each of them.
const SCANNED: u64 = 8;

/// Calls `f` with each of some rows, on several threads or with pauses.
async fn each<T: Send>(
    rows: &[usize],
    threads: usize,
    pace: &Pace,
    work: impl Fn(usize) -> u64 + Sync,
    f: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    if 1 < threads {
        let of_row = |(): &mut (), i: usize| {
            let found = (!pace.is_stopped()).then(|| f(rows[i]));
            pace.finish(work(rows[i]));
            found
        };
        let found = parallel::map(rows.len(), threads, || (), of_row);
        // A history that is no longer needed does not continue without the rows that were skipped.
        pace.proceed().await;
        return found.into_iter().flatten().collect();
    }
    let mut found = Vec::with_capacity(rows.len());
    for &row in rows {
        found.push(f(row));
        pace.finish(work(row));
        pace.spend(work(row)).await;
    }
    found
}

fn centers(line: &Line<'_>) -> Vec<f64> {
    line.values.iter().map(|value| value.center).collect()
}

/// Returns the changes of a row whose values are exact: every position where they differ. `None` if they are all equal.
fn exact(line: &Line<'_>, levels: Levels) -> Option<Vec<Change>> {
    let pairs = line.values.windows(2).enumerate();
    let indices = pairs.filter(|(_, pair)| pair[0].center != pair[1].center).map(|(i, _)| i + 1);
    let indices: Vec<usize> = indices.collect();
    (!indices.is_empty()).then(|| {
        beyond_margin(indices, levels.margin, |indices| {
            segments(line, indices)
                .map(|(before, after)| sized(line, before, after, None, levels))
                .collect()
        })
    })
}

/// Returns the changes beyond the margin. This removes the smallest change first and measures the others again, because
/// the values on its two sides then form one segment.
fn beyond_margin<T>(
    mut indices: Vec<T>,
    margin: f64,
    measure: impl Fn(&[T]) -> Vec<Change>,
) -> Vec<Change> {
    loop {
        let changes = measure(&indices);
        let sizes = changes.iter().map(Change::fraction).enumerate();
        // Without a margin, a change of only the spread is also reported.
        let small = sizes.filter(|&(_, size)| 0.0 < margin && size <= margin);
        let Some((smallest, _)) = small.min_by(|a, b| a.1.total_cmp(&b.1)) else { return changes };
        indices.remove(smallest);
    }
}

/// Returns the changes of a row at its breaks.
fn measured(
    line: &Line<'_>,
    breaks: &[Break],
    adjusted: &dyn Fn(&Break) -> ChangeP,
    levels: Levels,
) -> Vec<Change> {
    let indices: Vec<usize> = breaks.iter().map(|found| found.at).collect();
    let sides = segments(line, &indices).zip(breaks);
    let change = |((before, after), found): (Sides, &Break)| {
        sized(line, before, after, Some((found.p, adjusted(found))), levels)
    };
    sides.map(change).collect()
}

/// Marks the changes that are parts of slow drifts. Successive changes in one direction may be one drift.
fn mark_drifts(changes: &mut [Change], centers: &[f64]) {
    let is_rise = |change: &Change| change.size.scale.null() < change.size.estimate;
    for changes in changes.chunk_by_mut(|a, b| is_rise(a) == is_rise(b)) {
        let (Some(first), Some(last)) = (changes.first(), changes.last()) else { continue };
        let all = first.before.start..last.after.end;
        let steps: Vec<usize> =
            changes.iter().map(|change| change.after.start - all.start).collect();
        if is_drift(&centers[all.clone()], &steps) {
            changes.iter_mut().for_each(|change| change.drift = Some(all.clone()));
        }
    }
}

type Sides = (Range<usize>, Range<usize>);

/// Returns the segments on both sides of each position.
fn segments<'p>(line: &Line<'_>, indices: &'p [usize]) -> impl Iterator<Item = Sides> + 'p {
    let len = line.values.len();
    indices.iter().enumerate().map(move |(i, &at)| {
        let from = i.checked_sub(1).map_or(0, |before| indices[before]);
        let to = indices.get(i + 1).copied().unwrap_or(len);
        (from..at, at..to)
    })
}

fn sized(
    line: &Line<'_>,
    before: Range<usize>,
    after: Range<usize>,
    p: Option<(ChangeP, ChangeP)>,
    levels: Levels,
) -> Change {
    let sorted = |range: &Range<usize>| {
        let mut values: Vec<f64> = line.values[range.clone()].iter().map(|v| v.center).collect();
        sort_copies(&mut values, &mut f64::total_cmp);
        values
    };
    let (old, new) = (sorted(&before), sorted(&after));
    let size = Steps::default().step(&old, &new, 1.0 - levels.confidence);
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
    let outcome = match (line.direction, is_greater(null, size.estimate).or(is_greater(old, new))) {
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
            let both = &line.values[before.start..after.end];
            let both: Vec<f64> = both.iter().map(|value| value.center).collect();
            let found = candidates(&both, before.len(), levels.confidence);
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
        differing: Vec::new(),
        commits: None,
    }
}
