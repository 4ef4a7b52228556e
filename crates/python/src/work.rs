//! Runs work that may take long: outside of the interpreter, with progress, and stopped by signals.
//!
//! Takes the work; gives its result. The work runs on a separate thread without the interpreter, so other Python
//! threads continue. The calling thread waits, lets Python check for signals, and reports the progress. An exception
//! from a handler or a callback stops the work, and is raised once the work has ended.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The interval for checking signals and reporting progress.
const TICK: Duration = Duration::from_millis(50);

/// The tasks of the waiting thread.
pub(crate) trait Watched: Sync {
    /// Reports the progress to the caller.
    ///
    /// # Errors
    ///
    /// Returns the exception of the caller's function: then the work is stopped.
    fn tell(&self, py: Python<'_>) -> PyResult<()>;

    /// Asks the work to end soon.
    fn stop(&self);
}

/// Runs some work.
///
/// # Errors
///
/// Returns an exception that was raised in the meantime.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    watched: &dyn Watched,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (end, ended) = sync_channel::<()>(1);
            let worker = thread::Builder::new().spawn_scoped(scope, move || {
                // This value is dropped when the work ends, even by a panic.
                let _end = end;
                work()
            });
            let worker = worker.map_err(|error| {
                PyRuntimeError::new_err(format!("the system gives no thread to work on: {error}"))
            })?;
            let mut raised = None;
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if raised.is_none() {
                    let looked = Python::attach(|py| {
                        py.check_signals()?;
                        watched.tell(py)
                    });
                    if let Err(error) = looked {
                        watched.stop();
                        raised = Some(error);
                    }
                }
            }
            match worker.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(done) => raised.map_or(Ok(done), Err),
            }
        })
    })
}

/// Work that takes a moment, without progress.
pub(crate) struct Short;

impl Watched for Short {
    fn tell(&self, _py: Python<'_>) -> PyResult<()> {
        Ok(())
    }

    fn stop(&self) {}
}
