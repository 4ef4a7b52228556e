//! Regressions that the rule file accepts.
//!
//! Takes the accepted regressions of the file, and a result that does not pass; says whether it is accepted. Guarantees
//! that only worse values are accepted: missing or infinite values never are, and neither are values that were measured
//! elsewhere or with fewer runs than the rule requires. Must not know how a decision was made.

use super::compared::is_fine;
use super::enforcer::Enforcer;
use crate::base::{Sentence, Text, Texts};
use crate::gate::{Acceptance, Decision, GateStatus, Lapse, RuleResult};
use crate::table::{CellIndex, Coverage};
use crate::unit::Direction;

impl Enforcer<'_> {
    /// Reports dates that cannot be checked because the current day is unknown.
    pub(super) fn check_dates(&mut self) {
        let gate = self.gate;
        let first = gate.accepts.iter().find(|accept| accept.date.is_some());
        if let Some(accept) = first.filter(|_| gate.today.is_none()) {
            let message = Sentence::from("the date of today is not known here: add ");
            let message = message.and_set("today", b"2027-03-01");
            self.report(GateStatus::Invalid, accept.until_place.error(message));
        }
    }

    /// Returns the accepted regression for a row, by its index: the last that matches it.
    pub(super) fn accept_of(&mut self, unit: u32, index: &CellIndex, row: &Texts) -> Option<usize> {
        let gate = self.gate;
        let mut found = None;
        let accepts = gate.accepts.iter().enumerate().filter(|(_, accept)| !accept.is_geomean);
        for (number, accept) in accepts {
            let coverage = self.cells.coverage(self.store, &accept.filter, unit, index);
            self.outcome.accepts[number].matched += u32::from(coverage != Coverage::None);
            if coverage == Coverage::Part {
                self.report_part(&accept.place, row);
            } else if coverage == Coverage::All {
                found = Some(number);
            }
        }
        found
    }

    /// Returns the accepted regression for a geometric mean.
    pub(super) fn accept_of_mean(&mut self, unit: &[u8]) -> Option<usize> {
        let gate = self.gate;
        let accepts = gate.accepts.iter().enumerate().filter(|(_, accept)| accept.is_geomean);
        let accepts = accepts.filter(|(_, accept)| accept.filter.named_units().contains(&unit));
        let counted = accepts.map(|(number, _)| {
            self.outcome.accepts[number].matched += 1;
            number
        });
        counted.last()
    }

    /// Reports an accepted percentage that no fall can exceed, because such an acceptance never ends.
    pub(super) fn check_accept(&mut self, number: usize, unit: &Text, better: Option<Direction>) {
        let accept = &self.gate.accepts[number];
        if accept.share.is_some_and(|share| 1.0 <= share) && better == Some(Direction::Higher) {
            let message =
                format!("{unit} is better when higher, so it cannot drop by 100% or more");
            self.report(GateStatus::Invalid, accept.until_place.error(message));
        }
    }

    /// Returns whether an accepted regression can help a result. If the machine may have changed it, no percentage can be
    /// checked.
    pub(super) fn can_accept(&self, number: usize, decision: Decision) -> bool {
        let is_unknown =
            decision == Decision::Sequential && self.gate.accepts[number].share.is_some();
        !is_fine(decision) && !is_unknown
    }

    /// Returns whether a result that does not pass is accepted. `is_within` says whether it would pass if the rule
    /// allowed this percentage, or anything if there is no percentage.
    pub(super) fn accepts(
        &mut self,
        number: usize,
        result: &mut RuleResult,
        is_within: impl FnOnce(&mut Self, Option<f64>) -> bool,
    ) -> bool {
        let accept = &self.gate.accepts[number];
        let is_over = accept.date.zip(self.gate.today).is_some_and(|(last, today)| last < today);
        let lapse = if is_over {
            Some(Lapse::Date)
        } else if is_within(self, accept.share) {
            None
        } else if accept.share.is_none() {
            // There is no percentage to exceed and the date has not passed, so this result cannot be accepted.
            return false;
        } else {
            Some(Lapse::Percentage)
        };
        result.acceptance = Some(Acceptance { accept: number as u32, lapse });
        self.outcome.accepts[number].accepted += u32::from(lapse.is_none());
        lapse.is_none()
    }

    /// Reports accepted regressions that no longer accept anything, so that no one keeps them forever.
    pub(super) fn tell_idle_accepts(&mut self) {
        let gate = self.gate;
        for (number, accept) in gate.accepts.iter().enumerate() {
            if self.has_need[number] {
                continue;
            }
            let message = match self.audit.unknown_unit(&accept.filter, accept.is_of_clocks) {
                Some(message) => message,
                None if self.outcome.accepts[number].matched == 0 => {
                    "no comparison that a rule decides matches this entry".into()
                }
                None => "no regression matches this entry any more; consider removing it".into(),
            };
            self.report(GateStatus::Passed, accept.place.error(message));
        }
    }
}
