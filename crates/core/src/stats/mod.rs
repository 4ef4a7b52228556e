//! The statistics: slices of numbers in, numbers out.
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
mod test_kind;
mod u_counts;

use crate::base::sort::order;

// Types that a report contains.
pub use adjust::Adjustment;
pub use changes::P as ChangeP;
pub use diagnostics::{ClockSteps, Drift, Modes, Outliers, SampleIssue, Serial};
pub use randomization::{BlockValue, Deciding, Statistic};
pub use shift::{Interval, Shift, ShiftScale};
pub use test_kind::TestKind;

// For the CLI and the benchmarks of this project.
#[doc(hidden)]
pub use {
    bisect::{ChangePoint, Decision, Next, SURE, Search, Trial, Verdict},
    blocks::{Block, Blocks, VanElteren},
    brunner_munzel::brunner_munzel,
    components::{Components, Replication},
    diagnostics::Diagnostics,
    geomean::geomean,
    mann_whitney::{AllEqual, MannWhitney},
    median::MedianInterval,
    randomization::{Randomization, RandomizedBlocks},
    shift::{Pairs, Shifts, stochastic_order},
    signed_rank::{Paired, SignedRank},
    spending::{p_of_looks, spent_level},
};

pub(crate) use adjust::expected_false_positives;
pub(crate) use brunner_munzel::brunner_munzel_at_most;
pub(crate) use changes::{
    Change as Break, First as FirstBreak, Steps, candidates, first as first_break,
    rest as further_breaks,
};
pub(crate) use changes::{LEAST_TO_PREDICT, Side, is_drift, predict, without_outliers};
pub(crate) use common_shift::{CommonShift, Moved};
pub(crate) use control::{LEAST_CONTROLS, control_ratio, middle_ratio};
pub(crate) use exact::exact_summary;
pub(crate) use geomean::RunningGeomean;
use mann_whitney::least_p;
pub(crate) use math::{exp, ln, sqrt};
pub(crate) use means::{Mean, MeanDifference, least_p_of_means};
pub(crate) use median::{median, quartiles};
pub(crate) use median_ci_ranks::runs_for_interval;
pub(crate) use min_runs::{Arrangement, runs_for_difference};
pub(crate) use power::{
    blocked_spread, min_detectable_effect, paired_spread, runs_to_resolve, spread,
};
pub(crate) use shift::{Merged, merged};
pub(crate) use {
    attainable::Reach,
    noise::{Noise, noise},
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
pub(crate) fn raised_level(alpha: f64) -> f64 {
    alpha * (1.0 + 64.0 * f64::EPSILON)
}

/// Returns the indexes of values in ascending order; equal values keep their order.
fn ascending(values: &[f64]) -> Vec<usize> {
    order(values.len(), &mut |i, j| values[i].total_cmp(&values[j]))
}

#[cfg(test)]
mod tests;
