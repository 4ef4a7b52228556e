//! The default words and thresholds of queries.

/// The filter that matches every result.
pub(crate) const ALL: &str = "*";

/// A row for each whole name.
pub(super) const NAMES: &str = ".fullname";

/// The significance level.
pub(super) const ALPHA: f64 = 0.05;

/// The confidence of intervals.
pub(super) const CONFIDENCE: f64 = 0.95;

/// The margin within which changes do not matter.
pub(crate) const MARGIN: f64 = 0.02;

/// The first column of each table is the baseline.
pub(crate) const FIRST: &str = "first";

/// The baseline of each cell is the previous one in its row.
pub(crate) const PREVIOUS: &str = "previous";

/// The runs of both sides are independent of each other.
pub(crate) const NO_PAIRS: &str = "none";

/// Runs are pairs if both sides share a recording.
pub(crate) const AUTO_PAIRS: &str = "auto";

/// The runs of a block of one recording are pairs.
pub(crate) const RECORDED_PAIRS: &str = "recording";
