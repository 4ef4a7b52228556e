//! A comparison that a rule may match, and the decision about it.

use std::cmp::Ordering;

use super::units::GateFacts;
use crate::gate::outcome::{Decision, RuleResult};
use crate::table::{CellIndex, Comparison, Table};

/// A comparison of a row.
pub(super) struct Compared<'a> {
    pub(super) table: &'a Table,
    pub(super) row: usize,
    /// The cells of the row.
    pub(super) cells: &'a [CellIndex],
    pub(super) base: Option<&'a CellIndex>,
    /// The new side, or the baseline if there is no new side.
    pub(super) index: &'a CellIndex,
    pub(super) comparison: &'a Comparison,
    pub(super) facts: GateFacts,
}

impl Compared<'_> {
    /// Returns which side tends to be greater.
    pub(super) fn order(&self) -> Ordering {
        let effect = self.comparison.effect();
        effect.map_or(Ordering::Equal, |effect| effect.stochastic_order)
    }
}

/// Returns whether the decision needs no acceptance.
pub(super) fn is_fine(decision: Decision) -> bool {
    matches!(decision, Decision::Passed | Decision::Warned)
}

/// Returns a result whose decision is still open.
pub(super) fn result([table, row, column]: [u32; 3], rule: usize) -> RuleResult {
    RuleResult {
        table,
        row: Some(row),
        column,
        rule: rule as u32,
        decision: Decision::Passed,
        worse_by: 0.0,
        is_effect: false,
        worse_fraction: 0.0,
        allowed: 0.0,
        is_floor: false,
        adjusted_p: None,
        runs_needed: None,
        acceptance: None,
        key: None,
    }
}
