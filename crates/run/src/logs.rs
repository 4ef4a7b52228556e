//! The logs of a recording, one for each version.
//!
//! A run's output is written to its log immediately. A valid run is *kept*; any other run is rolled back, so that a
//! log contains only complete runs. A killed recorder cannot roll back: the run in progress then lacks the line that
//! ends it, and the next recording removes it. Must not know the content of a run.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use benchlens_base::Sentence;

use crate::words::reason;

/// How to treat existing logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Refuse to write.
    #[default]
    New,
    /// Append to their content.
    Append,
    /// Replace their content.
    Replace,
}

/// Why a log cannot be written.
#[derive(Debug)]
pub enum LogError {
    /// The log exists and is not empty.
    Exists(PathBuf),
    /// Another recording is writing it.
    Busy(PathBuf),
    /// The system reports an error.
    System(PathBuf, Error),
}

impl LogError {
    /// Returns the message.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            LogError::Exists(path) => Sentence::from(format!("{} exists: use ", path.display()))
                .and_setting("append")
                .and(" to add blocks, ")
                .and_setting("force")
                .and(" to overwrite it, or ")
                .and_setting("logs")
                .and(" to write elsewhere"),
            LogError::Busy(path) => {
                format!("{}: another recording writes it", path.display()).into()
            }
            LogError::System(path, error) => {
                format!("write {}: {}", path.display(), reason(error)).into()
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
    /// The length of the complete runs in the file.
    kept: u64,
    /// The same length at the last mark, and the number of runs at that time.
    marked: (u64, u32),
    /// The last byte written.
    last: u8,
    /// The number of bytes written.
    length: u64,
    /// The number of runs that are kept.
    runs: u32,
    /// Whether the file was empty or missing.
    is_new: bool,
    /// Whether the file ended with an incomplete run, which was removed.
    is_repaired: bool,
}

impl Logs {
    /// Opens all logs or none: no file is changed before all of them are writable.
    ///
    /// # Errors
    ///
    /// Returns the first log that cannot be written.
    pub fn open(paths: &[PathBuf], mode: Mode) -> std::result::Result<Logs, LogError> {
        let logs: std::result::Result<Vec<_>, _> =
            paths.iter().map(|path| Log::open(path, mode)).collect();
        let mut logs = logs?;
        for log in &mut logs {
            log.prepare(mode).map_err(|error| LogError::System(log.path.clone(), error))?;
        }
        Ok(Logs(logs))
    }

    pub(crate) fn log(&mut self, index: usize) -> &mut Log {
        &mut self.0[index]
    }

    /// Marks the current position in all logs.
    pub(crate) fn mark(&mut self) {
        self.0.iter_mut().for_each(|log| log.marked = (log.kept, log.runs));
    }

    /// Removes the runs that were kept since the mark.
    pub(crate) fn back_to_mark(&mut self) -> std::result::Result<(), LogError> {
        self.0.iter_mut().try_for_each(|log| {
            (log.kept, log.runs) = log.marked;
            log.roll_back()
        })
    }

    /// Removes new logs that contain no run.
    pub fn remove_empty(self) {
        for log in self.0.iter().filter(|log| log.is_new && !log.has_run()) {
            let _ = std::fs::remove_file(&log.path);
        }
    }

    /// Returns the logs from which an incomplete run of a killed recorder was removed.
    pub fn repaired(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().filter(|log| log.is_repaired).map(|log| &*log.path)
    }

    /// Returns the paths of the logs.
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
            // This file system has no locks.
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
        // A device has no end to append to.
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

    /// Writes the text that follows a run.
    pub(crate) fn end_run(&mut self, end: &str) -> Result<()> {
        self.end_line()?;
        self.write_all(end.as_bytes())
    }

    /// Keeps the run that has just been written.
    pub(crate) fn keep_run(&mut self) {
        self.keep();
        self.runs += 1;
    }

    /// Returns whether the log contains a run of this recording.
    pub(crate) fn has_run(&self) -> bool {
        0 < self.runs
    }

    /// Keeps everything that has been written.
    pub(crate) fn keep(&mut self) {
        self.kept = self.length;
    }

    /// Removes everything after the last kept run.
    pub(crate) fn roll_back(&mut self) -> std::result::Result<(), LogError> {
        let cut = self.file.set_len(self.kept).and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.map_err(|error| self.error(error))?;
        (self.length, self.last) = (self.kept, b'\n');
        Ok(())
    }

    /// Returns the text after the last kept run, without its first `behind` bytes.
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

/// Returns where an incomplete run at the end of a log begins. Returns nothing if the last run is complete, or if the
/// log does not mark runs.
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
                // The cut line cannot be interpreted.
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
