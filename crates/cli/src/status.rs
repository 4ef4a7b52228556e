//! Exit statuses, and the meaning of each for each command.
//!
//! The help, the manual pages and `docs/exit-statuses.md` are made from the tables of this file.

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

/// The meaning of a status for a command.
pub(crate) struct Meaning {
    pub(crate) status: Status,
    pub(crate) text: &'static str,
}

const fn of(status: Status, text: &'static str) -> Meaning {
    Meaning { status, text }
}

const WRONG: Meaning = of(Status::Usage, "the command line is invalid");
const WRONG_RULE: Meaning = of(Status::Usage, "the command line or a gate rule is invalid");
const UNREAD: Meaning =
    of(Status::Input, "an input is incomplete, unreadable or empty, or writing failed");
const UNDECIDED: Meaning =
    of(Status::Undecided, "the gate is undecided: it could not check everything it has to");

/// The statuses of commands that only print something.
pub(crate) const PRINT: &[Meaning] = &[of(Status::Done, "success"), WRONG];

/// The statuses of commands that read inputs.
pub(crate) const READ: &[Meaning] = &[of(Status::Done, "success"), WRONG, UNREAD];

/// The statuses of a comparison.
pub(crate) const COMPARE: &[Meaning] = &[
    of(Status::Done, "success; a gate passed"),
    of(Status::Failed, "the gate failed: a change is worse than its limit"),
    WRONG_RULE,
    UNREAD,
    UNDECIDED,
    of(Status::Inconclusive, "the gate is inconclusive: a proven rule is not satisfied"),
];

/// The statuses of `benchlens run`.
pub(crate) const RUN: &[Meaning] = &[
    of(Status::Done, "success; a gate passed"),
    of(Status::Failed, "the gate failed: a change is worse than its limit"),
    WRONG_RULE,
    of(Status::Input, "a run failed, or a log cannot be written; earlier runs stay in the logs"),
    UNDECIDED,
    of(Status::Inconclusive, "the gate is inconclusive: a proven rule is not satisfied"),
];

/// The statuses of `benchlens history`.
pub(crate) const HISTORY: &[Meaning] = &[
    of(Status::Done, "success; a gate passed"),
    of(Status::Failed, "the gate failed: the newest point is worse than its history predicts"),
    WRONG_RULE,
    of(Status::Input, "an input is incomplete or unreadable, none has results, or writing failed"),
    UNDECIDED,
];

/// The statuses of `benchlens bisect`.
pub(crate) const BISECT: &[Meaning] = &[
    of(Status::Done, "one commit changed the benchmark"),
    of(Status::Failed, "one of several commits did, but more runs cannot tell which"),
    WRONG,
    of(Status::Input, "the ends cannot be measured, or a log cannot be written"),
    of(Status::Undecided, "no change was found, or none was proven"),
];

/// The statuses of `benchlens calibrate`.
pub(crate) const CALIBRATE: &[Meaning] = &[
    of(Status::Done, "success"),
    WRONG,
    UNREAD,
    of(Status::Undecided, "no benchmark is in two of the logs"),
];

/// Returns a section of the help.
pub(crate) fn help(statuses: &[Meaning]) -> String {
    let line = |found: &Meaning| format!("  {}  {}\n", found.status as u8, found.text);
    "Exit status:\n".to_owned() + &statuses.iter().map(line).collect::<String>()
}
