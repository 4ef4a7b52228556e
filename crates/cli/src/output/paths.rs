//! Resolves paths.
//!
//! Takes paths as they are typed; finds whether two of them are the same file, and where to create a new file. Reads
//! no content.

use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf, is_separator};

use crate::system::{self, Place, Stream, System};

/// Returns the place of a path. A device or a pipe has none, because no content can be lost there.
pub(crate) fn place_of(path: &Path) -> Option<Place> {
    match path.metadata() {
        Ok(meta) => system::here().place(path, &meta),
        Err(_) => Some(Place::Path(resolve(path).unwrap_or_else(|_| path.to_owned()))),
    }
}

/// Returns the place of a standard stream, if the stream is a file.
pub(crate) fn place_of_stream(stream: Stream) -> Option<Place> {
    system::here().place_of(stream)
}

/// How an output is written.
#[derive(Debug)]
pub(super) enum Target {
    /// A file that is replaced as a whole; the path has no links.
    File(PathBuf),
    /// A device, a pipe, or a file that is already open: bytes are written directly.
    Stream,
}

/// Returns how to write the output to a path.
///
/// # Errors
///
/// Returns an error if the path cannot be resolved.
pub(super) fn target(path: &Path) -> Result<Target> {
    let is_special = path.metadata().is_ok_and(|meta| !meta.is_file());
    if is_special || leads_through_descriptor(path) {
        return Ok(Target::Stream);
    }
    resolve(path).map(Target::File)
}

/// Returns whether a path names an open file, as `/dev/stdout` and `/proc/self/fd/1` do.
fn leads_through_descriptor(path: &Path) -> bool {
    let mut path = path.to_owned();
    for _ in 0..LINKS_MAX {
        let Ok(next) = path.read_link() else { return false };
        let at = folder(&path).canonicalize().unwrap_or_default();
        if at.starts_with("/dev") || at.starts_with("/proc") {
            return true;
        }
        path = folder(&path).join(next);
    }
    false
}

/// The number of links that systems follow at most.
const LINKS_MAX: usize = 40;

/// Returns the path of a file without links and dots. The file may be missing, but its folder must exist.
fn resolve(path: &Path) -> Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS_MAX {
        let Ok(next) = path.read_link() else { break };
        path = folder(&path).join(next);
    }
    let last = path.as_os_str().as_encoded_bytes().last();
    let is_folder = last.is_some_and(|&byte| is_separator(char::from(byte)));
    let name = path.file_name().filter(|_| !is_folder);
    let name = name.ok_or_else(|| Error::new(ErrorKind::IsADirectory, "is a directory"))?;
    Ok(folder(&path).canonicalize()?.join(name))
}

/// Returns the folder that contains a path.
fn folder(path: &Path) -> &Path {
    let parent = path.parent().unwrap_or(Path::new(""));
    if parent.as_os_str().is_empty() { Path::new(".") } else { parent }
}
