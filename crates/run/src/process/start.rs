//! Starting a command so that it belongs to its keeper alone.
// The one exception: between fork and exec only a closure can speak for the new process.
#![allow(unsafe_code)]

use std::ffi::OsString;
use std::io::{Read, Result, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Processors to run on, as the system takes them.
#[cfg(target_os = "linux")]
pub(super) type Processors = nix::sched::CpuSet;
#[cfg(not(target_os = "linux"))]
pub(super) type Processors = ();

/// Starts a command in a session of its own: it has no terminal to read from, and a signal reaches it
/// with all its children. Output goes where the keeper's goes. Also gives the time from `begun` until the new process took
/// the command's program: what comes before is not the command's.
pub(super) fn start(
    program: &OsString,
    arguments: &[OsString],
    processors: Option<Processors>,
    begun: Instant,
) -> Result<(Child, Duration)> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null());
    let (mut told, tell) = std::io::pipe()?;
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
        (&tell).write_all(&(begun.elapsed().as_nanos() as u64).to_ne_bytes())
    };
    // A closure here also makes the library fork instead of sharing memory with the child until it has its own
    // program: a shared memory would count as the command's peak.
    //
    // SAFETY: the closure runs in the child after fork, where other threads may have held locks. It
    // makes system calls on values that were made before and reads the clock. It takes no lock, allocates nothing, and does
    // not panic; converting an error number allocates nothing.
    unsafe { command.pre_exec(prepare) };
    let child = command.spawn()?;
    let mut nanoseconds = [0; 8];
    told.read_exact(&mut nanoseconds)?;
    Ok((child, Duration::from_nanos(u64::from_ne_bytes(nanoseconds))))
}
