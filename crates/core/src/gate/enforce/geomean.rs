//! Rules for the geometric mean of a table.
//!
//! Takes the means of a table's columns; gives a result for each mean that a rule decides. If the blocks of a recording
//! test the change of the suite, this change must be significant to fail; otherwise the mean alone decides. Guarantees
//! that a mean that does not exist does not pass. Must not know rows.

use super::compared::result;
use super::enforcer::Enforcer;
use super::units::{GateFacts, unknown_direction};
use crate::base::{Error, Sentence};
use crate::gate::{Decision, GateStatus, RuleResult, Term};
use crate::table::{CellIndex, Column, Comparison, ComparisonWarning, MeanChange, Table};
use crate::unit::Direction;

/// A geometric mean that is judged.
pub(super) struct Mean {
    pub(super) rule: usize,
    /// The accepted regression for it.
    accept: Option<usize>,
    pub(super) table_index: u32,
    pub(super) column_index: u32,
}

impl Enforcer<'_> {
    /// Decides the geometric means of a table's columns.
    pub(super) fn means(&mut self, index: usize, table: &Table, facts: GateFacts) {
        let unit = table.unit.as_bytes();
        let gate = self.gate;
        let rules = gate.rules.iter().enumerate().rev().filter(|(_, rule)| rule.is_geomean);
        let rules = rules.filter(|(_, rule)| rule.filter.named_units().contains(&unit));
        let rules: Vec<usize> = rules.map(|(number, _)| number).collect();
        let Some(&number) = rules.first() else { return };
        for (place, column) in (0..).zip(&table.columns) {
            let mut rows = table.rows.iter().filter_map(|row| row.comparison(place));
            // Rows that one side lacks are missing or new.
            if rows.all(|comparison| comparison.sides().is_none()) {
                continue;
            }
            for &rule in &rules {
                self.outcome.rules[rule].matched += 1;
                self.audit.judge(rule);
            }
            self.judge_column(index, place, column);
            let accept = self.accept_of_mean(unit);
            let decided =
                Mean { rule: number, accept, table_index: index as u32, column_index: place };
            self.mean(&decided, table, column, facts);
        }
    }

    /// Counts the values of both columns of a mean as judged.
    fn judge_column(&mut self, index: usize, place: u32, column: &Column) {
        let table = &self.cells.tables[index];
        let is_of_mean =
            |cell: &&CellIndex| cell.column == place || Some(cell.column) == column.base;
        for cell in table.cells.iter().filter(is_of_mean) {
            self.count_judged(table, [None, Some(cell)]);
        }
    }

    fn mean(&mut self, mean: &Mean, table: &Table, column: &Column, facts: GateFacts) {
        let &Mean { rule: number, accept, table_index, column_index } = mean;
        let gate = self.gate;
        let rule = &gate.rules[number];
        let unit = &table.unit;
        let trouble = |message: Sentence| -> Error { rule.place.error(message) };
        let change = column.geomean.change.and_then(MeanChange::ratio);
        let suite = column.geomean.suite.as_ref().map(|suite| &suite.comparison);
        let estimate = suite.and_then(|suite| suite.effect()?.shift).map(|shift| shift.estimate);
        let suite = suite.filter(|_| estimate.is_some());
        let Some(ratio) = estimate.or(change) else {
            let message = format!("{unit} has no geometric mean: a value is not above zero");
            let status =
                if rule.has(Term::Warn) { GateStatus::Passed } else { GateStatus::Undecided };
            return self.report(status, trouble(message.into()));
        };
        let share = match facts.better {
            Some(Direction::Lower) => ratio - 1.0,
            Some(Direction::Higher) => 1.0 - ratio,
            None if rule.has(Term::Warn) => (ratio - 1.0).abs(),
            None => {
                let message = unknown_direction(&unit.to_string(), unit.as_bytes());
                return self.report(GateStatus::Invalid, trouble(message));
            }
        };
        if let Some(accept) = accept {
            self.check_accept(accept, unit, facts.better);
        }
        let limit = rule.limit.share.unwrap_or(0.0);
        if 1.0 <= limit && facts.better == Some(Direction::Higher) {
            let message =
                format!("{unit} is better when higher, so it cannot drop by 100% or more");
            return self.report(GateStatus::Invalid, rule.limit_place.error(message));
        }
        self.compared += 1;
        let is_worse = |limit: f64| share.is_nan() || limit * (1.0 + super::side::ROUNDING) < share;
        let decision = match suite {
            _ if !is_worse(limit) => Decision::Passed,
            Some(suite) => decision_of_suite(suite, rule.has(Term::Warn)),
            None if rule.has(Term::Warn) => Decision::Warned,
            None if self.is_mean_sequential(mean, table) => Decision::Sequential,
            None => Decision::Failed,
        };
        let base = column.base.and_then(|base| table.columns.get(base as usize));
        let base = base.and_then(|base| base.geomean.center).unwrap_or(f64::NAN);
        let mut result = RuleResult {
            row: None,
            decision,
            worse_by: share * base,
            is_effect: suite.is_some(),
            worse_fraction: share,
            allowed: limit * base,
            ..result([table_index, 0, column_index], number)
        };
        if let Some(accept) = accept.filter(|_| decision.status() != GateStatus::Passed) {
            self.has_need[accept] = true;
            let is_within = |accepted: Option<f64>| match accepted {
                Some(accepted) => !is_worse(accepted),
                None => share.is_finite(),
            };
            if self.can_accept(accept, decision)
                && self.accepts(accept, &mut result, |_, accepted| is_within(accepted))
            {
                result.decision = Decision::Accepted;
            }
        }
        self.outcome.results.push(result);
    }
}

/// Returns the decision about a suite that is worse than allowed.
fn decision_of_suite(suite: &Comparison, warns: bool) -> Decision {
    match (suite.is_significant(), warns) {
        (true, true) => Decision::Warned,
        (true, false) => Decision::Failed,
        (false, false) if suite.warning() == Some(ComparisonWarning::FewPairsForDifference) => {
            Decision::TooFewRuns
        }
        (false, _) => Decision::Passed,
    }
}
