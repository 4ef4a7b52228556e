//! Runs commands that prepare a measurement and are not measured themselves.
//!
//! Takes a command; gives its output and whether it succeeded. A keeper runs it like any other command, but on all
//! processors, because `-pin` applies to measured commands. Must not know the purpose of the commands.

use std::io::{Error, Result as Written, Write};

use benchlens_base::Sentence;

use crate::interrupts::Interrupts;
use crate::process::{Ended, Job, Launcher};
use crate::record::Stop;

/// Longer output is not a list of names.
const PRINTED_MAX: usize = 64 << 20;

/// Why a measurement cannot begin.
#[derive(Debug)]
pub enum Unready {
    /// The request is impossible; a sentence.
    Wrong(Sentence),
    /// A command failed, or a signal arrived.
    Stop(Stop),
}

impl Unready {
    /// Returns the error of an impossible request.
    #[must_use]
    pub fn wrong(sentence: impl Into<Sentence>) -> Unready {
        Unready::Wrong(sentence.into())
    }
}

impl From<Stop> for Unready {
    fn from(stop: Stop) -> Unready {
        Unready::Stop(stop)
    }
}

/// Runs commands that prepare a measurement.
pub struct Helper<'h> {
    launcher: Launcher,
    interrupts: &'h mut Interrupts,
    tell: &'h mut dyn FnMut(&Sentence),
}

impl std::fmt::Debug for Helper<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Helper").field("launcher", &self.launcher).finish_non_exhaustive()
    }
}

/// The result of a command.
pub(crate) struct Answer {
    /// Its standard output.
    pub(crate) printed: Vec<u8>,
    /// The end of both outputs.
    pub(crate) tail: Vec<u8>,
    /// How it failed, if it failed, as the end of a sentence that begins with the command.
    pub(crate) failure: Option<Sentence>,
    /// Whether the command started.
    pub(crate) is_started: bool,
}

impl<'h> Helper<'h> {
    /// Creates a helper that stops at `interrupts` and reports its work with `tell`.
    pub fn new(
        launcher: &Launcher,
        interrupts: &'h mut Interrupts,
        tell: &'h mut dyn FnMut(&Sentence),
    ) -> Helper<'h> {
        Helper { launcher: Launcher { processors: None, ..launcher.clone() }, interrupts, tell }
    }

    /// Reports a message to the user.
    pub fn tell(&mut self, note: impl Into<Sentence>) {
        (self.tell)(&note.into());
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
            Some(format!("printed more than {} MiB", PRINTED_MAX >> 20).into())
        } else {
            finished.ended.failure(job.timeout)
        };
        let is_started = !matches!(finished.ended, Ended::NotStarted(_));
        Ok(Answer { printed: printed.0, tail: finished.tail, failure, is_started })
    }
}

/// Collects output up to a limit.
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
