//! The warnings about a comparison.
//!
//! Takes nothing: these are the reasons why nothing was tested, or why a result needs care. Must not know their sentences.

/// Why the runs of both sides could not be paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum Refusal {
    /// The sides have different numbers of runs, so no run has a certain partner.
    PairCountsDiffer,
    /// A side does not set the key by which runs are paired.
    PairKeyMissing,
    /// The sides have no value of the pairing key in common.
    PairValuesDiffer,
    /// A value is infinite, so the change of its pair has no rank.
    PairValuesInfinite,
    /// The pairs differ from those in which the control benchmarks were measured.
    ControlPairsDiffer,
}

/// A warning about a comparison. [`Report::comparison_warning_text`](super::Report::comparison_warning_text) words it
/// as a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ComparisonWarning {
    /// Nothing was tested.
    Refused(Refusal),
    /// All values of both sides are equal.
    AllEqual,
    /// In each pair or block all values are equal.
    AllPairsEqual,
    /// Both sides have too few runs for any difference to be significant.
    FewRunsForDifference,
    /// Too few pairs or blocks for any difference to be significant.
    FewPairsForDifference,
    /// The medians and the best runs of the blocks did not change alike, so only some of the runs changed.
    SomeRunsChanged,
    /// The runs are sequential, so the machine can hide a change. Only with an analysis.
    Sequential,
}

impl ComparisonWarning {
    /// Returns its name in machine-readable output.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            ComparisonWarning::Refused(Refusal::PairCountsDiffer) => "pair-counts-differ",
            ComparisonWarning::Refused(Refusal::PairKeyMissing) => "pair-key-missing",
            ComparisonWarning::Refused(Refusal::PairValuesDiffer) => "pair-values-differ",
            ComparisonWarning::Refused(Refusal::PairValuesInfinite) => "pair-values-infinite",
            ComparisonWarning::Refused(Refusal::ControlPairsDiffer) => "control-pairs-differ",
            ComparisonWarning::AllEqual => "all-equal",
            ComparisonWarning::AllPairsEqual => "all-pairs-equal",
            ComparisonWarning::FewRunsForDifference => "few-runs-for-difference",
            ComparisonWarning::FewPairsForDifference => "few-pairs-for-difference",
            ComparisonWarning::SomeRunsChanged => "some-runs-changed",
            ComparisonWarning::Sequential => "sequential",
        }
    }
}
