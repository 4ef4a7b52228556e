//! The statistics: slices of numbers in, numbers out.
//!
//! Takes: ascending `f64` slices, one per cell, and the levels (`alpha`, `confidence`) to judge
//! them by. Gives: a centre with its interval, the probability that two samples differ by chance,
//! a geometric mean, and how many runs a wanted level needs.
//!
//! Guarantees: the same bits for the same input on every target, in any call order and on any
//! thread; no input panics or hangs (not NaN, infinities, empty or unsorted slices). Every
//! transcendental function goes through [`math`], because the platforms' own differ in the last
//! digit.
//!
//! Must not know: names, units, formats, files, or what a number measures.

pub mod math;

mod adjust;
mod diagnostics;
mod exact;
mod fraction;
mod geomean;
mod mann_whitney;
mod median;
mod median_ci_ranks;
mod min_runs;
mod noise;
mod power;
mod reach;
mod shift;
mod signed_rank;

use crate::base::sort::order;

pub use adjust::{Adjustment, expected_false_positives};
pub use diagnostics::{Diagnostics, Drift, Modes, Outliers, SampleIssue, Serial};
pub use exact::exact_summary;
pub(crate) use geomean::RunningGeomean;
pub use geomean::geomean;
pub use mann_whitney::{AllEqual, MannWhitney};
pub use median::{MedianInterval, median};
pub use median_ci_ranks::runs_for_interval;
pub use min_runs::{least_p, runs_for_difference};
pub use noise::{Noise, noise, student_quantile};
pub use power::{POWER, min_detectable_effect, runs_to_resolve, spread};
pub use reach::Reach;
pub(crate) use shift::p_and_order;
pub use shift::{Interval, Pairs, Shift, ShiftScale, Shifts, stochastic_order};
pub use signed_rank::{Paired, SignedRank};

/// One sample in three numbers: what it is worth and between which bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The typical value: the median, or the mode of an exact sample.
    pub center: f64,
    /// The lower bound; −∞ when the sample is too small for one.
    pub lo: f64,
    /// The upper bound; +∞ when the sample is too small for one.
    pub hi: f64,
}

/// The places of values, the least value first; equal ones keep their order.
fn ascending(values: &[f64]) -> Vec<usize> {
    order(values.len(), &mut |i, j| values[i].total_cmp(&values[j]))
}

#[cfg(test)]
mod tests;
