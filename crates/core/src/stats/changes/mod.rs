//! When a series changed.
//!
//! Takes the values of a series in order of time, all finite, and a level. Gives the places where the values
//! before and behind differ more than chance explains, each with its statistic and p.
//!
//! Guarantees: the same bits for the same values and seed; any input, also one value, equal ones or
//! not-a-numbers, gives an answer. Only the order of the values counts: no outlier and no scale matters. A
//! segment has five points at least. Must not know: what a point is, its unit, or which direction is better.
//!
//! Method: divisive segmentation by the energy statistic of ranks (see [`scan`]). The greatest statistic of all
//! splits is held against what chance gives:
//!
//! - independent values without ties: a table of draws ([`null`]), which depends on the length alone.
//!
//! Not a t-test at the split: a split that was chosen for being large always looks significant to it.

mod null;
mod predict;
mod random;
mod ranks;
mod scan;
mod serial;
mod step;
mod table;

pub(crate) use predict::{LEAST_TO_PREDICT, Prediction, Side, predict};
use ranks::Ranks;
use scan::Scan;
pub(crate) use scan::Split;
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

/// The most likely change of a whole series; whether it is one, the caller decides by p. `None` for fewer than ten
/// points and if all values are equal. Time n log n.
pub(crate) fn first(series: &[f64], seed: u64) -> Option<Change> {
    let ranks = Ranks::of(series);
    if ranks.len() < 2 * LEAST || ranks.are_equal() {
        return None;
    }
    let mut scan = Scan::default();
    scan.set(&ranks.sorted);
    let Split { at, q } = scan.best(&ranks.places, &ranks.sorted, LEAST)?;
    let chance = null::chance(q, ranks.len());
    let _ = seed;
    let p = P { value: chance.p, is_less: chance.is_less, is_approximate: false };
    Some(Change { at, q, p })
}

/// All changes of a series whose first one is accepted, by place: the first, and those that have p at most `level`
/// in the segments before and behind it, and so on in theirs.
pub(crate) fn rest(series: &[f64], first: Change, level: f64, seed: u64) -> Vec<Change> {
    let mut changes = vec![first];
    let end = series.len();
    let mut open = vec![(0, first.at.min(end)), (first.at.min(end), end)];
    while let Some((start, end)) = open.pop() {
        let Some(change) = self::first(&series[start..end], seed) else { continue };
        if change.p.value <= level {
            let at = start + change.at;
            changes.push(Change { at, ..change });
            open.extend([(start, at), (at, end)]);
        }
    }
    changes.sort_by_key(|change| change.at);
    changes
}

/// The split of values, which may be any, with the greatest energy statistic of all that leave `least` points on
/// either side; the statistic of the values themselves, not of their ranks.
#[cfg(test)]
pub(in crate::stats) fn split(values: &[f64], least: usize) -> Option<Split> {
    let ranks = Ranks::of(values);
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let mut scan = Scan::default();
    scan.set(&sorted);
    scan.best(&ranks.places, &sorted, least)
}

/// The statistic of independent ranks without ties, drawn.
#[cfg(test)]
#[derive(Debug)]
pub(in crate::stats) struct Draws {
    places: Vec<u32>,
    sorted: Vec<f64>,
    scan: Scan,
}

#[cfg(test)]
impl Draws {
    pub(in crate::stats) fn untied(n: usize) -> Self {
        let sorted: Vec<f64> = (1..=n).map(|rank| rank as f64).collect();
        let mut scan = Scan::default();
        scan.set(&sorted);
        Draws { places: (0..).take(n).collect(), sorted, scan }
    }

    /// Of the order that there is.
    pub(in crate::stats) fn q(&mut self) -> f64 {
        self.scan.best(&self.places, &self.sorted, LEAST).map_or(0.0, |best| best.q)
    }

    /// Of the order that values have.
    pub(in crate::stats) fn of(&mut self, values: &[f64]) -> f64 {
        self.places = Ranks::of(values).places;
        self.q()
    }

    pub(in crate::stats) fn ranks(values: &[f64]) -> Vec<f64> {
        Ranks::of(values).in_order().collect()
    }

    pub(in crate::stats) fn tied(values: &[f64]) -> (f64, f64, f64) {
        let r = Ranks::of(values);
        let mut scan = Scan::default();
        scan.set(&r.sorted);
        let total = scan.total();
        let q = scan.best(&r.places, &r.sorted, LEAST).map_or(0.0, |b| b.q);
        let n = r.len() as f64;
        (q, r.tied, (n * n * n - n) / 6.0 / total)
    }

    /// Of another order.
    pub(in crate::stats) fn next(&mut self, stream: &mut Stream) -> f64 {
        stream.shuffle(&mut self.places);
        self.q()
    }
}
#[cfg(test)]
pub(in crate::stats) use random::Stream;
#[cfg(test)]
pub(in crate::stats) use {null::chance, serial::correlation};
