//! The result of a command.

/// The result of a command: whether its checks passed, or why it could not run.
pub(crate) type Outcome = Result<bool, String>;
