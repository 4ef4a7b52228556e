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

use std::mem::take;

use super::few::{FEW, Few};
use super::scale::ShiftScale;
use super::stairs::Stairs;
use super::walk::{Mark, Walks};
use crate::base::pace::Pace;
use crate::base::sort::{from_place, sort_weighted, to_place};

/// So many quotients between two staircases are worked out if the staircases do not come as close as for
/// [`FEW`], as with many quotients that are equal.
const MANY: usize = 1 << 14;

/// Thresholds of the first round.
const FIRST: usize = 5;

/// Rounds of walks.
const ROUNDS: usize = 24;

/// After so many, the middle between two thresholds is the next.
const INTERPOLATED: usize = 3;

/// The normal distribution has this many standard deviations for each unit of probability near its
/// centre: √(2π).
const DENSITY: f64 = 2.507;

/// What is kept from one use to the next: memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Staircase {
    walks: Walks,
    marks: Vec<Mark>,
    /// Rows and columns of the quotients between two staircases.
    places: Vec<(u32, u32)>,
    /// Those quotients, and how often each occurs.
    between: Vec<(u64, usize)>,
    /// The same where they are few.
    few: Few,
    /// The new values and how often each occurs, and room behind them.
    columns: Vec<(f64, u64)>,
    spans: Vec<Span>,
    next: Vec<f64>,
}

/// Ranks next to each other, and the staircases around them.
#[derive(Clone, Copy, Debug)]
struct Span {
    first: usize,
    last: usize,
    low: Mark,
    high: Mark,
}

impl Staircase {
    /// Finds the quotients of these ranks, which ascend, and adds those that it finds.
    pub(super) async fn find(
        &mut self,
        stairs: &Stairs<'_>,
        ranks: &[usize],
        found: &mut Vec<(usize, f64)>,
        pace: &Pace,
    ) {
        let [low, high] = self.walks.start(stairs);
        self.columns.clear();
        self.columns.extend(stairs.new.values().iter().copied().zip(stairs.new.sizes()));
        self.columns.extend([(f64::INFINITY, 0); 2]);
        let (mut spans, mut next) = (take(&mut self.spans), take(&mut self.next));
        spans.clear();
        let chunks = ranks.chunk_by(|a, b| b - a <= 1);
        let ends = chunks.filter_map(|chunk| Some((*chunk.first()?, *chunk.last()?)));
        spans.extend(ends.map(|(first, last)| Span { first, last, low, high }));
        first_thresholds(stairs, &spans, &mut next);
        for round in 0..ROUNDS {
            self.marks.clear();
            let values = stairs.old.values().len() + stairs.new.values().len();
            for some in Walks::batches(&next) {
                self.walks.walk_batch(stairs, some, &mut self.marks);
                pace.spend((values * some.len()) as u64).await;
            }
            next.clear();
            for span in &mut spans {
                self.marks.iter().for_each(|mark| span.narrow(mark));
                if FEW < span.high.different - span.low.different {
                    span.thresholds(stairs, round, &mut next);
                }
            }
            if next.is_empty() {
                break;
            }
        }
        spans.iter().for_each(|span| self.collect(stairs, span, found));
        (self.spans, self.next) = (spans, next);
    }

    /// Works out the quotients between the staircases of a span.
    fn collect(&mut self, stairs: &Stairs<'_>, span: &Span, found: &mut Vec<(usize, f64)>) {
        if MANY < span.high.different - span.low.different {
            return;
        }
        if span.high.different - span.low.different <= FEW {
            self.take_few(stairs, span, found);
        } else {
            self.take_many(stairs, span, found);
        }
    }

    /// Which row and column each quotient between the staircases of a span stands in; two are written for
    /// each row, as in [`Few::push`].
    fn place_between(&mut self, stairs: &Stairs<'_>, span: &Span) {
        let steps = |mark: Mark| self.walks.steps(stairs, mark).iter();
        let rows = (0..).zip(steps(span.low).zip(steps(span.high)));
        self.places.clear();
        self.places.resize(span.high.different - span.low.different + 2, (0, 0));
        let mut end = 0;
        for (row, (&from, &to)) in rows {
            let Some([first, second, ..]) = self.places.get_mut(end..) else { break };
            (*first, *second) = ((row, from), (row, from + 1));
            for column in from + 2..to {
                self.places[end + (column - from) as usize] = (row, column);
            }
            end += to.saturating_sub(from) as usize;
        }
        self.places.truncate(end);
    }

    /// Takes the quotients of a span, which are few.
    fn take_few(&mut self, stairs: &Stairs<'_>, span: &Span, found: &mut Vec<(usize, f64)>) {
        match stairs.scale {
            ShiftScale::Ratio => self.write_between(stairs, span, |x, y| y / x),
            ShiftScale::Difference => self.write_between(stairs, span, |x, y| y - x),
        }
        let Some(first) = span.first.checked_sub(span.low.count) else { return };
        let ranks = [first, first + (span.last - span.first)];
        let thresholds = [span.low.threshold, span.high.threshold];
        let quotients = self.few.select(ranks, thresholds, span.high.count - span.low.count);
        for (rank, quotient) in (span.first..=span.last).zip(quotients) {
            if span.is_clear(stairs, quotient) {
                found.push((rank, quotient));
            }
        }
    }

    /// Writes down the quotients of a span, and how often each occurs.
    fn write_between(
        &mut self,
        stairs: &Stairs<'_>,
        span: &Span,
        quotient: impl Fn(f64, f64) -> f64 + Copy,
    ) {
        let steps = |mark: Mark| self.walks.steps(stairs, mark).iter();
        let rows = stairs.old.values().iter().zip(steps(span.low).zip(steps(span.high)));
        self.few.clear();
        if stairs.old.are_single() && stairs.new.are_single() {
            write_rows(&mut self.few, &self.columns, rows.map(|row| (1, row)), quotient);
        } else {
            let rows = stairs.old.sizes().zip(rows);
            write_rows(&mut self.few, &self.columns, rows, quotient);
        }
    }

    /// Takes the quotients of a span, each as often as its values occur.
    fn take_many(&mut self, stairs: &Stairs<'_>, span: &Span, found: &mut Vec<(usize, f64)>) {
        self.place_between(stairs, span);
        let (old, new) = (stairs.old, stairs.new);
        self.between.clear();
        self.between.extend(self.places.iter().map(|&(row, column)| {
            let (row, column) = (row as usize, column as usize);
            let quotient = stairs.scale.of(old.values()[row], new.values()[column]);
            (to_place(quotient), old.size(row) as usize * new.size(column) as usize)
        }));
        sort_weighted(&mut self.between);
        let mut end = span.low.count;
        let mut ranks = span.first..=span.last;
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

/// Writes down the quotients of rows, each of so many old values that are equal, between two staircases.
fn write_rows<'a>(
    few: &mut Few,
    columns: &[(f64, u64)],
    rows: impl Iterator<Item = (u64, (&'a f64, (&'a u32, &'a u32)))>,
    quotient: impl Fn(f64, f64) -> f64,
) {
    for (size, (&x, (&from, &to))) in rows {
        let Some([y, next, more @ ..]) = columns.get(from as usize..) else { break };
        let of = |&(y, times): &(f64, u64)| (quotient(x, y), times * size);
        let more = |i: usize| more.get(i - 2).map_or((f64::INFINITY, 0), of);
        few.push((to - from) as usize, [of(y), of(next)], more);
    }
}

/// Where to begin: around the ranks, as if the quotients were normal.
fn first_thresholds(stairs: &Stairs<'_>, spans: &[Span], thresholds: &mut Vec<f64>) {
    let len = stairs.len();
    let (first, last) = (spans.first().map_or(0, |s| s.first), spans.last().map_or(0, |s| s.last));
    let margin = len as f64 / 30.0;
    let (first, last) = (first as f64 - margin, last as f64 + margin);
    let at = |i: usize| {
        let rank = first + (last - first) * i as f64 / (FIRST - 1) as f64;
        stairs.away(stairs.center, (rank / len as f64 - 0.5) * DENSITY)
    };
    thresholds.clear();
    thresholds.extend((0..FIRST).map(at));
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
            let near = |threshold: f64, deviations| {
                if threshold.is_infinite() {
                    stairs.away(stairs.center, deviations)
                } else {
                    stairs.away(threshold, deviations)
                }
            };
            next.push(if low.threshold.is_infinite() {
                near(high.threshold, -far)
            } else {
                near(low.threshold, far)
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
