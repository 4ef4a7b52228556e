//! Warnings about a number, as data. Their sentences are benchstat's.
//!
//! A warning is one byte, because there may be one on each of very many cells. The other facts of its sentence
//! are in the report: [`Report::warning_text`] puts both together.

use super::{Cell, Report};
use crate::base::{Text, float};

/// A warning about a number. [`Report::warning_text`] makes a sentence of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// A cell mixes results of different benchmarks or configurations: [`Cell::varies_in`] has the keys.
    VariesIn,
    /// A cell has too few runs for an interval at the confidence of the report.
    FewRunsForInterval,
    /// The unit is said to be exact, but the values of a cell differ.
    NotExact,
    /// All values of both sides of a comparison are equal, so that nothing can be tested.
    AllEqual,
    /// Both sides of a comparison have too few runs for any difference to be significant.
    FewRunsForDifference,
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
            Warning::NotExact => "not-exact",
            Warning::AllEqual => "all-equal",
            Warning::FewRunsForDifference => "few-runs-for-difference",
            Warning::GeomeanSetsDiffer => "geomean-sets-differ",
            Warning::GeomeanCenters => "geomean-centers",
            Warning::GeomeanRatios => "geomean-ratios",
        }
    }

    /// Whether its sentence tells of the cell, so that it is another one for each.
    pub(crate) fn is_about_cell(self) -> bool {
        matches!(self, Warning::VariesIn | Warning::NotExact)
    }
}

impl Report {
    /// The warnings about a cell, in the order in which they are printed.
    pub fn cell_warnings(&self, cell: &Cell) -> impl Iterator<Item = Warning> {
        let varies = (!cell.varies_in().is_empty()).then_some(Warning::VariesIn);
        varies.into_iter().chain(cell.warning)
    }

    /// The sentence of a warning as bytes: keys are as they were read. `cell` is the cell that it is about,
    /// if it is one of [`Report::cell_warnings`].
    pub fn warning_text(&self, warning: Warning, cell: Option<&Cell>) -> Vec<u8> {
        let need = |need: Option<u32>, most: u32| match need {
            Some(n) => format!("need >= {n} samples"),
            None => format!("need > {most} samples"),
        };
        let text = match warning {
            Warning::VariesIn => {
                let keys = cell.map(Cell::varies_in).unwrap_or_default();
                let keys: Vec<&[u8]> = keys.iter().map(Text::as_bytes).collect();
                return [b"benchmarks vary in ", &keys.join(&b", "[..])[..]].concat();
            }
            Warning::FewRunsForInterval => {
                let (need, level) = (need(self.runs_for_interval, 50), self.confidence);
                format!("{need} for confidence interval at level {}", float::shortest(level))
            }
            Warning::NotExact => {
                let [min, max] = cell.map_or([f64::NAN; 2], |c| [c.summary.lo, c.summary.hi]);
                let (min, max) = (float::shortest(min), float::shortest(max));
                format!("exact distribution expected, but values range from {min} to {max}")
            }
            Warning::AllEqual => "all samples are equal".to_owned(),
            Warning::FewRunsForDifference => {
                let (need, level) = (need(self.runs_for_difference, 10), self.alpha);
                format!("{need} to detect a difference at alpha level {}", float::shortest(level))
            }
            Warning::GeomeanSetsDiffer => {
                "benchmark set differs from baseline; geomeans may not be comparable".to_owned()
            }
            Warning::GeomeanCenters => "summaries must be >0 to compute geomean".to_owned(),
            Warning::GeomeanRatios => "ratios must be >0 to compute geomean".to_owned(),
        };
        text.into_bytes()
    }
}
