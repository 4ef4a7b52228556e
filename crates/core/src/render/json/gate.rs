//! The results of a gate.

use serde::Serialize;

use super::value::{Hex, Number};
use crate::base::Text;
use crate::gate::{AcceptText, GateError, GateOutcome, GateStatus, Lapse, RuleResult, RuleText};

#[derive(Serialize)]
pub(super) struct GateDocument<'a> {
    status: GateStatus,
    rules: &'a [RuleText],
    accepts: &'a [AcceptText],
    without_rule: u32,
    errors: Vec<ErrorDocument>,
    chance: Option<ChanceDocument>,
    results: Vec<ResultDocument<'a>>,
}

#[derive(Serialize)]
struct ErrorDocument {
    status: GateStatus,
    sentence: String,
}

#[derive(Serialize)]
struct ChanceDocument {
    rows: u32,
    fraction: Number,
}

#[derive(Serialize)]
struct ResultDocument<'a> {
    table: u32,
    row: Option<u32>,
    column: u32,
    rule: u32,
    decision: &'static str,
    status: GateStatus,
    worse_by: Number,
    worse_fraction: Number,
    allowed: Number,
    is_floor: bool,
    is_estimate: bool,
    adjusted_p: Option<Number>,
    runs_needed: Option<u32>,
    accept: Option<u32>,
    lapse: Option<Lapse>,
    key: Option<&'a Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key_bytes: Option<Hex<&'a Text>>,
}

impl<'a> GateDocument<'a> {
    pub(super) fn new(gate: &'a GateOutcome) -> Self {
        GateDocument {
            status: gate.status,
            rules: &gate.rules,
            accepts: &gate.accepts,
            without_rule: gate.without_rule,
            errors: gate.errors.iter().map(ErrorDocument::new).collect(),
            chance: gate
                .chance
                .map(|c| ChanceDocument { rows: c.rows, fraction: Number(c.fraction) }),
            results: gate.results.iter().map(ResultDocument::new).collect(),
        }
    }
}

impl ErrorDocument {
    fn new(error: &GateError) -> Self {
        ErrorDocument { status: error.status, sentence: error.error.to_string() }
    }
}

impl<'a> ResultDocument<'a> {
    fn new(result: &'a RuleResult) -> Self {
        ResultDocument {
            table: result.table,
            row: result.row,
            column: result.column,
            rule: result.rule,
            decision: result.decision.word(),
            status: result.decision.status(),
            worse_by: Number(result.worse_by),
            worse_fraction: Number(result.worse_fraction),
            allowed: Number(result.allowed),
            is_floor: result.is_floor,
            is_estimate: result.is_effect,
            adjusted_p: result.adjusted_p.map(Number),
            runs_needed: result.runs_needed,
            accept: result.acceptance.map(|acceptance| acceptance.accept),
            lapse: result.acceptance.and_then(|acceptance| acceptance.lapse),
            key: result.key.as_ref(),
            key_bytes: result.key.as_ref().and_then(Hex::of),
        }
    }
}
