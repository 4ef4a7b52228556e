//! What the program asks of a system.

use std::fs::{File, Metadata};
use std::io::Result;
use std::path::{Path, PathBuf};

/// A file that could lose its content. Two that are equal are one file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    /// A file that is there, by its device and its number.
    #[cfg_attr(not(unix), allow(dead_code, reason = "only Unix numbers its files"))]
    File(u64, u64),
    /// A path without links or dots, where nothing need be yet.
    Path(PathBuf),
}

/// A standard stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stream {
    In,
    Out,
    Error,
}

/// While this lives, a file is not complete.
pub(crate) trait Incomplete {}

/// Creates a file, when all is ready for it.
pub(crate) type Create<'c> = &'c mut dyn FnMut() -> Result<File>;

/// What the program asks of a system.
pub(crate) trait System {
    /// The place of what is at `path`, whose metadata are `meta`. A device or a pipe has none: nothing there can be
    /// lost.
    fn place(&self, path: &Path, meta: &Metadata) -> Option<Place>;

    /// The place of a standard stream, if it is a file and the system tells which.
    fn place_of(&self, stream: Stream) -> Option<Place>;

    /// Whether standard input is something to read when nothing else was named, and not a person.
    fn stdin_has_data(&self) -> bool;

    /// Gives a new file to the owner of the old one, as far as that is allowed.
    ///
    /// # Errors
    ///
    /// That the metadata of `new` cannot be read.
    fn keep_owner(&self, new: &File, old: &Metadata) -> Result<()>;

    /// Creates the file `path`. If the process is told to end while the second value lives, the file is removed
    /// where the system allows it.
    ///
    /// # Errors
    ///
    /// Those of `create`.
    fn create_incomplete(
        &self,
        path: &Path,
        create: Create<'_>,
    ) -> Result<(File, Box<dyn Incomplete>)>;
}
