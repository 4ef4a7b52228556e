//! Finds when a series changed.
//!
//! Takes the values of a series in order of time, all finite, and a level; gives the indexes at which the values
//! before and after differ more than chance explains, each with its statistic and p.
//!
//! Guarantees: the same bits for the same values and seed; an answer for any input, including one value, equal values
//! or NaN. Only the order of the values affects the index, and p unless neighbors are correlated, so outliers and
//! scales do not matter; but if the two sides are separate at several indexes, the one with the widest gap is chosen.
//! A segment has at least five points. Must not know what a point is, its unit, or which direction is better.
//!
//! Method: divisive segmentation by two statistics of ranks, whichever is less likely by chance. The energy statistic
//! finds the split whose sides differ most (see [`scan`]). Values that go up and come down again have no such split,
//! so the piece that differs most from the rest is also searched (see [`arcs`]); both of its ends are changes. The
//! greatest statistic of all splits, and of all pieces, is compared with its distribution by chance:
//!
//! - Independent values with few ties use tables of draws ([`null`]), which depend only on the length. p is twice the p
//!   of the less likely statistic.
//! - Values with more ties use draws of these ranks ([`draws`]).
//! - If neighbors are correlated more than chance explains ([`serial`]), the statistics are divided by the factor by
//!   which such a correlation increases them. The correlation is an estimate, so p is the mean over its likely values.
//!
//! A t-test at the split would be wrong because the split was chosen for being large, so it would always be
//! significant.

mod arcs;
mod candidates;
pub(super) mod change;
mod draws;
mod null;
mod place;
mod predict;
mod random;
mod ranks;
mod scan;
mod segments;
mod serial;
mod serial_table;
#[cfg(test)]
pub(in crate::stats) mod simulated;
mod size;
mod step;
mod table;

use crate::stats::math;
use arcs::ways;
pub(crate) use candidates::candidates;
pub(crate) use change::Change;
pub use change::P;
use null::{LEAST_P, arc_score, score};
pub(crate) use predict::{LEAST_TO_PREDICT, Side, predict};
use ranks::Order;
use scan::Split;
use segments::{Accepted, Part};
use serial::Serial;
pub(crate) use step::Steps;

/// The most likely change of a whole series.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct First {
    pub(crate) change: Change,
    /// The correlation of neighbors in the whole series, because a segment would show less.
    serial: Option<Serial>,
    whole: Part,
    /// Whether the piece of the whole series is less likely than the split.
    by_arc: bool,
    /// Parts that were examined on the way.
    looked: Vec<Part>,
}

/// The fraction of ties up to which the table is valid: it causes at most a twentieth more false alarms.
const FEW_TIES: f64 = 0.001;

/// Returns the most likely change of a whole series; the caller decides by p whether it is a change. Returns `None`
/// for fewer than ten points and if all values are equal. It takes time n log n. The seed matters only if p is
/// approximate.
pub(crate) fn first(series: &[f64], seed: u64) -> Option<First> {
    let order = Order::of(series);
    let whole = Part::of(&order, 0..series.len())?;
    let mut looked = Vec::new();
    let serial = Serial::of(&order, &whole, &mut looked);
    let (p, by_arc) = evidence(&whole, &order, serial, seed);
    let change = Change { at: whole.split.at, q: whole.split.q, p };
    Some(First { change, serial, whole, by_arc, looked })
}

/// Returns all changes of a series whose first change is accepted, by index: the first change, the changes with p at
/// most `level` in the segments before and after it, and so on in their segments. Each is then located again between
/// its neighbors, and moved or dropped (see [`segments`]); at least one is left.
pub(crate) fn rest(series: &[f64], first: &First, level: f64, seed: u64) -> Vec<Change> {
    let order = Order::of(series);
    let rule = |part: &Part| evidence(part, &order, first.serial, seed);
    let whole = Accepted { part: &first.whole, p: first.change.p, by_arc: first.by_arc };
    segments::changes(&order, whole, level, &mut first.looked.clone(), &rule)
}

/// Returns the probability of the greatest statistics of ranks, and whether the piece is less likely than the split.
/// If neighbors are correlated, the size of the step may be stronger evidence than ranks (see [`size`]).
fn evidence(
    &Part { ref points, tied, split: Split { q, at }, arc }: &Part,
    order: &Order,
    serial: Option<Serial>,
    seed: u64,
) -> (P, bool) {
    let n = points.len();
    let is_tied = FEW_TIES < tied;
    let scores_of = |growth: [f64; 2]| {
        let by_arc = arc.map_or(0.0, |arc| arc_score(arc.value / growth[1], n));
        [score(q / growth[0], n), by_arc]
    };
    let scores: Vec<(f64, [f64; 2])> = match serial {
        None => vec![(1.0, scores_of([1.0; 2]))],
        Some(serial) => {
            serial.growths(n).map(|(weight, growth)| (weight, scores_of(growth))).collect()
        }
    };
    // Uses the likeliest correlation.
    let [by_split, by_arc] = scores[scores.len() / 2].1;
    let scores: Vec<(f64, f64)> =
        scores.into_iter().map(|(weight, [split, arc])| (weight, split.max(arc))).collect();
    let p = if is_tied {
        let piece = match arc {
            Some(arc) if by_split < by_arc => arc.start..arc.end,
            _ => 0..at,
        };
        draws::chance(&order.ranks(points.clone()), &scores, arc.is_some(), &piece, seed)
    } else {
        let p = |&(weight, score): &(f64, f64)| weight * (ways(arc) * math::exp(-score)).min(1.0);
        scores.iter().map(p).sum::<f64>()
    };
    let by_size =
        serial.map(|serial| size::bound(&order.values()[points.clone()], at, serial.likely_most()));
    let p = by_size.map_or(p, |by_size| p.min(by_size));
    let least = null::least_p(n);
    let is_less = p < LEAST_P && least <= LEAST_P;
    let value = p.clamp(least, 1.0);
    (P { value, is_less, is_approximate: is_tied || serial.is_some() }, by_split < by_arc)
}
