//! A comparison as tables without outcomes show it: as benchstat does.
//!
//! Takes comparisons; gives the p that these tables show, and the outcome that follows from p alone. Must not know how
//! anything is printed.

use std::borrow::Cow;

use super::comparison::{Comparison, State, Test};
use super::outcome::Outcome;
use crate::unit::Direction;

impl Comparison {
    /// Returns the comparison as tables without outcomes show it. There the last digits of p decide as in benchstat,
    /// whose p of 0.1 is above a level of 0.1, and p is the normal approximation wherever benchstat uses it.
    pub(crate) fn without_outcomes(&self, alpha: f64) -> Cow<'_, Comparison> {
        let Some(found) = self.test() else { return Cow::Borrowed(self) };
        let p = found.approximate_p();
        let significant = p <= alpha || alpha.is_nan();
        if p == found.p && (significant || !found.significant) {
            return Cow::Borrowed(self);
        }
        let mut shown = self.clone();
        if let Some(test) = shown.test_mut() {
            *test = Test { p, significant, ..*test };
        }
        Cow::Owned(shown)
    }

    /// Returns the outcome without an analysis: only the significance of the difference between the centers decides.
    pub(crate) fn outcome_by_p(&self, direction: Option<Direction>) -> Outcome {
        match &self.state {
            State::New => Outcome::New,
            State::Missing => Outcome::Missing,
            State::Control(_) => Outcome::Control,
            State::Refused { .. } => Outcome::Inconclusive,
            State::Compared(both) => both.outcome_by_p(direction),
        }
    }
}
