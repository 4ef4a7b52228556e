//! Warnings about a cell or a geometric mean.
//!
//! A warning is one byte, because there may be one on each of many cells. The report contains the other facts of its
//! sentence.

/// A warning about a number. [`Report::warning_text`](super::Report::warning_text) words it as a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum Warning {
    /// A cell mixes results of different benchmarks or configurations: [`Cell::varies_in`](super::Cell::varies_in) has the keys.
    VariesIn,
    /// A cell has too few runs for an interval at the confidence of the report.
    FewRunsForInterval,
    /// A cell has no geometric mean, because a value is not positive.
    NotPositive,
    /// The unit is assumed to be exact, but the values of a cell differ.
    NotExact,
    /// A column lacks rows that its baseline has, or vice versa.
    GeomeanSetsDiffer,
    /// There is no geometric mean, because a value is not positive.
    GeomeanCenters,
    /// There is no geometric mean of the ratios, because one is not positive.
    GeomeanRatios,
    /// No row has both sides, so no ratio exists.
    GeomeanNoRows,
}

impl Warning {
    /// The number of warnings.
    pub(crate) const COUNT: usize = Warning::GeomeanNoRows as usize + 1;

    /// Returns its name in machine-readable output.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Warning::VariesIn => "varies-in",
            Warning::FewRunsForInterval => "few-runs-for-interval",
            Warning::NotPositive => "not-positive",
            Warning::NotExact => "not-exact",
            Warning::GeomeanSetsDiffer => "geomean-sets-differ",
            Warning::GeomeanCenters => "geomean-centers",
            Warning::GeomeanRatios => "geomean-ratios",
            Warning::GeomeanNoRows => "geomean-no-rows",
        }
    }

    /// Returns whether its sentence differs from cell to cell.
    pub(crate) fn is_about_cell(self) -> bool {
        matches!(self, Warning::VariesIn | Warning::NotExact)
    }
}
