//! Measures by how much a change moved the values.

use crate::{MannWhitney, Shift, Shifts};
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
    /// The interval assumes that the index of the change is known. Because the index was chosen, the step looks
    /// slightly greater than it is, especially if it is not much larger than the noise.
    pub fn step(&mut self, before: &[f64], after: &[f64], alpha: f64) -> Option<Shift> {
        let [before, after] = [before, after].map(|side| {
            let mut side = side.to_vec();
            sort_copies(&mut side, &mut f64::total_cmp);
            side
        });
        Some(self.shifts.pairs(&before, &after)?.shift(&mut self.test, alpha))
    }
}
