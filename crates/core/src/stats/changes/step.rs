//! By how much a change moved the values.

use crate::base::sort::sort_copies;
use crate::stats::{MannWhitney, Shift, Shifts};

/// What steps are measured with. Keep one per thread and reuse it.
#[derive(Debug, Default)]
pub(crate) struct Steps {
    test: MannWhitney,
    shifts: Shifts,
}

impl Steps {
    /// From the values before a change to those behind it, both in any order: the Hodges-Lehmann ratio with its
    /// interval at level `alpha`, or the difference where a value is not positive. `None` if a side is empty or a
    /// value is not finite.
    ///
    /// The interval takes the place of the change for known. That it was chosen makes the step look a little
    /// greater than it is, and the more so the nearer it is to the scatter.
    pub(crate) fn step(&mut self, before: &[f64], after: &[f64], alpha: f64) -> Option<Shift> {
        let [before, after] = [before, after].map(|side| {
            let mut side = side.to_vec();
            sort_copies(&mut side, &mut f64::total_cmp);
            side
        });
        Some(self.shifts.pairs(&before, &after)?.shift(&mut self.test, alpha))
    }
}
