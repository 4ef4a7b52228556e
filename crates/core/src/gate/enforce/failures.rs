//! Load tests whose requests began to fail, which no rule about latencies sees.

use super::compared::Compared;
use super::enforcer::Enforcer;
use crate::base::{Error, label_of};
use crate::gate::GateStatus;

/// The unit of failed requests, and the fraction of them that is most of the requests.
const FAILURES: &str = "errors/request";
const MOST: f64 = 0.5;

/// Returns whether most requests fail on the new side only, if this is the unit of failed requests.
pub(crate) fn most_fail(unit: &[u8], base: f64, new: f64) -> bool {
    unit == FAILURES.as_bytes() && base <= MOST && MOST < new
}

/// Returns the message about a benchmark most of whose requests fail there.
pub(crate) fn failures_problem(name: &str, there: &str) -> Error {
    let message = format!(
        "{name}: most requests failed {there}, and no rule checks {FAILURES}; \
         add '{FAILURES}: any'"
    );
    Error::of_setting("gate", message)
}

impl Enforcer<'_> {
    /// Reports a row of failed requests that no rule judges, if most requests fail only on the new side. Failures are often
    /// faster than successes, so the other rows of this benchmark describe something else.
    pub(super) fn check_failures(&mut self, compared: &Compared<'_>) {
        let Some(sides) = compared.comparison.sides() else { return };
        let unit = compared.table.unit.as_bytes();
        if !most_fail(unit, sides.base_center, sides.center) {
            return;
        }
        let key = label_of(&compared.table.rows[compared.row].key);
        self.report(GateStatus::Undecided, failures_problem(&key, "on the new side"));
    }
}
