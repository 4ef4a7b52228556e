//! What a gate comes to.

use super::write::Json;
use crate::gate::{Decision, GateOutcome};

pub(super) fn gate(json: &mut Json, gate: &GateOutcome) {
    json.open(b'{');
    json.name("status").text(gate.status.word().as_bytes());
    json.name("rules").list(&gate.rules, |json, rule| {
        json.open(b'{');
        json.name("source").text(rule.source.as_bytes());
        json.name("text").text(rule.text.as_bytes());
        json.name("matched").count(u64::from(rule.matched));
        json.close(b'}');
    });
    json.name("without_rule").count(u64::from(gate.without_rule));
    json.name("complaints").list(&gate.complaints, |json, complaint| {
        json.open(b'{');
        json.name("status").text(complaint.status.word().as_bytes());
        json.name("sentence").text(complaint.error.to_string().as_bytes());
        json.close(b'}');
    });
    json.name("rulings").list(&gate.rulings, |json, ruling| {
        json.line();
        json.open(b'{');
        json.name("table").count(u64::from(ruling.table));
        json.name("row").count(u64::from(ruling.row));
        json.name("column").count(u64::from(ruling.column));
        json.name("rule").count(u64::from(ruling.rule));
        json.name("decision").text(code(ruling.decision).as_bytes());
        json.name("worse_by").number(ruling.worse_by);
        json.name("worse_share").number(ruling.worse_share);
        json.name("allowed").number(ruling.allowed);
        json.name("is_floor").flag(ruling.is_floor);
        match &ruling.key {
            Some(key) => json.named_text("key", key),
            None => json.name("key").null(),
        }
        json.close(b'}');
    });
    json.close(b'}');
}

/// A decision's name for programs.
fn code(decision: Decision) -> &'static str {
    match decision {
        Decision::Failed => "failed",
        Decision::Missing => "missing",
        Decision::New => "new",
        Decision::Apart => "apart",
        Decision::ApartTold => "apart-told",
        Decision::Differs => "differs",
        Decision::NotFinite => "not-finite",
        Decision::TooFew => "too-few",
        Decision::Inconclusive => "inconclusive",
        Decision::Reported => "reported",
        Decision::MissingTold => "missing-told",
        Decision::NewTold => "new-told",
        Decision::Held => "held",
        Decision::Proven => "proven",
    }
}
