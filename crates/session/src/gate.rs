//! Applies rules to the answer, in the same way as the CLI's `-gate`.

use benchlens_core::base::{Texts, label_of};
use benchlens_core::gate::{Gate, GateStatus, RuleResult};
use benchlens_core::grid::{decision_words, gate_headline, gate_line};
use benchlens_core::table::Adjustment;
use benchlens_core::{Answer, Plan, Query, Report, Store};

use crate::SessionError;
use crate::command::command;
use crate::types::{GateLine, GateView};

/// The maximum number of results that are listed.
const RESULTS_MAX: usize = 100;

/// Returns the plan of a query to whose answer these rules can be applied.
///
/// # Errors
///
/// Returns an error if a rule is wrong.
pub(crate) fn plan(query: &Query, rules: &str) -> Result<Plan, SessionError> {
    let mut gate = Gate::parse(rules)?;
    if query.analysis.as_ref().is_some_and(|analysis| analysis.adjust != Adjustment::None) {
        gate = gate.without_adjustment();
    }
    Ok(query.compile()?.with_gate(gate))
}

/// Returns the result of rules for the answer to a query, which was computed with their plan.
pub(crate) fn gate(
    store: &Store,
    query: &Query,
    rules: &str,
    answer: &Answer,
) -> Result<GateView, SessionError> {
    let command = command(store, query, &[("gate", rules)]);
    let report = answer.report();
    let Some(outcome) = answer.gate() else { return Err(SessionError::NoAnswer) };
    let noteworthy = outcome.noteworthy();
    let fields = report.differing_fields();
    let line = |result: &&RuleResult| {
        let text = gate_line(report, outcome, result, &fields);
        view(report, result, text.to_string().trim())
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

fn view(report: &Report, result: &RuleResult, text: &str) -> GateLine {
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
