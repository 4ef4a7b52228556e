//! The folders in which wheels are built.

use std::path::PathBuf;

use crate::programs::target;

/// Returns the folder with the wheel for this machine.
pub(crate) fn wheels() -> PathBuf {
    folder().join("wheels")
}

/// Returns the folder for all Python builds.
pub(super) fn folder() -> PathBuf {
    target().join("python-package")
}

/// Returns the wheel that was built last.
pub(super) fn built() -> Result<PathBuf, String> {
    let entries = std::fs::read_dir(wheels()).into_iter().flatten().flatten();
    let mut files = entries.map(|entry| entry.path());
    let wheel = files.find(|file| file.extension().is_some_and(|end| end == "whl"));
    wheel.ok_or(format!("{}: no wheel: run cargo xtask ci wheel", wheels().display()))
}
