//! The settings of an answer besides its projections: levels, effort, and the analysis.

use crate::stats::Adjustment;
use crate::unit::Direction;

/// Levels and effort.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) alpha: f64,
    pub(crate) confidence: f64,
    /// How many threads to use; the report does not depend on it.
    pub(crate) threads: usize,
    /// Whether the report keeps the values of each cell.
    pub(crate) samples: bool,
}

/// The settings of an analysis.
#[derive(Debug, Clone)]
pub(crate) struct AnalysisSettings {
    pub(crate) margin: f64,
    pub(crate) adjust: Adjustment,
    pub(crate) in_text: bool,
    pub(crate) delta_ci: bool,
    /// Tidied units with the direction that the query gives them.
    pub(crate) better: Vec<(Vec<u8>, Direction)>,
    /// The significance level of sample-quality warnings.
    pub(crate) trust: f64,
}
