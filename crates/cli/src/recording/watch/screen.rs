//! Displays a measurement: a bar and tables at a terminal, an occasional line elsewhere, or nothing.

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use console::{Alignment, Term, measure_text_width, pad_str};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::fit;
use super::pace::clock;
use crate::output;

/// A log without a reader at a terminal gets a line after each such interval.
const LINE: Duration = Duration::from_secs(30);

/// The interval of the clock, because drawing takes time from the measured programs.
const TICK: Duration = Duration::from_secs(1);
const DRAWN_PER_SECOND: u8 = 4;

/// The length of the bar, in parts.
const LENGTH: u64 = 1000;

/// The rows below the tables: the bar and an empty line.
const ROWS_BELOW: usize = 2;

/// Tables need at least this number of rows.
const ROWS: usize = 4;

const BAR: &str = "{prefix} {wide_bar} {clock}";

pub(in crate::recording) enum Screen {
    Silent,
    /// Lines, with the time of the last line.
    Lines(Instant),
    Terminal(Terminal),
}

pub(in crate::recording) struct Terminal {
    bar: ProgressBar,
    term: Term,
    /// The expected end of the measurement, as far as it is known.
    end: Arc<Mutex<Option<Instant>>>,
    /// The greatest width of the text before the bar so far.
    widest: usize,
}

impl Screen {
    /// Creates a screen; `most` precedes a time that is an upper limit.
    pub(in crate::recording) fn new(is_quiet: bool, most: &'static str) -> Screen {
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if is_quiet {
            Screen::Silent
        } else if std::io::stderr().is_terminal() && !is_dumb {
            Screen::Terminal(Terminal::new(most))
        } else {
            Screen::Lines(Instant::now())
        }
    }

    /// Shows the current run and the total remaining time.
    pub(in crate::recording) fn show(&mut self, what: &str, left: Option<Duration>) {
        if let Screen::Terminal(terminal) = self {
            terminal.show(what, left);
        }
    }

    /// Returns whether there is room for tables.
    pub(super) fn has_room(&self) -> bool {
        matches!(self, Screen::Terminal(terminal) if ROWS <= terminal.rows())
    }

    /// Returns the width of the terminal.
    pub(super) fn columns(&self) -> Option<usize> {
        match self {
            Screen::Terminal(terminal) => Some(terminal.columns()),
            Screen::Silent | Screen::Lines(_) => None,
        }
    }

    /// Returns whether there is room for all lines of a text.
    pub(super) fn fits(&self, text: &[u8]) -> bool {
        let lines = text.split_inclusive(|&byte| byte == b'\n').count();
        matches!(self, Screen::Terminal(terminal) if lines <= terminal.rows())
    }

    /// Replaces the shown tables.
    pub(super) fn tables(&self, text: &[u8]) {
        if let Screen::Terminal(terminal) = self {
            terminal.tables(text);
        }
    }

    /// Returns whether it is time for a line.
    pub(in crate::recording) fn wants_line(&self) -> bool {
        matches!(self, Screen::Lines(last) if LINE <= last.elapsed())
    }

    /// Writes a line.
    pub(in crate::recording) fn line(&mut self, text: &str) {
        if let Screen::Lines(last) = self {
            output::note(text);
            *last = Instant::now();
        }
    }

    /// Writes a note that remains visible.
    pub(in crate::recording) fn note(&self, note: &str) {
        match self {
            Screen::Silent => {}
            Screen::Lines(_) => output::note(note),
            Screen::Terminal(terminal) => terminal.bar.suspend(|| output::note(note)),
        }
    }

    /// Removes the display.
    pub(in crate::recording) fn finish(self) {
        if let Screen::Terminal(terminal) = self {
            terminal.bar.finish_and_clear();
        }
    }
}

impl Terminal {
    fn new(most: &'static str) -> Terminal {
        let target = ProgressDrawTarget::stderr_with_hz(DRAWN_PER_SECOND);
        let bar = ProgressBar::with_draw_target(Some(LENGTH), target);
        let end: Arc<Mutex<Option<Instant>>> = Arc::default();
        let known = Arc::clone(&end);
        let both = move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = out.write_str(&clock(state.elapsed()));
            let end = *known.lock().unwrap_or_else(PoisonError::into_inner);
            let left = end.map(|end| end.saturating_duration_since(Instant::now()));
            // This run takes longer than earlier runs, so there is no better estimate.
            if let Some(left) = left.filter(|left| !left.is_zero()) {
                let _ = write!(out, ", {most}{} left", clock(left));
            }
        };
        bar.set_style(ProgressStyle::default_bar().with_key("clock", both));
        let terminal = Terminal { bar, term: Term::stderr(), end, widest: 0 };
        terminal.template(BAR);
        terminal.bar.enable_steady_tick(TICK);
        terminal
    }

    fn template(&self, template: &str) {
        if let Ok(style) = self.bar.style().template(template) {
            self.bar.set_style(style);
        }
    }

    /// Returns the number of rows that tables may use.
    fn rows(&self) -> usize {
        usize::from(self.term.size().0).saturating_sub(ROWS_BELOW)
    }

    fn columns(&self) -> usize {
        self.term.size().1.into()
    }

    fn show(&mut self, what: &str, left: Option<Duration>) {
        let end = left.and_then(|left| Instant::now().checked_add(left));
        *self.end.lock().unwrap_or_else(PoisonError::into_inner) = end;
        let elapsed = self.bar.elapsed().as_secs_f64();
        let share = left.map_or(0.0, |left| elapsed / (elapsed + left.as_secs_f64()).max(0.001));
        // At least a third of the line is for the bar and the clock.
        let most = self.columns() * 2 / 3;
        let what = fit::line(what, most);
        // Keep the start of the bar where it was for a longer name.
        self.widest = self.widest.max(measure_text_width(&what)).min(most);
        self.bar.set_prefix(pad_str(&what, self.widest, Alignment::Left, None).into_owned());
        self.bar.set_position((share * LENGTH as f64) as u64);
    }

    fn tables(&self, text: &[u8]) {
        self.template(&format!("{{msg}}\n{BAR}"));
        self.bar.set_message(fit::lines(text, self.rows(), self.columns()));
    }
}
