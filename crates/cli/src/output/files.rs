//! Files that are written.
//!
//! Guarantees: no output replaces an input, a rule file or another output, however it is spelled.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use super::messages::fail;
use crate::inputs::reason;
use crate::status::Status;

/// Writes a file.
pub(crate) fn write_file(
    path: &Path,
    render: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Status {
    let write = || {
        let mut file = File::create(path)?;
        render(&mut file)?;
        file.flush()
    };
    match write() {
        Ok(()) => Status::Done,
        Err(error) => fail(Status::Input, &format!("write {}: {}", path.display(), reason(&error))),
    }
}

/// Whether two paths lead to one file.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let id = |path: &Path| {
            let meta = path.metadata().ok().filter(std::fs::Metadata::is_file)?;
            Some((meta.dev(), meta.ino()))
        };
        if let (Some(one), Some(other)) = (id(one), id(other)) {
            return one == other;
        }
    }
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}
