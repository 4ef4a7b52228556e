//! Benchmarks whose runs ended with an exit status other than 0, although the runs of their baselines did not.

use super::enforcer::Enforcer;
use crate::base::Error;
use crate::gate::GateStatus;
use crate::table::{NonZeroExits, Outcome, Report};

impl Enforcer<'_> {
    /// Reports such benchmarks, because a command that failed may be fast only because it did less.
    pub(super) fn check_exits(&mut self, report: &Report) {
        let exits = NonZeroExits::of(self.store);
        if self.gate.allows_failed == Some(true) || exits.is_empty() {
            return;
        }
        for (index, table) in report.tables.iter().enumerate() {
            for (cells, row) in self.cells.row_cells(index).zip(&table.rows) {
                for comparison in &row.comparisons {
                    let cell = |column| cells.iter().find(|cell| cell.column == column);
                    let base = cell(comparison.base).filter(|_| comparison.outcome != Outcome::New);
                    let new = cell(comparison.column);
                    let problem =
                        new.and_then(|new| exits.problem(self.cells, new, base.into_iter()));
                    if let Some(message) = problem {
                        self.report(GateStatus::Undecided, Error::range("gate", message));
                    }
                }
            }
        }
    }
}
