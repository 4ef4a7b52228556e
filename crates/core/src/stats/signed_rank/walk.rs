//! Walks along staircases through the table of what becomes of two terms.
//!
//! Takes ascending terms and thresholds; gives for each threshold how many of the sums (or products) of
//! two terms, each with itself, too, are at most that, and which. Guarantees exact counts: rounded
//! sums and products still grow with their terms. Must not know: which ranks are wanted.
//!
//! ```text
//!            x₁   x₂   x₃   x₄        row i: the partners of xᵢ that are not before it. Those up to a
//!       x₁   ·    ·    ·  │ ·         threshold lie left of a staircase. A walk along it goes either
//!       x₂        ·  ┌─·──┘ ·         to the next row or one place to the left, until it meets the
//!       x₃          ─┘ ·    ·         diagonal: one step for each term.
//!       x₄                  ·
//! ```
//!
//! Walks do not branch on the data, and each step of a walk waits for the one before: so several walk
//! side by side.

/// Walks side by side.
pub(super) const WALKS: usize = 5;

/// A staircase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) threshold: f64,
    /// How many lie left of it.
    pub(super) count: usize,
    /// Rows that have any left of it, and
    rows: usize,
    /// where the ends of their parts are written.
    start: usize,
}

/// The staircases of one table. Keep it and reuse it: it only keeps memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Walks {
    /// For each walk, for each row: the first place right of the staircase.
    ends: Vec<u32>,
    are_factors: bool,
}

impl Walks {
    /// Forgets the table before. Gives the staircases left and right of everything.
    pub(super) fn start(&mut self, terms: &[f64], are_factors: bool) -> [Mark; 2] {
        let len = terms.len();
        self.are_factors = are_factors;
        self.ends.clear();
        self.ends.resize(len, len as u32);
        let low = Mark { threshold: f64::NEG_INFINITY, count: 0, rows: 0, start: 0 };
        let high =
            Mark { threshold: f64::INFINITY, count: len * (len + 1) / 2, rows: len, start: 0 };
        [low, high]
    }

    /// What becomes of two terms.
    #[inline(always)]
    pub(super) fn both(&self, x: f64, y: f64) -> f64 {
        if self.are_factors { x * y } else { x + y }
    }

    /// Walks along the staircases of some thresholds.
    pub(super) fn walk_all(&mut self, terms: &[f64], thresholds: &[f64], marks: &mut Vec<Mark>) {
        for some in thresholds.chunks(WALKS) {
            let mut five = [some[0]; WALKS];
            five[..some.len()].copy_from_slice(some);
            let start = self.ends.len();
            self.ends.resize(start + WALKS * terms.len(), 0);
            let ends = &mut self.ends[start..];
            let found = if self.are_factors {
                walk(terms, five, ends, |x, y| x * y)
            } else {
                walk(terms, five, ends, |x, y| x + y)
            };
            let mark = |(walk, &threshold)| {
                let (count, rows): (usize, usize) = found[walk];
                Mark { threshold, count, rows, start: start + walk * terms.len() }
            };
            marks.extend((0..).zip(some).map(mark));
        }
    }

    /// How many are at most a threshold.
    pub(super) fn up_to(&self, terms: &[f64], threshold: f64) -> usize {
        let (mut row, mut end, mut count) = (0, terms.len(), 0);
        while row < end {
            if self.both(terms[row], terms[end - 1]) <= threshold {
                count += end - row;
                row += 1;
            } else {
                end -= 1;
            }
        }
        count
    }

    /// What lies between two staircases: the row's term, and those that it meets there.
    pub(super) fn between<'t>(
        &'t self,
        terms: &'t [f64],
        low: Mark,
        high: Mark,
    ) -> impl Iterator<Item = (f64, &'t [f64])> {
        let low_ends = &self.ends[low.start..low.start + low.rows];
        let high_ends = &self.ends[high.start..high.start + high.rows];
        terms.iter().zip(high_ends).enumerate().map(move |(row, (&term, &end))| {
            let start = low_ends.get(row).map_or(row, |&start| start as usize);
            (term, terms.get(start..end as usize).unwrap_or_default())
        })
    }
}

/// Walks along [`WALKS`] staircases: their counts and numbers of rows. `ends` has an entry for each row of
/// each walk.
#[inline(always)]
fn walk(
    terms: &[f64],
    thresholds: [f64; WALKS],
    ends: &mut [u32],
    both: impl Fn(f64, f64) -> f64,
) -> [(usize, usize); WALKS] {
    let len = terms.len();
    let (mut rows, mut counts) = ([0; WALKS], [0; WALKS]);
    for step in 0..len {
        for walk in 0..WALKS {
            let row: usize = rows[walk];
            // Each step has gone one row down or one place to the left.
            let end = len + row - step;
            let is_left = both(terms[row], terms[end - 1]) <= thresholds[walk];
            ends[walk * len + row] = end as u32;
            counts[walk] += if is_left { end - row } else { 0 };
            rows[walk] += usize::from(is_left);
        }
    }
    std::array::from_fn(|walk| (counts[walk], rows[walk]))
}
