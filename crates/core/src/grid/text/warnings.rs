//! The sentence of each warning about a number. Plain warnings have benchstat's wording.

use super::shift::{write_bounds, write_shift};
use crate::base::{Sentence, Text, float, plural};
use crate::spec::{AUTO_PAIRS, RECORDED_PAIRS};
use crate::stats::{BlockValue, Shift};
use crate::table::{Cell, Comparison, ComparisonWarning, Outcome, Refusal, Report, Warning};

impl Report {
    /// Returns the sentence of the warning about a comparison, if there is one.
    pub fn comparison_warning_text(&self, comparison: &Comparison) -> Option<Sentence> {
        let text = match comparison.warning()? {
            ComparisonWarning::Refused(refusal) => {
                let refusal = self.refusal(comparison, refusal);
                return Some(Sentence::from("not tested: ").and_sentence(refusal));
            }
            ComparisonWarning::AllEqual => "all samples are equal".to_owned(),
            ComparisonWarning::AllPairsEqual if comparison.is_corrected() => {
                "each pair changed like the control benchmarks".to_owned()
            }
            ComparisonWarning::AllPairsEqual if comparison.has_blocks() => {
                "in each block all samples are equal".to_owned()
            }
            ComparisonWarning::AllPairsEqual if has_medians(comparison) => {
                format!("in each block the {}s of both sides are equal", self.query.test.average())
            }
            ComparisonWarning::AllPairsEqual => "in each pair both samples are equal".to_owned(),
            ComparisonWarning::FewRunsForDifference => {
                self.to_detect(&need(self.runs_for_difference, 10))
            }
            ComparisonWarning::FewPairsForDifference => {
                let need = match self.pairs_for_difference {
                    _ if comparison.has_looks() => "need more blocks".to_owned(),
                    _ if comparison.has_blocks() => "need more samples in blocks".to_owned(),
                    Some(n) if has_medians(comparison) => format!("need >= {n} blocks"),
                    None if has_medians(comparison) => "need > 50 blocks".to_owned(),
                    Some(n) => format!("need >= {n} pairs"),
                    None => "need > 50 pairs".to_owned(),
                };
                self.to_detect(&need)
            }
            ComparisonWarning::SomeRunsChanged => some_runs_changed(comparison)?,
            ComparisonWarning::Sequential => {
                "not interleaved, so the machine can hide a change: measure with benchlens run"
                    .to_owned()
            }
        };
        Some(text.into())
    }

    fn to_detect(&self, need: &str) -> String {
        format!("{need} to detect a difference at alpha level {}", float::shortest(self.alpha))
    }

    /// Explains why the runs of both sides could not be paired.
    fn refusal(&self, comparison: &Comparison, refusal: Refusal) -> Sentence {
        let key = match &self.query.pair[..] {
            AUTO_PAIRS | RECORDED_PAIRS => "block",
            key => key,
        };
        let text = match refusal {
            Refusal::PairCountsDiffer => {
                let [base_n, n] =
                    comparison.sides().map_or([0; 2], |sides| [sides.base_n, sides.n]);
                let runs = plural(base_n.into(), "run");
                let text =
                    format!("{runs} in the baseline and {n} on the new side cannot be paired");
                return with_loose_pairs(text);
            }
            Refusal::PairKeyMissing => {
                let side = match comparison.matching().map_or([0; 2], |matching| matching.keyed) {
                    [0, 0] => "on either side",
                    [0, _] => "in the baseline",
                    _ => "on the new side",
                };
                format!("{key} is not set {side}")
            }
            Refusal::PairValuesDiffer => format!("the two sides have no value of {key} in common"),
            Refusal::PairValuesInfinite => {
                "a value is infinite, so its pair has no change".to_owned()
            }
            Refusal::ControlPairsDiffer => {
                let text = "its pairs differ from those of the control benchmarks".to_owned();
                return if key == "runs" { with_loose_pairs(text) } else { text.into() };
            }
        };
        text.into()
    }

    /// Returns the sentence of a warning about a cell or a geometric mean, as bytes, because keys are exactly as they
    /// were read. `cell` is the cell that it concerns, if it is one of [`Report::cell_warnings`].
    pub fn warning_text(&self, warning: Warning, cell: Option<&Cell>) -> Vec<u8> {
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
            Warning::NotPositive => "values must be >0 for a geometric mean".to_owned(),
            Warning::NotExact => {
                let [min, max] = cell.map_or([f64::NAN; 2], |c| [c.summary.lo, c.summary.hi]);
                let (min, max) = (float::shortest(min), float::shortest(max));
                format!("exact distribution expected, but values range from {min} to {max}")
            }
            Warning::GeomeanSetsDiffer => {
                "benchmark set differs from baseline; geomeans may not be comparable".to_owned()
            }
            Warning::GeomeanCenters => "summaries must be >0 to compute geomean".to_owned(),
            Warning::GeomeanNoRows if self.analysis.as_ref().is_some_and(|all| all.outcomes) => {
                "no benchmark has both sides".to_owned()
            }
            // benchstat has one sentence for both, which answers without outcomes repeat.
            Warning::GeomeanRatios | Warning::GeomeanNoRows => {
                "ratios must be >0 to compute geomean".to_owned()
            }
        };
        text.into_bytes()
    }
}

/// Adds the setting that ignores runs without a partner.
fn with_loose_pairs(text: String) -> Sentence {
    Sentence::from(text + "; ").and_setting("pair=loose").and(" ignores extra runs")
}

/// Explains how the medians and the best runs changed, and what this says about the runs.
fn some_runs_changed(comparison: &Comparison) -> Option<String> {
    let [decided, other] = comparison.effect()?.apart()?;
    let is_best = comparison.matching()?.deciding?.of == BlockValue::Best;
    let [medians, best] = if is_best { [other, decided] } else { [decided, other] };
    let change = |shift: &Shift| {
        let mut out = Vec::new();
        write_shift(&mut out, shift.scale, shift.estimate, None);
        write_bounds(&mut out, shift, false, None);
        String::from_utf8_lossy(&out).into_owned()
    };
    let is_same = |shift: &Shift| shift.interval.holds(shift.scale.null());
    let follows = match comparison.outcome {
        Outcome::Regressed => "some runs became worse",
        Outcome::Improved => "some runs became better",
        Outcome::Changed
        | Outcome::Differs
        | Outcome::Unchanged
        | Outcome::Inconclusive
        | Outcome::New
        | Outcome::Missing
        | Outcome::Control => "not all runs changed alike",
    };
    Some(match (is_same(&medians), is_same(&best)) {
        (false, true) => format!(
            "the median changed by {}, but the best runs did not ({}): {follows}",
            change(&medians),
            change(&best)
        ),
        (true, false) => format!(
            "the best runs changed by {}, but the median did not ({}): {follows}",
            change(&best),
            change(&medians)
        ),
        _ => format!(
            "the median changed by {}, and the best runs by {}: not all runs changed alike",
            change(&medians),
            change(&best)
        ),
    })
}

/// Returns whether each block counts as a median.
fn has_medians(comparison: &Comparison) -> bool {
    comparison.matching().is_some_and(|matching| matching.medians_of.is_some())
}

fn need(need: Option<u32>, most: u32) -> String {
    match need {
        Some(n) => format!("need >= {n} samples"),
        None => format!("need > {most} samples"),
    }
}
