//! The changes of blocks that are not rejected.
//!
//! Takes the statistics at any change; gives for each value of the blocks an estimate and an interval. Guarantees that
//! the interval of the value that decided contains no change if and only if p is above the level. Must not know how
//! statistics are computed.

use std::cmp::Ordering;
use std::ops::Range;

use super::rows::OF_SIZES;
use super::swaps::Ways;
use super::{ALL, BlockValue, DRAWN, HALVINGS, RandomizedBlocks, statistics_of};
use crate::inversion::agreeing;
use crate::{Interval, Shift, ShiftScale, raised_level};

/// The greatest number of blocks of which the interval counts all swaps.
const COUNTED_AGAIN: usize = 13;
/// How many swaps are drawn at least for each change that the interval tries, and how many of them must reach the
/// statistic at the level.
const DRAWN_AGAIN: u32 = 1 << 12;
const AT_LEVEL: f64 = 8.0;
/// How far beyond all changes a bound is tried one after the other, as fractions of their range. Near the end, differences of
/// blocks are still large next to the change, so another swap can reach the statistic.
const BEYOND: [f64; 3] = [0.01, 1.0, 1e3];
/// How often the search for a bound halves the range.
const BOUND_HALVINGS: u32 = 20;

/// The changes of both values of blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockShifts {
    /// The change of the value that decided.
    pub decided: Shift,
    /// The change of the other value, if blocks have two. Both intervals hold at once.
    pub other: Option<Shift>,
    /// The changes of both values at the second level, one after the other. If all of them are within a margin, nothing
    /// changed by more than the margin. Those of each value lie within its interval at the first level.
    pub equivalence: Interval,
}

/// The end of an interval, on the scale on which changes add up.
#[derive(Clone, Copy, Debug)]
struct Bound {
    /// The last change that is not rejected.
    accepted: f64,
    /// A rejected change next to it.
    rejected: f64,
    /// How far they may be from each other.
    tolerance: f64,
}

/// How the changes of one value of blocks are judged.
#[derive(Clone, Debug)]
struct Judged {
    of: BlockValue,
    /// The statistics whose largest counts.
    by: Range<usize>,
    /// The statistics whose swaps set the limit.
    among: Range<usize>,
}

impl RandomizedBlocks<'_> {
    /// Returns the changes of both values: at the first level, the estimates with the smallest and the greatest of the
    /// changes that are not rejected, and at the second the changes that both together do not reject. Bounds are 0 (or
    /// −∞) and ∞ if there are too few blocks for any bound. If a level is 1 or above, or NaN, both bounds are the
    /// estimate. The second level must not be less than the first.
    ///
    /// The interval of the value that decided contains no change if and only if [`p`](RandomizedBlocks::p) is above the
    /// first level or there is no p.
    pub fn shifts(&mut self, [alpha, equivalence]: [f64; 2]) -> BlockShifts {
        let deciding = self.deciding().map_or(BlockValue::Median, |deciding| deciding.of);
        let [mut decided, mut both] = self.changes(deciding, [alpha, equivalence]);
        decided.interval = self.agreeing(decided.interval, alpha);
        decided.estimate = decided.estimate.max(decided.interval.lo).min(decided.interval.hi);
        // If the statistic that decides contradicts the interval of its own value, p rules out the whole interval.
        let (within, around) = (both.interval, decided.interval);
        if within.lo < around.lo || around.hi < within.hi {
            both.interval = Interval { error: within.error, ..around };
        }
        let other = self.memory.parts().iter().find(|&&of| of != deciding);
        let other = other.map(|&of| self.changes(of, [alpha, equivalence]));
        both.interval = match other {
            Some([_, own]) => both.interval.with(own.interval.lo).with(own.interval.hi),
            None => self.agreeing(both.interval, equivalence),
        };
        BlockShifts { decided, other: other.map(|[other, _]| other), equivalence: both.interval }
    }

    /// Returns the change of a value with two intervals: with the limit for all statistics at the first level, and with
    /// the limit for its own at the second.
    fn changes(&mut self, of: BlockValue, [alpha, equivalence]: [f64; 2]) -> [Shift; 2] {
        let judged = self.judged(of, alpha);
        let own = Judged { among: statistics_of(of), ..judged.clone() };
        let middle = self.middle(of, &judged.by);
        let (scale, estimate) = (self.scale, self.unlog(middle));
        let outer = self.bounds(&judged, middle, alpha, [None; 2]);
        let inner = self.bounds(&own, middle, equivalence, outer);
        [(alpha, outer), (equivalence, inner)].map(|(level, bounds)| Shift {
            scale,
            estimate,
            interval: self.interval_between(bounds, estimate, level),
        })
    }

    /// Returns how changes of a value are judged: by a statistic that finds a change at the level, or by all of them
    /// if none does. If these contradict each other even where they are balanced, the signed ranks count alone.
    fn judged(&mut self, of: BlockValue, alpha: f64) -> Judged {
        let by = statistics_of(of);
        let mut judged = Judged { of, by: by.clone(), among: ALL };
        let sums = self.sums(0.0, &ALL);
        let Some((at, largest)) = sums.largest(&by).filter(|_| alpha < 1.0) else {
            return judged;
        };
        let acceptance = Acceptance::new(self.memory.scores.len(), alpha);
        let Acceptance { ways, hits, .. } = acceptance;
        // Of a suite, the statistics in the unit of changes come first, because they are about the geometric mean.
        let first = OF_SIZES.map(|own| by.start + own..by.start + own + 1);
        let first = first.iter().filter_map(|own| sums.largest(own));
        let first = first.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|_| self.memory.is_suite);
        for (at, value) in first.into_iter().chain([(at, largest)]) {
            if self.count(&sums.limits(value), &ALL, ways, hits).hits < hits {
                judged.by = at..at + 1;
                return judged;
            }
        }
        let middle = self.middle(of, &by);
        if !self.accepts(middle, &judged, acceptance) {
            judged.by = by.start..by.start + 1;
        }
        judged
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

    /// Returns an interval at a level, which is the estimate alone if everything is rejected.
    fn interval_between(&self, bounds: [Option<Bound>; 2], estimate: f64, alpha: f64) -> Interval {
        if alpha.is_nan() || 1.0 <= alpha {
            return Interval { lo: estimate, hi: estimate, error: 1.0 };
        }
        let Acceptance { error, .. } = Acceptance::new(self.memory.count, alpha);
        let [lo, hi] = bounds.map(|bound| bound.map(|bound| self.unlog(bound.accepted)));
        let (lowest, highest) = self.scale.limits();
        Interval { lo: lo.unwrap_or(lowest), hi: hi.unwrap_or(highest), error }
    }

    /// Returns the ends of the changes around the estimate that are not rejected; `None` if the test rejects no change
    /// in this direction. Changes beyond a known end at a smaller level are rejected at this one as well.
    fn bounds(
        &mut self,
        judged: &Judged,
        middle: f64,
        alpha: f64,
        known: [Option<Bound>; 2],
    ) -> [Option<Bound>; 2] {
        if alpha.is_nan() || 1.0 <= alpha {
            return [None; 2];
        }
        let acceptance = Acceptance::new(self.memory.count, alpha);
        let (least, most) = self.ends(judged.of);
        // Beyond all changes, the test rejects if it ever does.
        let magnitude = match self.scale {
            ShiftScale::Ratio => 1.0,
            ShiftScale::Difference => {
                let values = self.memory.values[0].all.old.iter();
                values.fold(f64::MIN_POSITIVE, |most, value| most.max(value.abs()))
            }
        };
        let beyond = BEYOND.map(|share| share * (most - least) + 1e-12 * magnitude);
        let ends = [beyond.map(|beyond| least - beyond), beyond.map(|beyond| most + beyond)];
        std::array::from_fn(|side| {
            let beyond = known[side].or_else(|| {
                let mut beyond = ends[side].into_iter();
                let rejected = beyond.find(|&beyond| !self.accepts(beyond, judged, acceptance))?;
                let tolerance = (rejected - middle).abs() / f64::from(1 << BOUND_HALVINGS);
                Some(Bound { accepted: middle, rejected, tolerance })
            })?;
            Some(self.bound(judged, Bound { accepted: middle, ..beyond }, acceptance))
        })
    }

    /// Moves an accepted and a rejected change towards each other.
    fn bound(&mut self, judged: &Judged, from: Bound, acceptance: Acceptance) -> Bound {
        let mut bound = from;
        for _ in 0..BOUND_HALVINGS {
            if (bound.rejected - bound.accepted).abs() <= bound.tolerance {
                break;
            }
            let between = bound.accepted / 2.0 + bound.rejected / 2.0;
            let is_accepted = self.accepts(between, judged, acceptance);
            let end = if is_accepted { &mut bound.accepted } else { &mut bound.rejected };
            *end = between;
        }
        bound
    }

    fn accepts(&mut self, shift: f64, judged: &Judged, acceptance: Acceptance) -> bool {
        let sums = self.sums(shift, &judged.among);
        let Some((_, largest)) = sums.largest(&judged.by) else { return true };
        let Acceptance { ways, hits, .. } = acceptance;
        hits <= self.count(&sums.limits(largest), &judged.among, ways, hits).hits
    }

    /// Returns the changes beyond which all new values are below all old values, or above them.
    fn ends(&self, of: BlockValue) -> (f64, f64) {
        let values = &self.memory.values[of as usize].all;
        let (old_least, old_most) = range(&values.old);
        let (least, most) = range(&values.new);
        (least - old_most, most - old_least)
    }

    /// Returns the estimate by some statistics of a value, on the scale on which changes add up.
    fn middle(&mut self, of: BlockValue, by: &Range<usize>) -> f64 {
        let (mut lo, mut hi) = range(&self.memory.values[of as usize].all.changes);
        for _ in 0..HALVINGS {
            let between = lo / 2.0 + hi / 2.0;
            match self.sums(between, by).balance(by).total_cmp(&0.0) {
                Ordering::Greater => lo = between,
                Ordering::Less => hi = between,
                Ordering::Equal => return between,
            }
        }
        lo / 2.0 + hi / 2.0
    }
}

/// Returns the smallest and the greatest number.
fn range(numbers: &[f64]) -> (f64, f64) {
    let ends = (f64::INFINITY, f64::NEG_INFINITY);
    numbers.iter().fold(ends, |(least, most), &number| (least.min(number), most.max(number)))
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
