//! The logs of a recording, one for each version.
//!
//! A run's output goes into its log as it comes. A run that counts is *kept*; all others are rolled back, so that a log
//! holds whole runs. A recorder that is killed can roll back nothing: the run in progress stays without the line that ends it,
//! and the next recording removes it. Must not know what is in a run.

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::words::reason;

/// What to do with logs that exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Refuse.
    #[default]
    New,
    /// Write behind what they hold.
    Append,
    /// Write over them.
    Replace,
}

/// Why a log cannot be written.
#[derive(Debug)]
pub enum LogError {
    /// It exists, and holds something.
    Exists(PathBuf),
    /// Another recording writes it.
    Busy(PathBuf),
    /// What the system says.
    System(PathBuf, Error),
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogError::Exists(path) => write!(
                f,
                "{} exists: use -append to add blocks, -force to overwrite it, or -o to write elsewhere",
                path.display()
            ),
            LogError::Busy(path) => write!(f, "{}: another recording writes it", path.display()),
            LogError::System(path, error) => {
                write!(f, "write {}: {}", path.display(), reason(error))
            }
        }
    }
}

/// The logs, in the order of the versions.
#[derive(Debug)]
pub struct Logs(Vec<Log>);

#[derive(Debug)]
pub(crate) struct Log {
    path: PathBuf,
    file: File,
    /// How much of the file is whole runs.
    kept: u64,
    /// The same at the last mark, and the runs then.
    marked: (u64, u32),
    /// The last byte written.
    last: u8,
    /// How much is written.
    length: u64,
    /// How many runs are kept.
    runs: u32,
    /// Whether it was empty or not there.
    is_new: bool,
    /// Whether it ended with a part of a run, which was removed.
    is_repaired: bool,
}

impl Logs {
    /// Opens all logs, or none: nothing is changed before all can be written.
    ///
    /// # Errors
    ///
    /// The first that cannot be written.
    pub fn open(paths: &[PathBuf], mode: Mode) -> std::result::Result<Logs, LogError> {
        let logs: std::result::Result<Vec<_>, _> =
            paths.iter().map(|path| Log::open(path, mode)).collect();
        let mut logs = logs?;
        for log in &mut logs {
            log.prepare(mode).map_err(|error| LogError::System(log.path.clone(), error))?;
        }
        Ok(Logs(logs))
    }

    pub(crate) fn log(&mut self, place: usize) -> &mut Log {
        &mut self.0[place]
    }

    /// Remembers where all logs are.
    pub(crate) fn mark(&mut self) {
        self.0.iter_mut().for_each(|log| log.marked = (log.kept, log.runs));
    }

    /// Takes back what was kept since the mark.
    pub(crate) fn back_to_mark(&mut self) -> std::result::Result<(), LogError> {
        self.0.iter_mut().try_for_each(|log| {
            (log.kept, log.runs) = log.marked;
            log.roll_back()
        })
    }

    /// Removes the logs that hold no run and were not there before.
    pub fn remove_empty(self) {
        for log in self.0.iter().filter(|log| log.is_new && !log.has_run()) {
            let _ = std::fs::remove_file(&log.path);
        }
    }

    /// The logs of which a part of a run was removed, which a killed recorder had left.
    pub fn repaired(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().filter(|log| log.is_repaired).map(|log| &*log.path)
    }

    /// Where the logs are.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(|log| &*log.path)
    }
}

impl Log {
    fn open(path: &Path, mode: Mode) -> std::result::Result<Log, LogError> {
        let system = |error| LogError::System(path.to_owned(), error);
        let opened =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = opened.map_err(system)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LogError::Busy(path.to_owned())),
            // A file system without locks.
            Err(TryLockError::Error(_)) => {}
        }
        let length = file.metadata().map_err(system)?.len();
        if mode == Mode::New && 0 < length {
            return Err(LogError::Exists(path.to_owned()));
        }
        Ok(Log {
            path: path.to_owned(),
            file,
            kept: 0,
            marked: (0, 0),
            last: b'\n',
            length,
            runs: 0,
            is_new: length == 0,
            is_repaired: false,
        })
    }

    fn prepare(&mut self, mode: Mode) -> Result<()> {
        if mode == Mode::Replace {
            self.file.set_len(0)?;
        }
        // A device has no end.
        let is_kept = mode == Mode::Append && self.file.metadata()?.is_file();
        if is_kept && let Some(whole) = partial_run(BufReader::new(&self.file))? {
            self.file.set_len(whole)?;
            self.is_repaired = true;
        }
        self.length = self.file.seek(SeekFrom::End(0))?;
        if 0 < self.length {
            self.file.seek(SeekFrom::End(-1))?;
            let mut last = [0];
            self.file.read_exact(&mut last)?;
            self.last = last[0];
            self.end_line()?;
        }
        self.keep();
        Ok(())
    }

    /// Begins a new line.
    pub(crate) fn end_line(&mut self) -> Result<()> {
        if self.last == b'\n' { Ok(()) } else { self.write_all(b"\n") }
    }

    /// Writes what stands behind a run.
    pub(crate) fn end_run(&mut self, end: &str) -> Result<()> {
        self.end_line()?;
        self.write_all(end.as_bytes())
    }

    /// A run up to here counts.
    pub(crate) fn keep_run(&mut self) {
        self.keep();
        self.runs += 1;
    }

    /// Whether a run of this recording is in it.
    pub(crate) fn has_run(&self) -> bool {
        0 < self.runs
    }

    /// Everything up to here stays.
    pub(crate) fn keep(&mut self) {
        self.kept = self.length;
    }

    /// Takes back what does not count.
    pub(crate) fn roll_back(&mut self) -> std::result::Result<(), LogError> {
        let cut = self.file.set_len(self.kept).and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.map_err(|error| self.error(error))?;
        (self.length, self.last) = (self.kept, b'\n');
        Ok(())
    }

    /// What was written since the last run that counts, but for so many bytes of it.
    pub(crate) fn unkept(&mut self, behind: u64) -> Result<std::io::Take<&mut File>> {
        let start = self.length.min(self.kept + behind);
        self.file.seek(SeekFrom::Start(start))?;
        let length = self.length - start;
        Ok((&mut self.file).take(length))
    }

    pub(crate) fn error(&self, error: Error) -> LogError {
        LogError::System(self.path.clone(), error)
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let count = self.file.write(bytes)?;
        if count == 0 && !bytes.is_empty() {
            return Err(ErrorKind::WriteZero.into());
        }
        self.length += count as u64;
        self.last = bytes[..count].last().copied().unwrap_or(self.last);
        Ok(count)
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Where a part of a run begins with which a log ends; nothing if it ends with a whole run, or does not say.
fn partial_run(mut log: impl BufRead) -> Result<Option<u64>> {
    let (mut at, mut begun, mut line) = (0, None, Vec::new());
    loop {
        line.clear();
        let length = log.read_until(b'\n', &mut line)? as u64;
        if length == 0 {
            return Ok(begun);
        }
        let text = line.strip_prefix(br#"{"Action":"output","Output":""#).unwrap_or(&line);
        if text.starts_with(b"# benchlens recording=") {
            let has = |word: &[u8]| text.windows(word.len()).any(|part| part == word);
            begun = if !line.ends_with(b"\n") {
                // Nobody knows what it was to say.
                begun.or(Some(at))
            } else if has(b" end=expected") {
                Some(at)
            } else if has(b" looks=") {
                begun
            } else {
                None
            };
        }
        at += length;
    }
}

#[cfg(test)]
mod tests {
    use super::partial_run;

    #[test]
    fn a_part_of_a_run_is_found() {
        let begin = "# benchlens recording=a block=1 time=1.5 end=expected\n";
        let end = "# benchlens recording=a end=1\n";
        let event = |line: &str| {
            format!("{{\"Action\":\"output\",\"Output\":\"{}\\n\"}}\n", line.trim_end())
        };
        let run = "BenchmarkA 1 2 ns/op\n";
        let check = |parts: &[&str], want: Option<usize>| {
            let begun = want.map(|parts_before| parts[..parts_before].concat().len() as u64);
            assert_eq!(partial_run(parts.concat().as_bytes()).unwrap(), begun, "{parts:?}");
        };
        check(&[], None);
        check(&[run], None);
        check(&["# benchlens recording=a block=1 time=1.5\n", run], None);
        check(&[begin, run, end], None);
        check(&[begin, run, end, begin, run], Some(3));
        check(&[begin, run, begin, run, end], None);
        check(&[begin, run, end, begin, "BenchmarkA 1"], Some(3));
        check(&[begin, run, end, "# benchlens recording=a blo"], Some(3));
        check(&[begin, run, "# benchlens recording=a end="], Some(0));
        check(&["# recorded by benchlens run, seed 1: x\n", begin, run], Some(1));
        check(&[&event(begin), run, &event(end)], None);
        check(&[&event(begin), run, &event(end), &event(begin), "{"], Some(3));
        check(&[&event(begin), run, &event(end)[..50]], Some(0));
    }
}
