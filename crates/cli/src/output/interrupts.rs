//! Incomplete files are removed if the process is told to end.

use std::fs::File;
use std::io::Result;
use std::path::Path;

/// While this lives, a signal that ends the process removes the file first.
#[must_use]
pub(super) struct Guard(#[cfg(unix)] std::path::PathBuf);

/// Creates a file that a signal which ends the process removes. There is no moment in which the file
/// exists and a signal does not know of it.
pub(super) fn create_guarded(
    path: &Path,
    create: impl FnOnce() -> Result<File>,
) -> Result<(File, Guard)> {
    #[cfg(unix)]
    {
        unix::watch();
        let mut open = unix::open();
        let file = create()?;
        open.push(path.to_owned());
        Ok((file, Guard(path.to_owned())))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        Ok((create()?, Guard()))
    }
}

#[cfg(unix)]
impl Drop for Guard {
    fn drop(&mut self) {
        unix::open().retain(|path| *path != self.0);
    }
}

#[cfg(unix)]
mod unix {
    use std::path::PathBuf;
    use std::sync::{Mutex, MutexGuard, Once, PoisonError};

    use benchlens_run::is_ignored;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// Files that are not complete. A signal comes to the process, so the process has one list.
    static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

    pub(super) fn open() -> MutexGuard<'static, Vec<PathBuf>> {
        OPEN.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for signals from now on. Without a thread to wait, the file would stay: no harm.
    pub(super) fn watch() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            // A signal that is ignored, as under nohup, stays ignored.
            let heard = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal));
            let Ok(mut signals) = Signals::new(heard) else { return };
            let wait = move || {
                for signal in signals.forever() {
                    // Held until the end: no file may be created now.
                    let mut open = open();
                    open.drain(..).for_each(|path| drop(std::fs::remove_file(path)));
                    let _ = emulate_default_handler(signal);
                }
            };
            let _ = std::thread::Builder::new().name("signals".into()).spawn(wait);
        });
    }
}
