//! Counts of problems, because a log can have more of them than anyone can read.

use serde::{Deserialize, Serialize};

/// The number of problems, by their effect on the results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProblemCounts {
    /// The number of parts of inputs that cannot be read.
    pub unreadable: u64,
    /// The number of lines that are not valid or contradict earlier lines.
    pub malformed: u64,
    /// The number of benchmarks and packages that failed.
    pub failed: u64,
    /// The number of all others, which do not affect the data that was read.
    pub notes: u64,
}

impl ProblemCounts {
    /// Returns the total number.
    #[must_use]
    pub fn total(self) -> u64 {
        [self.unreadable, self.malformed, self.failed, self.notes]
            .into_iter()
            .fold(0, u64::saturating_add)
    }

    /// Adds other counts.
    pub fn add(&mut self, other: ProblemCounts) {
        for (sum, more) in [
            (&mut self.unreadable, other.unreadable),
            (&mut self.malformed, other.malformed),
            (&mut self.failed, other.failed),
            (&mut self.notes, other.notes),
        ] {
            *sum = sum.saturating_add(more);
        }
    }

    /// Returns the count to which a problem adds.
    pub fn count_of(&mut self, weight: Weight) -> &mut u64 {
        match weight {
            Weight::Unreadable => &mut self.unreadable,
            Weight::Malformed => &mut self.malformed,
            Weight::Failed => &mut self.failed,
            Weight::Note => &mut self.notes,
        }
    }

    /// Counts one more problem; returns whether there is still room for it. A log can have a problem in each of many
    /// million lines, which is more than anyone can read.
    pub fn admits(&mut self, weight: Weight) -> bool {
        let count = self.count_of(weight);
        *count += 1;
        *count <= KEPT_MAX
    }
}

/// The maximum number of problems of each weight in a store.
pub const KEPT_MAX: u64 = 1000;

/// The effect of a problem on the results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// A part of an input cannot be read.
    Unreadable,
    /// A line is not valid.
    Malformed,
    /// A benchmark or a package failed.
    Failed,
    /// Nothing is lost.
    Note,
}
