//! A judgement in words: what it comes to, how sure that is, and what would settle it.

use super::cell::{write_percent, write_value};
use super::verdict::{describe, percent, write_bounds};
use crate::base::float::write_fixed;
use crate::stats::{Adjustment, ShiftScale};
use crate::table::{Analysis, Judgement, Outcome, Report};
use crate::unit::{Scale, class};

/// Beside a verdict, in short: `adj=0.041`, `24 runs needed`; empty where there is nothing to add.
pub fn in_short(report: &Report, judgement: &Judgement) -> String {
    let adjusted =
        adjustment(report).and(judgement.adjusted_p).map(|p| format!("adj={}", fixed(p)));
    let runs = judgement.runs_needed.map(|runs| format!("{runs} runs needed"));
    adjusted.into_iter().chain(runs).collect::<Vec<_>>().join(", ")
}

/// A judgement as sentences; `scale` is that of the row.
pub fn in_words(report: &Report, judgement: &Judgement, scale: Scale) -> String {
    let Some(analysis) = &report.analysis else { return String::new() };
    let shift = judgement.shift.map(|shift| {
        let estimate = amount(shift.scale, shift.estimate, scale);
        let mut bounds = Vec::new();
        write_bounds(&mut bounds, &shift, false, Some(scale));
        format!("{estimate}{}", String::from_utf8_lossy(&bounds))
    });
    let level = percent(1.0 - report.alpha);
    let typical = shift.map(|shift| format!("typical change {shift} ({level}% interval)"));
    let typical = typical.unwrap_or_else(|| "no typical change can be told".into());
    let margin = format!("{}%", percent(analysis.margin));
    let mut text = match judgement.outcome {
        Outcome::New => return "New: the baseline has none.".into(),
        Outcome::Missing => return "Missing: only the baseline has it.".into(),
        Outcome::Regressed => format!("Regressed: {typical}."),
        Outcome::Improved => format!("Improved: {typical}."),
        Outcome::Changed => format!("Changed: {typical}; which way is better is not known."),
        Outcome::Unchanged => match judgement.narrow {
            Some(_) => format!("Unchanged: {typical}; proven to be within the margin of {margin}."),
            None => "Unchanged: all values are equal.".into(),
        },
        Outcome::Inconclusive => {
            format!("Inconclusive: {typical}; neither a change nor less than {margin} is proven.")
        }
    };
    if judgement.p_decides {
        text +=
            " Ties leave \"no change\" inside the interval, and the test rejects it: p decides.";
    }
    if let (Some(method), Some(p)) = (adjustment(report), judgement.adjusted_p) {
        text += &format!(
            " p is {} after the adjustment for all comparisons ({}).",
            fixed(p),
            method.name()
        );
    }
    text + &settle(analysis, judgement, scale)
}

/// What would settle an inconclusive verdict.
fn settle(analysis: &Analysis, judgement: &Judgement, scale: Scale) -> String {
    let mut text = String::new();
    if let Some(runs) = judgement.runs_needed {
        let margin = percent(analysis.margin);
        text +=
            &format!(" About {runs} runs of each side would settle it for a margin of {margin}%.");
    }
    if let (Some(smallest), Some(shift)) = (judgement.smallest, judgement.shift) {
        let smallest = amount(shift.scale, smallest, scale);
        text += &format!(" These runs would probably have shown a change of {smallest}.");
    }
    text
}

/// What speaks against the sample of a cell.
pub fn symptoms(report: &Report, table: usize, row: usize, column: u32) -> Vec<String> {
    let Some(analysis) = &report.analysis else { return Vec::new() };
    let found = analysis.tables[table].rows[row].symptoms.iter();
    let unit = report.tables[table].unit.as_bytes();
    found.filter(|(c, _)| *c == column).map(|(_, symptom)| describe(symptom, unit)).collect()
}

/// The scale of a table's row.
pub fn scale_of(report: &Report, table: usize, row: usize) -> Scale {
    let table = &report.tables[table];
    super::row_scale(class(table.unit.as_bytes()), &table.rows[row])
}

fn adjustment(report: &Report) -> Option<Adjustment> {
    let method = report.analysis.as_ref()?.adjust;
    (method != Adjustment::None).then_some(method)
}

fn amount(kind: ShiftScale, value: f64, scale: Scale) -> String {
    let mut out = Vec::new();
    match kind {
        ShiftScale::Ratio => write_percent(&mut out, value),
        ShiftScale::Difference => {
            if 0.0 <= value {
                out.push(b'+');
            }
            write_value(&mut out, value, Some(scale));
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn fixed(p: f64) -> String {
    let mut out = Vec::new();
    write_fixed(&mut out, p, 3);
    String::from_utf8_lossy(&out).into_owned()
}
