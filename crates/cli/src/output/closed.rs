//! Detects whether standard output was closed when the program began (`benchlens … >&-`).
//!
//! Rust's runtime opens `/dev/null` in place of closed standard streams before `main`, so a write there succeeds and
//! the output is lost. Later, this case cannot be distinguished from a `/dev/null` that the user asked for. Therefore
//! one function runs before the runtime does and checks.

/// Returns whether standard output was closed when the program began.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub(super) fn stdout_was_closed() -> bool {
    false
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
pub(super) use unix::stdout_was_closed;

#[cfg(any(target_os = "linux", target_os = "macos"))]
#[allow(unsafe_code)]
mod unix {
    use std::sync::atomic::{AtomicBool, Ordering};

    static CLOSED: AtomicBool = AtomicBool::new(false);

    pub(in crate::output) fn stdout_was_closed() -> bool {
        CLOSED.load(Ordering::Relaxed)
    }

    // SAFETY: the loader calls every pointer in this section once before `main`, on the only thread, when the C
    // library is ready. The section requires pointers to functions of this type; a static in it that is marked as
    // used is not dropped.
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        // SAFETY: F_GETFD takes a number instead of a pointer. It changes nothing, and fails only if the number is
        // not an open file descriptor.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        CLOSED.store(flags == -1, Ordering::Relaxed);
    }
}
