//! The reasons why a pattern is rejected, in Go's words.

use std::fmt;

/// The reason why a pattern was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::project) struct RegexpError {
    /// The message and the offending fragment in backquotes, in Go's words without its leading "error parsing regexp:
    /// ".
    pub message: String,
}

impl RegexpError {
    pub(super) fn new(code: &str, fragment: &str) -> RegexpError {
        RegexpError { message: format!("{code}: `{fragment}`") }
    }
}

impl fmt::Display for RegexpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error parsing regexp: {}", self.message)
    }
}

impl std::error::Error for RegexpError {}

/// The kinds of errors, in Go's words because people search for them.
pub(super) mod code {
    pub(in crate::project::regexp) const BAD_CAPTURE: &str = "invalid named capture";
    pub(in crate::project::regexp) const BAD_ESCAPE: &str = "invalid escape sequence";
    pub(in crate::project::regexp) const BAD_PERL: &str = "invalid or unsupported Perl syntax";
    pub(in crate::project::regexp) const BAD_RANGE: &str = "invalid character class range";
    pub(in crate::project::regexp) const BAD_REPEAT_COUNT: &str = "invalid repeat count";
    pub(in crate::project::regexp) const INTERNAL: &str = "regexp/syntax: internal error";
    pub(in crate::project::regexp) const MISSING_ARGUMENT: &str =
        "missing argument to repetition operator";
    pub(in crate::project::regexp) const MISSING_BRACKET: &str = "missing closing ]";
    pub(in crate::project::regexp) const MISSING_PAREN: &str = "missing closing )";
    pub(in crate::project::regexp) const NESTED_REPEAT: &str = "invalid nested repetition operator";
    pub(in crate::project::regexp) const TOO_DEEP: &str = "expression nests too deeply";
    pub(in crate::project::regexp) const TOO_LARGE: &str = "expression too large";
    pub(in crate::project::regexp) const TOO_LARGE_TOGETHER: &str =
        "expressions too large together, up to";
    pub(in crate::project::regexp) const TRAILING_BACKSLASH: &str =
        "trailing backslash at end of expression";
    pub(in crate::project::regexp) const UNEXPECTED_PAREN: &str = "unexpected )";
}
