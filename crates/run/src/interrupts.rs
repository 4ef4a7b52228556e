//! Handles signals that ask the program to end.
//!
//! While an [`Interrupts`] is alive, such a signal does not end the process. Instead, the waiting code is notified
//! and cleans up.

use std::io::Read;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;

use signal_hook::SigId;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::low_level::{emulate_default_handler, pipe};

/// The signals that ask a program to end.
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// Listens for SIGINT, SIGTERM and SIGHUP.
#[derive(Debug)]
pub struct Interrupts {
    /// The stream on which each signal arrives. An ignored signal, as under nohup, has no stream.
    heard: Vec<(i32, UnixStream, SigId)>,
    caught: Option<i32>,
}

impl Interrupts {
    /// Listens for signals from now on.
    ///
    /// # Errors
    ///
    /// Returns an error if the system has no file descriptors left.
    pub fn hear() -> std::io::Result<Interrupts> {
        let mut heard = Vec::new();
        for signal in SIGNALS.into_iter().filter(|&signal| !is_ignored(signal)) {
            let (read, write) = UnixStream::pair()?;
            read.set_nonblocking(true)?;
            heard.push((signal, read, pipe::register(signal, write)?));
        }
        Ok(Interrupts { heard, caught: None })
    }

    /// Returns the file descriptors that become readable when a signal arrives.
    pub(crate) fn sources(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        self.heard.iter().map(|(_, stream, _)| stream.as_fd())
    }

    /// Returns the signal that arrived, if any.
    pub fn caught(&mut self) -> Option<i32> {
        let came = self.heard.iter_mut().find_map(|(signal, stream, _)| {
            matches!(stream.read(&mut [0]), Ok(1..)).then_some(*signal)
        });
        self.caught = self.caught.or(came);
        self.caught
    }

    /// Ignores earlier signals, so that only a new signal counts.
    pub(crate) fn forget(&mut self) {
        // Some programs send a signal twice.
        for (_, stream, _) in &mut self.heard {
            while let Ok(1..) = stream.read(&mut [0; 64]) {}
        }
        self.caught = None;
    }

    /// Ends the process in the way that the signal would have ended it.
    pub fn end_by(signal: i32) {
        let _ = emulate_default_handler(signal);
    }
}

impl Drop for Interrupts {
    fn drop(&mut self) {
        for (_, _, id) in &self.heard {
            signal_hook::low_level::unregister(*id);
        }
    }
}

/// Returns whether the process was started with a signal ignored, if the system provides this information.
pub fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}
