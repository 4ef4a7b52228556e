//! The positions of ties among ascending values, and where to cut the values in two.
//!
//! Takes and gives bits and lengths. Guarantees that no part below or above a cut is longer than [`LONGEST`]. Must not
//! know the values, or what is counted in the halves.

/// The longest half. Its counts are at most C(26, 13) < 2²⁴, so an `f32` represents them exactly, which halves the
/// memory and the time.
pub(super) const LONGEST: usize = 26;

/// The positions of ties among `len` ascending values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    len: usize,
    /// Bit `i` is set if value `i` equals the previous one; bit 0 is never set.
    joined: u64,
}

impl Pattern {
    /// Returns a pattern for `len` up to 50; the bits beyond it are ignored.
    pub(super) fn new(len: usize, joined: u64) -> Self {
        let used = (1_u64 << len) - 1;
        Self { len, joined: joined & used & !1 }
    }

    pub(super) fn len(self) -> usize {
        self.len
    }

    pub(super) fn joined(self) -> u64 {
        self.joined
    }

    /// Cuts near the middle: returns how many values are below the cut, and how many equal ones form a part of their
    /// own in the cut, which is usually 0.
    ///
    /// Any cut gives the same counts. The work grows with the cube of the longer part, so the cut between two groups
    /// that is nearest to the middle is best; but if the group across the middle is so large that a part would exceed
    /// [`LONGEST`], that group becomes a part of its own.
    pub(super) fn cut(self) -> (usize, usize) {
        let middle = self.len / 2;
        let edges = !self.joined;
        // Bit 0 and the bits from len on are always set, so both searches end within 0 ..= len.
        let before = 63 - (edges & ((2_u64 << middle) - 1)).leading_zeros() as usize;
        let after = middle + (edges >> middle).trailing_zeros() as usize;
        let nearest = if middle - before <= after - middle { before } else { after };
        if nearest.max(self.len - nearest) <= LONGEST {
            (nearest, 0)
        } else {
            (before, after - before)
        }
    }

    /// Returns the pattern of the lowest `len` values.
    pub(super) fn lowest(self, len: usize) -> Self {
        Self::new(len, self.joined)
    }

    /// Returns the pattern of the highest `len` values, counted from the top.
    pub(super) fn highest(self, len: usize) -> Self {
        // Values i − 1 and i become len − i and len − 1 − i: bit i becomes bit len − i.
        Self::new(len, self.joined.reverse_bits() >> (63 - self.len))
    }

    /// Returns the sizes of the groups of equal values, in ascending order of value.
    pub(super) fn groups(self) -> impl Iterator<Item = usize> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let rest = self.len.checked_sub(start).filter(|&rest| rest > 0)?;
            // Bits from start + 1 on: one for each value that equals the value at start.
            let size = (1 + (self.joined >> (start + 1)).trailing_ones() as usize).min(rest);
            start += size;
            Some(size)
        })
    }
}
