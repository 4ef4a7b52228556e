//! The run order that a gate requires.
//!
//! Takes the run order of a report; gives an error if it is weaker than required. Weaker measurements prove nothing, so
//! they do not prove a regression either. Without a requirement, the rows that the machine can have changed are
//! undecided, and a note says how to measure them.

use super::compared::Compared;
use super::enforcer::{Enforcer, Pending};
use super::geomean::Mean;
use crate::base::{Error, plural};
use crate::gate::{Decision, GateStatus, OrderDemand, RuleResult, Term, run_command};
use crate::table::{Outcome, Report, RunOrder, Table};

impl Enforcer<'_> {
    /// Compares the run order with the required one. If nothing is compared, another error reports that.
    pub(super) fn check_order(&mut self, found: Option<RunOrder>) {
        let gate = self.gate;
        let (Some((demand, index)), Some(found)) = (&gate.order, found) else { return };
        let (least, required) = match demand {
            OrderDemand::Any => return,
            OrderDemand::Rounds => (RunOrder::InRounds, "runs in rounds"),
            OrderDemand::Interleaved => (RunOrder::Interleaved, "interleaved runs"),
        };
        if found < least {
            let found = match found {
                RunOrder::Unknown => "their order is unknown".to_owned(),
                RunOrder::Sequential | RunOrder::InRounds | RunOrder::Interleaved => {
                    format!("these are {}", found.word())
                }
            };
            let message = format!("the gate requires {required}, but {found}");
            self.report(GateStatus::Undecided, index.error(message));
            self.is_refused = true;
        }
    }

    /// Returns whether the machine can have caused a decision about a row of a table. A row passes as in any other
    /// recording: the limit of a rule is for changes that the runs show.
    pub(super) fn is_sequential(
        &mut self,
        pending: &Pending<'_>,
        table_index: u32,
        decision: Decision,
    ) -> bool {
        let Compared { table, row, cells, comparison, .. } = pending.compared;
        // A requirement of the gate concerns the whole recording, and another clock may decide.
        self.gate.order.is_none()
            && !self.gate.rules[pending.rule].has(Term::AnyOrder)
            && pending.judge.is_none()
            && match decision {
                Decision::NotProven => comparison.outcome == Outcome::Differs,
                Decision::Failed => self.sequential.concerns(
                    table_index as usize,
                    &table.rows[row],
                    cells,
                    comparison,
                ),
                Decision::Passed
                | Decision::Missing
                | Decision::New
                | Decision::Mismatch
                | Decision::Differs
                | Decision::Sequential
                | Decision::ClocksDisagree
                | Decision::NotFinite
                | Decision::TooFewRuns
                | Decision::Accepted
                | Decision::Warned
                | Decision::MissingAllowed
                | Decision::NewAllowed
                | Decision::MismatchAllowed => false,
            }
    }

    /// Returns whether the machine can have changed a row of a geometric mean.
    pub(super) fn is_mean_sequential(&mut self, mean: &Mean, table: &Table) -> bool {
        let cells = &self.cells.tables[mean.table_index as usize].cells;
        let allows_any = self.gate.rules[mean.rule].has(Term::AnyOrder);
        let mut rows = cells.chunk_by(|a, b| a.row == b.row).zip(&table.rows);
        self.gate.order.is_none()
            && !allows_any
            && rows.any(|(cells, row)| {
                let comparison = row.comparison(mean.column_index);
                comparison.is_some_and(|found| {
                    self.sequential.concerns(mean.table_index as usize, row, cells, found)
                })
            })
    }

    /// Reports how to measure rows that are undecided because of their run order.
    pub(super) fn tell_sequential(&mut self, report: &Report) {
        let is_open = |result: &&RuleResult| result.decision == Decision::Sequential;
        let open: Vec<&RuleResult> = self.outcome.results.iter().filter(is_open).collect();
        if open.is_empty() {
            return;
        }
        let are = if open.len() == 1 { "is" } else { "are" };
        let message = format!(
            "{} {are} undecided: the runs are not interleaved, so the machine can be the reason; add order: any, or measure again: {}",
            plural(open.len() as u64, "comparison"),
            run_command(report, "", &open)
        );
        self.report(GateStatus::Passed, Error::range("gate", message));
    }
}
