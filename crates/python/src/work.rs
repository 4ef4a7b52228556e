//! Work that may take long: beside the interpreter, told how far it is, stopped by signals.
//!
//! Takes what is to be done; gives what came of it. The work runs on a thread of its own without the interpreter, so other threads of
//! Python go on. The thread that asked waits, lets Python look for signals, and tells how far the work is. What a handler or a
//! callback raises stops the work, and is raised once the work has ended.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals are looked for, and progress is told.
const TICK: Duration = Duration::from_millis(50);

/// What the thread that waits does meanwhile.
pub(crate) trait Watched: Sync {
    /// Tells whoever called how far the work is.
    ///
    /// # Errors
    ///
    /// What that raised: then the work is stopped.
    fn tell(&self, py: Python<'_>) -> PyResult<()>;

    /// Has the work end soon.
    fn stop(&self);
}

/// Does some work.
///
/// # Errors
///
/// What was raised meanwhile.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    watched: &dyn Watched,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (end, ended) = sync_channel::<()>(1);
            let worker = thread::Builder::new().spawn_scoped(scope, move || {
                // It goes when the work ends, also by a panic.
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

/// Of work that takes a moment: nobody is told of it.
pub(crate) struct Short;

impl Watched for Short {
    fn tell(&self, _py: Python<'_>) -> PyResult<()> {
        Ok(())
    }

    fn stop(&self) {}
}
