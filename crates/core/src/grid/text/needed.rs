//! The number of runs that an inconclusive comparison needs.

use crate::stats::ShiftScale;
use crate::table::Comparison;
use crate::unit::Direction;

/// The largest number of runs that anyone would measure. It is more useful to say that a machine is too noisy.
pub(super) const RUNS_MAX: u32 = 1000;

/// Returns a number of runs that are needed: `24`, or `over 1000`.
pub(in crate::grid) fn number_of_runs(runs: u32) -> String {
    if runs <= RUNS_MAX { runs.to_string() } else { format!("over {RUNS_MAX}") }
}

/// Returns what an inconclusive comparison needs: `24 runs needed`. If one side has more runs than the other, the text
/// says that the number is that of either side. If no one would measure so many runs, it says what is known.
pub(super) fn needed(comparison: &Comparison, better: Option<Direction>) -> Option<String> {
    let runs = comparison.power()?.runs_needed?;
    if let Some(most) = worst(comparison, better).filter(|_| RUNS_MAX < runs) {
        return Some(format!("no regression above {most}%"));
    }
    let runs = number_of_runs(runs);
    let is_even = comparison.sides().is_none_or(|sides| sides.base_n == sides.n);
    Some(format!("{runs} runs needed{}", if is_even { "" } else { " on each side" }))
}

/// Returns the bound of a regression in percent, rounded up to two digits or more.
fn worst(comparison: &Comparison, better: Option<Direction>) -> Option<f64> {
    let effect = comparison.effect()?;
    let shift = effect.shift.filter(|shift| shift.scale == ShiftScale::Ratio)?;
    // Blocks have two values.
    let bounds = [shift, effect.other.unwrap_or(shift)].map(|shift| shift.interval);
    let worse = match better? {
        Direction::Lower => bounds[0].hi.max(bounds[1].hi) - 1.0,
        Direction::Higher => 1.0 - bounds[0].lo.min(bounds[1].lo),
    };
    let step = if worse < 0.1 { 10.0 } else { 1.0 };
    // Everything is less than a fall by 100%, whose bound is the ratio 0.
    let is_bound = worse.is_finite() && (better == Some(Direction::Lower) || worse < 1.0);
    (0.0 < worse && is_bound).then(|| (100.0 * worse * step).ceil() / step)
}
