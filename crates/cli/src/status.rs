//! Exit statuses.

/// How a run ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// Done, and any gate is passed.
    Done = 0,
    /// Something got worse than the gate allows.
    Failed = 1,
    /// The command line or the query is wrong.
    Usage = 2,
    /// An input cannot be read or holds no benchmark, or the output cannot be written.
    Input = 3,
    /// The gate found nothing to compare, or could not compare what it had to.
    Undecided = 4,
    /// The gate has a `proven` rule that the results do not satisfy.
    Inconclusive = 5,
}

impl Status {
    /// The one that counts if several apply: 2, 3, 1, 4, 5, 0.
    pub(crate) fn or(self, other: Status) -> Status {
        let order =
            [Status::Usage, Status::Input, Status::Failed, Status::Undecided, Status::Inconclusive];
        order.into_iter().find(|status| [self, other].contains(status)).unwrap_or(Status::Done)
    }
}
