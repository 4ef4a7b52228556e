//! Divides a series into segments, split after split, as long as a rule accepts the splits.
//!
//! Takes a series, the known splits, and the rule; gives all changes in order of index. Must not know what makes a
//! split likely.
//!
//! A split is found in a segment that may contain more changes, so it can be between two of them. Therefore a second
//! pass locates each again between its neighbors and drops it if the rule does not accept it any more, starting with
//! the least likely one. The remaining splits are moved to their likeliest indexes.

use std::ops::Range;

use super::arcs::{self, Arc};
use super::change::{Change, LEAST, P};
use super::index;
use super::ranks::{Order, Ranks};
use super::scan::{Scan, Split};
use benchlens_base::sort::sort_copies;

/// A part of a series, and where it may have changed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    pub(super) points: Range<usize>,
    /// The fraction of ties among its ranks.
    pub(super) tied: f64,
    pub(super) split: Split,
    /// The piece that differs most, if it is searched.
    pub(super) arc: Option<Arc>,
}

impl Part {
    /// Returns `None` for too few points, and if all are equal.
    pub(super) fn of(order: &Order, points: Range<usize>) -> Option<Part> {
        let ranks = order.ranks(points.clone());
        let split = best(&ranks)?;
        Some(Part { points, tied: ranks.tied, split, arc: arcs::best(&ranks) })
    }
}

/// A part that the rule accepts, and the result of the rule.
#[derive(Clone, Copy)]
pub(super) struct Accepted<'p> {
    pub(super) part: &'p Part,
    pub(super) p: P,
    pub(super) cut: &'p Cut,
}

/// The places at which a part is cut, whichever are least likely by chance.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cut {
    Split,
    /// Both ends of its piece.
    Piece,
    /// Several steps, at these indexes in the part.
    Steps(Vec<usize>),
}

/// The probability of the statistics of a part by chance, and where to cut it.
pub(super) type Rule<'a> = &'a dyn Fn(&Part) -> (P, Cut);

/// Returns the changes of a series whose whole is accepted, in order of index, each with a p of at most `level`; at
/// least one.
pub(super) fn changes(
    order: &Order,
    whole: Accepted<'_>,
    level: f64,
    rule: Rule<'_>,
) -> Vec<Change> {
    let (mut changes, mut open) = (Vec::new(), Vec::new());
    cut(&mut changes, &mut open, whole);
    while let Some(points) = open.pop() {
        let Some(part) = Part::of(order, points) else { continue };
        let (p, at) = rule(&part);
        if p.value <= level {
            cut(&mut changes, &mut open, Accepted { part: &part, p, cut: &at });
        }
    }
    sort_copies(&mut changes, &mut |a, b| a.at.cmp(&b.at));
    settle(order, &mut changes, level, rule);
    changes
}

/// Cuts a part; of the ends of its piece, only those that leave five points.
fn cut(changes: &mut Vec<Change>, open: &mut Vec<Range<usize>>, accepted: Accepted<'_>) {
    let Accepted { part, p, cut } = accepted;
    let Range { start, end } = part.points;
    let fits = |at: &usize| start + LEAST <= *at && *at + LEAST <= end;
    let ends = |arc: Arc| vec![arc.start, arc.end];
    let places = match cut {
        Cut::Split => Vec::new(),
        Cut::Piece => part.arc.map_or_else(Vec::new, ends),
        Cut::Steps(steps) => steps.clone(),
    };
    let mut places: Vec<usize> = places.iter().map(|at| start + at).filter(fits).collect();
    if places.is_empty() {
        places.push(start + part.split.at);
    }
    let mut from = start;
    for at in places {
        changes.push(Change { at, q: part.split.q, p });
        open.push(from..at);
        from = at;
    }
    open.push(from..end);
}

/// Rounds of moving; the second round almost never moves anything.
const ROUNDS: usize = 3;

/// Locates each change again between its neighbors. Drops the least likely change that the rule does not accept there,
/// until all are accepted or one is left; then moves each to its likeliest index.
fn settle(order: &Order, changes: &mut Vec<Change>, level: f64, rule: Rule<'_>) {
    let part = |changes: &[Change], index: usize| {
        let start = index.checked_sub(1).map_or(0, |before| changes[before].at);
        let points = start..changes.get(index + 1).map_or(order.len(), |behind| behind.at);
        let ranks = order.ranks(points.clone());
        let split = best(&ranks)?;
        Some((Part { points, tied: ranks.tied, split, arc: None }, ranks))
    };
    let p =
        |part: &Option<(Part, Ranks)>| part.as_ref().map_or(0.0, |(part, _)| rule(part).0.value);
    let mut parts: Vec<_> = (0..changes.len()).map(|index| part(changes, index)).collect();
    let mut all: Vec<f64> = match changes.len() {
        // The last change stays, whether it is likely or not.
        1 => vec![0.0],
        _ => parts.iter().map(p).collect(),
    };
    while 1 < changes.len() {
        let weakest = (0..all.len()).max_by(|&a, &b| all[a].total_cmp(&all[b]));
        let Some(weakest) = weakest.filter(|&index| level < all[index]) else { break };
        changes.remove(weakest);
        parts.remove(weakest);
        all.remove(weakest);
        // The adjacent changes have a new neighbor.
        for index in weakest.saturating_sub(1)..changes.len().min(weakest + 1) {
            parts[index] = part(changes, index);
            all[index] = p(&parts[index]);
        }
    }
    // If a change is moved, the adjacent changes may also have a better index.
    for _ in 0..ROUNDS {
        let mut are_settled = true;
        for index in 0..changes.len() {
            let start = index.checked_sub(1).map_or(0, |before| changes[before].at);
            let end = changes.get(index + 1).map_or(order.len(), |behind| behind.at);
            if parts[index].as_ref().is_some_and(|(part, _)| part.points != (start..end)) {
                parts[index] = part(changes, index);
            }
            if let Some((part, ranks)) = &parts[index] {
                let values = &order.values()[part.points.clone()];
                let at = part.points.start + index::moved(ranks, values, part.split.at);
                are_settled &= at == changes[index].at;
                changes[index].at = at;
            }
        }
        if are_settled {
            break;
        }
    }
}

/// Returns the split of ranks with the greatest statistic.
fn best(ranks: &Ranks) -> Option<Split> {
    if ranks.len() < 2 * LEAST || ranks.are_equal() {
        return None;
    }
    let mut scan = Scan::default();
    scan.set(&ranks.sorted);
    let Split { at, q } = scan.best(&ranks.indices, &ranks.sorted, LEAST)?;
    // The sorted numbers are twice the ranks.
    Some(Split { at, q: q / 2.0 })
}
