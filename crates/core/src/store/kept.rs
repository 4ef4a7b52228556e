//! Lines that later lines may contradict or end.

use crate::format::{Location, Notice};

/// A line that later lines may contradict.
#[derive(Debug, Clone)]
pub(super) struct KeptLine {
    pub(super) location: Location,
    /// The number of diagnostics of its input before it.
    pub(super) diagnostics: u32,
    pub(super) notice: Notice,
}

/// A run that has begun, and whose end has a line of its own.
#[derive(Debug, Clone)]
pub(super) struct OpenRun {
    pub(super) location: Location,
    pub(super) recording: Vec<u8>,
    pub(super) block: u32,
}
