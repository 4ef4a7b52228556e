//! Counts of problems: a log can have more of them than anybody reads.

/// How many problems there are, by what they mean for the results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProblemCounts {
    /// Parts of inputs that cannot be read.
    pub unreadable: u64,
    /// Lines that are not valid, and lines that contradict earlier ones.
    pub malformed: u64,
    /// Benchmarks and packages that failed.
    pub failed: u64,
    /// All others: nothing is wrong with what was read.
    pub notes: u64,
}

impl ProblemCounts {
    /// How many there are in all.
    #[must_use]
    pub fn total(self) -> u64 {
        [self.unreadable, self.malformed, self.failed, self.notes]
            .into_iter()
            .fold(0, u64::saturating_add)
    }

    /// Adds others.
    pub(crate) fn add(&mut self, other: ProblemCounts) {
        for (sum, more) in [
            (&mut self.unreadable, other.unreadable),
            (&mut self.malformed, other.malformed),
            (&mut self.failed, other.failed),
            (&mut self.notes, other.notes),
        ] {
            *sum = sum.saturating_add(more);
        }
    }

    /// The count to which a problem adds.
    pub(crate) fn count_of(&mut self, weight: Weight) -> &mut u64 {
        match weight {
            Weight::Unreadable => &mut self.unreadable,
            Weight::Malformed => &mut self.malformed,
            Weight::Failed => &mut self.failed,
            Weight::Note => &mut self.notes,
        }
    }

    /// Counts one more problem; returns whether there is still room for it. A log can have a problem in each of many
    /// million lines, and nobody reads so many messages.
    pub(crate) fn admits(&mut self, weight: Weight) -> bool {
        let count = self.count_of(weight);
        *count += 1;
        *count <= KEPT_MAX
    }
}

/// A store keeps at most this many problems of each weight.
pub(crate) const KEPT_MAX: u64 = 1000;

/// What a problem means for the results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    Unreadable,
    Malformed,
    Failed,
    Note,
}
