//! Quotients of given ranks, without working out the others.
//!
//! Takes the different values of two samples and ranks; gives quotients. Guarantees the very
//! quotients that a sorted list of all would have at those ranks, or none. Must not know: any test.
//!
//! ```text
//!            x₁   x₂   x₃   x₄        of ascending values the quotients y/x form a table that grows
//!       y₁    ·    ·    ·    ·        downwards and falls to the right: those up to a threshold lie
//!       y₂    ·  ┌─·────·────·        above a staircase. One walk along it counts them.
//!       y₃  ┌─┘    ·    ·    ·
//!       y₄  │ ·    ·    ·    ·
//! ```
//!
//! Thresholds close in on a rank from both sides, by interpolation; the few quotients between two
//! staircases are worked out and sorted. A walk compares y with t·x, rounded, in place of y/x with t:
//! it may be wrong about quotients within some units in the last place of its threshold. So a quotient
//! only counts as found if it lies clearly between its two thresholds; then no other can have been put
//! on the wrong side of it.
//!
//! Walks do not branch on the data, and each step of a walk waits for the one before: so several walk
//! side by side.

use super::super::math;
use super::ShiftScale;
use super::groups::Groups;
use crate::base::sort::{from_place, to_place};

/// Walks side by side.
const WALKS: usize = 5;

/// So many quotients between two staircases are worked out, and
const FEW: usize = 40;
/// so many if the staircases do not come closer, as with many quotients that are equal.
const MANY: usize = 1 << 14;

/// Samples with fewer different values are walked on in tables of this size, which is known to be
/// enough.
const SMALL: usize = 64;

/// Rounds of walks.
const ROUNDS: usize = 24;

/// After so many, the middle between two thresholds is the next.
const INTERPOLATED: usize = 3;

/// The normal distribution has this many standard deviations for each unit of probability near its
/// centre: √(2π).
const DENSITY: f64 = 2.507;

/// The interquartile range of a normal distribution, in standard deviations.
const QUARTILES: f64 = 1.349;

/// Values must be less than this, and ratios are taken of values above its reciprocal. Then products
/// and squares of quotients are numbers, and
const LARGEST: f64 = 1e70;
/// thresholds need not be further out.
const OUTERMOST: f64 = 1e150;

/// What is kept from one use to the next: memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Staircase {
    marks: Vec<Mark>,
    /// For each walk, for each old value: how many new values lie above the staircase.
    steps: Vec<u32>,
    /// The old values times the threshold, for each walk.
    scaled: Vec<f64>,
    /// The new values and ∞.
    new: Vec<f64>,
    between: Vec<(u64, usize)>,
    /// Room for the steps of one walk.
    stride: usize,
}

/// A staircase.
#[derive(Clone, Copy, Debug)]
struct Mark {
    threshold: f64,
    /// Quotients above it, as of all values and
    count: usize,
    /// as of different ones.
    different: usize,
    /// Where its steps begin.
    start: usize,
}

/// Ranks next to each other, and the staircases around them.
#[derive(Clone, Copy, Debug)]
struct Span {
    first: usize,
    last: usize,
    low: Mark,
    high: Mark,
}

/// What walks on.
pub(super) struct Stairs<'a> {
    pub(super) old: &'a Groups,
    pub(super) new: &'a Groups,
    pub(super) scale: ShiftScale,
    /// The middle of the quotients and their standard deviation, roughly: relative for ratios.
    center: f64,
    spread: f64,
    /// What the largest values add to the error of a threshold.
    magnitude: f64,
}

impl<'a> Stairs<'a> {
    /// `None` where products with a threshold may leave the range of numbers, or where zeros of both
    /// signs are to be told apart.
    pub(super) fn new(
        [old, new]: [&[f64]; 2],
        groups: [&'a Groups; 2],
        scale: ShiftScale,
    ) -> Option<Self> {
        let quarter = |sample: &[f64], i: usize| sample[(sample.len() - 1) * i / 4];
        let range = |sample: &[f64]| quarter(sample, 3) - quarter(sample, 1);
        let [x, y] = [quarter(old, 2), quarter(new, 2)];
        let (low, high) = (old[0].min(new[0]), quarter(old, 4).max(quarter(new, 4)));
        let magnitude = high.max(-low);
        let (fits, a, b) = match scale {
            ShiftScale::Ratio => (1.0 / LARGEST < low, range(old) / x, range(new) / y),
            ShiftScale::Difference => {
                let is_negative_zero = |v: &f64| v.to_bits() == (-0.0_f64).to_bits();
                let values = [groups[0].values(), groups[1].values()];
                let plain = !values.into_iter().flatten().any(is_negative_zero);
                (plain, range(old), range(new))
            }
        };
        let spread = math::sqrt(a * a + b * b) / QUARTILES;
        let least = if scale == ShiftScale::Ratio { 1e-9 } else { magnitude * 1e-9 };
        let [old, new] = groups;
        let center = scale.of(x, y);
        (fits && magnitude < LARGEST).then_some(Self {
            old,
            new,
            scale,
            center,
            spread: spread.max(least),
            magnitude,
        })
    }

    /// So many standard deviations away from a threshold.
    fn away(&self, threshold: f64, deviations: f64) -> f64 {
        let distance = deviations * self.spread;
        match self.scale {
            ShiftScale::Ratio if distance < 0.0 => threshold / (1.0 - distance),
            ShiftScale::Ratio => threshold * (1.0 + distance),
            ShiftScale::Difference => threshold + distance,
        }
    }

    /// A threshold whose products with values are numbers.
    fn limited(&self, threshold: f64) -> f64 {
        match self.scale {
            ShiftScale::Ratio => threshold.clamp(1.0 / OUTERMOST, OUTERMOST),
            ShiftScale::Difference => threshold.clamp(-OUTERMOST, OUTERMOST),
        }
    }

    /// By how much a walk may be wrong, and more.
    fn slack(&self, threshold: f64) -> f64 {
        let size = match self.scale {
            ShiftScale::Ratio => threshold,
            ShiftScale::Difference => threshold.abs() + 2.0 * self.magnitude,
        };
        8.0 * f64::EPSILON * size
    }
}

impl Staircase {
    /// Finds the quotients of these ranks, which ascend, and adds those that it finds.
    pub(super) fn find(
        &mut self,
        stairs: &Stairs<'_>,
        ranks: &[usize],
        found: &mut Vec<(usize, f64)>,
    ) {
        let (rows, columns) = (stairs.old.values().len(), stairs.new.values().len());
        self.start(stairs);
        let all = |groups: &Groups| groups.ends().last().map_or(0, |&end| end as usize);
        let len = all(stairs.old) * all(stairs.new);
        // The staircases below and above everything have the first two places.
        self.steps.clear();
        self.steps.resize(self.stride, 0);
        self.steps.resize(2 * self.stride, columns as u32);
        let low = Mark { threshold: f64::NEG_INFINITY, count: 0, different: 0, start: 0 };
        let high = Mark {
            threshold: f64::INFINITY,
            count: len,
            different: rows * columns,
            start: self.stride,
        };
        let mut spans: Vec<Span> = ranks
            .chunk_by(|a, b| b - a <= 1)
            .map(|ranks| Span { first: ranks[0], last: ranks[ranks.len() - 1], low, high })
            .collect();
        let mut next = first_thresholds(stairs, &spans, len);
        for round in 0..ROUNDS {
            self.walk_all(stairs, &next);
            next.clear();
            for span in &mut spans {
                self.marks.iter().for_each(|mark| span.narrow(mark));
                if FEW < span.high.different - span.low.different {
                    span.thresholds(stairs, round, &mut next);
                }
            }
            self.marks.clear();
            if next.is_empty() {
                break;
            }
        }
        for span in spans {
            self.collect(stairs, &span, found);
        }
    }

    fn start(&mut self, stairs: &Stairs<'_>) {
        self.marks.clear();
        self.new.clear();
        self.new.extend_from_slice(stairs.new.values());
        self.new.push(f64::INFINITY);
        let rows = stairs.old.values().len();
        if rows < SMALL && self.new.len() <= SMALL {
            self.new.resize(SMALL, f64::INFINITY);
            self.stride = SMALL;
        } else {
            self.stride = rows + 1;
        }
    }

    fn walk_all(&mut self, stairs: &Stairs<'_>, thresholds: &[f64]) {
        for some in thresholds.chunks(WALKS) {
            let mut thresholds = [some[0]; WALKS];
            thresholds[..some.len()].copy_from_slice(some);
            self.walk(stairs, thresholds, some.len());
        }
    }

    /// Walks along the staircases of some thresholds; the first `wanted` are kept.
    fn walk(&mut self, stairs: &Stairs<'_>, mut thresholds: [f64; WALKS], wanted: usize) {
        let rows = stairs.old.values().len();
        let stride = self.stride;
        self.scaled.clear();
        for (i, threshold) in thresholds.iter_mut().enumerate() {
            let values = stairs.old.values().iter();
            *threshold = stairs.limited(*threshold);
            let threshold = *threshold;
            match stairs.scale {
                ShiftScale::Ratio => self.scaled.extend(values.map(|x| threshold * x)),
                ShiftScale::Difference => self.scaled.extend(values.map(|x| threshold + x)),
            }
            self.scaled.resize((i + 1) * stride, f64::INFINITY);
        }
        let start = self.steps.len();
        self.steps.resize(start + WALKS * stride, 0);
        let places = rows + stairs.new.values().len();
        walk_side_by_side(&self.scaled, &self.new, &mut self.steps[start..], stride, places);
        for (i, &threshold) in thresholds[..wanted].iter().enumerate() {
            let start = start + i * stride;
            let steps = &self.steps[start..start + rows];
            let different = steps.iter().map(|&step| step as usize).sum();
            let single = stairs.old.are_single() && stairs.new.are_single();
            let count = if single { different } else { count(stairs, steps) };
            self.marks.push(Mark { threshold, count, different, start });
        }
    }

    /// Works out the quotients between the staircases of a span.
    fn collect(&mut self, stairs: &Stairs<'_>, span: &Span, found: &mut Vec<(usize, f64)>) {
        let rows = stairs.old.values().len();
        let Span { first, last, low, high } = *span;
        if MANY < high.different - low.different {
            return;
        }
        self.between.clear();
        let steps = |mark: Mark| &self.steps[mark.start..mark.start + rows];
        for (i, (&from, &to)) in steps(low).iter().zip(steps(high)).enumerate() {
            for j in from as usize..to as usize {
                let quotient = stairs.scale.of(stairs.old.values()[i], stairs.new.values()[j]);
                let weight = stairs.old.size(i) as usize * stairs.new.size(j) as usize;
                self.between.push((to_place(quotient), weight));
            }
        }
        self.between.sort_unstable_by_key(|&(place, _)| place);
        let mut end = low.count;
        let mut ranks = first..=last;
        let mut wanted = ranks.next();
        for &(place, weight) in &self.between {
            end += weight;
            while let Some(rank) = wanted.filter(|&rank| rank < end) {
                let quotient = from_place(place);
                if span.is_clear(stairs, quotient) {
                    found.push((rank, quotient));
                }
                wanted = ranks.next();
            }
        }
    }
}

/// Where to begin: around the ranks, as if the quotients were normal.
fn first_thresholds(stairs: &Stairs<'_>, spans: &[Span], len: usize) -> Vec<f64> {
    let (first, last) = (spans.first().map_or(0, |s| s.first), spans.last().map_or(0, |s| s.last));
    let margin = len as f64 / 30.0;
    let (first, last) = (first as f64 - margin, last as f64 + margin);
    let at = |i: usize| {
        let rank = first + (last - first) * i as f64 / (WALKS - 1) as f64;
        stairs.away(stairs.center, (rank / len as f64 - 0.5) * DENSITY)
    };
    (0..WALKS).map(at).collect()
}

/// Walks along [`WALKS`] staircases, which takes so many places. `scaled` and `steps` have `stride`
/// entries for each.
fn walk_side_by_side(scaled: &[f64], new: &[f64], steps: &mut [u32], stride: usize, places: usize) {
    let small = <&[[f64; SMALL]; WALKS]>::try_from(scaled.as_chunks().0);
    if let (SMALL, Ok(scaled), Ok(new)) = (stride, small, new.try_into()) {
        return walk_small(scaled, new, steps.as_chunks_mut().0, places);
    }
    let mut columns = [0; WALKS];
    for place in 0..places {
        for (walk, column) in columns.iter_mut().enumerate() {
            let at = walk * stride + (place - *column).min(stride - 1);
            steps[at] = *column as u32;
            *column += usize::from(new[(*column).min(new.len() - 1)] <= scaled[at]);
        }
    }
}

/// The same where no place can lie outside of a table: that spares a branch at each of them.
fn walk_small(
    scaled: &[[f64; SMALL]; WALKS],
    new: &[f64; SMALL],
    steps: &mut [[u32; SMALL]],
    places: usize,
) {
    let Some(steps) = steps.first_chunk_mut::<WALKS>() else { return };
    let mut columns = [0; WALKS];
    for place in 0..places {
        for walk in 0..WALKS {
            let column: usize = columns[walk];
            let row = place.wrapping_sub(column) % SMALL;
            steps[walk][row] = column as u32;
            columns[walk] += usize::from(new[column % SMALL] <= scaled[walk][row]);
        }
    }
}

/// How many quotients of all values lie above a staircase.
fn count(stairs: &Stairs<'_>, steps: &[u32]) -> usize {
    let (old, new) = (stairs.old.ends(), stairs.new.ends());
    let mut before = 0;
    let row = |(&end, &step): (&u32, &u32)| {
        let size = end - std::mem::replace(&mut before, end);
        let above = (step as usize).checked_sub(1).map_or(0, |last| new[last]);
        size as usize * above as usize
    };
    old.iter().zip(steps).map(row).sum()
}

impl Span {
    /// Takes a staircase that is closer.
    fn narrow(&mut self, mark: &Mark) {
        if mark.count <= self.first {
            if self.low.threshold < mark.threshold {
                self.low = *mark;
            }
        } else if self.last < mark.count && mark.threshold < self.high.threshold {
            self.high = *mark;
        }
    }

    /// Which thresholds to try next.
    fn thresholds(&self, stairs: &Stairs<'_>, round: usize, next: &mut Vec<f64>) {
        let (low, high) = (self.low, self.high);
        let far = f64::from(1_u32 << (2 * round).min(30));
        if low.threshold.is_infinite() || high.threshold.is_infinite() {
            let near = |threshold: f64, deviations| match threshold.is_infinite() {
                true => stairs.away(stairs.center, deviations),
                false => stairs.away(threshold, deviations),
            };
            next.push(match low.threshold.is_infinite() {
                true => near(high.threshold, -far),
                false => near(low.threshold, far),
            });
            return;
        }
        if INTERPOLATED <= round {
            next.push(low.threshold / 2.0 + high.threshold / 2.0);
            return;
        }
        let between = (high.count - low.count) as f64;
        let step = (high.threshold - low.threshold) / between;
        let margin = 3 + (between / 24.0) as usize;
        if low.count + margin < self.first {
            next.push(low.threshold + step * (self.first - margin - low.count) as f64);
        }
        if self.last + 1 + margin < high.count {
            next.push(high.threshold - step * (high.count - self.last - 1 - margin) as f64);
        }
        if next.is_empty() {
            next.push(low.threshold / 2.0 + high.threshold / 2.0);
        }
    }

    /// Whether a quotient lies clearly between both staircases.
    fn is_clear(&self, stairs: &Stairs<'_>, quotient: f64) -> bool {
        let [low, high] = [self.low.threshold, self.high.threshold];
        (low.is_infinite() || stairs.slack(low) < quotient - low)
            && (high.is_infinite() || stairs.slack(high) < high - quotient)
    }
}
