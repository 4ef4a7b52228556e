//! Two ascending samples as ranks: the U statistic and the ties.
//!
//! Takes slices, gives counts. Guarantees to end and to give counts in range for any slices, even
//! unsorted or with NaN. Must not know: which test will follow.

/// What the Mann-Whitney test needs to know about two samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ranks {
    /// Twice the U statistic of the first sample: over all pairs, 2 if the value of the first
    /// sample is the greater, 1 if they are equal.
    pub(super) twice_u: u64,
    /// Whether any two values, of the same sample or not, are equal.
    pub(super) tied: bool,
    /// Σ (t³ − t) over the groups of t equal values.
    pub(super) tie_sum: f64,
    /// Bit `i` is set if the `i`-th smallest value of all equals the one before it. Only the first
    /// 64 values are recorded.
    pub(super) joined: u64,
}

/// Merges as it goes, without branches on the data: on random samples every such branch would be
/// mispredicted half of the time.
pub(super) fn rank(a: &[f64], b: &[f64]) -> Ranks {
    let mut merge = Merge { last: f64::NAN, ..Merge::default() };
    let (mut i, mut j) = (0, 0);
    while let (Some(&x), Some(&y)) = (a.get(i), b.get(j)) {
        // Of equal values, those of `a` first: then `j` counts the values of `b` that are less.
        let from_b = y < x;
        merge.push(if y < x { y } else { x }, from_b, j as u64);
        i += usize::from(!from_b);
        j += usize::from(from_b);
    }
    for &x in &a[i..] {
        merge.push(x, false, j as u64);
    }
    for &y in &b[j..] {
        merge.push(y, true, 0);
    }
    Ranks {
        twice_u: merge.twice_u,
        tied: merge.tie_sum > 0.0,
        tie_sum: 3.0 * merge.tie_sum,
        joined: merge.joined,
    }
}

/// What was seen so far.
#[derive(Default)]
struct Merge {
    last: f64,
    /// How many values there were.
    count: u32,
    joined: u64,
    twice_u: u64,
    /// Values of `a` among those equal to `last`.
    equal_in_a: u64,
    /// How many values before the last one equal it.
    repeats: f64,
    /// Σ r(r + 1) over all values, where r is 0 for the first of a group of equal values, 1 for the
    /// second and so on: a third of Σ (t³ − t).
    tie_sum: f64,
}

impl Merge {
    #[inline(always)]
    fn push(&mut self, value: f64, from_b: bool, less_in_b: u64) {
        let same = value == self.last;
        self.last = value;
        self.joined |= u64::from(same && self.count < 64) << (self.count & 63);
        self.count = self.count.wrapping_add(1);
        self.repeats = if same { self.repeats + 1.0 } else { 0.0 };
        self.tie_sum += self.repeats * (self.repeats + 1.0);
        self.equal_in_a &= u64::from(same).wrapping_neg();
        // Wrapping: four thousand million values a side are out of reach, a panic must be too.
        let gain = if from_b { self.equal_in_a } else { less_in_b.wrapping_mul(2) };
        self.twice_u = self.twice_u.wrapping_add(gain);
        self.equal_in_a += u64::from(!from_b);
    }
}
