//! Where logs and products of the stages are.

use std::path::PathBuf;

use crate::programs::target;

/// Where logs and products of the stages are.
pub(crate) fn folder() -> PathBuf {
    target().join("ci")
}
