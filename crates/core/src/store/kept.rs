//! Lines that later lines may contradict or end.

use crate::format::Location;

/// A line that later lines may contradict.
#[derive(Debug, Clone)]
pub(super) struct KeptLine {
    pub(super) location: Location,
    /// The number of diagnostics of its input before it.
    pub(super) diagnostics: u32,
    pub(super) said: Said,
}

/// A run that has begun, and whose end has a line of its own.
#[derive(Debug, Clone)]
pub(super) struct OpenRun {
    pub(super) location: Location,
    pub(super) recording: Vec<u8>,
    pub(super) block: u32,
}

/// The content of such a line.
#[derive(Debug, Clone)]
pub(super) enum Said {
    /// One `key=value` of a `Unit` line: unit as written, key, value.
    Unit([u32; 3]),
    /// The interim checks of a recording.
    Looks { recording: Vec<u8>, looks: Vec<u32> },
}
