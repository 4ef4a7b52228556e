//! Rules that are tried on the answer, as the program's `-gate` would decide.

use benchlens_core::base::{Texts, label_of};
use benchlens_core::gate::{Gate, GateStatus, RuleResult};
use benchlens_core::grid::{decision_words, gate_headline, gate_line};
use benchlens_core::table::Adjustment;
use benchlens_core::{Answer, Plan, Query, Store};

use crate::SessionError;
use crate::command::command;
use crate::types::{GateLine, GateView};

/// So many results are told.
const RESULTS_MAX: usize = 100;

/// The plan of a query whose answer these rules decide about.
///
/// # Errors
///
/// If a rule is wrong.
pub(crate) fn plan(query: &Query, rules: &str) -> Result<Plan, SessionError> {
    let mut gate = Gate::parse(rules)?;
    if query.analysis.as_ref().is_some_and(|analysis| analysis.adjust != Adjustment::None) {
        gate = gate.without_adjustment();
    }
    Ok(query.compile()?.with_gate(gate))
}

/// What rules say of the answer to a query, which their plan gave.
pub(crate) fn gate(
    store: &Store,
    query: &Query,
    rules: &str,
    answer: &Answer,
) -> Result<GateView, SessionError> {
    let command = command(store, query, &[("-gate", rules)]);
    let Answer { report, gate, .. } = answer;
    let Some(outcome) = gate else { return Err(SessionError::NoAnswer) };
    let noteworthy = outcome.noteworthy();
    let fields = report.differing_fields();
    let line = |result: &&RuleResult| {
        let text = gate_line(report, outcome, result, &fields);
        view(answer, result, String::from_utf8_lossy(&text).trim())
    };
    Ok(GateView {
        passed: outcome.status == GateStatus::Passed,
        status: match outcome.status {
            GateStatus::Passed => 0,
            GateStatus::Failed => 1,
            GateStatus::Invalid => 2,
            GateStatus::Undecided => 4,
            GateStatus::Inconclusive => 5,
        },
        sentence: gate_headline(outcome),
        errors: outcome.errors.iter().map(|error| error.error.to_string()).collect(),
        results: noteworthy.iter().take(RESULTS_MAX).map(line).collect(),
        total: noteworthy.len(),
        command,
    })
}

fn view(report: &Answer, result: &RuleResult, text: &str) -> GateLine {
    let table = &report.tables[result.table as usize];
    let key = |row: u32| -> &Texts { &table.rows[row as usize].key };
    GateLine {
        status: decision_words(result.decision),
        row: result.row.map_or_else(|| "geomean".into(), |row| label_of(key(row))),
        unit: table.unit.to_string_lossy(),
        text: text.to_owned(),
        table: result.table as usize,
        at: result.row.map(|row| row as usize),
    }
}
