//! A comparison in words: its outcome, its interval, and how many runs would decide it.

use super::super::cell::row_scale;
use super::analysis::{describe, p_text};
use super::needed::{RUNS_MAX, needed};
use super::shift::{write_bounds, write_shift};
use crate::base::percent;
use crate::stats::{Adjustment, ShiftScale};
use crate::table::{Analysis, Cell, Comparison, ComparisonWarning, Outcome, Report, Row, Table};
use crate::unit::{Direction, Scale};

/// Writes ` adj=0.041` after a test, if the query adjusts for several comparisons.
pub(in crate::grid) fn write_adjusted(out: &mut Vec<u8>, report: &Report, comparison: &Comparison) {
    if let Some(test) = adjustment(report).and(comparison.test()) {
        let adjusted = p_text(test.adjusted_p).replacen('p', " adj", 1);
        out.extend_from_slice(adjusted.as_bytes());
    }
}

/// Returns short text to show next to an outcome: `24 runs needed`; empty if there is nothing to add.
pub fn in_short(comparison: &Comparison, better: Option<Direction>) -> String {
    let spread = comparison.effect().and_then(|effect| effect.brunner_munzel_p);
    let spread = spread.map(|p| format!("Brunner-Munzel {}", p_text(p)));
    needed(comparison, better).into_iter().chain(spread).collect::<Vec<_>>().join(", ")
}

/// Returns a comparison as sentences; `scale` is the scale of the row.
pub fn in_words(report: &Report, comparison: &Comparison, scale: Scale) -> String {
    let Some(analysis) = &report.analysis else { return String::new() };
    let effect = comparison.effect();
    let shift = effect.and_then(|effect| effect.shift).map(|shift| {
        let estimate = amount(shift.scale, shift.estimate, scale);
        let mut bounds = Vec::new();
        write_bounds(&mut bounds, &shift, false, Some(scale));
        format!("{estimate}{}", String::from_utf8_lossy(&bounds))
    });
    let level = percent(1.0 - report.alpha);
    let change = shift.map(|shift| format!("estimated change {shift} ({level}% interval)"));
    let change = change.unwrap_or_else(|| "no change can be estimated".into());
    let margin = format!("{}%", percent(analysis.margin));
    let mut text = match comparison.outcome {
        Outcome::New => return "New: only this column has it.".into(),
        Outcome::Missing => return "Missing: only the baseline has this benchmark.".into(),
        Outcome::Control => return super::CONTROL.into(),
        Outcome::Regressed => format!("Regressed: {change}."),
        Outcome::Improved => format!("Improved: {change}."),
        Outcome::Changed => format!("Changed: {change}; the better direction is not known."),
        Outcome::Differs => format!("Differs: {change}. {}", super::SEQUENTIAL),
        Outcome::Unchanged if comparison.is_all_equal() => {
            "Unchanged: all values are equal.".into()
        }
        // This outcome uses a narrower interval than the change.
        Outcome::Unchanged => {
            let level = percent(1.0 - 2.0 * report.alpha);
            format!(
                "Unchanged: {change}; the {level}% interval lies within the margin of {margin}."
            )
        }
        Outcome::Inconclusive => {
            format!(
                "Inconclusive: {change}; the runs neither show a change nor rule out one of {margin}."
            )
        }
    };
    if effect.is_some_and(|effect| effect.p_decides) {
        text += " With ties, p can be significant although the interval just includes no change; p decides.";
    }
    if let Some(p) = effect.and_then(|effect| effect.brunner_munzel_p) {
        text += &format!(
            " The samples may differ only in spread: the Brunner-Munzel test, which accounts for that, \
             gives {}.",
            p_text(p)
        );
    }
    if let (Some(method), Some(test)) = (adjustment(report), comparison.test()) {
        text += &format!(
            " Adjusted for all comparisons ({}): {}.",
            method.name(),
            p_text(test.adjusted_p)
        );
    }
    if comparison.warning() == Some(ComparisonWarning::Sequential) {
        text += " The runs are not interleaved, so the machine can hide a change: use 'benchlens run' to measure both versions.";
    }
    text + &settle(analysis, comparison, scale)
}

/// Returns how many runs would decide an inconclusive comparison.
fn settle(analysis: &Analysis, comparison: &Comparison, scale: Scale) -> String {
    let mut text = String::new();
    let Some(power) = comparison.power() else { return text };
    let margin = percent(analysis.margin);
    if power.runs_needed.is_some_and(|runs| RUNS_MAX < runs) {
        text += &format!(
            " More than {RUNS_MAX} new runs on each side would decide it for a margin of {margin}%: find a quieter machine, or accept a larger margin."
        );
    } else if let Some(runs) = power.runs_needed {
        text += &format!(" About {runs} new runs on each side would decide it (margin {margin}%).");
    }
    let shift = comparison.effect().and_then(|effect| effect.shift);
    if let (Some(smallest), Some(shift)) = (power.min_detectable_effect, shift) {
        let smallest = amount(shift.scale, smallest, scale);
        text += &format!(" These runs could reliably detect a change of {smallest} or more.");
    }
    text
}

/// Returns a difference in the unit, with its sign.
pub fn difference(value: f64, scale: Scale) -> String {
    amount(ShiftScale::Difference, value, scale)
}

/// Returns the sample-quality warnings of a cell.
pub fn sample_issues(table: &Table, cell: &Cell) -> Vec<String> {
    cell.issues().iter().map(|issue| describe(issue, table)).collect()
}

/// Returns the scale of a table's row.
pub fn scale_of(table: &Table, row: &Row) -> Scale {
    row_scale(table.class, row)
}

fn adjustment(report: &Report) -> Option<Adjustment> {
    let method = report.analysis.as_ref()?.adjust;
    (method != Adjustment::None).then_some(method)
}

fn amount(kind: ShiftScale, value: f64, scale: Scale) -> String {
    let mut out = Vec::new();
    write_shift(&mut out, kind, value, Some(scale));
    String::from_utf8_lossy(&out).into_owned()
}
