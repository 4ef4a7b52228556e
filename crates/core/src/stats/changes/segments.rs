//! The segments of a series: split after split, as far as a rule accepts them.
//!
//! Takes a series, the splits that are known, and the rule; gives all changes in order of place. Must not know: what
//! makes a split likely.
//!
//! A split is found in a segment that may have more changes, and can stand between two of them. So in a second pass
//! each is found again between its neighbours, and dropped if the rule does not accept it any more, the least likely one
//! first; those that are left are moved to their likeliest places there.

use std::ops::Range;

use super::arcs::{self, Arc};
use super::change::{Change, LEAST, P};
use super::place;
use super::ranks::{Order, Ranks};
use super::scan::{Scan, Split};
use crate::base::sort::sort_copies;

/// A part of a series, and where it may have changed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    pub(super) points: Range<usize>,
    /// How much its ranks are tied.
    pub(super) tied: f64,
    pub(super) split: Split,
    /// The piece that differs most, if it is looked for.
    pub(super) arc: Option<Arc>,
}

impl Part {
    /// `None` for too few points, and if all are equal.
    pub(super) fn of(order: &Order, points: Range<usize>) -> Option<Part> {
        let ranks = order.ranks(points.clone());
        let split = best(&ranks)?;
        Some(Part { points, tied: ranks.tied, split, arc: arcs::best(&ranks) })
    }
}

/// A part that the rule accepts, and what the rule says of it.
#[derive(Clone, Copy)]
pub(super) struct Accepted<'p> {
    pub(super) part: &'p Part,
    pub(super) p: P,
    /// Whether its piece says more than its split.
    pub(super) by_arc: bool,
}

/// How likely what is found in a part is by chance, and whether its piece says more than its split.
pub(super) type Rule<'a> = &'a dyn Fn(&Part) -> (P, bool);

/// The changes of a series whose whole is accepted, in order of place, each with p of at most `level`; at least one. Parts
/// that were looked at already are taken from `looked`, and others go there.
pub(super) fn changes(
    order: &Order,
    whole: Accepted<'_>,
    level: f64,
    looked: &mut Vec<Part>,
    rule: Rule<'_>,
) -> Vec<Change> {
    let (mut changes, mut open) = (Vec::new(), Vec::new());
    cut(&mut changes, &mut open, whole);
    while let Some(points) = open.pop() {
        let found = looked.iter().find(|part| part.points == points).cloned();
        let is_new = found.is_none();
        let Some(part) = found.or_else(|| Part::of(order, points)) else { continue };
        let (p, by_arc) = rule(&part);
        if p.value <= level {
            cut(&mut changes, &mut open, Accepted { part: &part, p, by_arc });
        }
        if is_new {
            looked.push(part);
        }
    }
    sort_copies(&mut changes, &mut |a, b| a.at.cmp(&b.at));
    settle(order, &mut changes, level, rule);
    changes
}

/// Cuts a part at its split, or at those ends of its piece that leave five points.
fn cut(changes: &mut Vec<Change>, open: &mut Vec<Range<usize>>, accepted: Accepted<'_>) {
    let Accepted { part, p, by_arc } = accepted;
    let Range { start, end } = part.points;
    let fits = |at: &usize| start + LEAST <= *at && *at + LEAST <= end;
    let ends = part.arc.filter(|_| by_arc).map(|arc| [start + arc.start, start + arc.end]);
    let mut places: Vec<usize> = ends.into_iter().flatten().filter(fits).collect();
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

/// Rounds of moving; nearly always the second moves nothing.
const ROUNDS: usize = 3;

/// Finds each change again between its neighbours. Drops the least likely one that the rule does not accept there, until
/// all are accepted or one is left; then moves each to its likeliest place.
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
        // It stays, likely or not.
        1 => vec![0.0],
        _ => parts.iter().map(p).collect(),
    };
    while 1 < changes.len() {
        let weakest = (0..all.len()).max_by(|&a, &b| all[a].total_cmp(&all[b]));
        let Some(weakest) = weakest.filter(|&index| level < all[index]) else { break };
        changes.remove(weakest);
        parts.remove(weakest);
        all.remove(weakest);
        // Those beside it have a new neighbour.
        for index in weakest.saturating_sub(1)..changes.len().min(weakest + 1) {
            parts[index] = part(changes, index);
            all[index] = p(&parts[index]);
        }
    }
    // Where one is moved, those beside it may have a better place, too.
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
                let at = part.points.start + place::moved(ranks, values, part.split.at);
                are_settled &= at == changes[index].at;
                changes[index].at = at;
            }
        }
        if are_settled {
            break;
        }
    }
}

/// The split of ranks with the greatest statistic.
fn best(ranks: &Ranks) -> Option<Split> {
    if ranks.len() < 2 * LEAST || ranks.are_equal() {
        return None;
    }
    let mut scan = Scan::default();
    scan.set(&ranks.sorted);
    let Split { at, q } = scan.best(&ranks.places, &ranks.sorted, LEAST)?;
    // The sorted ones are twice the ranks.
    Some(Split { at, q: q / 2.0 })
}
