//! The changes of blocks that are not rejected.
//!
//! Takes the statistics at any change; gives for each value of the blocks an estimate and an interval. Guarantees that
//! the interval of the value that decided contains no change if and only if p is above the level. Must not know how
//! statistics are computed.

use std::cmp::Ordering;
use std::ops::Range;

use super::swaps::Ways;
use super::{BlockValue, DRAWN, HALVINGS, RandomizedBlocks, Sums, TWO, statistics_of};
use crate::inversion::agreeing;
use crate::{Interval, Shift, ShiftScale, raised_level};

/// The greatest number of blocks of which the interval counts all swaps.
const COUNTED_AGAIN: usize = 13;
/// How many swaps are drawn at least for each change that the interval tries, and how many of them must reach the
/// statistic at the level.
const DRAWN_AGAIN: u32 = 1 << 12;
const AT_LEVEL: f64 = 8.0;
/// How often the search for a bound halves the range.
const BOUND_HALVINGS: u32 = 24;

/// The changes of both values of blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockShifts {
    /// The change of the value that decided.
    pub decided: Shift,
    /// The change of the other value, if blocks have two. Both intervals hold at once.
    pub other: Option<Shift>,
    /// The changes of both values at the second level, one after the other. If all of them are within a margin, nothing
    /// changed by more than the margin.
    pub equivalence: Interval,
}

/// How the changes of one value of blocks are judged.
#[derive(Clone, Debug)]
struct Judged {
    of: BlockValue,
    /// The statistics whose largest counts.
    by: Range<usize>,
    /// The statistics whose swaps set the limit.
    among: Range<usize>,
    /// Whether each row moves from its own estimate.
    apart: bool,
}

impl RandomizedBlocks<'_> {
    /// Returns the changes of both values: at the first level, the estimates with the smallest and the greatest of the
    /// changes that are not rejected, and at the second the changes that both together do not reject. Bounds are 0 (or
    /// −∞) and ∞ if there are too few blocks for any bound. If a level is 1 or above, or NaN, both bounds are the
    /// estimate.
    ///
    /// The interval of the value that decided contains no change if and only if [`p`](RandomizedBlocks::p) is above the
    /// first level or there is no p.
    pub fn shifts(&mut self, [alpha, equivalence]: [f64; 2]) -> BlockShifts {
        let deciding = self.deciding().map_or(BlockValue::Median, |deciding| deciding.of);
        let parts = self.memory.parts();
        for &of in parts {
            self.middle(of, statistics_of(of));
        }
        let judged = [BlockValue::Median, BlockValue::Best]
            .map(|of| parts.contains(&of).then(|| self.judged(of, alpha)));
        let mut decided = None;
        let mut other = None;
        let mut both: Option<Interval> = None;
        for judged in judged.into_iter().flatten() {
            let of = judged.of;
            let estimate = self.middle(of, judged.by.clone());
            let mut interval = self.interval_around(&judged, estimate, alpha);
            let own = Judged { among: statistics_of(of), ..judged.clone() };
            let mut own = self.interval_around(&own, estimate, equivalence);
            if let Some(common) = self.common(&judged, alpha) {
                interval = interval.with(common.lo).with(common.hi);
                own = own.with(common.lo).with(common.hi);
            }
            if of == deciding {
                interval = self.agreeing(interval, alpha);
            }
            if parts.len() == 1 {
                own = self.agreeing(own, equivalence);
            }
            both = Some(both.map_or(own, |both| both.with(own.lo).with(own.hi)));
            let estimate = self.unlog(estimate).max(interval.lo).min(interval.hi);
            let shift = Shift { scale: self.scale, estimate, interval };
            *(if of == deciding { &mut decided } else { &mut other }) = Some(shift);
        }
        let none = Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY, error: 0.0 };
        let unknown = Shift { scale: self.scale, estimate: self.scale.null(), interval: none };
        BlockShifts {
            decided: decided.unwrap_or(unknown),
            other,
            equivalence: both.unwrap_or(none),
        }
    }

    /// Returns how changes of a value are judged: by the statistic that finds a change at the level, or by all of them
    /// if none does. If these contradict each other even where they are balanced, the signed ranks count alone.
    fn judged(&mut self, of: BlockValue, alpha: f64) -> Judged {
        let by = statistics_of(of);
        let mut judged = Judged { of, by: by.clone(), among: 0..TWO, apart: true };
        let sums = self.sums(0.0, false);
        let Some((at, largest)) = sums.largest(by.clone()).filter(|_| alpha < 1.0) else {
            return judged;
        };
        let acceptance = Acceptance::new(self.memory.groups, alpha);
        let limits = sums.limits(largest, &judged.among);
        let Acceptance { ways, hits, .. } = acceptance;
        let is_changed = self.count(&limits, ways, hits).hits < hits;
        if is_changed {
            judged.by = at..at + 1;
            return judged;
        }
        let middle = self.middle(of, by.clone());
        if !self.accepts(middle, &judged, acceptance) {
            judged.by = by.start..by.start + 1;
        }
        judged
    }

    /// Returns the changes that are not rejected if all of several rows change alike; `None` if they do not.
    fn common(&mut self, judged: &Judged, alpha: f64) -> Option<Interval> {
        if self.memory.used == 1 || alpha.is_nan() || 1.0 <= alpha {
            return None;
        }
        let judged = Judged { apart: false, ..judged.clone() };
        let (mut lo, mut hi) = self.ends(&judged);
        for _ in 0..HALVINGS {
            let between = lo / 2.0 + hi / 2.0;
            let balance = self.sums(between, false).balance(judged.by.clone());
            *(if balance > 0.0 { &mut lo } else { &mut hi }) = between;
        }
        let middle = lo / 2.0 + hi / 2.0;
        let acceptance = Acceptance::new(self.memory.groups, alpha);
        let is_common = self.accepts(middle, &judged, acceptance);
        is_common.then(|| self.interval_around(&judged, middle, alpha))
    }

    /// Returns an interval that agrees with p.
    fn agreeing(&mut self, found: Interval, alpha: f64) -> Interval {
        if alpha.is_nan() || 1.0 <= alpha {
            return found;
        }
        let accepts = self.p().map_or(true, |p| raised_level(alpha) < p);
        let order = self.order();
        agreeing(found, self.scale.null(), accepts, order)
    }

    /// Returns the changes around the estimate that are not rejected.
    fn interval_around(&mut self, judged: &Judged, middle: f64, alpha: f64) -> Interval {
        if alpha.is_nan() || 1.0 <= alpha {
            let estimate = self.unlog(middle);
            return Interval { lo: estimate, hi: estimate, error: 1.0 };
        }
        let acceptance = Acceptance::new(self.memory.groups, alpha);
        let (least, most) = self.ends(judged);
        // Beyond all changes, the test rejects if it ever does.
        let magnitude = match self.scale {
            ShiftScale::Ratio => 1.0,
            ShiftScale::Difference => {
                let values = self.memory.in_use().iter().flat_map(|row| &row.values[0].old);
                values.fold(f64::MIN_POSITIVE, |most, value| most.max(value.abs()))
            }
        };
        let beyond = 0.01 * (most - least) + 1e-12 * magnitude;
        let (lowest, highest) = self.scale.limits();
        let lo = self.bound(judged, [middle, least - beyond], acceptance).unwrap_or(lowest);
        let hi = self.bound(judged, [middle, most + beyond], acceptance).unwrap_or(highest);
        Interval { lo, hi, error: acceptance.error }
    }

    /// Returns the last accepted change between the estimate and a change that is too large or too small; `None` if the
    /// test accepts even that.
    fn bound(
        &mut self,
        judged: &Judged,
        [middle, beyond]: [f64; 2],
        acceptance: Acceptance,
    ) -> Option<f64> {
        if self.accepts(beyond, judged, acceptance) {
            return None;
        }
        let (mut accepted, mut rejected) = (middle, beyond);
        for _ in 0..BOUND_HALVINGS {
            let between = accepted / 2.0 + rejected / 2.0;
            let is_accepted = self.accepts(between, judged, acceptance);
            let end = if is_accepted { &mut accepted } else { &mut rejected };
            *end = between;
        }
        Some(self.unlog(accepted))
    }

    fn accepts(&mut self, shift: f64, judged: &Judged, acceptance: Acceptance) -> bool {
        let sums = self.sums(shift, judged.apart);
        let Some((_, largest)) = sums.largest(judged.by.clone()) else { return true };
        let Acceptance { ways, hits, .. } = acceptance;
        hits <= self.count(&sums.limits(largest, &judged.among), ways, hits).hits
    }

    /// Returns the changes beyond which all new values of a row are below all old values, or above them, relative to how
    /// much more the row changes.
    fn ends(&self, judged: &Judged) -> (f64, f64) {
        let Judged { of, apart, .. } = *judged;
        let mut ends = (f64::INFINITY, f64::NEG_INFINITY);
        for row in self.memory.in_use() {
            let more = if apart { row.more[of as usize] } else { 0.0 };
            let values = &row.values[of as usize];
            let range = |side: &[f64]| {
                let ends = (f64::INFINITY, f64::NEG_INFINITY);
                side.iter().fold(ends, |(least, most), &v| (least.min(v), most.max(v)))
            };
            let ((old_least, old_most), (least, most)) = (range(&values.old), range(&values.new));
            ends.0 = ends.0.min(least - old_most - more);
            ends.1 = ends.1.max(most - old_least - more);
        }
        ends
    }

    /// Returns the estimate, on the scale on which changes add up: the mean of all rows. From here on, each row keeps
    /// its distance from it.
    fn middle(&mut self, of: BlockValue, by: Range<usize>) -> f64 {
        let rows = self.memory.used;
        if rows == 1 {
            return self.middle_of(0, of, by);
        }
        let mut sum = 0.0;
        for row in 0..rows {
            let own = self.middle_of(row, of, by.clone());
            self.memory.rows[row].more[of as usize] = own;
            sum += own;
        }
        let mean = sum / rows as f64;
        self.memory.rows[..rows].iter_mut().for_each(|row| row.more[of as usize] -= mean);
        mean
    }

    /// Returns the estimate of one row.
    fn middle_of(&mut self, row: usize, of: BlockValue, by: Range<usize>) -> f64 {
        let changes = self.memory.rows[row].values[of as usize].changes.iter();
        let ends = (f64::INFINITY, f64::NEG_INFINITY);
        let (mut lo, mut hi) =
            changes.fold(ends, |(least, most), &change| (least.min(change), most.max(change)));
        for _ in 0..HALVINGS {
            let between = lo / 2.0 + hi / 2.0;
            self.memory.score_row(row, of, between);
            match Sums::of(&self.memory.own).balance(by.clone()).total_cmp(&0.0) {
                Ordering::Greater => lo = between,
                Ordering::Less => hi = between,
                Ordering::Equal => return between,
            }
        }
        lo / 2.0 + hi / 2.0
    }
}

/// When a change is accepted.
#[derive(Clone, Copy)]
struct Acceptance {
    ways: Ways,
    /// How many swaps must reach the statistic.
    hits: u32,
    /// The largest p at or below the level.
    error: f64,
}

impl Acceptance {
    fn new(blocks: usize, alpha: f64) -> Acceptance {
        let alpha = raised_level(alpha).max(0.0);
        if blocks <= COUNTED_AGAIN {
            let all = 1_u32 << (blocks - 1);
            let rejected = (alpha * f64::from(all)).floor();
            let error = rejected / f64::from(all);
            return Acceptance { ways: Ways::All, hits: rejected as u32 + 1, error };
        }
        let mut all = DRAWN_AGAIN;
        while all < DRAWN && alpha * f64::from(all) < AT_LEVEL {
            all *= 2;
        }
        // The observed order counts as one of the swaps.
        let rejected = (alpha * f64::from(all)).floor();
        let error = rejected / f64::from(all);
        Acceptance { ways: Ways::Drawn(all - 1), hits: rejected as u32, error }
    }
}
