//! Starts a command so that it belongs only to its keeper.
//!
//! The standard library can also start commands. But the memory that a process touches between fork and exec counts
//! toward the command's peak memory, and the library touches much code: `true` then appears to need a tenth more
//! memory than it does. Therefore this module performs the few steps itself.
// Fork, and the steps of the new process before exec, cannot be written in safe code.
#![allow(unsafe_code)]

use std::ffi::{CString, OsString, c_char};
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::time::{Duration, Instant};

use nix::unistd::Pid;

/// The processors to run on, in the system's format.
#[cfg(target_os = "linux")]
pub(super) type Processors = nix::sched::CpuSet;
#[cfg(not(target_os = "linux"))]
pub(super) type Processors = ();

/// Starts a command in its own session: it has no terminal to read from, and a signal reaches it with all its
/// children. Its output streams are the keeper's. Also returns the time from `begun` until the new process executed
/// the command's program, because the earlier time does not belong to the command.
///
/// # Errors
///
/// Returns an error if the program does not exist or the system refuses to start it.
pub(super) fn start(
    program: &OsString,
    arguments: &[OsString],
    processors: Option<&Processors>,
    begun: Instant,
) -> Result<(Pid, Duration)> {
    let words = std::iter::once(program).chain(arguments);
    let words: std::result::Result<Vec<_>, _> =
        words.map(|word| CString::new(word.as_bytes())).collect();
    let words = words.map_err(|_| Error::new(ErrorKind::InvalidInput, "a word has a zero byte"))?;
    let pointers: Vec<*const c_char> =
        words.iter().map(|word| word.as_ptr()).chain([std::ptr::null()]).collect();
    let nothing = File::open("/dev/null")?;
    let (mut reported, tell) = std::io::pipe()?;
    let files = [nothing.as_raw_fd(), tell.as_raw_fd()];
    // SAFETY: the new process has only this thread, and other threads may have held locks. It calls `become_command`,
    // which takes no lock, allocates nothing and does not return.
    let pid = match unsafe { fork() } {
        -1 => return Err(Error::last_os_error()),
        // SAFETY: as above; `pointers` ends with null, and its words and `files` remain valid in the copy.
        0 => unsafe { become_command(&pointers, files, processors, begun) },
        pid => Pid::from_raw(pid),
    };
    drop(tell);
    // The other end closes once the command's program runs.
    let mut message = Vec::new();
    reported.read_to_end(&mut message)?;
    let (time, error) = message.split_at(message.len().min(8));
    let time = time.try_into().map_or(0, u64::from_ne_bytes);
    match error.try_into().map(i32::from_ne_bytes) {
        Err(_) => Ok((pid, Duration::from_nanos(time))),
        Ok(error) => {
            let _ = nix::sys::wait::waitpid(pid, None);
            Err(Error::from_raw_os_error(error))
        }
    }
}

/// Forks the process. The C library's fork does more to prepare the new process, which touches more memory.
///
/// # Safety
///
/// The requirements of `libc::fork` apply. In addition, the new process may not call functions of the C library that
/// need its process number.
unsafe fn fork() -> libc::pid_t {
    #[cfg(target_os = "linux")]
    {
        // The first version of the kernel's `clone_args`: all members are zero except the signal for the parent.
        let arguments = [0, 0, 0, 0, libc::SIGCHLD as u64, 0, 0, 0];
        let size = size_of_val(&arguments);
        // SAFETY: the arguments are only read; without flags and stack, this call is a fork.
        let pid = unsafe { libc::syscall(libc::SYS_clone3, arguments.as_ptr(), size) };
        // Old kernels and some containers do not support this call.
        if pid != -1 {
            return pid as libc::pid_t;
        }
    }
    // SAFETY: the caller guarantees what the new process does.
    unsafe { libc::fork() }
}

/// Runs the new process from the fork to the exec. Writes the time to the second file and, on failure, the number of
/// the error.
///
/// # Safety
///
/// Call this only in a process that was just forked. `words` are pointers to strings and end with null; the files are
/// open.
unsafe fn become_command(
    words: &[*const c_char],
    [nothing, tell]: [RawFd; 2],
    processors: Option<&Processors>,
    begun: Instant,
) -> ! {
    let say = |bytes: &[u8]| {
        // SAFETY: the bytes are valid and the file is open; the call only writes.
        unsafe { libc::write(tell, bytes.as_ptr().cast(), bytes.len()) };
    };
    #[cfg(target_os = "linux")]
    let is_placed = processors.is_none_or(|processors| {
        nix::sched::sched_setaffinity(Pid::from_raw(0), processors).is_ok()
    });
    #[cfg(not(target_os = "linux"))]
    let is_placed = processors.is_none();
    // SAFETY: these system calls are allowed between fork and exec; their arguments are numbers, and pointers that
    // the caller guarantees. `execvp` uses only the stack to search for the program.
    unsafe {
        // This program ignores SIGPIPE, but a command must not inherit that.
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        #[cfg(target_os = "linux")]
        // If the keeper is killed, the command is killed as well.
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        if is_placed && libc::setsid() != -1 && libc::dup2(nothing, 0) != -1 {
            say(&(begun.elapsed().as_nanos() as u64).to_ne_bytes());
            libc::execvp(words[0], words.as_ptr());
        } else {
            say(&[0; 8]);
        }
        say(&Error::last_os_error().raw_os_error().unwrap_or(libc::EINVAL).to_ne_bytes());
        libc::_exit(127)
    }
}
