//! The largest samples that are tested exactly.

/// The largest sample without ties.
pub(super) const EXACT_UNTIED: usize = 50;

/// The largest sample with ties.
pub(crate) const EXACT_TIED: usize = 25;
