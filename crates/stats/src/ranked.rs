//! Finds the numbers of given ranks in a table, without computing all of them.
//!
//! Takes a table of a function of two values (their quotient, difference, product or sum), and ranks; gives the
//! numbers that a sorted list of the whole table would have at these ranks. Guarantees exactly the same numbers, and
//! memory that grows only with the number of values. Must not know any test.
//!
//! Method: numbers grow along rows and columns, even rounded, so the numbers up to a threshold lie left of a staircase,
//! and one walk along it counts them; see Johnson and Mizoguchi, "Selecting the Kth element in X + Y and
//! X1 + X2 + … + Xm" (1978). A walk compares terms with bounds that are rounded, so it may err for numbers next to its
//! threshold; a number is right only if it is farther away from both thresholds.
//!
//! ```text
//!            y₁   y₂   y₃   y₄        thresholds close in on a rank from both sides, by interpolation;
//!       x₁    ·    ·    ·  │ ·        the few numbers between two staircases are computed and sorted.
//!       x₂    ·    · ┌────-┘ ·        If very many are equal, the threshold is bisected instead.
//!       x₃    ·  ┌─┘  ·      ·
//! ```

use benchlens_base::pace::Pace;
use benchlens_base::sort::{from_sort_key, to_sort_key};

/// The number of numbers between two staircases that are computed after the first round; four times as many after each
/// further round, because closer staircases do not help if many numbers are nearly equal.
const FEW: usize = 20;
/// The number that are computed if the staircases do not come closer, as with many equal numbers.
const MANY: usize = 1 << 12;
/// The number of walks that are interleaved. Each step of a walk depends on the previous one.
const WALKS: usize = 6;
/// More than four times the rounding of a bound and of a number, relative to the larger one.
const ROUNDING: f64 = 1e-15;
/// The largest factors and terms whose products and sums are certain to stay far from the limits of numbers.
const LARGEST: f64 = 1e70;
/// Rounds of walks.
const ROUNDS: usize = 8;
/// The number of rounds after which the middle between two thresholds is the next one.
const INTERPOLATED: usize = 3;
/// The normal distribution has this many standard deviations for each unit of probability near its centre: √(2π).
const DENSITY: f64 = 2.507;

/// A table of numbers, each of which combines a term of its row with a term of its column. They never fall from a row to
/// the next, or along a row.
pub(super) trait Table {
    /// Returns the terms of the rows.
    fn rows(&self) -> impl Iterator<Item = f64>;

    /// Returns the terms of the columns.
    fn columns(&self) -> &[f64];

    /// Returns the distinct rows and how often each occurs, then the same of the columns, if many are equal.
    fn tied(
        &self,
    ) -> Option<(impl Iterator<Item = (f64, usize)>, impl Iterator<Item = (f64, usize)>)>;

    /// Returns the first column of a row, which never falls from a row to the next.
    fn first(&self, row: usize) -> usize;

    /// Returns the number in the row and the column with these terms.
    fn at(&self, row: f64, column: f64) -> f64;

    /// Returns the greatest term of a column whose number in a row is up to a threshold, apart from rounding.
    fn bound(&self, row: f64, threshold: f64) -> f64;

    /// Returns how far beyond a threshold a number may be that is on the wrong side of a `bound`. It is infinite if
    /// bounds are useless, because they may overflow.
    fn slack(&self, threshold: f64) -> f64;

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
    count: usize,
    /// The number of its walk.
    walk: usize,
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
    terms: Terms,
    /// For each row and each walk, the column after the last number up to the threshold: some walks after others.
    ends: Vec<[usize; WALKS]>,
    /// The row and the column of each number between two staircases of a span.
    pairs: Vec<(usize, usize)>,
    between: Vec<u64>,
}

/// The distinct terms of a table, as integers in the order of the numbers. A row after the last one has no number up to a
/// threshold, and a column before the first one has a number up to any threshold in all other rows.
#[derive(Clone, Debug, Default)]
struct Terms {
    rows: Vec<f64>,
    columns: Vec<u64>,
    /// Whether each row and each column counts once, as in most tables.
    are_single: bool,
    /// How often each row occurs, unless each counts once.
    sizes: Vec<usize>,
    /// The number of columns before each column and after the last one, with equal ones, unless each counts once.
    before: Vec<usize>,
    /// For each row and each walk, the greatest term of a column.
    bounds: Vec<[u64; WALKS]>,
}

impl Terms {
    fn fill(&mut self, table: &impl Table) {
        let Terms { rows, columns, are_single, sizes, before, .. } = self;
        rows.clear();
        columns.clear();
        columns.push(1);
        sizes.clear();
        before.clear();
        before.push(0);
        let tied = table.tied();
        *are_single = tied.is_none();
        let Some((all_rows, all_columns)) = tied else {
            rows.extend(table.rows());
            return columns.extend(table.columns().iter().map(|&column| to_sort_key(column)));
        };
        for (row, size) in all_rows {
            rows.push(row);
            sizes.push(size);
        }
        let mut count = 0;
        for (column, size) in all_columns {
            count += size;
            columns.push(to_sort_key(column));
            before.push(count);
        }
    }

    /// Returns how often the number in a row and a column occurs.
    fn times(&self, row: usize, column: usize) -> usize {
        self.sizes[row] * (self.before[column + 1] - self.before[column])
    }

    /// Returns how many numbers are up to each of some thresholds, apart from rounding. Appends for each row
    /// the column after the last of these numbers; columns before the first of the row have no numbers.
    ///
    /// Without a branch on the data, on integers and with interleaved walks, all quotients that 60 values on both sides
    /// need take 3 µs instead of 13.
    fn walk(
        &mut self,
        table: &impl Table,
        thresholds: [f64; WALKS],
        all: &mut Vec<[usize; WALKS]>,
    ) -> [usize; WALKS] {
        let Terms { rows, columns, are_single, sizes, before, bounds } = self;
        bounds.clear();
        let bound = |row| thresholds.map(|threshold| to_sort_key(table.bound(row, threshold)));
        bounds.extend(rows.iter().map(|&row| bound(row)));
        bounds.push([0; WALKS]);
        let known = all.len();
        all.resize(known + bounds.len(), [0; WALKS]);
        // The compiler checks each row once because both have the same length.
        let (bounds, ends) = (&bounds[..=rows.len()], &mut all[known..][..=rows.len()]);
        // A step leads to the next row or to the column before, so the number of steps and the row tell the column.
        let mut row_of = [0; WALKS];
        let last = columns.len() - 1;
        for step in 0..rows.len() + last - table.first(rows.len() - 1) {
            for (walk, row) in row_of.iter_mut().enumerate() {
                let end = last.wrapping_sub(step).wrapping_add(*row);
                ends[*row][walk] = end;
                *row += usize::from(columns[end] <= bounds[*row][walk]);
            }
        }
        let mut counts = [0; WALKS];
        for (row, ends) in ends[..rows.len()].iter().enumerate() {
            let first = table.first(row);
            let up_to = |&end: &usize| {
                if *are_single {
                    end.saturating_sub(first)
                } else {
                    sizes[row] * before[end].saturating_sub(before[first])
                }
            };
            counts.iter_mut().zip(ends).for_each(|(count, end)| *count += up_to(end));
        }
        counts
    }
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
        self.terms.fill(table);
        let low = Mark { threshold: f64::NEG_INFINITY, count: 0, walk: 0 };
        let high = Mark { threshold: f64::INFINITY, count: table.count(), walk: 1 };
        let mut outer = [0; WALKS];
        outer[high.walk] = self.terms.columns.len() - 1;
        self.ends.clear();
        self.ends.resize(self.terms.rows.len() + 1, outer);
        let chunks = ranks.chunk_by(|a, b| b - a <= 1);
        let ends = chunks.filter_map(|chunk| Some((*chunk.first()?, *chunk.last()?)));
        self.spans.clear();
        self.spans.extend(ends.map(|(first, last)| Span { first, last, low, high }));
        let mut guess = table.guess();
        // The center is often a number of the table, and of no use as a threshold if it is the wanted one.
        guess.center = guess.away(guess.center, 1.0 / 1024.0);
        self.first_thresholds(guess, high.count);
        for round in 0..ROUNDS {
            for some in self.thresholds.chunks(WALKS) {
                let thresholds = std::array::from_fn(|i| some[i.min(some.len() - 1)]);
                let first = self.ends.len() / (self.terms.rows.len() + 1) * WALKS;
                let counts = self.terms.walk(table, thresholds, &mut self.ends);
                for ((walk, &threshold), count) in (first..).zip(some).zip(counts) {
                    let mark = Mark { threshold, count, walk };
                    self.spans.iter_mut().for_each(|span| span.narrow(mark));
                }
                pace.spend(((self.terms.rows.len() + table.columns().len()) * WALKS) as u64).await;
            }
            self.thresholds.clear();
            for span in &self.spans {
                if FEW << (2 * round) < span.high.count - span.low.count {
                    span.thresholds(guess, round, &mut self.thresholds);
                }
            }
            if self.thresholds.is_empty() {
                break;
            }
        }
        for at in 0..self.spans.len() {
            let span = self.spans[at];
            self.compute(table, span);
            let (mut rest, mut first) = (&mut self.between[..], span.low.count);
            for rank in span.first..=span.last {
                let mut number = None;
                if let Some(at) = rank.checked_sub(first).filter(|&at| at < rest.len()) {
                    let (_, key, greater) = rest.select_nth_unstable(at);
                    number = Some(from_sort_key(*key)).filter(|&it| span.contains(table, it));
                    (rest, first) = (greater, rank + 1);
                }
                let number = match number {
                    Some(number) => number,
                    None => bisect(table, rank, pace).await,
                };
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
            let rank = first + (last - first) * i as f64 / (WALKS - 1) as f64;
            guess.away(guess.center, (rank / count as f64 - 0.5) * DENSITY)
        };
        self.thresholds.clear();
        self.thresholds.extend((0..WALKS).map(at));
    }

    /// Computes the numbers between the staircases of a span, if they are not too many.
    fn compute(&mut self, table: &impl Table, span: Span) {
        self.between.clear();
        if MANY < span.high.count - span.low.count {
            return;
        }
        let rows = &self.terms.rows;
        let ends = |mark: Mark| {
            let ends = self.ends.iter().skip(mark.walk / WALKS * (rows.len() + 1));
            ends.map(move |ends| ends[mark.walk % WALKS])
        };
        let (starts, ends) = (ends(span.low), ends(span.high));
        // Two pairs are written for each row, because most rows have fewer, and the pairs of the next row replace those
        // that are too many: without a branch on the data. Divisions wait until it is known which pairs count.
        self.pairs.resize(span.high.count - span.low.count + 2, (0, 0));
        let mut count = 0;
        for (row, (start, end)) in starts.zip(ends).take(rows.len()).enumerate() {
            let start = start.max(table.first(row));
            let width = end.saturating_sub(start);
            let Some([first, second, rest @ ..]) = self.pairs.get_mut(count..) else { break };
            (*first, *second) = ((row, start), (row, start + 1));
            if 2 < width {
                let more = rest.iter_mut().zip(start + 2..end);
                more.for_each(|(pair, column)| *pair = (row, column));
            }
            count += width;
        }
        let columns = &self.terms.columns[1..];
        let number = |&(row, column): &(usize, usize)| {
            to_sort_key(table.at(rows[row], from_sort_key(columns[column])))
        };
        let pairs = self.pairs.get(..count).unwrap_or_default();
        if self.terms.are_single {
            return self.between.extend(pairs.iter().map(number));
        }
        for pair in pairs {
            let times = self.terms.times(pair.0, pair.1);
            self.between.extend(std::iter::repeat_n(number(pair), times));
        }
    }
}

/// Returns the number of a rank by halving the range of all numbers, again and again.
async fn bisect(table: &impl Table, rank: usize, pace: &Pace) -> f64 {
    let [mut least, mut most] = [f64::NEG_INFINITY, f64::INFINITY].map(to_sort_key);
    while least < most {
        let middle = least + (most - least) / 2;
        if rank < up_to(table, from_sort_key(middle)) {
            most = middle;
        } else {
            least = middle + 1;
        }
        pace.spend(2 * table.columns().len() as u64).await;
    }
    // Adding 0 removes the sign of a zero.
    from_sort_key(least) + 0.0
}

/// Returns exactly how many numbers are up to a threshold.
fn up_to(table: &impl Table, threshold: f64) -> usize {
    let columns = table.columns();
    let (mut end, mut count) = (columns.len(), 0);
    for (row, term) in table.rows().enumerate() {
        let is_up_to = |column: &f64| table.at(term, *column) <= threshold;
        while columns[..end].last().is_some_and(|last| !is_up_to(last)) {
            end -= 1;
        }
        count += end.saturating_sub(table.first(row));
    }
    count
}

/// Returns the slack of a table with these ascending terms, which are positive factors or terms of sums.
pub(super) fn slack(are_factors: bool, terms: &[f64], threshold: f64) -> f64 {
    let largest = terms[0].abs().max(terms[terms.len() - 1].abs());
    let is_plain = largest <= LARGEST && !(are_factors && terms[0] < 1.0 / LARGEST);
    let around = if are_factors { 0.0 } else { largest };
    if is_plain { ROUNDING * (around + threshold.abs()) } else { f64::INFINITY }
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

    /// Returns whether a number lies between the thresholds and is not too close to either.
    fn contains(&self, table: &impl Table, number: f64) -> bool {
        [self.low.threshold, self.high.threshold].into_iter().all(|threshold| {
            threshold.is_infinite() || table.slack(threshold) < (number - threshold).abs()
        })
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
