//! Distributions of U within one half of the merged values, remembered by their pattern of ties.
//!
//! Takes patterns, gives counts. Guarantees exact integers (below 2⁵³ for up to 50 values) and a
//! bounded memory. Must not know: the values, or the other half.

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
    /// `len` from 1 to 50; the bits beyond it are ignored.
    pub(super) fn new(len: usize, joined: u64) -> Self {
        let used = (1_u64 << len) - 1;
        Self { len, joined: joined & used & !1 }
    }

    /// The place between two groups of equal values that is nearest to the middle.
    ///
    /// The work grows with the cube of the longer half. Any place gives the same counts.
    pub(super) fn cut(self) -> usize {
        let middle = self.len / 2;
        let is_cut = |place: usize| self.joined >> place & 1 == 0;
        (0..=middle)
            .flat_map(|distance| [middle + distance, middle - distance])
            .find(|&place| (1..self.len).contains(&place) && is_cut(place))
            .unwrap_or(self.len)
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
    rows: Vec<f64>,
}

impl Half {
    /// The row for `chosen` values: a number of ways at every twice U (or, in a half of tails, at
    /// that or more).
    pub(super) fn row(&self, chosen: usize) -> &[f64] {
        &self.rows[self.starts[chosen]..self.starts[chosen + 1]]
    }

    /// Becomes the distribution for `pattern`, reusing the memory.
    ///
    /// Adds one group of equal values after the other, from the lowest. Choosing `i` out of a group
    /// of `t` above `k` values of which `j` are chosen adds 2·i·(k − j) for the pairs with values
    /// below and i·(t − i) for those within the group, in C(t, i) ways.
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
    }

    fn add(&mut self, below: usize, size: usize) {
        // From many chosen to few, so that what is read has not been changed yet.
        for to in (1..=below + size).rev() {
            let (before, rows) = self.rows.split_at_mut(self.starts[to]);
            for i in 1..=size.min(to) {
                let from = to - i;
                if from > below {
                    continue;
                }
                let moved = 2 * i * (below - from) + i * (size - i);
                let source = &before[self.starts[from]..][..width(below, from)];
                let ways = choose(size, i);
                if size == 1 {
                    add_to(&mut rows[moved..], source);
                } else {
                    rows[moved..].iter_mut().zip(source).for_each(|(sum, n)| *sum += ways * n);
                }
            }
        }
    }

    /// Turns numbers of ways at each twice U into those at that or more.
    fn accumulate(&mut self) {
        for bounds in self.starts.windows(2) {
            let mut sum = 0.0;
            for ways in self.rows[bounds[0]..bounds[1]].iter_mut().rev() {
                sum += *ways;
                *ways = sum;
            }
        }
    }
}

fn add_to(sums: &mut [f64], terms: &[f64]) {
    sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
}

/// Remembers halves: counts for lower halves, tails for upper ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Halves {
    lower: Slots,
    upper: Slots,
}

impl Halves {
    /// The counts of one pattern and the tails of another, both of 1 to 49 values.
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
        if half.pattern != pattern {
            half.fill(pattern);
            if tails {
                half.accumulate();
            }
        }
        half
    }
}
