//! What `benchlens-core` uses. Any release may change it, so nothing here is a promise.

pub use crate::adjust::{Adjustment, expected_false_positives};
pub use crate::attainable::Reach;
pub use crate::bisect::{ChangePoint, Decision, Next, SURE, Search, Trial, Verdict};
pub use crate::blocks::{Block, Blocks, VanElteren};
pub use crate::brunner_munzel::{brunner_munzel, brunner_munzel_at_most};
pub use crate::changes::{
    Change as Break, Correlation, First as FirstBreak, LEAST_TO_PREDICT, MOST_CORRELATION,
    P as ChangeP, Prediction, Residuals, Side, Steps, adjust as adjust_changes, candidates,
    correlations, first as first_break, is_drift, predict, residuals, rest as further_breaks,
    without_outliers,
};
pub use crate::common_shift::{CommonShift, Moved};
pub use crate::components::{Components, Replication};
pub use crate::control::{LEAST_CONTROLS, control_ratio, middle_ratio};
pub use crate::diagnostics::{
    ClockSteps, Diagnostics, Drift, Issues, Modes, Outliers, Serial, clock_steps,
};
pub use crate::exact::exact_summary;
pub use crate::geomean::{RunningGeomean, geomean};
pub use crate::level::raised_level;
pub use crate::mann_whitney::{AllEqual, MannWhitney};
pub use crate::math::{self, exp, ln, sqrt};
pub use crate::means::{Mean, MeanDifference, least_p_of_means};
pub use crate::median::{MedianInterval, median, quartiles};
pub use crate::median_ci_ranks::runs_for_interval;
pub use crate::min_runs::{Arrangement, runs_for_difference};
pub use crate::noise::{Noise, noise};
pub use crate::power::{
    Shown, blocked_spread, min_detectable_effect, paired_spread, runs_needed, spread,
};
pub use crate::randomization::{
    BlockShifts, BlockValue, Deciding, Randomization, RandomizedBlocks, Statistic, SuiteRow,
};
pub use crate::shift::{
    Interval, Merged, Pairs, Shift, ShiftScale, Shifts, merged, stochastic_order,
};
pub use crate::signed_rank::{Paired, SignedRank};
pub use crate::spending::{p_of_looks, spent_level};
pub use crate::summary::Summary;
