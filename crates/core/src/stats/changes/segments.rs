//! The segments of a series: split after split, as far as a rule accepts them.
//!
//! Takes a series, the splits that are known, and the rule; gives all changes in order of place. Must not know: what
//! makes a split likely.
//!
//! A split is found in a segment that may have more changes, and can stand between two of them. So in a second pass
//! each is found again between its neighbours, moved to its likeliest place there, or dropped if the rule does not
//! accept it any more.

use super::ranks::Ranks;
use super::{Change, P, Split, best, place};
use crate::base::sort::sort_copies;

/// The p of a split of some values, which have these ranks; `None` for one that is not accepted.
pub(super) type Rule<'a> = &'a dyn Fn(Split, &Ranks, &[f64]) -> Option<P>;

/// The changes of a series; at least one, if one is known.
pub(super) fn changes(series: &[f64], known: Option<Change>, rule: Rule<'_>) -> Vec<Change> {
    let end = series.len();
    let mut changes: Vec<Change> = known.into_iter().collect();
    let mut open = match known {
        None => vec![(0, end)],
        Some(Change { at, .. }) => vec![(0, at.min(end)), (at.min(end), end)],
    };
    while let Some((start, end)) = open.pop() {
        let values = &series[start..end];
        let ranks = Ranks::of(values);
        let Some(split) = best(&ranks) else { continue };
        if let Some(p) = rule(split, &ranks, values) {
            let at = start + split.at;
            changes.push(Change { at, q: split.q, p });
            open.extend([(start, at), (at, end)]);
        }
    }
    sort_copies(&mut changes, &mut |a, b| a.at.cmp(&b.at));
    settle(series, &mut changes, rule);
    changes
}

/// Moves each change to its likeliest place between its neighbours, or drops it.
fn settle(series: &[f64], changes: &mut Vec<Change>, rule: Rule<'_>) {
    let mut index = 0;
    while index < changes.len() {
        let start = index.checked_sub(1).map_or(0, |before| changes[before].at);
        let end = changes.get(index + 1).map_or(series.len(), |behind| behind.at);
        let values = series.get(start..end).unwrap_or_default();
        let ranks = Ranks::of(values);
        if let Some(split) = best(&ranks) {
            if 1 < changes.len() && rule(split, &ranks, values).is_none() {
                changes.remove(index);
                // The one before has a new neighbour.
                index = index.saturating_sub(1);
                continue;
            }
            changes[index].at = start + place::moved(&ranks, split.at);
        }
        index += 1;
    }
}
