//! Pseudorandom numbers that are the same for the same seed.
//!
//! Method: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).

/// A stream of numbers.
#[derive(Clone, Debug)]
pub(crate) struct Stream(u64);

impl Stream {
    pub(crate) fn new(seed: u64) -> Self {
        Stream(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns an integer below `end`, by the upper half of a product (Lemire, "Fast random integer generation in an
    /// interval", 2019). The tiny bias is invisible in so few draws.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        (((self.next() >> 32) * u64::from(end)) >> 32) as u32
    }

    /// Shuffles items into a random order (Fisher and Yates; Durstenfeld, "Random permutation", 1964).
    pub(crate) fn shuffle(&mut self, things: &mut [u32]) {
        for at in (1..things.len()).rev() {
            things.swap(at, self.below(at as u32 + 1) as usize);
        }
    }
}
