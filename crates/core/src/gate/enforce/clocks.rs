//! Rules for `time`, which judge each benchmark by one of its clocks.
//!
//! Takes the decisions about all clocks; gives the decisions that count. The other clock never passes a benchmark, but a
//! certain regression that only it shows, such as a new lock, is not a pass either.

use super::compared::Compared;
use super::enforcer::Enforcer;
use crate::base::label_of;
use crate::gate::{Decision, GateStatus, Term};

impl Enforcer<'_> {
    /// Returns the comparison that judges a row instead of this one, because it is by a better clock.
    pub(super) fn judge_of_clock(&self, rule: usize, at: [u32; 3]) -> Option<[usize; 3]> {
        let judge = self.clocks.judge_instead_of(at.map(|index| index as usize));
        judge.filter(|_| self.gate.rules[rule].is_of_clocks)
    }

    /// Reports a row that lacks wall times although it has CPU times, because those do not show how long it waits.
    pub(super) fn check_clock(
        &mut self,
        compared: &Compared<'_>,
        at: [u32; 3],
        rule: Option<usize>,
    ) {
        let Some(rule) = rule.map(|rule| &self.gate.rules[rule]) else { return };
        let lacks = self.clocks.lacks_wall_time(at.map(|index| index as usize));
        if lacks && rule.is_of_clocks && !rule.has(Term::Warn) {
            let name = label_of(&compared.table.rows[compared.row].key);
            let message = format!(
                "{} of {name}: found fewer wall times than CPU times, which do not show how long it waits: measure again",
                compared.table.unit
            );
            self.report(GateStatus::Undecided, rule.place.error(message));
        }
    }

    /// Returns the decision that counts about a comparison by another clock than the one at `judge`.
    pub(super) fn of_other_clock(&self, judge: [usize; 3], decision: Decision) -> Option<Decision> {
        let key = |[table, row, column]: [usize; 3]| (table as u32, row as u32, column as u32);
        let results = &self.outcome.results;
        let found = results.binary_search_by_key(&key(judge), |result| {
            (result.table, result.row.unwrap_or(u32::MAX), result.column)
        });
        let judged = results.get(found.ok()?)?.decision;
        let passes = matches!(judged, Decision::Passed | Decision::NotProven | Decision::Warned);
        if !passes {
            return None;
        }
        match decision {
            Decision::Failed => Some(Decision::ClocksDisagree),
            Decision::NotFinite | Decision::Accepted | Decision::Warned => Some(decision),
            Decision::Missing
            | Decision::New
            | Decision::Mismatch
            | Decision::Differs
            | Decision::Sequential
            | Decision::ClocksDisagree
            | Decision::TooFewRuns
            | Decision::NotProven
            | Decision::MissingAllowed
            | Decision::NewAllowed
            | Decision::MismatchAllowed
            | Decision::Passed => None,
        }
    }
}
