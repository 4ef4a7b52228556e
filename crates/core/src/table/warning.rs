//! Warnings about a number, as data. Their sentences are benchstat's.
//!
//! A warning is one byte, because there may be one on each of very many cells. The other facts of its sentence
//! are in the report: [`Report::warning_text`] puts both together.

use super::{Cell, Comparison, Report};
use crate::base::{Text, float, plural};
use crate::spec::{AUTO_PAIRS, RECORDED_PAIRS};

/// A warning about a number. [`Report::warning_text`] makes a sentence of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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
    /// Both sides have different numbers of runs, so that no run has a certain partner.
    PairCountsDiffer,
    /// The key by which runs are paired is not set on a side.
    PairKeyMissing,
    /// No value of the key by which runs are paired is on both sides.
    PairValuesDiffer,
    /// A value is infinite: its pair has no change that has a rank.
    PairValuesInfinite,
    /// The pairs are not those in which the control rows were measured.
    ControlPairsDiffer,
    /// In each pair or block all values are equal, so that nothing can be tested.
    AllPairsEqual,
    /// Too few pairs or blocks for any difference to be significant.
    FewPairsForDifference,
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
            Warning::PairCountsDiffer => "pair-counts-differ",
            Warning::PairKeyMissing => "pair-key-missing",
            Warning::PairValuesDiffer => "pair-values-differ",
            Warning::PairValuesInfinite => "pair-values-infinite",
            Warning::ControlPairsDiffer => "control-pairs-differ",
            Warning::AllPairsEqual => "all-pairs-equal",
            Warning::FewPairsForDifference => "few-pairs-for-difference",
            Warning::GeomeanSetsDiffer => "geomean-sets-differ",
            Warning::GeomeanCenters => "geomean-centers",
            Warning::GeomeanRatios => "geomean-ratios",
        }
    }

    /// Whether its sentence tells of the cell or the comparison, so that it is another one for each.
    pub(crate) fn is_about_one(self) -> bool {
        self.is_about_comparison() || matches!(self, Warning::VariesIn | Warning::NotExact)
    }

    fn is_about_comparison(self) -> bool {
        self.is_refusal() || matches!(self, Warning::AllPairsEqual | Warning::FewPairsForDifference)
    }

    /// Whether it says why a comparison was not tested.
    pub(crate) fn is_refusal(self) -> bool {
        matches!(
            self,
            Warning::PairCountsDiffer
                | Warning::PairKeyMissing
                | Warning::PairValuesDiffer
                | Warning::PairValuesInfinite
                | Warning::ControlPairsDiffer
        )
    }

    /// Whether it says that there was no difference to be tested.
    pub(crate) fn is_equality(self) -> bool {
        matches!(self, Warning::AllEqual | Warning::AllPairsEqual)
    }

    /// Whether it says that no difference could have been significant.
    pub(crate) fn is_too_few(self) -> bool {
        matches!(self, Warning::FewRunsForDifference | Warning::FewPairsForDifference)
    }
}

impl Report {
    /// The warnings about a cell, in the order in which they are printed.
    pub fn cell_warnings(&self, cell: &Cell) -> impl Iterator<Item = Warning> {
        let varies = (!cell.varies_in().is_empty()).then_some(Warning::VariesIn);
        varies.into_iter().chain(cell.warning)
    }

    /// The sentence of the warning about a comparison, if there is one.
    pub fn comparison_warning_text(&self, comparison: &Comparison) -> Option<Vec<u8>> {
        let sides = comparison.sides?;
        let warning = sides.warning?;
        let key = match &self.query.pair[..] {
            AUTO_PAIRS | RECORDED_PAIRS => "block",
            key => key,
        };
        let has_blocks = comparison.has_blocks();
        let has_medians = comparison.matching.is_some_and(|found| found.medians_of.is_some());
        let text = match warning {
            Warning::PairCountsDiffer => {
                let runs = plural(sides.base_n.into(), "run");
                format!(
                    "not tested: {runs} in the baseline and {} on the new side make no pairs; \
                     -pair=loose leaves the rest out",
                    sides.n
                )
            }
            Warning::PairKeyMissing => {
                let keyed = comparison.matching.map_or([0; 2], |matching| matching.keyed);
                let place = match keyed {
                    [0, 0] => "on either side",
                    [0, _] => "in the baseline",
                    _ => "on the new side",
                };
                format!("not tested: {key} is not set {place}")
            }
            Warning::PairValuesDiffer => {
                format!("not tested: both sides have no value of {key} in common")
            }
            Warning::PairValuesInfinite => {
                "not tested: a value is infinite, and its pair has no change".to_owned()
            }
            Warning::ControlPairsDiffer => {
                let way = if key == "runs" { "; -pair=loose leaves the rest out" } else { "" };
                format!("not tested: its pairs are not those of the control rows{way}")
            }
            Warning::AllPairsEqual if comparison.is_corrected() => {
                "each pair moved as the control rows did".to_owned()
            }
            Warning::AllPairsEqual if has_blocks => {
                "in each block all samples are equal".to_owned()
            }
            Warning::AllPairsEqual if has_medians => {
                "in each block the medians of both sides are equal".to_owned()
            }
            Warning::AllPairsEqual => "in each pair both samples are equal".to_owned(),
            Warning::FewPairsForDifference => {
                let level = float::shortest(self.alpha);
                let need = match self.pairs_for_difference {
                    _ if comparison.has_looks() => "need more blocks".to_owned(),
                    _ if has_blocks => "need more samples in blocks".to_owned(),
                    Some(n) if has_medians => format!("need >= {n} blocks"),
                    None if has_medians => "need > 50 blocks".to_owned(),
                    Some(n) => format!("need >= {n} pairs"),
                    None => "need > 50 pairs".to_owned(),
                };
                format!("{need} to detect a difference at alpha level {level}")
            }
            other => return Some(self.warning_text(other, None)),
        };
        Some(text.into_bytes())
    }

    /// The sentence of a warning about a cell or a geometric mean as bytes: keys are as they were read. `cell` is the cell that it is about,
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
            Warning::PairCountsDiffer
            | Warning::PairKeyMissing
            | Warning::PairValuesDiffer
            | Warning::PairValuesInfinite
            | Warning::ControlPairsDiffer
            | Warning::AllPairsEqual
            | Warning::FewPairsForDifference => return Vec::new(),
            Warning::GeomeanSetsDiffer => {
                "benchmark set differs from baseline; geomeans may not be comparable".to_owned()
            }
            Warning::GeomeanCenters => "summaries must be >0 to compute geomean".to_owned(),
            Warning::GeomeanRatios => "ratios must be >0 to compute geomean".to_owned(),
        };
        text.into_bytes()
    }
}
