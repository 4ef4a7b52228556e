//! Noise for simulations.

use benchlens_core::stats::math;

/// Pseudorandom numbers that are the same in every run (Steele, Lea and Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns a number from the standard normal distribution.
    pub(crate) fn normal(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        let uniform = ((mixed ^ mixed >> 31) >> 11) as f64 / (1_u64 << 53) as f64;
        math::normal_quantile(uniform.max(1e-300))
    }
}
