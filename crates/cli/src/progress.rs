//! A progress bar on standard error for long work.

use std::io::{IsTerminal, Result};
use std::time::Duration;

use benchlens_inputs::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::neutral::in_one_line;

/// The bar appears after this time, and only at a terminal.
const PATIENCE: Duration = Duration::from_millis(500);

/// The progress of the work.
pub(crate) struct Bar {
    bar: Option<ProgressBar>,
    started: std::time::Instant,
    visible: bool,
}

impl Bar {
    /// Creates a bar; `bytes` is the size of the inputs, as far as it is known.
    pub(crate) fn new(bytes: Option<u64>) -> Bar {
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
        Bar { bar, started: std::time::Instant::now(), visible: false }
    }

    /// Creates a bar that shows nothing.
    pub(crate) fn hidden() -> Bar {
        Bar { bar: None, started: std::time::Instant::now(), visible: false }
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

    /// Removes the bar.
    pub(crate) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Progress for Bar {
    fn advance(&mut self, bytes: usize) -> Result<()> {
        if let Some(bar) = &self.bar {
            bar.inc(bytes as u64);
            self.show();
        }
        Ok(())
    }

    fn expect(&mut self, bytes: u64) {
        if let Some(bar) = &self.bar
            && bar.length().is_some()
        {
            bar.inc_length(bytes);
        }
    }

    fn say(&mut self, what: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(in_one_line(what));
            self.show();
        }
    }
}
