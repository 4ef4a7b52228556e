//! Distributions of U within one half of the merged values, cached by their pattern of ties.
//!
//! Takes patterns; gives counts. Guarantees exact integers and bounded memory. Must not know the values, or the other
//! half.

use super::pattern::{LONGEST, Pattern};

/// The maximum number of values of both samples together in a test with ties.
const MOST: usize = 2 * super::limits::EXACT_TIED;

/// Pascal's triangle, exact: C(50, 25) is below 2⁵³. Its rows are symmetric, so only their first halves are stored,
/// which keeps the module that browsers load small.
static CHOOSE: [f64; first_of(MOST + 1)] = pascal();

/// Returns the start of the row of `n`: each earlier row has one entry more than half of its number.
const fn first_of(n: usize) -> usize {
    (n + 1) * (n + 1) / 4
}

const fn pascal() -> [f64; first_of(MOST + 1)] {
    let mut all = [1.0; first_of(MOST + 1)];
    let mut n = 1;
    while n <= MOST {
        let mut k = 1;
        while k <= n / 2 {
            all[place(n, k)] = all[place(n - 1, k - 1)] + all[place(n - 1, k)];
            k += 1;
        }
        n += 1;
    }
    all
}

const fn place(n: usize, k: usize) -> usize {
    first_of(n) + if k <= n / 2 { k } else { n - k }
}

/// Returns C(n, k) for n ≤ 50.
pub(super) fn choose(n: usize, k: usize) -> f64 {
    CHOOSE[place(n, k)]
}

/// Returns how many values twice U can have with `chosen` out of `len`: 0 to 2·chosen·(len − chosen).
pub(super) fn width(len: usize, chosen: usize) -> usize {
    2 * chosen * (len - chosen) + 1
}

/// Rows are processed in blocks that fill vector registers. They are padded with zeros, so that a block may begin at
/// any entry of a row and no entry is left over.
pub(super) const BLOCK: usize = 8;

/// The meaning of the entries in the rows of a half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Entry `u`: the number of choices with this twice U.
    Counts,
    /// Entry `u`: the number of choices with at least this twice U.
    Tails,
}

/// For every number of chosen values and every twice U, the number of such choices.
#[derive(Clone, Debug, Default)]
pub(super) struct Half {
    pattern: Option<Pattern>,
    /// The start of the row for each number of chosen values, and the end.
    starts: Vec<usize>,
    rows: Vec<f32>,
}

impl Half {
    /// Returns the row for `chosen` values: [`width`] entries and then at least [`BLOCK`] − 1 zeros.
    pub(super) fn row(&self, chosen: usize) -> &[f32] {
        &self.rows[self.starts[chosen]..self.starts[chosen + 1]]
    }

    /// Computes the distribution for `pattern`, reusing the memory.
    fn fill(&mut self, pattern: Pattern, kind: Kind) {
        let len = pattern.len();
        self.pattern = Some(pattern);
        self.starts.clear();
        let mut end = 0;
        for chosen in 0..=len {
            self.starts.push(end);
            end += (width(len, chosen) + BLOCK - 1).next_multiple_of(BLOCK);
        }
        self.starts.push(end);
        self.rows.clear();
        self.rows.resize(end, 0.0);
        self.rows[0] = 1.0;
        let mut below = 0;
        for size in pattern.groups() {
            self.add(len / 2, below, size);
            below += size;
        }
        self.complete(len, kind);
    }

    /// Adds a group of `size` equal values above the `below` values so far, for rows up to `last`.
    ///
    /// Choosing `i` of the group while `j` are chosen below adds 2·i·(below − j) for the pairs with
    /// values below and i·(size − i) for the pairs within the group, in C(size, i) ways.
    fn add(&mut self, last: usize, below: usize, size: usize) {
        // From many chosen to few, so that entries are read before they are changed.
        for to in (1..=last.min(below + size)).rev() {
            let (before, rows) = self.rows.split_at_mut(self.starts[to]);
            for i in to.saturating_sub(below).max(1)..=size.min(to) {
                let from = to - i;
                let moved = 2 * i * (below - from) + i * (size - i);
                let (source, _) = before[self.starts[from]..].as_chunks::<BLOCK>();
                let source = &source[..width(below, from).div_ceil(BLOCK)];
                let (sums, _) = rows[moved..].as_chunks_mut::<BLOCK>();
                if size == 1 {
                    add_to(sums, source, |ways| ways);
                } else {
                    let choices = choose(size, i) as f32;
                    add_to(sums, source, |ways| choices * ways);
                }
            }
        }
    }

    /// Sums up tails, and fills the rows of more than half of the `len` values by symmetry, because choosing some
    /// values means leaving the others, and the U of the two samples add up to the number of pairs.
    fn complete(&mut self, len: usize, kind: Kind) {
        if kind == Kind::Tails {
            for chosen in 0..=len / 2 {
                let row = &mut self.rows[self.starts[chosen]..][..width(len, chosen)];
                accumulate(row);
            }
        }
        for chosen in 0..len.div_ceil(2) {
            let width = width(len, chosen);
            let (done, rest) = self.rows.split_at_mut(self.starts[len - chosen]);
            let row = &done[self.starts[chosen]..];
            match kind {
                Kind::Counts => reverse(&row[..width], &mut rest[..width], |ways| ways),
                // At least u for one is at most all − u for the other.
                Kind::Tails => {
                    let all = row[0];
                    reverse(&row[1..=width], &mut rest[..width], |ways| all - ways);
                }
            }
        }
    }
}

#[inline(always)]
fn add_to(sums: &mut [[f32; BLOCK]], terms: &[[f32; BLOCK]], weigh: impl Fn(f32) -> f32) {
    for (sums, &terms) in sums.iter_mut().zip(terms) {
        // The block is copied out and in because vector instructions need all loads before all stores.
        let mut block = *sums;
        for lane in 0..BLOCK {
            block[lane] += weigh(terms[lane]);
        }
        *sums = block;
    }
}

/// Replaces every entry by the sum from it to the end.
fn accumulate(row: &mut [f32]) {
    let mut sum = 0.0;
    let (odd, quads) = row.as_rchunks_mut::<4>();
    // Four at a time, so that only one addition in four waits for the previous one.
    for quad in quads.iter_mut().rev() {
        let [a, b, c, d] = *quad;
        let (ab, cd) = (a + b, c + d);
        *quad = [ab + cd + sum, b + cd + sum, cd + sum, d + sum];
        sum += ab + cd;
    }
    for ways in odd.iter_mut().rev() {
        sum += *ways;
        *ways = sum;
    }
}

/// Writes a row backward; both must have the same length.
#[inline(always)]
fn reverse(from: &[f32], to: &mut [f32], change: impl Fn(f32) -> f32) {
    let (quads, odd) = from.as_chunks::<4>();
    let (odd_out, quads_out) = to.as_rchunks_mut::<4>();
    for (out, &[a, b, c, d]) in quads_out.iter_mut().rev().zip(quads) {
        *out = [change(d), change(c), change(b), change(a)];
    }
    for (out, &ways) in odd_out.iter_mut().rev().zip(odd) {
        *out = change(ways);
    }
}

/// A cache of halves: counts for lower halves, tails for upper ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Halves {
    lower: Slots,
    upper: Slots,
}

impl Halves {
    /// Returns the counts of one pattern and the tails of another.
    pub(super) fn get(&mut self, lower: Pattern, upper: Pattern) -> (&Half, &Half) {
        (self.lower.get(lower, Kind::Counts), self.upper.get(upper, Kind::Tails))
    }
}

/// A direct-mapped cache: every pattern has one slot, which contains the last pattern.
#[derive(Clone, Debug, Default)]
struct Slots(Vec<Half>);

/// There are 2⁸ slots of each kind, of 12 KB for halves of 20 values and 23 KB for 25.
const SLOTS_LOG2: u32 = 8;

impl Slots {
    fn get(&mut self, pattern: Pattern, kind: Kind) -> &Half {
        if self.0.is_empty() {
            self.0.resize(1 << SLOTS_LOG2, Half::default());
        }
        let key = pattern.joined() ^ (pattern.len() as u64) << LONGEST;
        // Fibonacci hashing: the high bits depend on all bits of the key.
        let index = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - SLOTS_LOG2);
        let half = &mut self.0[index as usize];
        if half.pattern != Some(pattern) {
            half.fill(pattern, kind);
        }
        half
    }
}
