//! The interface to the operating system.

use std::fs::{File, Metadata};
use std::io::Result;
use std::path::{Path, PathBuf};

/// A file whose content could be lost. Two equal places are the same file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    /// An existing file, by its device and its inode number.
    #[cfg_attr(not(unix), allow(dead_code, reason = "only Unix numbers its files"))]
    File(u64, u64),
    /// A path without links or dots; there may be no file yet.
    Path(PathBuf),
}

/// A standard stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stream {
    In,
    Out,
    Error,
}

/// The file is incomplete while this value is alive.
pub(crate) trait Incomplete {}

/// Creates a file when everything is ready for it.
pub(crate) type Create<'c> = &'c mut dyn FnMut() -> Result<File>;

/// The operations that the CLI needs from a system.
pub(crate) trait System {
    /// Returns the place of the file at `path`, whose metadata is `meta`. A device or a pipe has none, because no
    /// content can be lost there.
    fn place(&self, path: &Path, meta: &Metadata) -> Option<Place>;

    /// Returns the place of a standard stream, if the stream is a file that the system can identify.
    fn place_of(&self, stream: Stream) -> Option<Place>;

    /// Returns whether standard input has data to read, instead of a person at a terminal, when no other input was
    /// named.
    fn stdin_has_data(&self) -> bool;

    /// Gives a new file to the owner of the old file, as far as that is allowed.
    ///
    /// # Errors
    ///
    /// Returns an error if the metadata of `new` cannot be read.
    fn keep_owner(&self, new: &File, old: &Metadata) -> Result<()>;

    /// Creates the file `path`. If the process receives a termination signal while the second value is alive, the
    /// file is removed where the system allows it.
    ///
    /// # Errors
    ///
    /// Returns the errors of `create`.
    fn create_incomplete(
        &self,
        path: &Path,
        create: Create<'_>,
    ) -> Result<(File, Box<dyn Incomplete>)>;
}
