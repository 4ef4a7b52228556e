//! The folder for logs and products of the stages.

use std::path::PathBuf;

use crate::programs::target;

/// Returns the folder for logs and products of the stages.
pub(crate) fn folder() -> PathBuf {
    target().join("ci")
}
