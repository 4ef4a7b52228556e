//! The program's side of a run: starts a keeper, reads the command's output, and waits.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Error, Read, Result, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::KEEPER;
use super::report::{Ended, Report, Usage};
use crate::inherited::hide_git;
use crate::interrupts::Interrupts;

/// The number of bytes at the end of a command's output that are kept for a message.
const TAIL_BYTES: usize = 4096;

/// The interval at which a waiting program checks that it can still write.
const TICK: Duration = Duration::from_millis(200);

/// Starts commands under keepers.
#[derive(Debug, Clone)]
pub struct Launcher {
    /// A program that acts as a keeper if its first argument is [`KEEPER`].
    pub program: PathBuf,
    /// The processors that commands may use.
    pub processors: Option<String>,
    /// Whether to count instructions and cycles; [`why_no_counters`](super::why_no_counters) returns whether that is
    /// possible.
    pub counters: bool,
    /// Whether commands start without the variables by which git passes on which repository it works in. A command in
    /// the folder of a revision, and git itself, would otherwise use the repository and the index of a hook.
    pub hides_git: bool,
}

impl Launcher {
    /// Creates a launcher whose keepers are copies of this program, which has to call [`keep`](super::keep) for them.
    ///
    /// # Errors
    ///
    /// Returns an error if the program's file is not known.
    pub fn new(processors: Option<String>) -> Result<Launcher> {
        // The link remains correct if the file is replaced in the meantime.
        let link = Path::new("/proc/self/exe");
        let program = if link.exists() { link.to_owned() } else { std::env::current_exe()? };
        Ok(Launcher { program, processors, counters: false, hides_git: false })
    }
}

/// A command to run once.
#[derive(Debug, Clone, Default)]
pub(crate) struct Job {
    /// The program and its arguments.
    pub(crate) words: Vec<OsString>,
    pub(crate) folder: Option<PathBuf>,
    pub(crate) environment: Vec<(OsString, OsString)>,
    pub(crate) timeout: Option<Duration>,
}

/// A finished run.
#[derive(Debug)]
pub struct Finished {
    /// How the command ended.
    pub ended: Ended,
    /// The resources that it used.
    pub usage: Usage,
    /// The number of processes that it left running and that were ended.
    pub left: u32,
    /// The end of its output, from both streams.
    pub tail: Vec<u8>,
    /// The error if its output could not be written.
    pub(crate) unwritten: Option<Error>,
}

impl Launcher {
    /// Runs a command until it ends or its time limit expires. The output of the command is written to `out`.
    ///
    /// # Errors
    ///
    /// Returns an error if a keeper cannot be started.
    pub(crate) fn run(
        &self,
        job: &Job,
        out: Option<&mut (dyn Write + Send)>,
        interrupts: &mut Interrupts,
    ) -> Result<Finished> {
        let (connection, theirs) = UnixStream::pair()?;
        let mut child = self.keeper(job, theirs, out.is_some())?;
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let (mut reported, ours) = (None, connection.try_clone()?);
        let stop = || drop(ours.shutdown(std::net::Shutdown::Write));
        let (unwritten, tails) = thread::scope(|scope| {
            let stop = &stop;
            let stdout = stdout.zip(out).map(|(from, to)| {
                scope.spawn(move || {
                    let (tail, written) = copy(from, to);
                    // No more output can be written, so the command need not continue.
                    written
                        .inspect_err(|_| stop())
                        .map_or_else(|e| (tail.clone(), Some(e)), |()| (tail.clone(), None))
                })
            });
            let stderr = stderr.map(|from| scope.spawn(move || copy(from, &mut std::io::sink()).0));
            reported = wait(&connection, job.timeout, interrupts, stop);
            let (printed, unwritten) =
                stdout.and_then(|thread| thread.join().ok()).unwrap_or_default();
            let said = stderr.and_then(|thread| thread.join().ok()).unwrap_or_default();
            (unwritten, [printed, said])
        });
        child.wait()?;
        let asked = reported.take();
        let mut line = String::new();
        BufReader::new(connection).read_line(&mut line)?;
        let report = Report::parse(&line)
            .ok_or_else(|| Error::other("the process that keeps the command was killed"))?;
        Ok(Finished {
            ended: asked.unwrap_or(report.ended),
            usage: report.usage,
            left: report.left,
            tail: tails.concat(),
            unwritten,
        })
    }

    fn keeper(&self, job: &Job, connection: UnixStream, is_output_kept: bool) -> Result<Child> {
        let mut command = Command::new(&self.program);
        let processors = self.processors.as_deref().unwrap_or("-");
        let counters = if self.counters { "counters" } else { "-" };
        command.args([KEEPER, processors, counters]).args(&job.words);
        if let Some(folder) = &job.folder {
            command.current_dir(folder);
        }
        if self.hides_git {
            hide_git(&mut command);
        }
        command.envs(job.environment.iter().map(|(name, value)| (name, value)));
        // The keeper has a separate process group, so it survives if the program's group is killed and then notices
        // that the connection closes.
        command.process_group(0);
        command.stdin(Stdio::from(OwnedFd::from(connection)));
        command.stdout(if is_output_kept { Stdio::piped() } else { Stdio::null() });
        command.stderr(Stdio::piped());
        command.spawn()
    }
}

/// Waits until the keeper reports, the time limit expires or a signal arrives; returns the reason for an early end.
fn wait(
    connection: &UnixStream,
    timeout: Option<Duration>,
    interrupts: &mut Interrupts,
    stop: &(dyn Fn() + Sync),
) -> Option<Ended> {
    let begun = Instant::now();
    let mut asked = None;
    loop {
        let rest = timeout.map(|timeout| timeout.saturating_sub(begun.elapsed()));
        let tick = if asked.is_some() { TICK } else { rest.unwrap_or(TICK).min(TICK) };
        let tick =
            PollTimeout::try_from(tick + Duration::from_millis(1)).unwrap_or(PollTimeout::MAX);
        let mut sources = vec![PollFd::new(connection.as_fd(), PollFlags::POLLIN)];
        sources.extend(interrupts.sources().map(|fd| PollFd::new(fd, PollFlags::POLLIN)));
        let _ = poll(&mut sources, tick);
        let reported = sources[0].revents().is_some_and(|events| !events.is_empty());
        if reported {
            return asked;
        }
        if asked.is_some() {
            continue;
        }
        if let Some(signal) = interrupts.caught() {
            asked = Some(Ended::Interrupted(signal));
        } else if rest.is_some_and(|rest| rest.is_zero()) {
            asked = Some(Ended::TimedOut);
        }
        if asked.is_some() {
            stop();
        }
    }
}

/// Copies until the end; returns the last bytes, and any error from writing.
fn copy(mut from: impl Read, to: &mut dyn Write) -> (Vec<u8>, Result<()>) {
    let (mut tail, mut written) = (Vec::new(), Ok(()));
    let mut buffer = vec![0; 64 << 10];
    loop {
        let count = match from.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let bytes = &buffer[..count];
        tail.extend_from_slice(&bytes[count.saturating_sub(TAIL_BYTES)..]);
        tail.drain(..tail.len().saturating_sub(TAIL_BYTES));
        if written.is_ok() {
            written = to.write_all(bytes);
            if written.is_err() {
                // Closing the pipe informs the command.
                break;
            }
        }
    }
    (tail, written)
}
