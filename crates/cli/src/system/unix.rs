//! Linux, macOS and other Unix systems.

use std::fs::{File, FileType, Metadata};
use std::io::{IsTerminal, Result, stderr, stdin, stdout};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, fchown};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use benchlens_run::is_ignored;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::interface::{Create, Incomplete, Place, Stream, System};

pub(super) struct Unix;

impl System for Unix {
    fn place(&self, _: &Path, meta: &Metadata) -> Option<Place> {
        let kind = meta.file_type();
        let loses = kind.is_file() || kind.is_block_device();
        loses.then(|| Place::File(meta.dev(), meta.ino()))
    }

    fn place_of(&self, stream: Stream) -> Option<Place> {
        let meta = match stream {
            Stream::In => metadata(&stdin()),
            Stream::Out => metadata(&stdout()),
            Stream::Error => metadata(&stderr()),
        };
        self.place(Path::new(""), &meta.ok()?)
    }

    fn stdin_has_data(&self) -> bool {
        has_data(&stdin())
    }

    fn keep_owner(&self, new: &File, old: &Metadata) -> Result<()> {
        let own = new.metadata()?;
        if (own.uid(), own.gid()) != (old.uid(), old.gid()) {
            // Only root may give files to other users; for other users, the file is already their own.
            let _ = fchown(new, Some(old.uid()), Some(old.gid()));
        }
        Ok(())
    }

    /// The file never exists without a signal handler that knows it.
    fn create_incomplete(
        &self,
        path: &Path,
        create: Create<'_>,
    ) -> Result<(File, Box<dyn Incomplete>)> {
        watch();
        let mut open = open();
        let file = create()?;
        open.push(path.to_owned());
        Ok((file, Box::new(Removed(path.to_owned()))))
    }
}

fn metadata(stream: &impl AsFd) -> Result<Metadata> {
    stream.as_fd().try_clone_to_owned().map(File::from)?.metadata()
}

/// Returns whether a stream has data: pipes, sockets and files do, but terminals and `/dev/null` do not.
pub(super) fn has_data(stream: &(impl AsFd + IsTerminal)) -> bool {
    let is_read = |kind: FileType| kind.is_file() || kind.is_fifo() || kind.is_socket();
    !stream.is_terminal() && metadata(stream).is_ok_and(|meta| is_read(meta.file_type()))
}

/// A file that is removed by a signal that ends the process.
struct Removed(PathBuf);

impl Incomplete for Removed {}

impl Drop for Removed {
    fn drop(&mut self) {
        open().retain(|path| *path != self.0);
    }
}

/// The incomplete files. Signals are sent to the process, so the process has one list.
static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn open() -> MutexGuard<'static, Vec<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for signals from now on. Without a thread to wait, the file would remain, which does no harm.
fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // An ignored signal, as under nohup, stays ignored.
        let heard = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal));
        let Ok(mut signals) = Signals::new(heard) else { return };
        let wait = move || {
            for signal in signals.forever() {
                // Hold the lock until the process ends, because no file may be created now.
                let mut open = open();
                open.drain(..).for_each(|path| drop(std::fs::remove_file(path)));
                let _ = emulate_default_handler(signal);
            }
        };
        let _ = std::thread::Builder::new().name("signals".into()).spawn(wait);
    });
}
