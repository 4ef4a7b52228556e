//! Comparisons for programs: samples in, an answer out.
//!
//! Takes values in any order; gives a [`Comparison`]. Guarantees the numbers that `benchlens` shows for the same values.
//! Must not know names, units, or which direction is better.
//!
//! The files of the three tests only prepare values and collect results; the methods are in their own modules.

mod blocks;
mod comparison;
mod method;
mod pairs;
mod runs;
mod warning;

pub use blocks::compare_blocks;
pub use comparison::{Comparison, Outcome};
pub use method::Method;
pub use pairs::compare_pairs;
pub use runs::compare;
pub use warning::Warning;
