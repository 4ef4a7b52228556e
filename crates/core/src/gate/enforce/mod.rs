//! A gate's rules, applied to the comparisons of a report.
//!
//! Takes a gate, a report and the report's cells; gives the results. At most one rule decides each comparison: the last
//! that matches it. A rule matches a comparison if its filter keeps all results of the new side (of the baseline if the
//! new side is missing). If it keeps only some of them, that is an error, because the rule could mean either. Must not
//! know how a result is printed.

mod accept;
mod chance;
mod clocks;
mod compared;
mod decide;
mod enforcer;
mod evidence;
mod exits;
mod failures;
mod geomean;
mod matching;
mod mismatch;
mod mismatch_places;
mod order;
mod overrule;
mod shared;
mod side;
mod units;

pub(crate) use failures::{failures_problem, most_fail};

use crate::gate::outcome::GateOutcome;
use crate::gate::rules::Gate;
use crate::store::Store;
use crate::table::{AnalysisSettings, Cells, Report};

/// Returns the report with the outcomes that follow from the gate, and the results of the gate. This is a separate
/// function, because most answers have no gate and the web app loads its code only when needed.
#[inline(never)]
pub(crate) fn enforce(
    store: &Store,
    cells: &Cells,
    report: Report,
    gate: &Gate,
    analysis: &AnalysisSettings,
) -> (Report, GateOutcome) {
    let outcome = enforcer::results(store, cells, &report, gate, analysis);
    (overrule::overruled(report, &outcome), outcome)
}
