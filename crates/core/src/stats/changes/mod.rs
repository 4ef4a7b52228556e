//! When a series changed.
//!
//! Takes the values of a series in order of time, all finite, and a level. Gives the places where the values
//! before and behind differ more than chance explains, each with its statistic and p.
//!
//! Guarantees: the same bits for the same values and seed; any input, also one value, equal ones or
//! not-a-numbers, gives an answer. Only the order of the values counts for the place, and for p
//! unless neighbours resemble each other: no outlier and no scale matters; but of several places at which the two sides are
//! apart, the one with the widest gap is taken. A segment has five points at least. Must not know: what a point is, its
//! unit, or which direction is better.
//!
//! Method: divisive segmentation by two statistics of ranks, whichever is less likely by chance. The energy statistic
//! finds the split whose sides differ most (see [`scan`]). What goes up and comes down again has no such split: for that, the
//! piece that differs most from all the rest is looked for (see [`arcs`]); then both of its ends are changes. The greatest
//! statistic of all splits, and of all pieces, is held against what chance gives:
//!
//! - Independent values with few ties: tables of draws ([`null`]), which depend on the length alone. p is twice that of
//!   the less likely of the two.
//! - More ties: draws of these ranks ([`draws`]).
//! - Neighbours that resemble each other more than chance explains ([`serial`]): the statistics are divided by what
//!   such a correlation multiplies them with. The correlation is an estimate, so p is the mean over what it may be.
//!
//! Not a t-test at the split: a split that was chosen for being large always looks significant to it.

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
    /// How much neighbours resemble each other: a segment alone would know less.
    serial: Option<Serial>,
    whole: Part,
    /// Whether the piece of the whole says more than the split.
    by_arc: bool,
    /// Parts that were looked at on the way.
    looked: Vec<Part>,
}

/// Up to this share of ties the table holds: false alarms are at most a twentieth more.
const FEW_TIES: f64 = 0.001;

/// The most likely change of a whole series; whether it is one, the caller decides by p. `None` for fewer than ten
/// points and if all values are equal. Time n log n; the seed counts only where p is approximate.
pub(crate) fn first(series: &[f64], seed: u64) -> Option<First> {
    let order = Order::of(series);
    let whole = Part::of(&order, 0..series.len())?;
    let mut looked = Vec::new();
    let serial = Serial::of(&order, &whole, &mut looked);
    let (p, by_arc) = evidence(&whole, &order, serial, seed);
    let change = Change { at: whole.split.at, q: whole.split.q, p };
    Some(First { change, serial, whole, by_arc, looked })
}

/// All changes of a series whose first one is accepted, by place: the first, and those that have p at most `level`
/// in the segments before and behind it, and so on in theirs. Each is then found again between its neighbours, and
/// moved or dropped (see [`segments`]); at least one is left.
pub(crate) fn rest(series: &[f64], first: &First, level: f64, seed: u64) -> Vec<Change> {
    let order = Order::of(series);
    let rule = |part: &Part| evidence(part, &order, first.serial, seed);
    let whole = Accepted { part: &first.whole, p: first.change.p, by_arc: first.by_arc };
    segments::changes(&order, whole, level, &mut first.looked.clone(), &rule)
}

/// How likely the greatest statistics of ranks are, and whether the piece says more than the split. Where neighbours
/// resemble each other, the size of the step may say more than ranks (see [`size`]).
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
    // At the likeliest correlation.
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
