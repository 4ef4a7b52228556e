//! When a series changed.
//!
//! Takes the values of a series in order of time, all finite, and a level. Gives the places where the values
//! before and behind differ more than chance explains, each with its statistic and p.
//!
//! Guarantees: the same bits for the same values and seed; any input, also one value, equal ones or
//! not-a-numbers, gives an answer. Only the order of the values counts for the place, and for p
//! unless neighbours resemble each other: no outlier and no scale matters. A
//! segment has five points at least. Must not know: what a point is, its unit, or which direction is better.
//!
//! Method: divisive segmentation by the energy statistic of ranks (see [`scan`]). The greatest statistic of all
//! splits is held against what chance gives:
//!
//! - Independent values with few ties: a table of draws ([`null`]), which depends on the length alone.
//! - More ties: draws of these ranks ([`draws`]).
//! - Neighbours that resemble each other more than chance explains ([`serial`]): the statistic is divided by what
//!   such a correlation multiplies it with. The correlation is an estimate, so p is the mean over what it may be.
//!
//! Not a t-test at the split: a split that was chosen for being large always looks significant to it.

mod draws;
mod null;
mod place;
#[cfg(feature = "gate")]
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
use null::{LEAST_P, score};
#[cfg(feature = "gate")]
pub(crate) use predict::{LEAST_TO_PREDICT, Side, predict};
use ranks::Ranks;
use scan::Scan;
pub(crate) use scan::Split;
use serial::Serial;
pub(crate) use step::Steps;

/// Points that a segment has at least.
pub(crate) const LEAST: usize = 5;

/// The probability of as great a statistic by chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct P {
    /// The probability.
    pub value: f64,
    /// Whether the true one is less: smaller ones than this are not known.
    pub is_less: bool,
    /// Whether it is from a model or few draws: the values are tied or depend on those before.
    pub is_approximate: bool,
}

/// A place where a series changed, or may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Change {
    /// The place of the first point behind the change, from 0.
    pub(crate) at: usize,
    /// The energy statistic of the ranks of the segment that is split here.
    pub(crate) q: f64,
    /// How likely so great a statistic is in a segment that does not change.
    pub(crate) p: P,
}

/// Up to this share of ties the table holds: false alarms are at most a twentieth more.
const FEW_TIES: f64 = 0.001;

/// The most likely change of a whole series; whether it is one, the caller decides by p. `None` for fewer than ten
/// points and if all values are equal. Time n log n; the seed counts only where p is approximate.
pub(crate) fn first(series: &[f64], seed: u64) -> Option<Change> {
    let ranks = Ranks::of(series);
    let split = best(&ranks)?;
    let p = p(split, (&ranks, series), Serial::of(&ranks), seed);
    Some(Change { at: split.at, q: split.q, p })
}

/// All changes of a series whose first one is accepted, by place: the first, and those that have p at most `level`
/// in the segments before and behind it, and so on in theirs. Each is then found again between its neighbours, and
/// moved or dropped (see [`segments`]); at least one is left.
pub(crate) fn rest(series: &[f64], first: Change, level: f64, seed: u64) -> Vec<Change> {
    // Of the whole: a segment alone would know less.
    let serial = Serial::of(&Ranks::of(series));
    segments::changes(series, Some(first), &|split, ranks, values| {
        Some(p(split, (ranks, values), serial, seed)).filter(|p| p.value <= level)
    })
}

/// The split of ranks with the greatest statistic.
fn best(ranks: &Ranks) -> Option<Split> {
    if ranks.len() < 2 * LEAST || ranks.are_equal() {
        return None;
    }
    let mut scan = Scan::default();
    scan.set(&ranks.sorted);
    scan.best(&ranks.places, &ranks.sorted, LEAST)
}

/// How likely the greatest statistic of ranks is. Where neighbours resemble each other, the size of the step may say more
/// than ranks (see [`size`]).
fn p(
    Split { q, at }: Split,
    (ranks, values): (&Ranks, &[f64]),
    serial: Option<Serial>,
    seed: u64,
) -> P {
    let n = ranks.len();
    let is_tied = FEW_TIES < ranks.tied;
    let scores: Vec<(f64, f64)> = match serial {
        None => vec![(1.0, score(q, n))],
        Some(serial) => {
            serial.growths(n).map(|(weight, growth)| (weight, score(q / growth, n))).collect()
        }
    };
    let p = match is_tied {
        true => draws::chance(ranks, &scores, seed),
        false => scores.iter().map(|&(weight, score)| weight * math::exp(-score)).sum::<f64>(),
    };
    let by_size = serial.map(|serial| size::bound(values, at, serial.likely_most()));
    let p = by_size.map_or(p, |by_size| p.min(by_size));
    let least = null::least_p(n);
    let is_less = p < LEAST_P && least <= LEAST_P;
    P { value: p.clamp(least, 1.0), is_less, is_approximate: is_tied || serial.is_some() }
}
