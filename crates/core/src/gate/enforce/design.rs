//! How the runs must have been recorded.
//!
//! Takes the design of a report and what the gate demands; gives an error if it is weaker. What was recorded
//! worse than demanded proves nothing, whichever way it came out: not that something got worse, either.

use super::enforcer::Enforcer;
use crate::gate::{DesignDemand, GateStatus};
use crate::table::Design;

impl Enforcer<'_> {
    /// Compares the design with the one that is demanded; where nothing is compared, that is told already.
    pub(super) fn check_design(&mut self, found: Option<Design>) {
        let gate = self.gate;
        let (Some((demand, place)), Some(found)) = (&gate.design, found) else { return };
        let least = match demand {
            DesignDemand::Passes => Design::InPasses,
            DesignDemand::Turns => Design::InTurns,
        };
        if found < least {
            let found = match found {
                Design::Unknown => "in an unknown order",
                found => found.word(),
            };
            let message = format!("the gate demands runs {}, and these are {found}", least.word());
            self.report(GateStatus::Incomparable, place.error(message));
            self.is_refused = true;
        }
    }
}
