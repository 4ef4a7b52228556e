//! Ending what a command left running.
//!
//! On Linux, orphans come to the keeper as its children, also those that began a session of their own.
//! Elsewhere, only the command's own group is known.

use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

/// So long may processes take to end once they are killed.
const PATIENCE: Duration = Duration::from_secs(5);

/// From now on, orphans below this process become its children.
pub(super) fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_child_subreaper(true);
}

/// Ends all processes of the command's group and all children of this process. How many there were.
pub(super) fn sweep(group: Pid) -> u32 {
    let _ = killpg(group, Signal::SIGKILL);
    let (mut left, begun) = (Vec::new(), Instant::now());
    loop {
        match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            // One that had ended by itself is none that was left.
            Ok(WaitStatus::Signaled(pid, Signal::SIGKILL, _)) if !left.contains(&pid) => {
                left.push(pid);
            }
            Ok(WaitStatus::StillAlive) => {
                for child in children() {
                    let _ = kill(child, Signal::SIGKILL);
                    if !left.contains(&child) {
                        left.push(child);
                    }
                }
                if PATIENCE < begun.elapsed() {
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(_) | Err(Errno::EINTR) => {}
            Err(_) => break,
        }
    }
    left.len() as u32
}

/// The children of this process, as far as the system lists them.
fn children() -> Vec<Pid> {
    let mut children = Vec::new();
    for entry in std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
        let listed = std::fs::read_to_string(entry.path().join("children")).unwrap_or_default();
        let pids = listed.split_ascii_whitespace().filter_map(|pid| pid.parse().ok());
        children.extend(pids.map(Pid::from_raw));
    }
    children
}
