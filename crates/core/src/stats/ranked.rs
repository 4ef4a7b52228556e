//! Finds the numbers of given ranks in a table, without computing all of them.
//!
//! Takes a table of a function of two values (their quotient, difference, product or sum), and ranks; gives the
//! numbers that a sorted list of the whole table would have at these ranks. Guarantees exactly the same numbers, and
//! memory that grows only with the number of values. Must not know any test.
//!
//! Method: numbers grow along rows and columns, even rounded, so the numbers up to a threshold lie left of a staircase,
//! and one walk along it counts them; see Johnson and Mizoguchi, "Selecting the Kth element in X + Y and
//! X1 + X2 + … + Xm" (1978).
//!
//! ```text
//!            y₁   y₂   y₃   y₄        thresholds close in on a rank from both sides, by interpolation;
//!       x₁    ·    ·    ·  │ ·        the few numbers between two staircases are computed and sorted.
//!       x₂    ·    · ┌────-┘ ·        If very many are equal, the threshold is bisected instead.
//!       x₃    ·  ┌─┘  ·      ·
//! ```

use crate::base::pace::Pace;
use crate::base::sort::{from_sort_key, to_sort_key};

/// The number of numbers between two staircases that are computed.
const FEW: usize = 40;
/// The number that are computed if the staircases do not come closer, as with many equal numbers.
const MANY: usize = 1 << 12;
/// Thresholds of the first round.
const FIRST: usize = WALKS;
/// The number of walks that are interleaved.
const WALKS: usize = 5;
/// Rounds of walks.
const ROUNDS: usize = 8;
/// The number of rounds after which the middle between two thresholds is the next one.
const INTERPOLATED: usize = 3;
/// The normal distribution has this many standard deviations for each unit of probability near its centre: √(2π).
const DENSITY: f64 = 2.507;

/// A table of numbers, which never fall from a row to the next, or along a row.
pub(super) trait Table {
    /// Returns the number of rows and columns.
    fn shape(&self) -> [usize; 2];

    /// Returns the first column of a row, which never falls from a row to the next.
    fn first(&self, row: usize) -> usize;

    fn at(&self, row: usize, column: usize) -> f64;

    /// Returns the number of numbers.
    fn count(&self) -> usize;

    /// Returns where its numbers are, approximately.
    fn guess(&self) -> Guess;
}

/// Where the numbers of a table are, as if they were normal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess {
    pub(super) center: f64,
    /// The standard deviation, relative to the center if numbers are positive factors.
    pub(super) spread: f64,
    pub(super) is_relative: bool,
}

/// A threshold, and the number of numbers up to it.
#[derive(Clone, Copy, Debug)]
struct Mark {
    threshold: f64,
    /// The threshold as an integer in the order of the numbers.
    key: u64,
    count: usize,
}

/// Adjacent ranks, and the thresholds around them.
#[derive(Clone, Copy, Debug)]
struct Span {
    first: usize,
    last: usize,
    low: Mark,
    high: Mark,
}

/// The numbers that were found. Keep and reuse it, because it only keeps memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranked {
    found: Vec<(usize, f64)>,
    spans: Vec<Span>,
    thresholds: Vec<f64>,
    between: Vec<u64>,
}

impl Ranked {
    /// Forgets the previous table.
    pub(super) fn forget(&mut self) {
        self.found.clear();
    }

    /// Returns the number of a rank, from 0, if it was found.
    pub(super) fn get(&self, rank: usize) -> Option<f64> {
        self.found.iter().find(|&&(known, _)| known == rank).map(|&(_, number)| number)
    }

    /// Finds the numbers of several ranks at once, which takes less time than one by one.
    pub(super) async fn find(&mut self, table: &impl Table, ranks: &mut [usize], pace: &Pace) {
        ranks.sort_unstable();
        let [rows, columns] = table.shape();
        let low = Mark { threshold: f64::NEG_INFINITY, key: 0, count: 0 };
        let high = Mark { threshold: f64::INFINITY, key: u64::MAX, count: table.count() };
        let chunks = ranks.chunk_by(|a, b| b - a <= 1);
        let ends = chunks.filter_map(|chunk| Some((*chunk.first()?, *chunk.last()?)));
        self.spans.clear();
        self.spans.extend(ends.map(|(first, last)| Span { first, last, low, high }));
        let guess = table.guess();
        self.first_thresholds(guess, high.count);
        for round in 0..ROUNDS {
            for some in self.thresholds.chunks(WALKS) {
                let keys: [u64; WALKS] =
                    std::array::from_fn(|i| to_sort_key(some[i.min(some.len() - 1)]));
                let counts = up_to(table, keys);
                for ((&threshold, key), count) in some.iter().zip(keys).zip(counts) {
                    let mark = Mark { threshold, key, count };
                    self.spans.iter_mut().for_each(|span| span.narrow(mark));
                }
                pace.spend(((rows + columns) * WALKS) as u64).await;
            }
            self.thresholds.clear();
            for span in &self.spans {
                if FEW < span.high.count - span.low.count {
                    span.thresholds(guess, round, &mut self.thresholds);
                }
            }
            if self.thresholds.is_empty() {
                break;
            }
        }
        for at in 0..self.spans.len() {
            let span = self.spans[at];
            if span.high.count - span.low.count <= MANY {
                self.collect(table, span);
                continue;
            }
            for rank in span.first..=span.last {
                let number = bisect(table, rank, pace).await;
                self.found.push((rank, number));
            }
        }
    }

    /// Chooses the first thresholds, around the ranks.
    fn first_thresholds(&mut self, guess: Guess, count: usize) {
        let ends = self.spans.first().zip(self.spans.last());
        let (first, last) = ends.map_or((0, 0), |(first, last)| (first.first, last.last));
        let margin = count as f64 / 30.0;
        let (first, last) = (first as f64 - margin, last as f64 + margin);
        let at = |i: usize| {
            let rank = first + (last - first) * i as f64 / (FIRST - 1) as f64;
            guess.away(guess.center, (rank / count as f64 - 0.5) * DENSITY)
        };
        self.thresholds.clear();
        self.thresholds.extend((0..FIRST).map(at));
    }

    /// Computes the numbers between the staircases of a span.
    fn collect(&mut self, table: &impl Table, span: Span) {
        let [rows, columns] = table.shape();
        let (mut start, mut end) = (columns, columns);
        self.between.clear();
        for row in 0..rows {
            end = end_of_row(table, row, end, span.high.key);
            start = end_of_row(table, row, start.min(end), span.low.key);
            let first = table.first(row);
            if end <= first {
                break;
            }
            let numbers = (start.max(first)..end).map(|column| to_sort_key(table.at(row, column)));
            self.between.extend(numbers);
        }
        self.between.sort_unstable();
        for rank in span.first..=span.last {
            let key = rank.checked_sub(span.low.count).and_then(|at| self.between.get(at));
            self.found.extend(key.map(|&key| (rank, from_sort_key(key))));
        }
    }
}

/// Returns how many numbers are up to each of some thresholds, which are integers in the order of the numbers.
///
/// Each step of a walk depends on the previous one, so several walks are interleaved, without a branch on the data:
/// with 60 values on both sides, an interval takes about 10 µs less than with one walk after another.
fn up_to<const N: usize>(table: &impl Table, thresholds: [u64; N]) -> [usize; N] {
    let [rows, columns] = table.shape();
    let (mut row, mut count) = ([0; N], [0; N]);
    for step in 0..rows + columns - table.first(rows - 1) {
        for walk in 0..N {
            // Each step has gone one row down or one column to the left.
            let (at, end) = (row[walk].min(rows - 1), (columns + row[walk]).saturating_sub(step));
            let numbers = end.saturating_sub(table.first(at));
            let is_inside = (row[walk] < rows) & (numbers != 0);
            let number = to_sort_key(table.at(at, end.max(1) - 1));
            let is_left = is_inside & (number <= thresholds[walk]);
            count[walk] += if is_left { numbers } else { 0 };
            row[walk] += usize::from(is_left);
        }
    }
    count
}

/// Returns the first column of a row after the numbers up to a threshold, if it is at most `end`.
fn end_of_row(table: &impl Table, row: usize, mut end: usize, threshold: u64) -> usize {
    let first = table.first(row);
    while first < end && threshold < to_sort_key(table.at(row, end - 1)) {
        end -= 1;
    }
    end
}

/// Returns the number of a rank by bisecting over all numbers.
async fn bisect(table: &impl Table, rank: usize, pace: &Pace) -> f64 {
    let (mut least, mut most) = (0, u64::MAX);
    while least < most {
        let middle = least + (most - least) / 2;
        if rank < up_to(table, [middle])[0] {
            most = middle;
        } else {
            least = middle + 1;
        }
        pace.spend(table.shape().iter().sum::<usize>() as u64).await;
    }
    from_sort_key(least)
}

impl Guess {
    /// Returns the threshold this many standard deviations away from another.
    fn away(self, threshold: f64, deviations: f64) -> f64 {
        let distance = deviations * self.spread;
        if !self.is_relative {
            threshold + distance
        } else if distance < 0.0 {
            threshold / (1.0 - distance)
        } else {
            threshold * (1.0 + distance)
        }
    }
}

impl Span {
    /// Replaces a bound by a threshold that is closer.
    fn narrow(&mut self, mark: Mark) {
        if mark.count <= self.first {
            if self.low.threshold < mark.threshold {
                self.low = mark;
            }
        } else if self.last < mark.count && mark.threshold < self.high.threshold {
            self.high = mark;
        }
    }

    /// Chooses the next thresholds to try.
    fn thresholds(&self, guess: Guess, round: usize, next: &mut Vec<f64>) {
        let (low, high) = (self.low, self.high);
        let far = f64::from(1_u32 << (2 * round).min(30));
        match [low, high].map(|mark| mark.threshold.is_finite()) {
            [true, true] => {}
            [true, false] => return next.push(guess.away(low.threshold, far)),
            [false, true] => return next.push(guess.away(high.threshold, -far)),
            [false, false] => return next.push(guess.center),
        }
        let between = (high.count - low.count) as f64;
        let step = (high.threshold - low.threshold) / between;
        let margin = 3 + (between / 24.0) as usize;
        let before = next.len();
        if round < INTERPOLATED && low.count + margin < self.first {
            next.push(low.threshold + step * (self.first - margin - low.count) as f64);
        }
        if round < INTERPOLATED && self.last + 1 + margin < high.count {
            next.push(high.threshold - step * (high.count - self.last - 1 - margin) as f64);
        }
        if next.len() == before {
            next.push(low.threshold / 2.0 + high.threshold / 2.0);
        }
    }
}
