//! Shared with the tests of the whole.

#[path = "../../../../tests/support/documents.rs"]
pub(crate) mod documents;
#[path = "../../../../tests/support/pieces.rs"]
pub(crate) mod pieces;
