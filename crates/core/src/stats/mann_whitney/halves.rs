//! Distributions of U within one half of the merged values, remembered by their pattern of ties.
//!
//! Takes patterns, gives counts. Guarantees exact integers and a bounded memory. Must not know: the values, or the other half.

/// The most values of both samples together that are ever tested with ties.
const MOST: usize = 2 * super::EXACT_TIED;

/// Pascal's triangle, exact: C(50, 25) is below 2⁵³.
static CHOOSE: [[f64; MOST + 1]; MOST + 1] = pascal();

const fn pascal() -> [[f64; MOST + 1]; MOST + 1] {
    let mut rows = [[0.0; MOST + 1]; MOST + 1];
    let mut n = 0;
    while n <= MOST {
        rows[n][0] = 1.0;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
}

/// The longest half. Its counts are below C(26, 13) < 2²⁴, so that an `f32` holds them exactly; that
/// halves the memory and the time.
const LONGEST: usize = 26;

/// C(n, k) for n ≤ 50.
pub(super) fn choose(n: usize, k: usize) -> f64 {
    CHOOSE[n][k]
}

/// Where the ties are among `len` ascending values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    len: usize,
    /// Bit `i` is set if value `i` equals the one before it; bit 0 never is.
    joined: u64,
}

impl Pattern {
    /// `len` up to 50; the bits beyond it are ignored.
    pub(super) fn new(len: usize, joined: u64) -> Self {
        let used = (1_u64 << len) - 1;
        Self { len, joined: joined & used & !1 }
    }

    /// Cuts near the middle: how many values are below the cut, and how many equal ones form a
    /// part of their own in the cut, usually none.
    ///
    /// Any place gives the same counts. The work grows with the cube of the longer part, so the
    /// place between two groups that is nearest to the middle is best; but if the group across the
    /// middle is so large that a part would exceed [`LONGEST`], that group stands alone.
    pub(super) fn cut(self) -> (usize, usize) {
        let middle = self.len / 2;
        let edges = !self.joined;
        // Bit 0 and the bits from len on are always set: both searches end within 0 ..= len.
        let before = 63 - (edges & ((2_u64 << middle) - 1)).leading_zeros() as usize;
        let after = middle + (edges >> middle).trailing_zeros() as usize;
        let nearest = if middle - before <= after - middle { before } else { after };
        if nearest.max(self.len - nearest) <= LONGEST {
            (nearest, 0)
        } else {
            (before, after - before)
        }
    }

    /// The pattern of the lowest `len` values.
    pub(super) fn lowest(self, len: usize) -> Self {
        Self::new(len, self.joined)
    }

    /// The pattern of the highest `len` values, counted from the top.
    pub(super) fn highest(self, len: usize) -> Self {
        // Values i − 1 and i become len − i and len − 1 − i: bit i becomes bit len − i.
        Self::new(len, self.joined.reverse_bits() >> (63 - self.len))
    }

    /// The sizes of the groups of equal values, in ascending order of value.
    fn groups(self) -> impl Iterator<Item = usize> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let rest = self.len.checked_sub(start).filter(|&rest| rest > 0)?;
            // Bits from start + 1 on: as many ones as values equal to the one at start.
            let size = (1 + (self.joined >> (start + 1)).trailing_ones() as usize).min(rest);
            start += size;
            Some(size)
        })
    }
}

/// How many values twice U can have with `chosen` out of `len`: 0 to 2·chosen·(len − chosen).
pub(super) fn width(len: usize, chosen: usize) -> usize {
    2 * chosen * (len - chosen) + 1
}

/// For every number of chosen values and every twice U, the ways to choose so.
#[derive(Clone, Debug)]
pub(super) struct Half {
    pattern: Pattern,
    /// Where the row of each number of chosen values begins, and the end.
    starts: Vec<usize>,
    rows: Vec<f32>,
}

impl Half {
    /// The row for `chosen` values: a number of ways at every twice U (or, in a half of tails, at
    /// that or more).
    pub(super) fn row(&self, chosen: usize) -> &[f32] {
        &self.rows[self.starts[chosen]..self.starts[chosen + 1]]
    }

    /// Becomes the distribution for `pattern`, reusing the memory.
    ///
    /// Adds one group of equal values after the other, from the lowest.
    fn fill(&mut self, pattern: Pattern) {
        let len = pattern.len;
        self.pattern = pattern;
        self.starts.clear();
        let mut end = 0;
        for chosen in 0..=len {
            self.starts.push(end);
            end += width(len, chosen);
        }
        self.starts.push(end);
        self.rows.clear();
        self.rows.resize(end, 0.0);
        self.rows[0] = 1.0;
        let mut below = 0;
        for size in pattern.groups() {
            self.add(below, size);
            below += size;
        }
        self.mirror();
    }

    /// Puts a group of `size` equal values above the `below` values so far.
    ///
    /// Choosing `i` of the group while `j` are chosen below adds 2·i·(below − j) for the pairs with
    /// values below and i·(size − i) for the pairs within the group, in C(size, i) ways.
    fn add(&mut self, below: usize, size: usize) {
        // Only the rows up to half the values: `mirror` gives the others.
        let most = (below + size).min(self.pattern.len / 2);
        // From many chosen to few, so that what is read has not been changed yet.
        for to in (1..=most).rev() {
            let (before, rows) = self.rows.split_at_mut(self.starts[to]);
            for i in to.saturating_sub(below).max(1)..=size.min(to) {
                let from = to - i;
                let moved = 2 * i * (below - from) + i * (size - i);
                let source = &before[self.starts[from]..][..width(below, from)];
                let sums = rows[moved..].iter_mut().zip(source);
                if size == 1 {
                    sums.for_each(|(sum, ways)| *sum += ways);
                } else {
                    let choices = choose(size, i) as f32;
                    sums.for_each(|(sum, ways)| *sum += choices * ways);
                }
            }
        }
    }

    /// Fills the rows of more than half the values: choosing is leaving the others, and the two
    /// samples' U add up to the number of pairs.
    fn mirror(&mut self) {
        let len = self.pattern.len;
        let (done, rest) = self.rows.split_at_mut(self.starts[len / 2 + 1]);
        // All rows are symmetric in width, so the rest is one reversed copy; the middle row of an
        // even number of values mirrors itself and is left out.
        let end = rest.len();
        let (quads, odd) = done[..end].as_chunks::<4>();
        let (odd_out, quads_out) = rest.as_rchunks_mut::<4>();
        for (out, &[a, b, c, d]) in quads_out.iter_mut().rev().zip(quads) {
            *out = [d, c, b, a];
        }
        for (out, &ways) in odd_out.iter_mut().rev().zip(odd) {
            *out = ways;
        }
    }

    /// Turns numbers of ways at each twice U into those at that or more.
    fn accumulate(&mut self) {
        for bounds in self.starts.windows(2) {
            let mut sum = 0.0;
            let (odd, quads) = self.rows[bounds[0]..bounds[1]].as_rchunks_mut::<4>();
            // Four at a time, so that only one addition in four waits for the one before.
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
    }
}

/// Remembers halves: counts for lower halves, tails for upper ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Halves {
    lower: Slots,
    upper: Slots,
}

impl Halves {
    /// The counts of one pattern and the tails of another.
    pub(super) fn get(&mut self, lower: Pattern, upper: Pattern) -> (&Half, &Half) {
        (self.lower.get(lower, false), self.upper.get(upper, true))
    }
}

/// A direct-mapped cache: every pattern has one slot, and the last to come keeps it.
#[derive(Clone, Debug, Default)]
struct Slots(Vec<Half>);

/// Slots of each kind.
const SLOTS_LOG2: u32 = 8;

impl Slots {
    fn get(&mut self, pattern: Pattern, tails: bool) -> &Half {
        if self.0.is_empty() {
            let empty = Half { pattern: Pattern::new(0, 0), starts: Vec::new(), rows: Vec::new() };
            self.0.resize(1 << SLOTS_LOG2, empty);
        }
        let key = pattern.joined ^ (pattern.len as u64) << 50;
        let index = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - SLOTS_LOG2);
        let half = &mut self.0[index as usize];
        if half.pattern != pattern || half.rows.is_empty() {
            half.fill(pattern);
            if tails {
                half.accumulate();
            }
        }
        half
    }
}
