//! The statistics of [benchlens](https://crates.io/crates/benchlens): slices of numbers in, numbers out.
//!
//! Programs use them through [`benchlens-core`](https://crates.io/crates/benchlens-core), which promises to keep what
//! this documentation lists.
//!
//! Takes ascending `f64` slices, one per cell, and the levels `alpha` and `confidence`; gives a center with its
//! interval, how often samples of one distribution differ this much, a geometric mean, and how many runs a level
//! requires.
//!
//! Guarantees the same bits for the same input on every target, in any call order and on any thread; no input panics
//! or hangs (not NaN, infinities, empty or unsorted slices). Every transcendental function goes through [`math`],
//! because the platforms' own differ in the last digit.
//!
//! Must not know names, units, formats, files, or what a number measures.
#![forbid(unsafe_code)]
// A new variant of an enum is asked for wherever it matters.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

mod adjust;
mod attainable;
mod bisect;
mod blocks;
mod brunner_munzel;
mod changes;
mod common_shift;
mod components;
mod control;
mod diagnostics;
mod exact;
mod fraction;
mod geomean;
mod inversion;
mod mann_whitney;
#[doc(hidden)]
pub mod math;
mod means;
mod median;
mod median_ci_ranks;
mod min_runs;
mod noise;
mod power;
mod randomization;
mod ranked;
mod shift;
mod signed_rank;
mod spending;
mod student;
mod u_counts;

use benchlens_base::sort::order;

// Types that a report contains.
pub use adjust::Adjustment;
pub use shift::{Interval, Shift, ShiftScale};

use mann_whitney::least_p;
#[doc(hidden)]
pub use {
    adjust::expected_false_positives,
    attainable::Reach,
    bisect::{ChangePoint, Decision, Next, SURE, Search, Trial, Verdict},
    blocks::{Block, Blocks, VanElteren},
    brunner_munzel::{brunner_munzel, brunner_munzel_at_most},
    changes::{
        Change as Break, Correlation, First as FirstBreak, LEAST_TO_PREDICT, MOST_CORRELATION,
        P as ChangeP, Prediction, Residuals, Side, Steps, adjust as adjust_changes, candidates,
        correlations, first as first_break, is_drift, predict, residuals, rest as further_breaks,
        without_outliers,
    },
    common_shift::{CommonShift, Moved},
    components::{Components, Replication},
    control::{LEAST_CONTROLS, control_ratio, middle_ratio},
    diagnostics::{ClockSteps, Diagnostics, Drift, Issues, Modes, Outliers, Serial, clock_steps},
    exact::exact_summary,
    geomean::{RunningGeomean, geomean},
    mann_whitney::{AllEqual, MannWhitney},
    math::{exp, ln, sqrt},
    means::{Mean, MeanDifference, least_p_of_means},
    median::{MedianInterval, median, quartiles},
    median_ci_ranks::runs_for_interval,
    min_runs::{Arrangement, runs_for_difference},
    noise::{Noise, noise},
    power::{Shown, blocked_spread, min_detectable_effect, paired_spread, runs_needed, spread},
    randomization::{
        BlockShifts, BlockValue, Deciding, Randomization, RandomizedBlocks, Statistic, SuiteRow,
    },
    shift::{Merged, Pairs, Shifts, merged, stochastic_order},
    signed_rank::{Paired, SignedRank},
    spending::{p_of_looks, spent_level},
};

/// A summary of a sample in three numbers: the center and its bounds.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Summary {
    /// The median, or the mode of an exact sample.
    pub center: f64,
    /// The lower bound; −∞ if the sample is too small for one.
    pub lo: f64,
    /// The upper bound; +∞ if the sample is too small for one.
    pub hi: f64,
}

/// Returns the level to compare p with if "at most alpha" is meant. The p of the table is rounded several times, as in
/// the reference, so that one in ten is the next double after 0.1. No two possible p of samples are so close to each
/// other.
#[doc(hidden)]
#[must_use]
pub fn raised_level(alpha: f64) -> f64 {
    alpha * (1.0 + 64.0 * f64::EPSILON)
}

/// Returns the indexes of values in ascending order; equal values keep their order.
fn ascending(values: &[f64]) -> Vec<usize> {
    order(values.len(), &mut |i, j| values[i].total_cmp(&values[j]))
}

#[cfg(test)]
mod tests;
