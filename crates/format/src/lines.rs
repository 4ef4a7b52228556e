//! Splits chunks of any length into whole lines, for every line format.
//!
//! Takes bytes as they arrive; gives texts of whole lines, with the number of previous lines. Guarantees that it keeps
//! at most [`LINE_MAX`] bytes of an unfinished line, and nothing of a line that its first byte excludes.

pub(super) use super::line_limits::without_return;
use super::line_limits::{LINE_MAX, kept};
use super::{Location, Notice, Problem, Record, Sink, SyntaxError};

/// Returns the first line of a text, without its line end, and the text after it.
pub(super) fn split_line(text: &[u8]) -> (&[u8], &[u8]) {
    let end = memchr::memchr(b'\n', text).unwrap_or(text.len());
    (&text[..end], text.get(end + 1..).unwrap_or_default())
}

/// Returns a line that may be data, if it is not too long.
pub(super) fn checked(line: &[u8]) -> Result<&[u8], SyntaxError> {
    if LINE_MAX < line.len() { Err(SyntaxError::LineTooLong) } else { Ok(line) }
}

/// Joins lines that are spread over chunks.
#[derive(Debug, Default)]
pub(super) struct LineBuffer {
    /// The beginning of a line whose end has not come yet. It is at most one byte over the limit, which is enough to
    /// see that the line is too long.
    carry: Vec<u8>,
    /// Whether that line is noise of which nothing is kept.
    skipping: bool,
    /// The number of completely read lines.
    read: u64,
}

/// Reads whole lines after a number of lines into a sink, and returns how many they are.
pub(super) type ReadLines<'l> = dyn FnMut(&[u8], u64, &mut dyn Sink) -> u64 + 'l;

impl LineBuffer {
    /// Returns the number of completely read lines.
    pub(super) fn read(&self) -> u64 {
        self.read
    }

    /// Reads the next chunk. `lines` receives texts of whole lines, each with the number of previous lines, and
    /// returns the number of its lines; `may_be_data` returns for its first byte whether a line can be anything but
    /// noise.
    pub(super) fn feed(
        &mut self,
        chunk: &[u8],
        may_be_data: fn(u8) -> bool,
        lines: &mut dyn FnMut(&[u8], u64) -> u64,
    ) {
        let mut rest = chunk;
        if self.is_open() {
            let end = memchr::memchr(b'\n', rest);
            self.keep(&rest[..end.unwrap_or(rest.len())]);
            let Some(end) = end else { return };
            rest = &rest[end + 1..];
            self.end_line(lines);
        }
        let whole = memchr::memrchr(b'\n', rest).map_or(0, |i| i + 1);
        if whole != 0 {
            self.read += lines(&rest[..whole], self.read);
        }
        let tail = &rest[whole..];
        self.skipping = tail.first().is_some_and(|&b| !may_be_data(b));
        self.keep(tail);
    }

    /// Ends the last line, which has no line end. Returns whether there was one.
    pub(super) fn finish(&mut self, lines: &mut dyn FnMut(&[u8], u64) -> u64) -> bool {
        let is_open = self.is_open();
        if is_open {
            self.end_line(lines);
        }
        is_open
    }

    /// Ends the last line, which has no line end, and pushes a notice if the input may have been cut off in it: if the
    /// line is data, or if `begins_data` returns true for a line of which nothing is read. A line with a problem needs
    /// no second message.
    pub(super) fn finish_into(
        &mut self,
        sink: &mut dyn Sink,
        begins_data: fn(&[u8]) -> bool,
        lines: &mut ReadLines<'_>,
    ) {
        let mut last = Last { sink, is_data: None };
        let mut begins = false;
        self.finish(&mut |text, before| {
            begins = begins_data(text);
            lines(text, before, &mut last)
        });
        if last.is_data.unwrap_or(begins) {
            sink.push(&self.position(), Problem::Unterminated.into());
        }
    }

    /// Returns the last line that was completely read.
    pub(super) fn position(&self) -> Location {
        Location::Line(self.read)
    }

    fn is_open(&self) -> bool {
        self.skipping || !self.carry.is_empty()
    }

    fn keep(&mut self, part: &[u8]) {
        let room = kept(!self.skipping).saturating_sub(self.carry.len());
        self.carry.extend_from_slice(&part[..room.min(part.len())]);
    }

    fn end_line(&mut self, lines: &mut dyn FnMut(&[u8], u64) -> u64) {
        let mut carry = std::mem::take(&mut self.carry);
        lines(&carry, self.read);
        self.read += 1;
        self.skipping = false;
        // Keep the memory unless one huge line made it huge.
        if carry.capacity() <= 1 << 20 {
            carry.clear();
            self.carry = carry;
        }
    }
}

/// Passes records on and remembers whether the last one was data instead of a problem.
struct Last<'s> {
    sink: &'s mut dyn Sink,
    /// `None` without a record.
    is_data: Option<bool>,
}

impl Sink for Last<'_> {
    fn push(&mut self, at: &Location, record: Record<'_>) {
        self.is_data = Some(!matches!(
            record,
            Record::Notice(Notice::Problem(
                Problem::Syntax { .. } | Problem::Unreadable { .. } | Problem::Failed { .. }
            ))
        ));
        self.sink.push(at, record);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_whole_however_they_come() {
        let text = b"one\n\n  two\nlast";
        for size in 1..=text.len() {
            let (mut buffer, mut all) = (LineBuffer::default(), Vec::new());
            let mut take = |text: &[u8], before: u64| {
                let lines: Vec<&[u8]> =
                    text.strip_suffix(b"\n").unwrap_or(text).split(|&b| b == b'\n').collect();
                all.extend((before..).zip(lines.iter().map(|line| line.to_vec())));
                lines.len() as u64
            };
            text.chunks(size).for_each(|chunk| buffer.feed(chunk, |_| true, &mut take));
            assert!(buffer.finish(&mut take));
            let want = [
                (0, b"one".to_vec()),
                (1, Vec::new()),
                (2, b"  two".to_vec()),
                (3, b"last".to_vec()),
            ];
            assert_eq!(all, want, "{size}");
            assert_eq!(buffer.read(), 4);
        }
    }
}
