//! Significance levels and rounding.

/// Returns the level to compare p with if "at most alpha" is meant. The p of the table is rounded several times, as in
/// the reference, so that one in ten is the next double after 0.1. No two possible p of samples are so close to each
/// other.
#[must_use]
pub fn raised_level(alpha: f64) -> f64 {
    alpha * (1.0 + 64.0 * f64::EPSILON)
}
