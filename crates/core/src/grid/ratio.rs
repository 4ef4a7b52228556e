//! The axis of changes: ratios new/old as positions from 0 to 1.
//!
//! Equal distances are equal ratios. If some changes are large and others small, distances grow with the inverse
//! hyperbolic sine of the logarithm, so that +3% is visible next to −94%; the ticks show this scale.

use super::axis::{MARK, Tick};
use super::cell::write_percent;
use crate::base::sort::order;
use crate::stats::math::{asinh, ln};
use crate::table::{Comparison, Report};

/// Ratios beyond this factor, or its inverse, are drawn at the end of the axis.
const FARTHEST: f64 = 1e6;
/// Logarithms of ratios above this are large.
const LARGE: f64 = 0.4;
/// Where the compressed axis changes from linear to logarithmic.
const BEND: f64 = 0.05;

/// A change that has a position: new/old with its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Change {
    pub(crate) ratio: f64,
    /// The interval; 0 or infinite if a bound is open.
    pub(crate) bounds: Option<(f64, f64)>,
}

impl Change {
    /// Returns the change of a comparison: the estimate with its interval, or the change of the centers without one.
    /// `None` if there is no ratio.
    pub(crate) fn of(comparison: &Comparison) -> Option<Change> {
        let sides = &comparison.sides()?;
        let shift = comparison.effect().and_then(|effect| effect.shift);
        let Some(shift) = shift else {
            let ratio = sides.ratio().filter(|&ratio| 0.0 <= ratio);
            return ratio.map(|ratio| Change { ratio, bounds: None });
        };
        // A difference becomes a ratio to the old center.
        let is_ratio = shift.scale.null() == 1.0;
        if !is_ratio && sides.base_center <= 0.0 {
            return None;
        }
        let ratio_of = |v: f64| if is_ratio { v } else { (1.0 + v / sides.base_center).max(0.0) };
        let (lo, hi) = (ratio_of(shift.interval.lo), ratio_of(shift.interval.hi));
        let is_open = lo == 0.0 && hi.is_infinite();
        Some(Change { ratio: ratio_of(shift.estimate), bounds: (!is_open).then_some((lo, hi)) })
    }
}

/// Returns a change in the form that tables use: `+3.27%`; above a hundredfold as a factor.
pub fn change_text(ratio: f64) -> String {
    if ratio.is_infinite() {
        return "∞".to_owned();
    }
    if 100.0 <= ratio {
        return if ratio < 1e6 { format!("×{ratio:.0}") } else { format!("×{ratio:.1e}") };
    }
    let mut out = Vec::new();
    write_percent(&mut out, ratio);
    String::from_utf8_lossy(&out).replace('-', "−")
}

/// A scale for changes.
#[derive(Debug, Clone)]
pub(crate) struct RatioAxis {
    bend: Option<f64>,
    /// The compressed logarithms of both ends.
    ends: (f64, f64),
    /// Positions with their labels, ascending.
    pub(crate) ticks: Vec<(f64, String)>,
    /// Positions of further ticks, which have no labels.
    pub(crate) marks: Vec<f64>,
    /// The positions that the margin lies between.
    pub(crate) margin: Option<(f64, f64)>,
}

impl RatioAxis {
    /// Returns an axis with a position for all ratios, for no change and for the margin, and with at most `room`
    /// labels.
    pub(crate) fn new(
        ratios: impl Iterator<Item = f64>,
        margin: Option<f64>,
        room: usize,
    ) -> RatioAxis {
        let margin = margin.filter(|m| m.is_finite() && 0.0 < *m).map(|m| m.min(FARTHEST - 1.0));
        let least = 1.5 * margin.unwrap_or(0.01);
        let (mut lo, mut hi, mut small) = (1.0 / (1.0 + least), 1.0 + least, false);
        let mut sizes = Vec::new();
        for ratio in ratios.filter(|r| !r.is_nan() && 0.0 < *r && r.is_finite()) {
            let ratio = ratio.clamp(1.0 / FARTHEST, FARTHEST);
            (lo, hi) = (lo.min(ratio), hi.max(ratio));
            sizes.push(ln(ratio).abs());
        }
        let largest = ln(hi).max(-ln(lo));
        small |= sizes.iter().any(|&size| size < largest / 8.0);
        let bend = (LARGE < largest && small).then_some(BEND);
        let marks = marks();
        let below = marks.iter().rev().find(|mark| mark.0 <= lo * 1.000_000_1);
        let above = marks.iter().find(|mark| hi <= mark.0 * 1.000_000_1);
        let ends = (below.map_or(1.0 / FARTHEST, |m| m.0), above.map_or(FARTHEST, |m| m.0));
        let mut axis = RatioAxis {
            bend,
            ends: (0.0, 1.0),
            ticks: Vec::new(),
            marks: Vec::new(),
            margin: None,
        };
        axis.ends = (axis.bent(ends.0), axis.bent(ends.1));
        axis.margin = margin.map(|m| (axis.place(1.0 / (1.0 + m)), axis.place(1.0 + m)));
        axis.choose(marks, ends, room);
        axis
    }

    /// Returns the axis of a table, for its changes with their intervals.
    pub(crate) fn of_changes(
        report: &Report,
        changes: impl Iterator<Item = Change>,
        room: usize,
    ) -> RatioAxis {
        let all = changes.flat_map(|change| {
            let (lo, hi) = change.bounds.unwrap_or((change.ratio, change.ratio));
            [change.ratio, lo, hi]
        });
        RatioAxis::new(all, report.analysis.as_ref().map(|analysis| analysis.margin), room)
    }

    /// Returns the position of a ratio: 0 is the left end, 1 the right end.
    pub(crate) fn place(&self, ratio: f64) -> f64 {
        let (lo, hi) = self.ends;
        let place = (self.bent(ratio.clamp(1.0 / FARTHEST, FARTHEST)) - lo) / (hi - lo);
        if place.is_nan() { 0.5 } else { place.clamp(0.0, 1.0) }
    }

    fn bent(&self, ratio: f64) -> f64 {
        let log = ln(ratio);
        self.bend.map_or(log, |bend| asinh(log / bend))
    }

    /// Selects no change, both ends, and then the roundest ticks that leave room for their labels.
    fn choose(&mut self, mut marks: Vec<Mark>, ends: (f64, f64), room: usize) {
        let (lo, hi) = ends;
        let apart = 1.0 / room.max(1) as f64;
        let is_end = |ratio: f64| ratio == lo || ratio == hi;
        marks.retain(|&(ratio, ..)| (lo..=hi).contains(&ratio));
        let rank_of = |&(ratio, _, rank): &Mark| {
            if ratio == 1.0 {
                0
            } else if is_end(ratio) {
                1
            } else {
                rank
            }
        };
        let roundest = order(marks.len(), &mut |a, b| rank_of(&marks[a]).cmp(&rank_of(&marks[b])));
        for at in roundest {
            let (ratio, ref label, rank) = marks[at];
            let place = self.place(ratio);
            if 6 <= rank && !is_end(ratio) {
                continue;
            }
            // The ends show how far the axis extends, so they may be slightly closer.
            let needed = if is_end(ratio) { 0.6 * apart } else { apart };
            if self.ticks.iter().all(|(other, _)| needed <= (place - other).abs()) {
                self.ticks.push((place, label.clone()));
            } else if self
                .ticks
                .iter()
                .map(|tick| &tick.0)
                .chain(&self.marks)
                .all(|other| 0.15 * apart <= (place - other).abs())
            {
                self.marks.push(place);
            }
        }
        self.ticks = ascending(&self.ticks, |tick| tick.0);
    }

    /// Returns all ticks in the form that other axes use.
    pub(crate) fn all_ticks(&self) -> Vec<Tick> {
        let marks = self.marks.iter().map(|&place| (place, String::new(), MARK));
        let ticks = self.ticks.iter().map(|(place, label)| (*place, label.clone(), 0));
        marks.chain(ticks).map(|(place, label, rank)| Tick { place, label, rank }).collect()
    }
}

/// A ratio that may have a tick, its label, and its roundness: the lowest is the roundest.
type Mark = (f64, String, u8);

/// Returns all ratios that may have a tick, ascending.
fn marks() -> Vec<Mark> {
    let mut marks = vec![(1.0, "0".to_owned(), 0)];
    let mut add = |ratio: f64, label: &str, rank| marks.push((ratio, label.to_owned(), rank));
    // Percentages in round steps of 1, 2 and 5, and of 3 and 7 where an axis ends.
    for (digits, unit) in [(3, 0.001), (2, 0.01), (1, 0.1), (0, 1.0), (0, 10.0)] {
        for (step, rank) in [(1.0, 3), (2.0, 5), (3.0, 6), (5.0, 4), (7.0, 6)] {
            let percent: f64 = step * unit;
            add(1.0 - percent / 100.0, &format!("−{percent:.digits$}%"), rank);
            add(1.0 + percent / 100.0, &format!("+{percent:.digits$}%"), rank);
        }
    }
    for (ratio, label, rank) in [
        (2.0, "+100%", 2),
        (3.0, "+200%", 5),
        (5.0, "+400%", 4),
        (10.0, "×10", 2),
        (20.0, "×20", 5),
        (50.0, "×50", 4),
        (100.0, "×100", 2),
        (1e3, "×1000", 3),
        (1e4, "×10k", 3),
        (1e5, "×100k", 3),
        (FARTHEST, "×1M", 3),
        (0.2, "−80%", 4),
        (0.1, "−90%", 2),
        (0.05, "−95%", 4),
        (0.02, "−98%", 5),
        (0.01, "−99%", 2),
        (1e-3, "−99.9%", 3),
        (1e-4, "−99.99%", 3),
        (1e-5, "÷100k", 3),
        (1.0 / FARTHEST, "÷1M", 3),
    ] {
        add(ratio, label, rank);
    }
    ascending(&marks, |mark| mark.0)
}

/// Returns the things in ascending order of a number.
fn ascending<T: Clone>(things: &[T], number: impl Fn(&T) -> f64) -> Vec<T> {
    let places = order(things.len(), &mut |a, b| number(&things[a]).total_cmp(&number(&things[b])));
    places.into_iter().map(|at| things[at].clone()).collect()
}
