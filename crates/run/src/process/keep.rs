//! The keeper: a process that starts one command, measures it, and ends the processes that it leaves behind.
//!
//! It is a separate process for three reasons. A command that is forked from a large program begins with the memory
//! of that program, which would count toward the command's peak. If the program is killed, even with its whole
//! process group, the connection to it closes, and the keeper ends the command. And orphans of the command become
//! children of the keeper instead of the system.
//!
//! Standard input is the connection; standard output and error belong to the command. The arguments are the
//! processors to use (`-` for all), whether to count instructions and cycles (`-` for no), the program and its
//! arguments.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, killpg};
use nix::sys::time::TimeVal;
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::Pid;

use super::counters::Counters;
use super::report::{Ended, Report, Usage};
use super::start::{Processors, start};
use super::sweep::{adopt_orphans, sweep};
use crate::words::reason;

/// The time that a command has to end after it is asked to; then it is killed.
const GRACE: Duration = Duration::from_secs(1);

/// Runs a keeper with the arguments after [`KEEPER`](super::KEEPER). Returns the exit status.
pub fn keep(words: &[OsString]) -> u8 {
    let Ok(stdin) = std::io::stdin().as_fd().try_clone_to_owned() else { return 2 };
    let mut connection = UnixStream::from(stdin);
    let [processors, counters, program, arguments @ ..] = words else { return 2 };
    let is_counted = counters != "-";
    let report = match run(&connection, processors, is_counted, program, arguments) {
        Ok(report) => report,
        Err(reason) => {
            Report { ended: Ended::NotStarted(reason), usage: Usage::default(), left: 0 }
        }
    };
    u8::from(connection.write_all(report.to_line().as_bytes()).is_err())
}

fn run(
    connection: &UnixStream,
    processors: &OsString,
    is_counted: bool,
    program: &OsString,
    arguments: &[OsString],
) -> Result<Report, String> {
    let processors = parse_processors(&processors.to_string_lossy())?;
    // A signal to all processes of the program also reaches this process; the program then closes the connection. A
    // handler does not survive exec, so the command starts with the default action.
    let heard = Arc::new(AtomicBool::new(false));
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        let _ = signal_hook::flag::register(signal, Arc::clone(&heard));
    }
    adopt_orphans();
    let group = Arc::new(AtomicI32::new(0));
    let (leash, watched) = (connection.try_clone(), Arc::clone(&group));
    let leash = leash.map_err(|error| error.to_string())?;
    let watch = move || end_with(leash, &watched);
    // The stack is small because the memory of this process at the fork counts toward the command.
    let watcher = thread::Builder::new().stack_size(64 << 10).spawn(watch);
    watcher.map_err(|error| error.to_string())?;

    // The caller has already checked that counters are available.
    let counters = is_counted.then(|| Counters::open().ok()).flatten();
    let begun = Instant::now();
    let started = start(program, arguments, processors.as_ref(), begun);
    let (pid, before) = started.map_err(|error| reason(&error))?;
    let asked = group.swap(pid.as_raw(), Ordering::SeqCst);
    if asked == ASKED {
        let _ = killpg(pid, Signal::SIGKILL);
    }
    let status = wait(pid)?;
    let wall = begun.elapsed().saturating_sub(before);
    let mut usage = used(wall);
    if let Some(counters) = counters {
        (usage.instructions, usage.cycles) = counters.read();
    }
    // The process number may soon belong to another process.
    group.store(0, Ordering::SeqCst);
    let left = sweep(pid);
    Ok(Report { ended: status, usage, left })
}

/// Waits until the command ends.
fn wait(pid: Pid) -> Result<Ended, String> {
    loop {
        match waitpid(pid, None) {
            Ok(WaitStatus::Exited(_, status)) => return Ok(Ended::Status(status)),
            Ok(WaitStatus::Signaled(_, signal, _)) => return Ok(Ended::Signal(signal as i32)),
            Ok(_) | Err(Errno::EINTR) => {}
            Err(error) => return Err(error.to_string()),
        }
    }
}

/// The value for a group that does not exist yet and must end immediately.
const ASKED: i32 = -1;

/// Waits until the connection closes, then ends the command: first by asking it to end, then by killing it.
fn end_with(mut leash: UnixStream, group: &AtomicI32) {
    while let Ok(1..) = leash.read(&mut [0]) {}
    if group.compare_exchange(0, ASKED, Ordering::SeqCst, Ordering::SeqCst).is_ok() {
        return;
    }
    for (signal, patience) in [(Signal::SIGTERM, GRACE), (Signal::SIGKILL, Duration::MAX)] {
        let (asked, mut is_sent) = (Instant::now(), false);
        while !is_sent || asked.elapsed() < patience {
            let group = group.load(Ordering::SeqCst);
            if group <= 0 || (!is_sent && killpg(Pid::from_raw(group), signal).is_err()) {
                return;
            }
            is_sent = true;
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Returns the usage of all children that this process has waited for: the command, and the children that the command
/// waited for.
fn used(wall: Duration) -> Usage {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else {
        return Usage { wall, ..Usage::default() };
    };
    let time = |time: TimeVal| {
        let whole = Duration::from_secs(u64::try_from(time.tv_sec()).unwrap_or(0));
        whole + Duration::from_micros(u64::try_from(time.tv_usec()).unwrap_or(0))
    };
    // Linux counts memory in kilobytes, macOS in bytes.
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    Usage {
        wall,
        user: time(usage.user_time()),
        system: time(usage.system_time()),
        peak_memory: u64::try_from(usage.max_rss()).unwrap_or(0) * unit,
        ..Usage::default()
    }
}

#[cfg(target_os = "linux")]
fn parse_processors(list: &str) -> Result<Option<Processors>, String> {
    if list == "-" {
        return Ok(None);
    }
    let mut processors = Processors::new();
    for number in crate::plan::processors(list).ok_or("not a list of processors")? {
        processors.set(number).map_err(|_| format!("there is no processor {number}"))?;
    }
    Ok(Some(processors))
}

#[cfg(not(target_os = "linux"))]
fn parse_processors(list: &str) -> Result<Option<Processors>, String> {
    match list {
        "-" => Ok(None),
        _ => Err("processors cannot be chosen on this system".to_owned()),
    }
}
