//! Load tests whose requests began to fail, which no rule about latencies sees.

use super::compared::Compared;
use super::enforcer::Enforcer;
use crate::base::{Error, label_of};
use crate::gate::GateStatus;

/// The unit of failed requests, and the fraction of them that is most of the requests.
const FAILURES: &str = "errors/request";
const MOST: f64 = 0.5;

impl Enforcer<'_> {
    /// Reports a row of failed requests that no rule judges, if most requests fail only on the new side. Failures are often
    /// faster than successes, so the other rows of this benchmark describe something else.
    pub(super) fn check_failures(&mut self, compared: &Compared<'_>) {
        let Some(sides) = compared.comparison.sides() else { return };
        if compared.table.unit.as_bytes() != FAILURES.as_bytes()
            || MOST < sides.base_center
            || sides.center <= MOST
        {
            return;
        }
        let key = label_of(&compared.table.rows[compared.row].key);
        let message = format!(
            "-gate: {key}: most requests failed on the new side, and no rule checks {FAILURES}; \
             add '{FAILURES}: any'"
        );
        self.report(GateStatus::Undecided, Error::range("gate", message));
    }
}
