//! Lists the files of a folder.
//!
//! Takes a path; gives the files below it, sorted by path. Links to folders are not followed and pipes and devices
//! are not opened, so that listing always ends; the number of these entries is returned.

use std::path::{Path, PathBuf};

use benchlens_unpack::plan::is_hidden;

use super::errors::{Failure, reason};

/// The maximum number of files in a folder, and of its subfolders.
const FILES_MAX: usize = 100_000;

/// The maximum nesting depth of folders.
const DEPTH_MAX: usize = 64;

/// The content of a folder.
#[derive(Debug, Default)]
pub(super) struct Listing {
    pub(super) files: Vec<FolderFile>,
    /// The number of links to folders, pipes, and devices.
    pub(super) others: usize,
    /// The entries that cannot be accessed, with the reasons.
    pub(super) closed: Vec<(Vec<u8>, String)>,
}

/// A file, with its path relative to the folder; the path is separated by `/` on every system.
#[derive(Debug)]
pub(super) struct FolderFile {
    pub(super) name: Vec<u8>,
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
}

/// Lists all files below `folder`.
///
/// # Errors
///
/// Returns an error if the folder cannot be read or contains too many files.
pub(super) fn list(folder: &Path) -> Result<Listing, Failure> {
    let shown = folder.display();
    let mut listing = Listing::default();
    let mut open = vec![(folder.to_owned(), Vec::new(), 0)];
    let mut folders = 0;
    while let Some((path, name, depth)) = open.pop() {
        folders += 1;
        let entries = match path.read_dir() {
            Ok(entries) => entries,
            Err(error) if depth == 0 => return Err(Failure::opening(folder, &error)),
            Err(error) => {
                listing.closed.push((name, reason(&error)));
                continue;
            }
        };
        for entry in entries {
            if FILES_MAX < listing.files.len() + listing.others || FILES_MAX < folders + open.len()
            {
                return Err(format!(
                    "{shown} has more than {FILES_MAX} files: name the folders in it that hold results"
                ).into());
            }
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    listing.closed.push((name.clone(), reason(&error)));
                    break;
                }
            };
            let mut own = name.clone();
            if !own.is_empty() {
                own.push(b'/');
            }
            own.extend_from_slice(entry.file_name().as_encoded_bytes());
            let kind = match entry.file_type() {
                Ok(kind) => kind,
                Err(error) => {
                    listing.closed.push((own, reason(&error)));
                    continue;
                }
            };
            if kind.is_dir() {
                if DEPTH_MAX <= depth {
                    return Err(format!(
                        "{shown} has folders more than {DEPTH_MAX} deep: name those that hold results"
                    ).into());
                }
                if !is_hidden(&own) {
                    open.push((entry.path(), own, depth + 1));
                }
                continue;
            }
            // A link to a file counts as a file.
            match entry.path().metadata() {
                Ok(meta) if meta.is_file() => {
                    let (path, bytes) = (entry.path(), meta.len());
                    listing.files.push(FolderFile { name: own, path, bytes });
                }
                Ok(_) => listing.others += 1,
                Err(error) => listing.closed.push((own, reason(&error))),
            }
        }
    }
    listing.files.sort_by(|a, b| a.name.cmp(&b.name));
    listing.closed.sort();
    Ok(listing)
}
