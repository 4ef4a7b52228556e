//! Checks whether a sample looks like independent runs of one thing.
//!
//! Takes the values of a cell in the order in which they were measured; gives each sign that they are not independent
//! runs of one thing, with numbers. Guarantees that no value is dropped or changed, and that samples that are too
//! small have no issue. Must not know what the values measure.
//!
//! Every test requires evidence at a level of its own, so each finds an issue in at most about that fraction of
//! independent normal samples (the tests measure it).

mod levels;
mod order;
mod ranks;
mod shape;

use benchlens_base::sort::sort_copies;
use levels::Level;
pub use order::{Drift, Serial};
use order::{MOST, Steps, drift, serial, thin};
use ranks::Ranks;
#[cfg(test)]
pub(super) use shape::quantile;
pub use shape::{ClockSteps, Modes, Outliers, clock_steps};
pub(super) use shape::{modes, outliers};

/// The issues of a sample that have been found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Issues {
    /// Later runs tend to be higher, or lower.
    pub drift: Option<Drift>,
    /// Each run is similar to the previous one, or avoids it. Values that drift are also correlated with their
    /// neighbors, so only their drift is reported.
    pub serial: Option<Serial>,
    /// The values fall into two groups.
    pub modes: Option<Modes>,
    /// Some values lie far from the others.
    pub outliers: Option<Outliers>,
}

/// Searches for sample issues. Keep one per thread and reuse it: the cache never changes an answer.
#[derive(Clone, Debug)]
pub struct Diagnostics {
    level: Level,
    ranks: Ranks,
}

impl Diagnostics {
    /// Returns diagnostics that report issues which depend on the order of the runs if their p is at most `level`.
    #[must_use]
    pub fn new(level: f64) -> Self {
        Self { level: Level::new(level), ranks: Ranks::default() }
    }

    /// Returns all issues of a sample, which is given in run order and ascending. `runs` has the run of each ascending
    /// value, with equal values in run order, or is empty.
    pub fn issues(&mut self, in_order: &[f64], ascending: &[f64], runs: &[u32]) -> Issues {
        let (Some(first), Some(last)) = (ascending.first(), ascending.last()) else {
            return Issues::default();
        };
        if first == last {
            // Equal values have no order and no shape. Many samples consist of one value.
            return Issues::default();
        }
        let is_number = !first.is_nan() && !last.is_nan();
        if is_number {
            if runs.len() == in_order.len() {
                self.ranks.fill_known(runs, ascending);
            } else {
                self.ranks.fill(in_order, ascending);
            }
        }
        let drift = self.drift(in_order);
        let is_serial = is_number && drift.is_none();
        Issues {
            drift,
            serial: is_serial.then(|| serial(&self.ranks, &self.level)).flatten(),
            modes: modes(ascending),
            outliers: outliers(ascending),
        }
    }

    /// Returns the trend of values in run order, whose ranks are known unless one of them is NaN.
    fn drift(&mut self, in_order: &[f64]) -> Option<Drift> {
        let all_finite = |values: &[f64]| values.iter().all(|value| value.is_finite());
        if in_order.len() <= MOST {
            let steps = Steps { step: 1.0, last: in_order.len() as f64 - 1.0 };
            let drift = || drift(in_order, &self.ranks, steps, &mut self.level);
            return all_finite(in_order).then(drift)?;
        }
        let (thinned, step) = thin(in_order);
        let mut ascending = thinned.clone();
        sort_copies(&mut ascending, &mut f64::total_cmp);
        let mut ranks = Ranks::default();
        ranks.fill(&thinned, &ascending);
        let steps = Steps { step, last: (in_order.len() - 1) as f64 };
        all_finite(&thinned).then(|| drift(&thinned, &ranks, steps, &mut self.level))?
    }
}
