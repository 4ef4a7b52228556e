//! Lines that later ones may contradict or end.

use crate::format::Location;

/// A line that later ones may contradict.
#[derive(Debug, Clone)]
pub(super) struct KeptLine {
    pub(super) location: Location,
    /// How many diagnostics its input had before it.
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

/// What such a line says.
#[derive(Debug, Clone)]
pub(super) enum Said {
    /// One `key=value` of a `Unit` line: unit as written, key, value.
    Unit([u32; 3]),
    /// When a recording looks.
    Looks { recording: Vec<u8>, looks: Vec<u32> },
}
