//! The program's side of a run: starts a keeper, takes what the command prints, and waits.

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
use crate::interrupts::Interrupts;

/// So much of what a command said last is kept for a message.
const TAIL_BYTES: usize = 4096;

/// How often a waiting program looks whether it can still write.
const TICK: Duration = Duration::from_millis(200);

/// Starts commands under keepers.
#[derive(Debug, Clone)]
pub struct Launcher {
    /// The program that is a keeper if its first word is [`KEEPER`].
    pub program: PathBuf,
    /// The processors that commands may use.
    pub processors: Option<String>,
    /// Whether instructions and cycles are counted; [`why_no_counters`](super::why_no_counters) says whether they
    /// can be.
    pub counters: bool,
}

impl Launcher {
    /// Keepers are copies of this program, which has to call [`keep`](super::keep) for them.
    ///
    /// # Errors
    ///
    /// The program's file is not known.
    pub fn new(processors: Option<String>) -> Result<Launcher> {
        // The link stays right if the file is replaced meanwhile.
        let link = Path::new("/proc/self/exe");
        let program = if link.exists() { link.to_owned() } else { std::env::current_exe()? };
        Ok(Launcher { program, processors, counters: false })
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

/// A run that is over.
#[derive(Debug)]
pub struct Finished {
    /// How.
    pub ended: Ended,
    /// What it used.
    pub usage: Usage,
    /// How many processes it had left running, which were ended.
    pub left: u32,
    /// The last of what it printed, to both outputs.
    pub tail: Vec<u8>,
    /// What it printed could not be kept.
    pub(crate) unwritten: Option<Error>,
}

impl Launcher {
    /// Runs a command to its end, or to that of the time it may take. What it prints goes to `out`.
    ///
    /// # Errors
    ///
    /// No keeper can be started.
    pub(crate) fn run(
        &self,
        job: &Job,
        out: Option<&mut (dyn Write + Send)>,
        interrupts: &mut Interrupts,
    ) -> Result<Finished> {
        let (connection, theirs) = UnixStream::pair()?;
        let mut child = self.keeper(job, theirs, out.is_some())?;
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let (mut told, ours) = (None, connection.try_clone()?);
        let stop = || drop(ours.shutdown(std::net::Shutdown::Write));
        let (unwritten, tails) = thread::scope(|scope| {
            let stop = &stop;
            let stdout = stdout.zip(out).map(|(from, to)| {
                scope.spawn(move || {
                    let (tail, written) = copy(from, to);
                    // Nothing more can be kept: the command need not go on.
                    written
                        .inspect_err(|_| stop())
                        .map_or_else(|e| (tail.clone(), Some(e)), |()| (tail.clone(), None))
                })
            });
            let stderr = stderr.map(|from| scope.spawn(move || copy(from, &mut std::io::sink()).0));
            told = wait(&connection, job.timeout, interrupts, stop);
            let (printed, unwritten) =
                stdout.and_then(|thread| thread.join().ok()).unwrap_or_default();
            let said = stderr.and_then(|thread| thread.join().ok()).unwrap_or_default();
            (unwritten, [printed, said])
        });
        child.wait()?;
        let asked = told.take();
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
        command.envs(job.environment.iter().map(|(name, value)| (name, value)));
        // A group of its own: whoever kills the program's group leaves a keeper that sees the connection close.
        command.process_group(0);
        command.stdin(Stdio::from(OwnedFd::from(connection)));
        command.stdout(if is_output_kept { Stdio::piped() } else { Stdio::null() });
        command.stderr(Stdio::piped());
        command.spawn()
    }
}

/// Waits until the keeper tells, the time is over or a signal comes; what made it end early.
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
        let told = sources[0].revents().is_some_and(|events| !events.is_empty());
        if told {
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

/// Copies until the end; the last bytes, and what went wrong with the writing.
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
                // Closing the pipe tells the command.
                break;
            }
        }
    }
    (tail, written)
}
