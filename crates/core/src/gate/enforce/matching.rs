//! Finds the rule that decides a row: the last that matches it.
//!
//! Takes rules and the results of a cell; gives a rule's number. Guarantees that a rule that does not apply to these
//! logs (an unknown unit, a part of a row) is an error with its position. Must not know values.

use super::enforcer::Enforcer;
use crate::base::{Text, Texts, quoted};
use crate::gate::{GateStatus, Place};
use crate::project::missing_key;
use crate::table::{CellIndex, Coverage};

impl Enforcer<'_> {
    /// Reports units and agreement keys that no result has.
    pub(super) fn check_keys(&mut self) {
        let gate = self.gate;
        for (key, place) in &gate.agree {
            if let Some((key, near)) = missing_key(key, self.store) {
                let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
                let error = place.error(format!("no result has the key {key}{near}"));
                self.report(GateStatus::Invalid, error);
            }
        }
        self.audit.check_rules("sec/op: +5%");
    }

    /// Returns the rule that decides a row, by its index: the last that matches it.
    pub(super) fn rule_of(
        &mut self,
        unit: u32,
        place: &CellIndex,
        row: &Texts,
        is_alone: bool,
    ) -> Option<usize> {
        let gate = self.gate;
        self.any = true;
        let mut decisive = None;
        for (number, rule) in gate.rules.iter().enumerate().rev().filter(|(_, r)| !r.is_geomean) {
            let coverage = self.cells.coverage(self.store, &rule.filter, unit, place);
            self.outcome.rules[number].matched += u32::from(coverage != Coverage::None);
            if coverage != Coverage::None && !is_alone {
                self.audit.judge(number);
            }
            if coverage != Coverage::None && decisive.is_none() {
                decisive = Some((number, rule, coverage));
            }
        }
        let Some((number, rule, coverage)) = decisive else {
            self.outcome.without_rule += u32::from(!is_alone);
            return None;
        };
        if coverage == Coverage::Part {
            self.report_part(&rule.place, row);
            return None;
        }
        self.compared += u32::from(!is_alone);
        Some(number)
    }

    /// Reports a rule that matches only a part of a row, because it could mean either decision.
    pub(super) fn report_part(&mut self, place: &Place, row: &Texts) {
        let row: Vec<String> = row.iter().map(Text::to_string_lossy).collect();
        let message = format!(
            "this matches only some of the results that the row {} merges",
            quoted(row.join(" ").as_bytes())
        );
        self.report(GateStatus::Invalid, place.error(message));
    }
}
