//! Starting a command so that it belongs to its keeper alone.
// The one exception: between fork and exec only a closure can speak for the new process.
#![allow(unsafe_code)]

use std::ffi::OsString;
use std::io::Result;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// Processors to run on, as the system takes them.
#[cfg(target_os = "linux")]
pub(super) type Processors = nix::sched::CpuSet;
#[cfg(not(target_os = "linux"))]
pub(super) type Processors = ();

/// Starts a command in a session of its own: it has no terminal to read from, and a signal reaches it
/// with all its children. Output goes where the keeper's goes.
pub(super) fn start(
    program: &OsString,
    arguments: &[OsString],
    processors: Option<Processors>,
) -> Result<Child> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null());
    let prepare = move || {
        nix::unistd::setsid()?;
        #[cfg(target_os = "linux")]
        {
            // Should the keeper be killed, the command is, too.
            nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL)?;
            if let Some(processors) = &processors {
                nix::sched::sched_setaffinity(nix::unistd::Pid::from_raw(0), processors)?;
            }
        }
        #[cfg(not(target_os = "linux"))]
        let _ = &processors;
        Ok(())
    };
    // A closure here also makes the library fork instead of sharing memory with the child until it has its own
    // program: a shared memory would count as the command's peak.
    //
    // SAFETY: the closure runs in the child after fork, where other threads may have held locks. It
    // makes three system calls on values that were made before, takes no lock, allocates nothing, and does not panic;
    // converting an error number allocates nothing.
    unsafe { command.pre_exec(prepare) };
    command.spawn()
}
