//! The phases of an answer.

/// Results are sorted into cells,
pub(crate) const GROUPING: u64 = 1;
/// then the values of cells are compared.
pub(crate) const COMPARING: u64 = 2;
