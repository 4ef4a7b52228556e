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

/// Merges as it goes, without branches on the data in the loop: on random samples every such
/// branch would be mispredicted half of the time.
pub(super) fn rank(a: &[f64], b: &[f64]) -> Ranks {
    let mut merge = Merge { last: f64::NAN, ..Merge::default() };
    let (mut i, mut j) = (0, 0);
    while let (Some(&x), Some(&y)) = (a.get(i), b.get(j)) {
        // Of equal values, those of `a` first: then `j` counts the values of `b` that are less.
        let from_a = x <= y;
        merge.push(if from_a { x } else { y }, from_a, j as u64);
        i += usize::from(from_a);
        j += usize::from(!from_a);
    }
    for &x in &a[i..] {
        merge.push(x, true, j as u64);
    }
    for &y in &b[j..] {
        merge.push(y, false, 0);
    }
    merge.finish()
}

#[derive(Default)]
struct Merge {
    last: f64,
    /// Values seen.
    count: u64,
    twice_u: u64,
    /// Values of `a` among those equal to `last`.
    equal_in_a: u64,
    /// How many values before the last one equal it.
    repeats: u64,
    tie_sum: f64,
    joined: u64,
}

impl Merge {
    #[inline(always)]
    fn push(&mut self, value: f64, from_a: bool, less_in_b: u64) {
        let same = value == self.last;
        self.equal_in_a = if same { self.equal_in_a } else { 0 };
        // Wrapping: four thousand million values a side are out of reach, a panic must be too.
        let gain = if from_a { less_in_b.wrapping_mul(2) } else { self.equal_in_a };
        self.twice_u = self.twice_u.wrapping_add(gain);
        self.equal_in_a += u64::from(from_a);
        if !same && self.repeats > 0 {
            self.end_group();
        }
        self.repeats = if same { self.repeats + 1 } else { 0 };
        self.joined |=
            u64::from(same) << (self.count & 63) & u64::from(self.count < 64).wrapping_neg();
        self.count += 1;
        self.last = value;
    }

    fn end_group(&mut self) {
        let size = (self.repeats + 1) as f64;
        self.tie_sum += size * size * size - size;
    }

    fn finish(mut self) -> Ranks {
        if self.repeats > 0 {
            self.end_group();
        }
        Ranks {
            twice_u: self.twice_u,
            tied: self.tie_sum > 0.0,
            tie_sum: self.tie_sum,
            joined: self.joined,
        }
    }
}
