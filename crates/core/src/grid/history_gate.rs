//! The results of rules for the newest point, in words.

use super::cell::{write_percent, write_value};
use super::gate::unmet;
use super::history::{p_text, point_names};
use crate::base::{Sentence, label_of};
use crate::gate::GateStatus;
use crate::history::{History, Judged, Judgement, NewestDecision};
use crate::stats::ChangeP;
use crate::unit::Scale;

/// Returns the errors of the rules; then their answer with the results that a reader should see, the worst first, at
/// most `rows`, each in a line. Empty without rules.
#[must_use]
pub fn history_gate_messages(history: &History, rows: usize) -> Vec<Sentence> {
    let Some(gate) = &history.gate else { return Vec::new() };
    let mut messages: Vec<Sentence> =
        gate.errors.iter().map(|error| error.error.sentence()).collect();
    if gate.status == GateStatus::Invalid {
        return messages;
    }
    let mut answer = Sentence::from(headline(history, gate));
    let reported = NewestDecision::ALL.into_iter().filter(|&d| d != NewestDecision::Passed);
    let reported = reported
        .flat_map(|decision| gate.results.iter().filter(move |result| result.decision == decision));
    let reported: Vec<&Judged> = reported.collect();
    for result in reported.iter().take(rows) {
        answer = answer.and("\n").and_sentence(line(history, gate, result));
    }
    if rows < reported.len() {
        answer = answer.and(format!("\n  and {} more", reported.len() - rows));
    }
    messages.push(answer);
    messages
}

/// Returns `gate failed: v30: 1 failed, 11 passed`.
fn headline(history: &History, gate: &Judgement) -> String {
    let count = |decision: NewestDecision| {
        let count = gate.results.iter().filter(|result| result.decision == decision).count();
        (count != 0).then(|| format!("{count} {}", decision.words()))
    };
    let mut parts: Vec<String> = unmet(&gate.errors).into_iter().collect();
    parts.extend(NewestDecision::ALL.into_iter().filter_map(count));
    if gate.without_rule != 0 {
        parts.push(format!("{} without a rule", gate.without_rule));
    }
    let newest = point_names(&history.points).pop().unwrap_or_default();
    let parts = if parts.is_empty() { "nothing checked".to_owned() } else { parts.join(", ") };
    format!("gate {}: {newest}: {parts}", gate.status.word())
}

/// Returns `  failed: Encode sec/op 16.02µ, +30.1% worse than 12.31µ; expected at most 12.9µ (p=0.0001 n=20), by
/// sec/op: any (-gate)`.
fn line(history: &History, gate: &Judgement, judged: &Judged) -> Sentence {
    let table = &history.tables[judged.table as usize];
    let row = &table.rows[judged.row as usize];
    let scale = Scale::common(table.class, row.values.iter().map(|value| value.center));
    let value = |value: f64| {
        let mut out = Vec::new();
        write_value(&mut out, value, Some(scale));
        String::from_utf8_lossy(&out).into_owned()
    };
    let mut out = format!("  {}: {} {}", judged.decision.words(), label_of(&row.key), table.unit);
    if let Some(newest) = judged.newest {
        out += &format!(" {}", value(newest));
    }
    if let (Some(newest), Some(center)) = (judged.newest, judged.center) {
        let mut share = Vec::new();
        write_percent(&mut share, newest / center);
        out += &format!(", {} against {}", String::from_utf8_lossy(&share), value(center));
    }
    if let Some((lo, hi)) = judged.expected {
        let expected = match (0.0 < lo && lo.is_finite(), hi.is_finite()) {
            _ if lo == hi => format!(", where all were {}", value(hi)),
            (false, true) => format!(", expected at most {}", value(hi)),
            (true, false) => format!(", expected at least {}", value(lo)),
            _ => format!(", expected {} to {}", value(lo), value(hi)),
        };
        out += &expected;
    }
    let n = judged.n;
    match judged.adjusted_p {
        Some(value) => {
            let p = ChangeP { value, is_less: false, is_approximate: false };
            out += &format!(" ({} n={n})", p_text(p));
        }
        None if judged.decision == NewestDecision::TooShort => {
            out += &format!(", {n} since the last change");
        }
        None => {}
    }
    match (judged.decision, judged.previous) {
        (NewestDecision::Failed, Some(previous)) => {
            out += &format!(", confirmed by {} before it", value(previous));
        }
        (NewestDecision::Unconfirmed, Some(previous)) => {
            out += &format!(", not confirmed by {} before it", value(previous));
        }
        _ => {}
    }
    let rule = &gate.rules[judged.rule as usize];
    let line = Sentence::from(format!("{out}, by {} (", rule.text));
    line.and_sentence(rule.source.clone()).and(")")
}
