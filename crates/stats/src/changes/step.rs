//! Measures by how much a change moved the values.

use crate::{Interval, MannWhitney, Shift, ShiftScale, Shifts, math};
use benchlens_base::sort::sort_copies;

/// The state for measuring steps. Keep one per thread and reuse it.
#[derive(Debug, Default)]
pub struct Steps {
    test: MannWhitney,
    shifts: Shifts,
}

impl Steps {
    /// Compares the values before a change with the values after it, both in any order: returns the Hodges-Lehmann
    /// ratio with its interval at level `alpha`, or the difference if a value is not positive. Returns `None` if a
    /// side is empty or a value is not finite.
    ///
    /// If neighbors have a correlation ρ, from 0 to less than 1, n values determine a level as well as
    /// n(1 − ρ)/(1 + ρ) independent ones (Bartlett, "Some aspects of the time-correlation problem in regard to tests of
    /// significance", 1935), so the interval is wider by the root of this ratio, for ratios on a logarithmic scale.
    ///
    /// The interval assumes that the index of the change is known. Because the index was chosen, the step looks
    /// slightly greater than it is, especially if it is not much larger than the noise.
    pub fn step(
        &mut self,
        before: &[f64],
        after: &[f64],
        alpha: f64,
        correlation: f64,
    ) -> Option<Shift> {
        let [before, after] = [before, after].map(|side| {
            let mut side = side.to_vec();
            sort_copies(&mut side, &mut f64::total_cmp);
            side
        });
        let shift = self.shifts.pairs(&before, &after)?.shift(&mut self.test, alpha);
        if correlation <= 0.0 {
            return Some(shift);
        }
        let wider = math::sqrt((1.0 + correlation) / (1.0 - correlation));
        let Shift { scale, estimate, interval: Interval { lo, hi, error } } = shift;
        let [lo, hi] = [lo, hi].map(|bound| match scale {
            ShiftScale::Ratio => estimate * math::exp(wider * math::ln(bound / estimate)),
            ShiftScale::Difference => estimate + wider * (bound - estimate),
        });
        Some(Shift { interval: Interval { lo, hi, error }, ..shift })
    }
}
