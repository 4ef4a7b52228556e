//! Chunks cut anywhere to whole lines: what every format of lines needs.
//!
//! Takes bytes as they come; gives texts of whole lines, with how many lines came before. Keeps no
//! more of an unfinished line than [`LINE_MAX`] bytes, and nothing of one that its first byte rules
//! out.

/// A longer line is no data of any benchmark tool: it is skipped with a message.
pub const LINE_MAX: usize = 64 << 20;

/// Puts lines together that are spread over chunks.
#[derive(Debug, Default)]
pub(crate) struct LineBuffer {
    /// The beginning of a line whose end has not come yet. Never more than one byte over the limit,
    /// which is enough to see that the line is too long.
    carry: Vec<u8>,
    /// Whether that line is noise of which nothing is kept.
    skipping: bool,
    /// Lines completely read.
    read: u64,
}

impl LineBuffer {
    /// How many lines were completely read.
    pub(crate) fn read(&self) -> u64 {
        self.read
    }

    /// Takes the next chunk. `lines` gets texts of whole lines, each with the number of lines before
    /// it, and says how many lines it was; `may_be_data` says by its first byte whether a line can
    /// be anything but noise.
    pub(crate) fn feed(
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

    /// Ends the last line, which has no line end. Says whether there was one.
    pub(crate) fn finish(&mut self, lines: &mut dyn FnMut(&[u8], u64) -> u64) -> bool {
        let is_open = self.is_open();
        if is_open {
            self.end_line(lines);
        }
        is_open
    }

    fn is_open(&self) -> bool {
        self.skipping || !self.carry.is_empty()
    }

    fn keep(&mut self, part: &[u8]) {
        // Of a line that is noise a few bytes are kept: enough to see whether it hides a result.
        let limit = if self.skipping { NOISE_KEPT } else { LINE_MAX + 1 };
        let room = limit.saturating_sub(self.carry.len());
        self.carry.extend_from_slice(&part[..room.min(part.len())]);
    }

    fn end_line(&mut self, lines: &mut dyn FnMut(&[u8], u64) -> u64) {
        let mut carry = std::mem::take(&mut self.carry);
        lines(&carry, self.read);
        self.read += 1;
        self.skipping = false;
        // Keep the room unless one huge line made it huge.
        if carry.capacity() <= 1 << 20 {
            carry.clear();
            self.carry = carry;
        }
    }
}

/// How much is kept of a line of noise.
pub(crate) const NOISE_KEPT: usize = 1 << 10;

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
