//! Commands that prepare a recording and are not measured.
//!
//! Takes a command; gives what it printed and whether it ended well. It runs under a keeper like any other, but on
//! all processors: `-pin` is about what is measured. Must not know what the commands are for.

use std::io::{Error, Result as Written, Write};

use crate::interrupts::Interrupts;
use crate::process::{Ended, Job, Launcher};
use crate::record::Stop;

/// A list that is longer is no list of names.
const PRINTED_MAX: usize = 64 << 20;

/// Why a recording cannot begin.
#[derive(Debug)]
pub enum Unready {
    /// What was asked for cannot be; a sentence.
    Wrong(String),
    /// A command failed, or a signal came.
    Stop(Stop),
}

impl From<Stop> for Unready {
    fn from(stop: Stop) -> Unready {
        Unready::Stop(stop)
    }
}

/// Runs such commands.
pub struct Helper<'h> {
    launcher: Launcher,
    interrupts: &'h mut Interrupts,
    tell: &'h mut dyn FnMut(&str),
}

impl std::fmt::Debug for Helper<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Helper").field("launcher", &self.launcher).finish_non_exhaustive()
    }
}

/// What came of a command.
pub(crate) struct Answer {
    /// Its standard output.
    pub(crate) printed: Vec<u8>,
    /// The last of both outputs.
    pub(crate) tail: Vec<u8>,
    /// How it failed, if it did, as the end of a sentence that begins with the command.
    pub(crate) failure: Option<String>,
    /// Whether it began at all.
    pub(crate) is_started: bool,
}

impl<'h> Helper<'h> {
    /// A helper that hears `interrupts` and tells with `tell` what it does.
    pub fn new(
        launcher: &Launcher,
        interrupts: &'h mut Interrupts,
        tell: &'h mut dyn FnMut(&str),
    ) -> Helper<'h> {
        Helper { launcher: Launcher { processors: None, ..launcher.clone() }, interrupts, tell }
    }

    /// Tells the user something.
    pub fn tell(&mut self, note: &str) {
        (self.tell)(note);
    }

    /// Runs a command to its end.
    pub(crate) fn run(&mut self, job: &Job) -> Result<Answer, Stop> {
        let mut printed = Bounded(Vec::new());
        let finished = self.launcher.run(job, Some(&mut printed), self.interrupts);
        let finished = finished.map_err(Stop::System)?;
        if let Ended::Interrupted(signal) = finished.ended {
            return Err(Stop::Interrupted(signal));
        }
        let is_long = finished.unwritten.is_some();
        let failure = if is_long {
            Some(format!("printed more than {} MiB", PRINTED_MAX >> 20))
        } else {
            finished.ended.failure(job.timeout)
        };
        let is_started = !matches!(finished.ended, Ended::NotStarted(_));
        Ok(Answer { printed: printed.0, tail: finished.tail, failure, is_started })
    }
}

/// Takes what is printed, up to a bound.
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> Written<usize> {
        if PRINTED_MAX < self.0.len() + bytes.len() {
            return Err(Error::other("too long"));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Written<()> {
        Ok(())
    }
}
