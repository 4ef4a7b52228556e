//! The result of a gate in words.

use super::cell::{row_scale, write_delta, write_p_and_n, write_percent, write_value};
use super::row_name::row_name_of;
use super::text::{number_of_runs, write_bounds, write_suite};
use crate::base::float::write_fixed;
use crate::base::{Sentence, plural};
use crate::gate::{
    Chance, Decision, GateError, GateOutcome, GateStatus, Lapse, RuleResult, RuleText, gate_flags,
    run_command,
};
use crate::stats::{ShiftScale, Summary};
use crate::table::{Assumption, Comparison, Delta, MeanChange, Report, Row, Sides, Table};
use crate::unit::Scale;

/// A gate in words.
#[derive(Debug, Clone, Default)]
pub(crate) struct GateText {
    /// The errors of the gate; then its answer, with a line for each result that a reader should see.
    pub(crate) messages: Vec<Sentence>,
    /// The command to which the last line refers, if there is one.
    pub(crate) command: Option<String>,
}

impl GateText {
    /// Returns the messages; the last one ends with the command.
    pub(crate) fn with_command(mut self) -> Vec<Sentence> {
        if let (Some(command), Some(last)) = (self.command, self.messages.last_mut()) {
            *last = std::mem::take(last).and(format!("\n    {command}"));
        }
        self.messages
    }
}

/// Returns the errors of the gate; then its answer with the results that a reader should see, the worst first, at most
/// `rows`, each in a line.
pub(crate) fn gate_text(report: &Report, gate: &GateOutcome, rows: usize) -> GateText {
    let mut messages: Vec<Sentence> =
        gate.errors.iter().map(|error| error.error.sentence()).collect();
    if gate.status == GateStatus::Invalid {
        return GateText { messages, command: None };
    }
    let mut answer = Sentence::from(gate_headline(gate));
    let results = gate.noteworthy();
    let reported = report.differing_fields();
    // Lines need not repeat the only rule.
    let only = gate.rules.first().filter(|_| gate.rules.len() == 1);
    if let Some(rule) = only.filter(|_| 0 < rows && !results.is_empty()) {
        answer = answer.and(", ").and_sentence(by(rule));
    }
    for result in results.iter().take(rows) {
        let line = line(report, gate, result, &reported, only.is_none());
        answer = answer.and("\n").and_sentence(line);
    }
    if rows < results.len() {
        answer = answer.and(format!("\n  and {} more", results.len() - rows));
    }
    let command = gate.chance.map(|chance| {
        answer = std::mem::take(&mut answer).and(format!("\n  {}", chance_text(chance)));
        let is_failed = |result: &&RuleResult| result.decision == Decision::Failed;
        let failed: Vec<&RuleResult> = gate.results.iter().filter(is_failed).collect();
        run_command(report, &gate_flags(gate), &failed)
    });
    messages.push(answer);
    GateText { messages, command }
}

/// Returns how often a gate fails by chance, and how to find out whether it did.
fn chance_text(chance: Chance) -> String {
    let percent = format!("{:.0}%", 100.0 * chance.fraction);
    let rows = plural(chance.rows.into(), "row");
    format!(
        "even without a change, up to {percent} of gates on {rows} as noisy as these fail; to measure the failed rows again:"
    )
}

/// Returns `gate failed: 2 failed, 33 passed`.
pub fn gate_headline(gate: &GateOutcome) -> String {
    let count = |decision: Decision| {
        let count = gate.count(decision);
        (count != 0).then(|| format!("{count} {}", decision_words(decision)))
    };
    let mut parts: Vec<String> = unmet(&gate.errors).into_iter().collect();
    parts.extend(Decision::ALL.into_iter().filter_map(count));
    if gate.without_rule != 0 {
        parts.push(format!("{} without a rule", gate.without_rule));
    }
    let (status, parts) = (gate.status.word(), parts.join(", "));
    if parts.is_empty() { format!("gate {status}") } else { format!("gate {status}: {parts}") }
}

/// Returns `1 error`: how many errors keep a gate from deciding, if any do.
pub(super) fn unmet(errors: &[GateError]) -> Option<String> {
    let count = errors.iter().filter(|error| error.status == GateStatus::Undecided).count() as u64;
    (count != 0).then(|| plural(count, "error"))
}

/// Returns `3 missing (allowed)`.
pub fn decision_words(decision: Decision) -> String {
    let is_allowed = matches!(
        decision,
        Decision::MissingAllowed | Decision::NewAllowed | Decision::MismatchAllowed
    );
    format!("{}{}", decision.word(), if is_allowed { " (allowed)" } else { "" })
}

/// Returns `by sec/op: +5% (-gate)`.
fn by(rule: &RuleText) -> Sentence {
    Sentence::from(format!("by {} (", rule.text)).and_sentence(rule.source.clone()).and(")")
}

/// Returns `  failed: Encode sec/op 12.01µ → 13.49µ, est. +12.34% [+8.10%, +15.90%] (p<0.001 n=10), by sec/op: +5% (-gate)`.
///
/// `reported` contains the table key fields in which tables differ.
pub fn gate_line(
    report: &Report,
    gate: &GateOutcome,
    result: &RuleResult,
    reported: &[usize],
) -> Sentence {
    line(report, gate, result, reported, true)
}

/// Returns the same line, with or without the rule.
fn line(
    report: &Report,
    gate: &GateOutcome,
    result: &RuleResult,
    reported: &[usize],
    has_rule: bool,
) -> Sentence {
    let table = &report.tables[result.table as usize];
    let mut out = format!("  {}: ", decision_words(result.decision)).into_bytes();
    out.extend_from_slice(&row_name_of(report, result.table, result.row, result.column, reported));
    let is_mismatch = matches!(result.decision, Decision::Mismatch | Decision::MismatchAllowed);
    if !is_mismatch {
        write_change(&mut out, report, result);
    }
    if let Some(key) = &result.key {
        out.extend_from_slice(format!(", measured with another {key}").as_bytes());
    }
    if let Some(runs) = result.runs_needed {
        let is_paired = found(table, result).is_some_and(|(comparison, _)| comparison.has_pairs());
        let what = if is_paired { "pairs" } else { "runs on each side" };
        let runs = number_of_runs(runs);
        out.extend_from_slice(format!(", needs {runs} {what}").as_bytes());
    }
    let refused = found(table, result).filter(|(comparison, _)| comparison.is_refused());
    let why = refused.and_then(|(found, _)| report.comparison_warning_text(found));
    let mut line = Sentence::from(out);
    if let Some(why) = why {
        line = line.and(", ").and_sentence(why);
    }
    let rule = &gate.rules[result.rule as usize];
    if result.is_floor {
        let mut floor = b", noise floor ".to_vec();
        write_allowed(&mut floor, table, result);
        line = line.and(floor);
    }
    if has_rule {
        line = line.and(", ").and_sentence(by(rule));
    }
    if let Some(acceptance) = result.acceptance {
        let accept = &gate.accepts[acceptance.accept as usize];
        let how = match acceptance.lapse {
            None => "until",
            Some(Lapse::Date) => "was accepted until",
            Some(Lapse::Percentage) => "is accepted only until",
        };
        let text = format!(", {how} {} ({}): {}", accept.until, accept.source, accept.reason);
        line = line.and(text);
    }
    line
}

fn found<'r>(table: &'r Table, result: &RuleResult) -> Option<(&'r Comparison, Sides)> {
    let comparison = table.rows[result.row? as usize].comparison(result.column)?;
    Some((comparison, comparison.sides()?))
}

/// Writes ` 12.01µ → 13.49µ, est. +12.34% [+8.10%, +15.90%] (p<0.001 n=10 adj=0.004)`, with the p that decides the gate even if the table
/// shows another one.
fn write_change(out: &mut Vec<u8>, report: &Report, result: &RuleResult) {
    let table = &report.tables[result.table as usize];
    let column = &table.columns[result.column as usize];
    let Some(row) = result.row.map(|row| &table.rows[row as usize]) else {
        out.push(b' ');
        if let Some(suite) = column.geomean.suite.as_ref().filter(|_| result.is_effect) {
            return write_suite(out, suite);
        }
        let ratio = column.geomean.change.and_then(MeanChange::ratio);
        return ratio.into_iter().for_each(|ratio| write_delta(out, Delta::Ratio(ratio)));
    };
    let Some((comparison, _)) = found(table, result) else { return };
    let scale = row_scale(table.class, row);
    out.push(b' ');
    // Zero and infinity have no percentage.
    let ratio = if result.is_effect {
        estimated_ratio(comparison)
    } else {
        comparison.sides_of_medians().and_then(|sides| sides.ratio())
    };
    let share = ratio.map(|ratio| {
        let mut share = Vec::new();
        let is_equal = ratio == 1.0;
        write_delta(&mut share, if is_equal { Delta::Equal } else { Delta::Ratio(ratio) });
        share
    });
    // One more instruction in a billion fails a rule for exact values, but its percentage prints as zero.
    let is_worse = table.assumption == Assumption::Exact && 0.0 < result.worse_by;
    let share = share.filter(|share| !is_worse || !share.ends_with(b"0.00%") || 6 < share.len());
    let is_reported = share.is_some();
    match share {
        Some(share) => {
            write_values(out, table, row, comparison);
            out.extend_from_slice(b", ");
            if result.is_effect {
                out.extend_from_slice(b"est. ");
            }
            out.extend_from_slice(&share);
        }
        None => write_values(out, table, row, comparison),
    }
    // The interval of pairs does not describe medians.
    let is_of_another = comparison.matching().is_some() && !result.is_effect;
    if let Some(effect) = comparison.effect().filter(|_| is_reported || !is_worse)
        && !is_of_another
        && let Some(shift) = &effect.shift
    {
        write_bounds(out, shift, effect.p_decides, Some(scale));
    }
    out.extend_from_slice(b" (");
    write_p_and_n(out, comparison);
    if let Some(p) = result.adjusted_p {
        out.extend_from_slice(b" adj=");
        write_fixed(out, p, 3);
    }
    out.push(b')');
}

/// Returns the estimated change as a ratio; a difference is divided by the baseline.
fn estimated_ratio(comparison: &Comparison) -> Option<f64> {
    let shift = comparison.effect()?.shift?;
    let base = comparison.sides()?.base_center.abs();
    match shift.scale {
        ShiftScale::Ratio => Some(shift.estimate),
        ShiftScale::Difference => (base != 0.0).then(|| 1.0 + shift.estimate / base),
    }
}

/// Writes `16 → 17` or `16 → 16 to 17`: both centers, or all exact values, with enough digits to show that they differ.
fn write_values(out: &mut Vec<u8>, table: &Table, row: &Row, comparison: &Comparison) {
    let side = |column: u32, scale: Option<Scale>| {
        let mut out = Vec::new();
        let Some(Summary { center, lo, hi }) = row.cell(column).map(|cell| cell.summary) else {
            return out;
        };
        let varies = table.assumption == Assumption::Exact && lo != hi;
        let ends: &[f64] = if varies { &[lo, hi] } else { &[center] };
        for (i, &value) in ends.iter().enumerate() {
            out.extend_from_slice(if i == 0 { b"" } else { b" to " });
            if value.is_nan() {
                out.extend_from_slice(b"not finite");
            } else {
                write_value(&mut out, value, scale.filter(|_| value.is_finite()));
            }
        }
        out
    };
    let columns = [comparison.base, comparison.column];
    let both = |scale| columns.map(|column| side(column, scale));
    let centers = columns.into_iter().filter_map(|column| Some(row.cell(column)?.summary.center));
    let scale = Scale::common(table.class, centers.filter(|center| center.is_finite()));
    let [mut base, mut new] = both(Some(scale));
    if base == new {
        [base, new] = both(None);
    }
    out.extend_from_slice(&[&base[..], " → ".as_bytes(), &new].concat());
}

/// Writes how much worse the value may be: a percentage of the baseline, or an amount if the baseline is zero.
fn write_allowed(out: &mut Vec<u8>, table: &Table, result: &RuleResult) {
    match found(table, result) {
        Some((_, sides)) if sides.base_center != 0.0 => {
            write_percent(out, 1.0 + result.allowed / sides.base_center.abs());
        }
        _ => write_value(out, result.allowed, None),
    }
}
