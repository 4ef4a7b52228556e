//! Warnings about a cell or a geometric mean.
//!
//! A warning is one byte, because there may be one on each of very many cells. The other facts of its sentence
//! are in the report.

/// A warning about a number. [`Report::warning_text`](super::Report::warning_text) makes a sentence of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum Warning {
    /// A cell mixes results of different benchmarks or configurations: [`Cell::varies_in`](super::Cell::varies_in) has the keys.
    VariesIn,
    /// A cell has too few runs for an interval at the confidence of the report.
    FewRunsForInterval,
    /// A cell has no geometric mean, because a value is not positive.
    NotPositive,
    /// The unit is said to be exact, but the values of a cell differ.
    NotExact,
    /// A column lacks rows that its baseline has, or the other way round.
    GeomeanSetsDiffer,
    /// No geometric mean, because a value is not positive.
    GeomeanCenters,
    /// No geometric mean of the ratios, because one is not positive.
    GeomeanRatios,
}

impl Warning {
    /// How many kinds there are.
    pub(crate) const COUNT: usize = Warning::GeomeanRatios as usize + 1;

    /// Its name for programs.
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
        }
    }

    /// Whether its sentence is another one for each cell.
    pub(crate) fn is_about_cell(self) -> bool {
        matches!(self, Warning::VariesIn | Warning::NotExact)
    }
}
