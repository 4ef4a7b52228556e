//! A system with only the features that Rust's standard library has everywhere, such as Windows.

use std::fs::{File, Metadata};
use std::io::{IsTerminal, Result, stdin};
use std::path::Path;

use super::interface::{Create, Incomplete, Place, Stream, System};

pub(super) struct Plain;

/// Does nothing when the process ends: the incomplete file remains under a name that no program reads.
struct Stays;

impl Incomplete for Stays {}

impl System for Plain {
    /// Identifies a file by its path without links, so two hard links are two files here.
    fn place(&self, path: &Path, meta: &Metadata) -> Option<Place> {
        meta.is_file().then(|| path.canonicalize().ok()).flatten().map(Place::Path)
    }

    fn place_of(&self, _: Stream) -> Option<Place> {
        None
    }

    fn stdin_has_data(&self) -> bool {
        has_data(&stdin())
    }

    fn keep_owner(&self, _: &File, _: &Metadata) -> Result<()> {
        Ok(())
    }

    fn create_incomplete(
        &self,
        _: &Path,
        create: Create<'_>,
    ) -> Result<(File, Box<dyn Incomplete>)> {
        Ok((create()?, Box::new(Stays)))
    }
}

/// Returns whether a stream may have data: all streams except terminals may.
pub(super) fn has_data(stream: &impl IsTerminal) -> bool {
    !stream.is_terminal()
}
