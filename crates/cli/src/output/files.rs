//! Files that are written.
//!
//! A file is written beside its place, under a name of its own, and renamed when it is complete: an
//! interruption or a full disk leaves what was there. What is no plain file is written directly.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{Error, ErrorKind, Result, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use super::paths::{Target, target};
use super::streams::fail;
use crate::status::Status;
use crate::system::{self, Incomplete, System};
use benchlens_inputs::reason;

/// Writes a file. `render` may be called twice.
pub(crate) fn write_file(
    path: &Path,
    render: impl Fn(&mut (dyn Write + Send)) -> Result<()>,
) -> Status {
    let write = || match target(path)? {
        Target::Stream => write_directly(path, &render),
        Target::File(place) => replace(&place, &render),
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

/// Puts a new file in the place of `path`, which has no links.
fn replace(path: &Path, render: Render<'_>) -> Result<()> {
    // What may not be written may not be replaced.
    let old = match OpenOptions::new().write(true).open(path) {
        Ok(file) => Some(file.metadata()?),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let (mut new, _guard) = match create_beside(path) {
        Ok(new) => new,
        // The folder takes no new file, but this one may be written.
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
        // Something is mounted there: it can be written, not replaced.
        Err(error) if error.error.kind() == ErrorKind::ResourceBusy => write_directly(path, render),
        Err(error) => Err(error.error),
    }
}

/// An empty file in the folder of `path`, with the permissions that any new file gets. A signal that
/// ends the process removes it.
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

/// Gives a new file the permissions and, as far as that is allowed, the owner of the old one.
fn keep_owner(new: &File, old: &Metadata) -> Result<()> {
    system::here().keep_owner(new, old)?;
    new.set_permissions(old.permissions())
}
