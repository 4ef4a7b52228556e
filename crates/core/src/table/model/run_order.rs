//! The order in which the runs of both sides were measured.

/// The order in which the runs of both sides were measured, from the weakest to the strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RunOrder {
    /// The runs of a benchmark follow each other within a log, as with `go test -count`, or all runs of one side
    /// precede the runs of the other.
    Sequential,
    /// Neither the order of the results nor their times show the run order.
    Unknown,
    /// Each side ran all its benchmarks several times.
    InRounds,
    /// The runs of both sides alternate.
    Interleaved,
}

impl RunOrder {
    /// All run orders, the weakest first.
    pub const ALL: [RunOrder; 4] =
        [RunOrder::Sequential, RunOrder::Unknown, RunOrder::InRounds, RunOrder::Interleaved];

    /// Returns the words that every output uses.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            RunOrder::Sequential => "sequential",
            RunOrder::Unknown => "unknown",
            RunOrder::InRounds => "in rounds",
            RunOrder::Interleaved => "interleaved",
        }
    }

    /// Returns whether machine drift can look like a change.
    #[must_use]
    pub fn is_weak(self) -> bool {
        matches!(self, RunOrder::Sequential | RunOrder::Unknown)
    }
}
