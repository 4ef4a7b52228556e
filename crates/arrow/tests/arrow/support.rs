//! Shares support code with the tests of the workspace.

#[path = "../../../../tests/support/documents.rs"]
pub(crate) mod documents;
#[path = "../../../../tests/support/pieces.rs"]
pub(crate) mod pieces;
