//! Writes files.
//!
//! A file is written under a temporary name in the same folder and renamed when it is complete, so that an
//! interruption or a full disk leaves the old file unchanged. Devices and pipes are written directly.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{Error, ErrorKind, Result, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use super::paths::{Target, target};
use super::streams::fail;
use crate::status::Status;
use crate::system::{self, Incomplete, System};
use benchlens_inputs::reason;

/// Writes a file. This may call `render` twice.
pub(crate) fn write_file(
    path: &Path,
    render: impl Fn(&mut (dyn Write + Send)) -> Result<()>,
) -> Status {
    let write = || match target(path)? {
        Target::Stream => write_directly(path, &render),
        Target::File(index) => replace(&index, &render),
    };
    match write() {
        Ok(()) => Status::Done,
        Err(error) => fail(Status::Input, &format!("write {}: {}", path.display(), reason(&error))),
    }
}

type Render<'r> = &'r dyn Fn(&mut (dyn Write + Send)) -> Result<()>;

fn write_directly(path: &Path, render: Render<'_>) -> Result<()> {
    let mut file = File::create(path)?;
    render(&mut file)?;
    file.flush()
}

/// Replaces the file at `path`, which has no links.
fn replace(path: &Path, render: Render<'_>) -> Result<()> {
    // A file that may not be written may not be replaced either.
    let old = match OpenOptions::new().write(true).open(path) {
        Ok(file) => Some(file.metadata()?),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let (mut new, _guard) = match create_beside(path) {
        Ok(new) => new,
        // The folder accepts no new file, but this file may be written.
        Err(error) if error.kind() == ErrorKind::PermissionDenied && old.is_some() => {
            return write_directly(path, render);
        }
        Err(error) => return Err(error),
    };
    render(new.as_file_mut())?;
    new.flush()?;
    if let Some(old) = &old {
        keep_owner(new.as_file(), old)?;
    }
    match new.persist(path) {
        Ok(_) => Ok(()),
        // The path is a mount point: it can be written but not replaced.
        Err(error) if error.error.kind() == ErrorKind::ResourceBusy => write_directly(path, render),
        Err(error) => Err(error.error),
    }
}

/// Creates an empty file in the folder of `path`, with the default permissions of new files. A signal that ends the
/// process removes it.
fn create_beside(path: &Path) -> Result<(NamedTempFile, Option<Box<dyn Incomplete>>)> {
    let folder = path.parent().ok_or_else(|| Error::from(ErrorKind::NotFound))?;
    let mut guard = None;
    let create = |path: &Path| {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        let (file, own) = system::here().create_incomplete(path, &mut || options.open(path))?;
        guard = Some(own);
        Ok(file)
    };
    let new =
        tempfile::Builder::new().prefix(".benchlens-").suffix(".part").make_in(folder, create)?;
    Ok((new, guard))
}

/// Gives a new file the permissions and, if allowed, the owner of the old file.
fn keep_owner(new: &File, old: &Metadata) -> Result<()> {
    system::here().keep_owner(new, old)?;
    new.set_permissions(old.permissions())
}
