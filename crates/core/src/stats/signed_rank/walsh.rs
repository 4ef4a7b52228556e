//! The sums (or products) of two changes by rank, without working out the others.
//!
//! Takes changes and ranks; gives what a sorted list of all would have at those ranks. Guarantees memory
//! that grows with the number of changes alone, however many pairs of them there are. Must not know: any
//! test.
//!
//! Few are listed. Of more, thresholds close in on a rank from both sides, by interpolation, and the few
//! that lie between two of them are worked out and sorted; where very many are equal, numbers are
//! bisected.

use super::changes::Changes;
use super::listed::Listed;
use super::walk::{Mark, WALKS, Walks};
use crate::base::sort::{from_place, to_place};

/// Up to so many pairs of different changes are listed in order.
const LISTED: usize = 60;
/// So many between two staircases are worked out, and
const FEW: usize = 40;
/// so many if the staircases do not come closer, as with many that are equal.
const MANY: usize = 1 << 10;
/// Of more changes than this, staircases would fill too much memory: numbers are bisected at once.
const LONGEST: usize = 1 << 14;
/// Rounds of walks.
const ROUNDS: usize = 8;
/// After so many, the middle between two thresholds is the next.
const INTERPOLATED: usize = 3;
/// The normal distribution has this many standard deviations for each unit of probability near its
/// centre: √(2π).
const DENSITY: f64 = 2.507;
/// The interquartile range of a normal distribution, in standard deviations of the sum of two.
const QUARTILES: f64 = 0.954;

/// What is known of one table, and memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Walsh {
    listed: Option<bool>,
    list: Listed,
    walks: Walks,
    marks: Vec<Mark>,
    between: Vec<u64>,
    spans: Vec<Span>,
    next: Vec<f64>,
    found: Vec<(usize, f64)>,
}

/// Ranks next to each other, and the staircases around them.
#[derive(Clone, Copy, Debug)]
struct Span {
    first: usize,
    last: usize,
    low: Mark,
    high: Mark,
}

impl Walsh {
    /// Forgets the table before.
    pub(super) fn forget(&mut self) {
        self.listed = None;
        self.found.clear();
    }

    /// The list of all, made if there is none yet.
    pub(super) fn list(&mut self, changes: &Changes) -> &Listed {
        if self.listed != Some(true) {
            self.list.fill(changes.terms(), changes.are_factors());
            self.listed = Some(true);
        }
        &self.list
    }

    /// Finds those of several ranks at once, which costs less than one after the other.
    pub(super) fn find(&mut self, changes: &Changes, ranks: &mut [usize]) {
        let terms = changes.terms();
        if self.listed.is_none() {
            let different = 1 + terms.windows(2).filter(|pair| pair[0] != pair[1]).count();
            self.listed = Some(false);
            if different * (different + 1) / 2 <= LISTED {
                self.list(changes);
            }
        }
        if self.listed == Some(true) {
            return;
        }
        ranks.sort_unstable();
        let [low, high] = self.walks.start(terms, changes.are_factors());
        if LONGEST < terms.len() {
            for &rank in &*ranks {
                let both = self.bisect(terms, rank);
                self.found.push((rank, both));
            }
            return;
        }
        self.spans.clear();
        let chunks = ranks.chunk_by(|a, b| b - a <= 1);
        let ends = chunks.filter_map(|chunk| Some((*chunk.first()?, *chunk.last()?)));
        self.spans.extend(ends.map(|(first, last)| Span { first, last, low, high }));
        let guess = Guess::new(terms, changes.are_factors());
        guess.first(&self.spans, high.count, &mut self.next);
        for round in 0..ROUNDS {
            self.marks.clear();
            self.walks.walk_all(terms, &self.next, &mut self.marks);
            self.next.clear();
            for span in &mut self.spans {
                self.marks.iter().for_each(|mark| span.narrow(mark));
                if FEW < span.high.count - span.low.count {
                    span.thresholds(&guess, round, &mut self.next);
                }
            }
            if self.next.is_empty() {
                break;
            }
        }
        for at in 0..self.spans.len() {
            self.collect(terms, self.spans[at]);
        }
    }

    /// Works out what lies between the staircases of a span.
    fn collect(&mut self, terms: &[f64], span: Span) {
        let Span { first, last, low, high } = span;
        if MANY < high.count - low.count {
            for rank in first..=last {
                let both = self.bisect(terms, rank);
                self.found.push((rank, both));
            }
            return;
        }
        self.between.clear();
        for (x, partners) in self.walks.between(terms, low, high) {
            self.between.extend(partners.iter().map(|&y| to_place(self.walks.both(x, y))));
        }
        self.between.sort_unstable();
        for rank in first..=last {
            let place = rank.checked_sub(low.count).and_then(|at| self.between.get(at));
            self.found.extend(place.map(|&place| (rank, from_place(place))));
        }
    }

    /// Bisects over all numbers.
    fn bisect(&self, terms: &[f64], rank: usize) -> f64 {
        let (mut least, mut most) = (0, u64::MAX);
        while least < most {
            let middle = least + (most - least) / 2;
            if rank < self.walks.up_to(terms, from_place(middle)) {
                most = middle;
            } else {
                least = middle + 1;
            }
        }
        from_place(least)
    }

    /// The one of rank `rank`, from 0.
    pub(super) fn nth(&mut self, changes: &Changes, rank: usize) -> f64 {
        if self.listed != Some(true)
            && let Some(both) = self.found(rank)
        {
            return both;
        }
        self.find(changes, &mut [rank]);
        match self.listed {
            Some(true) => self.list.nth(rank).unwrap_or(f64::NAN),
            _ => self.found(rank).unwrap_or(f64::NAN),
        }
    }

    fn found(&self, rank: usize) -> Option<f64> {
        self.found.iter().find(|&&(known, _)| known == rank).map(|&(_, both)| both)
    }
}

/// Where to look, as if the changes were normal.
struct Guess {
    are_factors: bool,
    center: f64,
    /// The standard deviation of what becomes of two terms, roughly: relative for products.
    spread: f64,
}

impl Guess {
    fn new(terms: &[f64], are_factors: bool) -> Self {
        let quarter = |i: usize| terms[(terms.len() - 1) * i / 4];
        let (center, range) = (quarter(2), quarter(3) - quarter(1));
        let largest = quarter(4).abs().max(quarter(0).abs());
        if are_factors {
            let spread = (range / center / QUARTILES).max(1e-12);
            Self { are_factors, center: center * center, spread }
        } else {
            let spread = (range / QUARTILES).max(largest * 1e-12).max(f64::MIN_POSITIVE);
            Self { are_factors, center: center + center, spread }
        }
    }

    /// So many standard deviations away from a threshold.
    fn away(&self, threshold: f64, deviations: f64) -> f64 {
        let distance = deviations * self.spread;
        if !self.are_factors {
            threshold + distance
        } else if distance < 0.0 {
            threshold / (1.0 - distance)
        } else {
            threshold * (1.0 + distance)
        }
    }

    /// Where to begin: around the ranks.
    fn first(&self, spans: &[Span], count: usize, thresholds: &mut Vec<f64>) {
        let first = spans.first().map_or(0, |span| span.first) as f64;
        let last = spans.last().map_or(0, |span| span.last) as f64;
        let margin = count as f64 / 30.0;
        let (first, last) = (first - margin, last + margin);
        let at = |i: usize| {
            let rank = first + (last - first) * i as f64 / (WALKS - 1) as f64;
            self.away(self.center, (rank / count as f64 - 0.5) * DENSITY)
        };
        thresholds.clear();
        thresholds.extend((0..WALKS).map(at));
    }
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
    fn thresholds(&self, guess: &Guess, round: usize, next: &mut Vec<f64>) {
        let (low, high) = (self.low, self.high);
        let far = f64::from(1_u32 << (2 * round).min(30));
        if low.threshold.is_infinite() || high.threshold.is_infinite() {
            let near = |threshold: f64, deviations| {
                if threshold.is_infinite() {
                    guess.away(guess.center, deviations)
                } else {
                    guess.away(threshold, deviations)
                }
            };
            next.push(if low.threshold.is_infinite() {
                near(high.threshold, -far)
            } else {
                near(low.threshold, far)
            });
            return;
        }
        let middle = low.threshold / 2.0 + high.threshold / 2.0;
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
            next.push(middle);
        }
    }
}
