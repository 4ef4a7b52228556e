//! A gate's answer in words.

use super::cell::{write_delta, write_p_and_n, write_percent, write_value};
use super::text::write_bounds;
use super::{row_scale, write_label};
use crate::base::Text;
use crate::base::float::write_fixed;
use crate::gate::{Decision, GateOutcome, GateStatus, RuleResult};
use crate::stats::Adjustment;
use crate::table::{Comparison, Delta, Report, Sides, Table};

/// What is wrong with the gate; then the answer with what somebody should see, the worst first, at
/// most `rows`, each in a line.
pub(crate) fn gate_messages(report: &Report, rows: usize) -> Vec<Vec<u8>> {
    let Some(gate) = &report.gate else { return Vec::new() };
    let mut messages: Vec<Vec<u8>> =
        gate.errors.iter().map(|error| error.error.to_string().into_bytes()).collect();
    if gate.status == GateStatus::Unusable {
        return messages;
    }
    let mut answer = headline(gate).into_bytes();
    let results = gate.noteworthy();
    let told = report.differing_fields();
    for result in results.iter().take(rows) {
        answer.push(b'\n');
        answer.extend_from_slice(&gate_line(report, gate, result, &told));
    }
    if rows < results.len() {
        answer.extend_from_slice(format!("\n  and {} more", results.len() - rows).as_bytes());
    }
    messages.push(answer);
    messages
}

/// `gate failed: 2 failed, 33 passed`
fn headline(gate: &GateOutcome) -> String {
    let count = |decision: Decision| {
        let count = gate.count(decision);
        (count != 0).then(|| format!("{count} {}", words(decision)))
    };
    let mut parts: Vec<String> = Decision::ALL.into_iter().filter_map(count).collect();
    if gate.without_rule != 0 {
        parts.push(format!("{} no rule", gate.without_rule));
    }
    let (status, parts) = (gate.status.word(), parts.join(", "));
    if parts.is_empty() { format!("gate {status}") } else { format!("gate {status}: {parts}") }
}

/// `3 missing (allowed)`
fn words(decision: Decision) -> String {
    let is_allowed = matches!(
        decision,
        Decision::MissingAllowed | Decision::NewAllowed | Decision::ApartAllowed
    );
    format!("{}{}", decision.word(), if is_allowed { " (allowed)" } else { "" })
}

/// `  failed: Encode sec/op +12.34% [+8.10%, +15.90%] (p=0.000 n=10), by sec/op: +5% (-gate)`
///
/// `told` are the fields of the tables' keys that tell tables apart.
pub(crate) fn gate_line(
    report: &Report,
    gate: &GateOutcome,
    result: &RuleResult,
    told: &[usize],
) -> Vec<u8> {
    let table = &report.tables[result.table as usize];
    let mut out = format!("  {}: ", words(result.decision)).into_bytes();
    write_name(&mut out, report, table, (result, told));
    let is_apart = matches!(result.decision, Decision::Apart | Decision::ApartAllowed);
    if !is_apart {
        write_change(&mut out, report, result);
    }
    if let Some(key) = &result.key {
        let how = if is_apart { "kept apart by" } else { "measured with another" };
        out.extend_from_slice(format!(", {how} {key}").as_bytes());
    }
    let rule = &gate.rules[result.rule as usize];
    if result.is_floor {
        out.extend_from_slice(b", noise floor ");
        write_allowed(&mut out, table, result);
    }
    out.extend_from_slice(format!(", by {} ({})", rule.text, rule.source).as_bytes());
    out
}

/// `Encode/n=1 sec/op`, with the column where there are several and the table where its key tells.
fn write_name(
    out: &mut Vec<u8>,
    report: &Report,
    table: &Table,
    (result, told): (&RuleResult, &[usize]),
) {
    write_label(out, &table.rows[result.row as usize].key);
    out.push(b' ');
    out.extend_from_slice(table.unit.as_bytes());
    for &i in told {
        out.extend_from_slice(format!(" {}: ", report.table_fields[i]).as_bytes());
        out.extend_from_slice(table.key[i].as_bytes());
    }
    if 2 < table.columns.len() {
        out.extend_from_slice(b" in ");
        let key: Vec<&[u8]> =
            table.columns[result.column as usize].key.iter().map(Text::as_bytes).collect();
        out.extend_from_slice(&key.join(&b' '));
    }
}

fn found<'r>(table: &'r Table, result: &RuleResult) -> Option<(&'r Comparison, &'r Sides)> {
    let comparison = table.rows[result.row as usize].comparison(result.column)?;
    Some((comparison, comparison.sides.as_ref()?))
}

/// ` +12.34% [+8.10%, +15.90%] (p=0.000 adj=0.004 n=10)`
fn write_change(out: &mut Vec<u8>, report: &Report, result: &RuleResult) {
    let table = &report.tables[result.table as usize];
    let Some((comparison, sides)) = found(table, result) else { return };
    let (base, center) = (sides.base_center, sides.center);
    let scale = row_scale(table.class, &table.rows[result.row as usize]);
    out.push(b' ');
    // No share of zero exists, and none of infinity.
    let has_share = base == center || (base != 0.0 && (center / base).is_finite());
    match has_share {
        true if base == center => write_delta(out, Delta::Equal),
        true => write_delta(out, Delta::Ratio(center / base)),
        false => {
            write_value(out, base, Some(scale));
            out.extend_from_slice(" → ".as_bytes());
            write_value(out, center, Some(scale));
        }
    }
    if let Some(effect) = &comparison.effect
        && let Some(shift) = &effect.shift
    {
        write_bounds(out, shift, effect.p_decides, Some(scale));
    }
    out.extend_from_slice(b" (");
    write_p_and_n(out, comparison);
    let analysis = report.analysis.as_ref();
    let adjusted = analysis.is_some_and(|analysis| analysis.adjust != Adjustment::None);
    if let Some(test) = comparison.test.filter(|_| adjusted) {
        out.extend_from_slice(b" adj=");
        write_fixed(out, test.adjusted_p, 3);
    }
    out.push(b')');
}

/// How much worse it might be: a share of the baseline, or an amount where that is zero.
fn write_allowed(out: &mut Vec<u8>, table: &Table, result: &RuleResult) {
    match found(table, result) {
        Some((_, sides)) if sides.base_center != 0.0 => {
            write_percent(out, 1.0 + result.allowed / sides.base_center.abs());
        }
        _ => write_value(out, result.allowed, None),
    }
}
