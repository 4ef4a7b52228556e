//! A progress bar on standard error, for work that takes long enough to be watched.

use std::io::{IsTerminal, Read, Result, Seek, SeekFrom};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::neutral::in_one_line;

/// Shown after so long, and only at a terminal.
const PATIENCE: Duration = Duration::from_millis(500);

/// How far the work is.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    started: std::time::Instant,
    visible: bool,
}

impl Progress {
    /// `bytes` is how much there is to read, as far as that is known.
    pub(crate) fn new(bytes: Option<u64>) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(bytes, ProgressDrawTarget::hidden());
            let template = match bytes {
                Some(_) => "{msg} {bytes}/{total_bytes} {binary_bytes_per_sec} {wide_bar} {eta}",
                None => "{msg} {bytes} {binary_bytes_per_sec} {elapsed}",
            };
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar
        });
        Progress { bar, started: std::time::Instant::now(), visible: false }
    }

    /// Shows nothing.
    pub(crate) fn hidden() -> Progress {
        Progress { bar: None, started: std::time::Instant::now(), visible: false }
    }

    /// So many more bytes were read.
    pub(crate) fn advance(&mut self, bytes: usize) {
        if let Some(bar) = &self.bar {
            bar.inc(bytes as u64);
            self.show();
        }
    }

    /// There are so many more bytes to read than was known.
    pub(crate) fn expect(&mut self, bytes: u64) {
        if let Some(bar) = &self.bar
            && bar.length().is_some()
        {
            bar.inc_length(bytes);
        }
    }

    /// What is being done now; a name in it may hold anything.
    pub(crate) fn say(&mut self, what: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(in_one_line(what));
            self.show();
        }
    }

    fn show(&mut self) {
        if let Some(bar) = &self.bar
            && !self.visible
            && PATIENCE <= self.started.elapsed()
        {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            self.visible = true;
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Counts what is read, as it is on the disk.
pub(super) struct Counted<'a, R> {
    pub(super) source: R,
    pub(super) progress: &'a mut Progress,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let len = self.source.read(buffer)?;
        self.progress.advance(len);
        Ok(len)
    }
}

impl<R: Seek> Seek for Counted<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        self.source.seek(to)
    }
}
