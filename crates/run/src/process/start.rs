//! Starting a command so that it belongs to its keeper alone.
//!
//! The standard library can start commands, too. But what a process touches between fork and exec counts for the
//! command's peak memory, and the library touches much code: `true` then needs a tenth more than it does. So the few
//! steps are taken here.
// Fork, and what the new process does before it has its own program, have no safe form.
#![allow(unsafe_code)]

use std::ffi::{CString, OsString, c_char};
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::time::{Duration, Instant};

use nix::unistd::Pid;

/// Processors to run on, as the system takes them.
#[cfg(target_os = "linux")]
pub(super) type Processors = nix::sched::CpuSet;
#[cfg(not(target_os = "linux"))]
pub(super) type Processors = ();

/// Starts a command in a session of its own: it has no terminal to read from, and a signal reaches it
/// with all its children. Output goes where the keeper's goes. Also gives the time from `begun` until the new process took
/// the command's program: what comes before is not the command's.
///
/// # Errors
///
/// There is no such program, or the system refuses.
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
    let (mut told, tell) = std::io::pipe()?;
    let files = [nothing.as_raw_fd(), tell.as_raw_fd()];
    // SAFETY: the new process has this thread alone, and other threads may have held locks. It calls `become_command`,
    // which takes no lock, allocates nothing and does not return.
    let pid = match unsafe { fork() } {
        -1 => return Err(Error::last_os_error()),
        // SAFETY: as above; `pointers` ends with null, and its words and `files` live on in the copy.
        0 => unsafe { become_command(&pointers, files, processors, begun) },
        pid => Pid::from_raw(pid),
    };
    drop(tell);
    // The other end closes once the command has its own program.
    let mut message = Vec::new();
    told.read_to_end(&mut message)?;
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

/// Forks. The C library's own fork prepares the new process for more than this one does, which touches memory.
///
/// # Safety
///
/// As of `libc::fork`; besides, the new process may call nothing of the C library that needs its own number.
unsafe fn fork() -> libc::pid_t {
    #[cfg(target_os = "linux")]
    {
        // As `clone_args` of the kernel, in its first version: all is zero but the signal for the parent.
        let arguments = [0, 0, 0, 0, libc::SIGCHLD as u64, 0, 0, 0];
        let size = size_of_val(&arguments);
        // SAFETY: the arguments are read only; without flags and stack, this is a fork.
        let pid = unsafe { libc::syscall(libc::SYS_clone3, arguments.as_ptr(), size) };
        // Old kernels and some containers do not have it.
        if pid != -1 {
            return pid as libc::pid_t;
        }
    }
    // SAFETY: the caller vouches for what the new process does.
    unsafe { libc::fork() }
}

/// The new process, from fork to its own program. Writes the time to the second file and, if it fails, the
/// number of the error.
///
/// # Safety
///
/// Only for a process that was just forked. `words` are pointers to strings and end with null; the files are open.
unsafe fn become_command(
    words: &[*const c_char],
    [nothing, tell]: [RawFd; 2],
    processors: Option<&Processors>,
    begun: Instant,
) -> ! {
    let say = |bytes: &[u8]| {
        // SAFETY: the bytes are there, and the file is open; the call only writes.
        unsafe { libc::write(tell, bytes.as_ptr().cast(), bytes.len()) };
    };
    #[cfg(target_os = "linux")]
    let is_placed = processors.is_none_or(|processors| {
        nix::sched::sched_setaffinity(Pid::from_raw(0), processors).is_ok()
    });
    #[cfg(not(target_os = "linux"))]
    let is_placed = processors.is_none();
    // SAFETY: system calls that may stand between fork and exec, with numbers and with pointers that the caller
    // vouches for. `execvp` looks for the program on the stack alone.
    unsafe {
        // This program ignores SIGPIPE, and a command must not inherit that.
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        #[cfg(target_os = "linux")]
        // Should the keeper be killed, the command is, too.
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
