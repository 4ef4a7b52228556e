//! Rows: where each row changed.
//!
//! Takes the values of rows in the order of the points; gives their changes. Guarantees the same answer for any number of
//! threads. Must not know names.
//!
//! Among many rows, some seem to have changed by chance. So p of the first split of a row is adjusted over all rows
//! (see [`adjust_changes`]), and only rows that pass are split again. These rows were selected because they
//! changed, so each further split has to pass a level that is lower by the fraction of selected rows (Benjamini and
//! Bogomolov, "Selective inference on multiple families of hypotheses", 2014): on average over the selected rows, the
//! fraction of false changes stays at the level.

use super::report::{Change, RowState};
use super::sizes::{Levels, Line, Sizes};
use crate::base::pace::Pace;
use crate::base::parallel;
use crate::stats::{
    Break, ChangeP, FirstBreak, adjust_changes, correlations, first_break, further_breaks,
    residuals,
};
use crate::table::Assumption;

/// A row after the search.
pub(super) type Seen = (RowState, Vec<Change>);

/// Returns the changes of all rows, and how many rows were tested.
pub(super) async fn changes(lines: &[Line<'_>], levels: Levels, pace: &Pace) -> (Vec<Seen>, u32) {
    let is_exact = |i: usize| lines[i].assumption == Assumption::Exact;
    let length = |i: usize| lines[i].values.len() as u64;
    let work = |i: usize| length(i).pow(2) / SCANNED;
    let all: Vec<usize> = (0..lines.len()).collect();
    pace.begin(3, all.iter().map(|&i| length(i) + work(i)).sum());
    let knowledge = |i: usize, steps: Option<&[usize]>| {
        let points = lines[i].values.iter().map(|value| value.point).collect();
        Some((residuals(&centers(&lines[i]), steps)?, points)).filter(|_| !is_exact(i))
    };
    let mut known = each(&all, levels.threads, pace, length, |i| knowledge(i, None)).await;
    let most = correlations(&known);
    let first = |i: usize| {
        if is_exact(i) {
            return None;
        }
        first_break(&centers(&lines[i]), most[i].most, levels.seed)
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
    let passing: Vec<usize> = all.iter().copied().filter(|&i| is_exact(i) || passes(i)).collect();
    pace.begin(4, passing.iter().map(|&i| 2 * work(i)).sum());
    let breaks = |i: usize| {
        let (first, _) = firsts[i].as_ref()?;
        Some(further_breaks(&centers(&lines[i]), first, levels.level / chosen, levels.seed))
    };
    let breaks = each(&passing, levels.threads, pace, work, breaks).await;
    let mut breaks_of: Vec<Option<Vec<Break>>> = vec![None; lines.len()];
    for (&i, breaks) in passing.iter().zip(breaks) {
        // A change that remains in the values would look like correlation.
        let indices = |breaks: &Vec<Break>| breaks.iter().map(|found| found.at).collect::<Vec<_>>();
        if let Some(indices) = breaks.as_ref().map(indices) {
            known[i] = knowledge(i, Some(&indices));
        }
        breaks_of[i] = breaks;
    }
    let known = correlations(&known);
    // Measuring a change is a part of the work that pauses, because it takes as long as finding its position.
    let found = |i: usize| {
        let sizes = Sizes { line: &lines[i], levels, correlation: known[i].estimate };
        let (Some((first, adjusted)), Some(breaks)) = (&firsts[i], &breaks_of[i]) else {
            return sizes.exact();
        };
        // A further split may have moved or removed it.
        let adjusted = |found: &Break| {
            if found.q.to_bits() == first.change.q.to_bits() {
                ChangeP { value: *adjusted, ..first.change.p }
            } else {
                ChangeP { value: (found.p.value * chosen).min(1.0).max(*adjusted), ..found.p }
            }
        };
        Some(sizes.measured(breaks.clone(), &adjusted))
    };
    let deeper = each(&passing, levels.threads, pace, work, found).await;
    (seen(lines, &firsts, passing.into_iter().zip(deeper)), tested)
}

/// Returns all rows with their states. `deeper` has the changes of the rows that passed and of exact rows, in their order;
/// `None` if exact values are all equal.
fn seen(
    lines: &[Line<'_>],
    firsts: &[Option<(FirstBreak, f64)>],
    deeper: impl Iterator<Item = (usize, Option<Vec<Change>>)>,
) -> Vec<Seen> {
    let mut deeper = deeper.peekable();
    let seen = lines.iter().zip(firsts).enumerate().map(|(i, (line, first))| {
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
    seen.collect()
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
