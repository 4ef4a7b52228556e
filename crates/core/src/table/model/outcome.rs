//! The outcomes of comparisons, and their counts.

use serde::Serialize;

/// The outcome of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Outcome {
    /// The new side is significantly worse.
    Regressed,
    /// The new side is significantly better.
    Improved,
    /// The sides differ significantly, but the better direction is unknown, or medians and best runs contradict each
    /// other.
    Changed,
    /// The sides differ significantly, but the runs are not interleaved, so the machine can be the reason.
    Differs,
    /// The interval at twice alpha lies within the margin, or exact values are equal.
    Unchanged,
    /// Neither a change nor its absence is proven.
    Inconclusive,
    /// Only the new side exists.
    New,
    /// Only the baseline exists.
    Missing,
    /// It has no verdict because its code is assumed to be the same; its movement is removed from the other rows.
    Control,
}

impl Outcome {
    /// All outcomes, the worst first.
    pub const ALL: [Outcome; 9] = [
        Outcome::Regressed,
        Outcome::Missing,
        Outcome::Changed,
        Outcome::Differs,
        Outcome::Inconclusive,
        Outcome::New,
        Outcome::Improved,
        Outcome::Unchanged,
        Outcome::Control,
    ];

    /// Returns the outcome in one word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Regressed => "regressed",
            Outcome::Improved => "improved",
            Outcome::Changed => "changed",
            Outcome::Differs => "differs",
            Outcome::Unchanged => "unchanged",
            Outcome::Inconclusive => "inconclusive",
            Outcome::New => "new",
            Outcome::Missing => "missing",
            Outcome::Control => "control",
        }
    }
}

impl Outcome {
    /// Returns the word after a number of comparisons: `1 differs`, `2 differ`.
    #[must_use]
    pub fn word_for(self, count: u64) -> &'static str {
        if self == Outcome::Differs && count != 1 { "differ" } else { self.word() }
    }
}

/// How many comparisons have each outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Counts {
    /// [`Outcome::Regressed`]
    pub regressed: u32,
    /// [`Outcome::Improved`]
    pub improved: u32,
    /// [`Outcome::Changed`]
    pub changed: u32,
    /// [`Outcome::Differs`]
    #[serde(skip_serializing_if = "is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<u32>"))]
    pub differs: u32,
    /// [`Outcome::Unchanged`]
    pub unchanged: u32,
    /// [`Outcome::Inconclusive`]
    pub inconclusive: u32,
    /// [`Outcome::New`]
    pub new: u32,
    /// [`Outcome::Missing`]
    pub missing: u32,
    /// [`Outcome::Control`]
    #[serde(skip_serializing_if = "is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<u32>"))]
    pub control: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_none(count: &u32) -> bool {
    *count == 0
}

impl Counts {
    /// Returns how many have this outcome.
    #[must_use]
    pub fn of(&self, outcome: Outcome) -> u32 {
        let mut counts = *self;
        *counts.place(outcome)
    }

    /// Returns the sum of all counts.
    #[must_use]
    pub fn total(&self) -> u32 {
        Outcome::ALL.into_iter().map(|outcome| self.of(outcome)).sum()
    }

    fn place(&mut self, outcome: Outcome) -> &mut u32 {
        match outcome {
            Outcome::Regressed => &mut self.regressed,
            Outcome::Improved => &mut self.improved,
            Outcome::Changed => &mut self.changed,
            Outcome::Differs => &mut self.differs,
            Outcome::Unchanged => &mut self.unchanged,
            Outcome::Inconclusive => &mut self.inconclusive,
            Outcome::New => &mut self.new,
            Outcome::Missing => &mut self.missing,
            Outcome::Control => &mut self.control,
        }
    }
}

impl FromIterator<Outcome> for Counts {
    fn from_iter<I: IntoIterator<Item = Outcome>>(outcomes: I) -> Self {
        let mut counts = Counts::default();
        outcomes.into_iter().for_each(|outcome| *counts.place(outcome) += 1);
        counts
    }
}
