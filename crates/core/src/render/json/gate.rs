//! What a gate comes to.

use super::write::Json;
use crate::gate::GateOutcome;

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
    json.name("errors").list(&gate.errors, |json, error| {
        json.open(b'{');
        json.name("status").text(error.status.word().as_bytes());
        json.name("sentence").text(error.error.to_string().as_bytes());
        json.close(b'}');
    });
    json.name("results").list(&gate.results, |json, result| {
        json.line();
        json.open(b'{');
        json.name("table").count(u64::from(result.table));
        json.name("row").count(u64::from(result.row));
        json.name("column").count(u64::from(result.column));
        json.name("rule").count(u64::from(result.rule));
        json.name("decision").text(result.decision.word().as_bytes());
        json.name("status").text(result.decision.status().word().as_bytes());
        json.name("worse_by").number(result.worse_by);
        json.name("worse_share").number(result.worse_share);
        json.name("allowed").number(result.allowed);
        json.name("is_floor").flag(result.is_floor);
        match &result.key {
            Some(key) => json.named_text("key", key),
            None => json.name("key").null(),
        }
        json.close(b'}');
    });
    json.close(b'}');
}
