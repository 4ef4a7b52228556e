//! Removes the wrapping from a log, line by line.

use std::borrow::Cow;

use super::escapes::{ESCAPE, append_plain, shown};
use super::stamps::Stamp;
use super::wrapping::Wrapping;
use crate::LINE_MAX;
use crate::certain_data::is_certain_data;
use crate::lines::LineBuffer;

/// Removes the wrapping from the text of one input, which comes in chunks of any length.
#[derive(Debug)]
pub(crate) struct Stripper {
    lines: LineBuffer,
    text: Text,
}

/// The counts of removed stamps and sequences.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Stripped {
    /// The number of lines with a stamp.
    pub(crate) stamped: u64,
    /// Whether the stamps contained names of jobs and steps.
    pub(crate) jobs: bool,
    /// Whether names without a time were stamps.
    pub(crate) names: bool,
    /// The number of other lines that are data only without their terminal sequences.
    pub(crate) escaped: u64,
}

/// The text without its wrapping.
#[derive(Debug)]
struct Text {
    wrapping: Wrapping,
    /// Whole lines.
    out: Vec<u8>,
    /// The last line, while the next one may continue it.
    open: Option<Vec<u8>>,
    stripped: Stripped,
}

impl Stripper {
    pub(crate) fn new(wrapping: Wrapping) -> Stripper {
        let jobs = wrapping.stamps.contains(&Stamp::Job);
        let names = wrapping.stamps.iter().any(|stamp| !stamp.is_time());
        let stripped = Stripped { jobs, names, ..Stripped::default() };
        let text = Text { wrapping, out: Vec::new(), open: None, stripped };
        Stripper { lines: LineBuffer::default(), text }
    }

    /// Reads the next chunk; returns the lines that it completes.
    pub(crate) fn feed(&mut self, chunk: &[u8]) -> &[u8] {
        let Stripper { lines, text } = self;
        text.out.clear();
        lines.feed(chunk, |_| true, &mut |lines, _| text.take(lines));
        &text.out
    }

    /// Returns the rest at the end of the input.
    pub(crate) fn finish(&mut self) -> &[u8] {
        let Stripper { lines, text } = self;
        text.out.clear();
        let is_open = lines.finish(&mut |lines, _| text.take(lines));
        text.close();
        if is_open {
            // It still has no line end.
            text.out.pop();
        }
        &text.out
    }

    /// Returns whether a runner stamped the lines, because colors may have any origin.
    pub(crate) fn is_of_runner(&self) -> bool {
        self.text.wrapping.is_of_runner
    }

    /// Returns the counts of stamps and sequences that were removed so far.
    pub(crate) fn stripped(&self) -> Stripped {
        self.text.stripped
    }
}

impl Text {
    /// Reads whole lines; returns their number.
    fn take(&mut self, mut text: &[u8]) -> u64 {
        let mut count = 0;
        loop {
            let end = memchr::memchr(b'\n', text);
            self.line(&text[..end.unwrap_or(text.len())]);
            count += 1;
            match end {
                Some(end) if end + 1 < text.len() => text = &text[end + 1..],
                _ => return count,
            }
        }
    }

    fn line(&mut self, whole: &[u8]) {
        // The beginning of a line that is too long is as useful as all of it, because no reader accepts it.
        let is_long = LINE_MAX < whole.len();
        let line = &whole[..whole.len().min(LINE_MAX + 1)];
        let mut plain = Vec::new();
        let has_escapes = memchr::memchr(ESCAPE, line).is_some();
        let mut rest = if has_escapes {
            append_plain(line, &mut plain);
            &plain[..]
        } else {
            line
        };
        let (mut is_stamped, mut continues) = (false, false);
        for stamp in &self.wrapping.stamps {
            if let Some(cut) = stamp.cut(rest) {
                rest = cut.rest;
                is_stamped = true;
                continues |= cut.continues;
            }
        }
        self.stripped.stamped += u64::from(is_stamped);
        let mut rest = Cow::Borrowed(rest);
        if is_long {
            rest.to_mut().resize(LINE_MAX + 1, b' ');
        }
        if self.wrapping.stamps.contains(&Stamp::Stream) {
            self.join(&rest, continues);
            return;
        }
        let shown = if is_stamped || has_escapes { shown(&rest) } else { &rest };
        let is_new =
            has_escapes && !is_stamped && is_certain_data(shown) && !is_certain_data(whole);
        self.stripped.escaped += u64::from(is_new);
        self.append(shown);
    }

    /// Holds a line back until the next one shows that it is complete.
    fn join(&mut self, line: &[u8], continues: bool) {
        if !continues {
            self.close();
        } else if self.open.is_some() {
            // The whole line is at the location of its last part.
            self.out.push(b'\n');
        }
        let open = self.open.get_or_insert_default();
        let room = (LINE_MAX + 1).saturating_sub(open.len());
        open.extend_from_slice(&line[..room.min(line.len())]);
    }

    /// Ends the line that the next line might have continued.
    fn close(&mut self) {
        if let Some(open) = self.open.take() {
            self.append(shown(&open));
        }
    }

    fn append(&mut self, line: &[u8]) {
        self.out.extend_from_slice(line);
        self.out.push(b'\n');
    }
}
