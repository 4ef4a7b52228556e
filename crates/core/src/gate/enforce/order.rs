//! The run order that a gate requires.
//!
//! Takes the run order of a report; gives an error if it is weaker than required. Weaker measurements prove nothing, so
//! they do not prove a regression either.

use super::enforcer::Enforcer;
use crate::gate::{GateStatus, OrderDemand};
use crate::table::RunOrder;

impl Enforcer<'_> {
    /// Compares the run order with the required one. If nothing is compared, another error reports that.
    pub(super) fn check_order(&mut self, found: Option<RunOrder>) {
        let gate = self.gate;
        let (Some((demand, place)), Some(found)) = (&gate.order, found) else { return };
        let least = match demand {
            OrderDemand::Rounds => RunOrder::InRounds,
            OrderDemand::Interleaved => RunOrder::Interleaved,
        };
        if found < least {
            let required = match demand {
                OrderDemand::Rounds => "runs in rounds",
                OrderDemand::Interleaved => "interleaved runs",
            };
            let found = match found {
                RunOrder::Unknown => "their order is unknown".to_owned(),
                found => format!("these are {}", found.word()),
            };
            let message = format!("the gate requires {required}, but {found}");
            self.report(GateStatus::Undecided, place.error(message));
            self.is_refused = true;
        }
    }
}
