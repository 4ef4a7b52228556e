//! Ends the processes that a command left running.
//!
//! On Linux, orphans become children of the keeper, even if they began their own session. On other systems, only the
//! command's process group is known.

use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

/// The time that killed processes may take to end.
const PATIENCE: Duration = Duration::from_secs(5);

/// Makes orphans below this process its children from now on.
pub(super) fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_child_subreaper(true);
}

/// Ends all processes of the command's group and all children of this process. Returns how many there were.
pub(super) fn sweep(group: Pid) -> u32 {
    let _ = killpg(group, Signal::SIGKILL);
    let (mut left, begun) = (Vec::new(), Instant::now());
    loop {
        match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            // A process that had already ended was not left running.
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

/// Returns the children of this process, as far as the system lists them.
fn children() -> Vec<Pid> {
    let mut children = Vec::new();
    for entry in std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
        let listed = std::fs::read_to_string(entry.path().join("children")).unwrap_or_default();
        let pids = listed.split_ascii_whitespace().filter_map(|pid| pid.parse().ok());
        children.extend(pids.map(Pid::from_raw));
    }
    children
}
