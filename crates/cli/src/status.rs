//! Exit statuses.

/// The result of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// The command succeeded, and any gate passed.
    Done = 0,
    /// A benchmark regressed by more than the gate allows.
    Failed = 1,
    /// The command line or the query is wrong.
    Usage = 2,
    /// An input cannot be read or contains no benchmark, or the output cannot be written.
    Input = 3,
    /// The gate found nothing to compare, or could not compare all that it requires.
    Undecided = 4,
    /// The gate has a `proven` rule that the results do not satisfy.
    Inconclusive = 5,
}

impl Status {
    /// Returns the status that takes precedence if several apply: 2, 3, 1, 4, 5, 0.
    pub(crate) fn or(self, other: Status) -> Status {
        let order =
            [Status::Usage, Status::Input, Status::Failed, Status::Undecided, Status::Inconclusive];
        order.into_iter().find(|status| [self, other].contains(status)).unwrap_or(Status::Done)
    }
}
