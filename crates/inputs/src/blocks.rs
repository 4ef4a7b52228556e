//! Cuts a stream into blocks of complete lines.

use std::io::{ErrorKind, Read, Result};

use benchlens_core::format::Format;

/// The number of bytes to read at once: large enough to make system calls cheap, small enough that a block is still
/// in the cache when it is parsed.
pub(super) const BLOCK_BYTES: usize = 1 << 20;

/// Bytes in a buffer that keeps its capacity, because allocating each block would cost as much as reading it.
#[derive(Default)]
pub(super) struct Block {
    room: Vec<u8>,
    len: usize,
}

impl Block {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.room[..self.len]
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Reads at most `count` additional bytes and returns the number of bytes read. A smaller number means that the
    /// source has ended.
    pub(super) fn read(&mut self, source: &mut dyn Read, count: usize) -> Result<usize> {
        let (start, end) = (self.len, self.len + count);
        if self.room.len() < end {
            self.room.resize(end, 0);
        }
        while self.len < end {
            match source.read(&mut self.room[self.len..end]) {
                Ok(0) => break,
                Ok(len) => self.len += len,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(self.len - start)
    }

    fn replace(&mut self, bytes: &[u8]) {
        if self.room.len() < bytes.len() {
            self.room.resize(bytes.len(), 0);
        }
        self.room[..bytes.len()].copy_from_slice(bytes);
        self.len = bytes.len();
    }
}

/// Cuts its input at line ends.
pub(super) struct Blocks<'a> {
    format: &'a Format,
    source: &'a mut (dyn Read + Send),
    /// The beginning of a line that the last block did not complete.
    carry: Vec<u8>,
    ended: bool,
}

impl<'a> Blocks<'a> {
    /// Creates blocks for a source from which `head` has already been read.
    pub(super) fn new(format: &'a Format, head: &[u8], source: &'a mut (dyn Read + Send)) -> Self {
        Blocks { format, source, carry: head.to_vec(), ended: false }
    }

    /// Replaces the content of `block` by the next complete lines; it is empty at the end. The last line may lack its
    /// line end.
    pub(super) fn next(&mut self, block: &mut Block) -> Result<()> {
        block.replace(&self.carry);
        self.carry.clear();
        let mut searched = 0;
        while !self.ended {
            let new = &block.bytes()[searched..];
            if let Some(end) = new.iter().rposition(|&b| b == b'\n') {
                self.carry.extend_from_slice(&new[end + 1..]);
                block.len = searched + end + 1;
                return Ok(());
            }
            // The beginning of a very long line is as informative as the whole line.
            block.len = block.len.min(self.format.line_bytes(block.bytes()));
            searched = block.len;
            match block.read(self.source, BLOCK_BYTES) {
                Ok(read) => self.ended = read == 0,
                Err(error) => {
                    self.cut(block);
                    return Err(error);
                }
            }
        }
        Ok(())
    }
}

impl Blocks<'_> {
    /// Keeps the complete lines of a block after which reading failed.
    fn cut(&mut self, block: &mut Block) {
        let end = block.bytes().iter().rposition(|&b| b == b'\n').map_or(0, |end| end + 1);
        self.carry.extend_from_slice(&block.bytes()[end..]);
        (block.len, self.ended) = (end, true);
    }

    /// Returns the line within which reading failed.
    pub(super) fn rest(&self) -> &[u8] {
        &self.carry
    }
}

#[cfg(test)]
mod tests {
    use benchlens_core::format::any_text;

    use super::*;

    #[test]
    fn blocks_are_whole_lines() {
        let line = "BenchmarkX 1 2 ns/op\n";
        let mut text = line.repeat(3 * BLOCK_BYTES / line.len()).into_bytes();
        text.extend_from_slice(b"BenchmarkLast 1 2 ns/op");
        let mut source = &text[100..];
        let mut blocks = Blocks::new(any_text(), &text[..100], &mut source);
        let (mut block, mut all) = (Block::default(), Vec::new());
        loop {
            blocks.next(&mut block).unwrap();
            if block.bytes().is_empty() {
                break;
            }
            all.extend_from_slice(block.bytes());
            assert!(block.bytes().ends_with(b"\n") || all.len() == text.len());
        }
        assert!(all == text);
    }

    #[test]
    fn a_long_line_of_noise_is_not_kept() {
        let mut text = vec![b' '; 3 * BLOCK_BYTES];
        text.extend_from_slice(b"\nBenchmarkX 1 2 ns/op\n");
        let mut source = &text[..];
        let mut blocks = Blocks::new(any_text(), b"", &mut source);
        let mut block = Block::default();
        blocks.next(&mut block).unwrap();
        let bytes = block.bytes();
        assert!(bytes.len() < 2 * BLOCK_BYTES && bytes.ends_with(b"\nBenchmarkX 1 2 ns/op\n"));
    }
}
