//! The answer of a command.

/// What a command answers: whether it is content, or why it could not do its work.
pub(crate) type Outcome = Result<bool, String>;
