//! A system of which no more is known than what Rust's standard library has everywhere, such as Windows.

use std::fs::{File, Metadata};
use std::io::{IsTerminal, Result, stdin};
use std::path::Path;

use super::interface::{Create, Incomplete, Place, Stream, System};

pub(super) struct Plain;

/// Nothing hears of the end of the process: the file stays then, under a name that nobody reads.
struct Stays;

impl Incomplete for Stays {}

impl System for Plain {
    /// By its path without links: two hard links are two files here.
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

/// Whatever is not a terminal may have data.
pub(super) fn has_data(stream: &impl IsTerminal) -> bool {
    !stream.is_terminal()
}
