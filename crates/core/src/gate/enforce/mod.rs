//! A gate's rules, applied to the comparisons of a report.
//!
//! Takes a gate, a report and the cells that it is made of; gives the results. Every comparison has one rule
//! at most: the last that matches it. A rule matches a comparison if its filter keeps all results of the new
//! side (of the baseline if the new side is missing). If it keeps only some of them, that is an error, because
//! the rule could mean either. Must not know how a result is printed.

mod accept;
mod mismatch;
mod mismatch_places;
mod compared;
mod decide;
mod order;
mod enforcer;
mod evidence;
mod exits;
mod geomean;
mod matching;
mod overrule;
mod side;
mod units;

use crate::gate::outcome::GateOutcome;
use crate::gate::rules::Gate;
use crate::store::Store;
use crate::table::{AnalysisSettings, Cells, Report};

/// The report with the outcomes that the gate leaves, and the results of the gate. A function of its own, because most
/// answers have no gate, and the web app brings this code only when it is needed.
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
