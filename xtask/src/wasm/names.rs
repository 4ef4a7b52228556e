//! The names of the files of the package.

/// The name of module and scripts.
pub(crate) const NAME: &str = "benchlens";

/// What the name of a file begins with that is not needed for the first answer.
pub(super) const LATER: &str = "benchlens_later";
