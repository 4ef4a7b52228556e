//! A stream cut into blocks of whole lines.

use std::io::{ErrorKind, Read, Result};

/// How much is read at once: large enough to make system calls cheap, small enough that a block is
/// still in the cache when it is parsed.
pub(super) const BLOCK_BYTES: usize = 1 << 20;

/// Cuts what it reads at line ends.
pub(super) struct Blocks<'a> {
    source: &'a mut (dyn Read + Send),
    /// The beginning of a line whose end was not in the last block.
    carry: Vec<u8>,
    ended: bool,
}

impl<'a> Blocks<'a> {
    /// `head` was read from the source already.
    pub(super) fn new(head: Vec<u8>, source: &'a mut (dyn Read + Send)) -> Self {
        Blocks { source, carry: head, ended: false }
    }

    /// Replaces the content of `block` by the next whole lines; empty at the end. The last line may
    /// lack its line end.
    pub(super) fn next(&mut self, block: &mut Vec<u8>) -> Result<()> {
        block.clear();
        std::mem::swap(block, &mut self.carry);
        let mut searched = 0;
        while !self.ended {
            if let Some(end) = block[searched..].iter().rposition(|&b| b == b'\n') {
                self.carry.extend_from_slice(&block[searched + end + 1..]);
                block.truncate(searched + end + 1);
                return Ok(());
            }
            // Of a long line that cannot be data, one byte tells as much as all of it.
            if block.first().is_some_and(|b| !b.is_ascii_alphabetic() && b.is_ascii()) {
                block.truncate(1);
            }
            searched = block.len();
            self.ended = read_some(self.source, block)? == 0;
        }
        Ok(())
    }
}

/// Appends up to [`BLOCK_BYTES`] bytes; says how many. Fewer means that the source has ended.
pub(super) fn read_some(source: &mut dyn Read, block: &mut Vec<u8>) -> Result<usize> {
    let start = block.len();
    block.resize(start + BLOCK_BYTES, 0);
    let mut end = start;
    while end < block.len() {
        match source.read(&mut block[end..]) {
            Ok(0) => break,
            Ok(len) => end += len,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => {
                block.truncate(end);
                return Err(error);
            }
        }
    }
    block.truncate(end);
    Ok(end - start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_whole_lines() {
        let line = "BenchmarkX 1 2 ns/op\n";
        let mut text = line.repeat(3 * BLOCK_BYTES / line.len()).into_bytes();
        text.extend_from_slice(b"BenchmarkLast 1 2 ns/op");
        let mut source = &text[..];
        let mut blocks = Blocks::new(Vec::new(), &mut source);
        let (mut block, mut all) = (Vec::new(), Vec::new());
        loop {
            blocks.next(&mut block).unwrap();
            if block.is_empty() {
                break;
            }
            all.extend_from_slice(&block);
            assert!(block.ends_with(b"\n") || all.len() == text.len());
        }
        assert!(all == text);
    }

    #[test]
    fn a_long_line_of_noise_is_not_kept() {
        let mut text = vec![b' '; 3 * BLOCK_BYTES];
        text.extend_from_slice(b"\nBenchmarkX 1 2 ns/op\n");
        let mut source = &text[..];
        let mut blocks = Blocks::new(Vec::new(), &mut source);
        let mut block = Vec::new();
        blocks.next(&mut block).unwrap();
        assert!(block.len() < 2 * BLOCK_BYTES && block.ends_with(b"\nBenchmarkX 1 2 ns/op\n"));
    }
}
