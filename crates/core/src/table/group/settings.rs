//! The settings of an answer other than its projections: levels, effort, and the analysis.

use crate::project::Filter;
use crate::spec::TestKind;
use crate::stats::Adjustment;
use crate::unit::Direction;

/// Levels and effort.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) alpha: f64,
    pub(crate) confidence: f64,
    pub(crate) test: TestKind,
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
    pub(crate) outcomes: bool,
    /// Tidied units with the direction that the query gives them.
    pub(crate) better: Vec<(Vec<u8>, Direction)>,
    /// Whether every effect has its interval at twice alpha, and not only the effects that it decides.
    pub(crate) equivalence: bool,
    /// Whether rows keep their outcomes although their runs are not interleaved.
    pub(crate) any_order: bool,
    /// The filters of a gate, if only the gate asks for an analysis.
    pub(crate) gate_only: Option<Vec<Filter>>,
}

impl AnalysisSettings {
    /// Returns whether all comparisons are analyzed, and not only those that a gate asks for.
    pub(crate) fn is_whole(&self) -> bool {
        self.gate_only.is_none()
    }

    /// Returns whether the comparisons of a tidied unit are analyzed.
    pub(crate) fn concerns(&self, unit: &[u8]) -> bool {
        let filters = self.gate_only.as_ref();
        filters.is_none_or(|filters| filters.iter().any(|filter| filter.may_keep_unit(unit)))
    }
}
