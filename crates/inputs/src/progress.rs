//! The progress of reading, for callers that show it or may stop it.

use std::io::{Read, Result, Seek, SeekFrom};

/// Receives the progress of reading. Threads that read together call it one at a time.
pub trait Progress: Send {
    /// Called after `bytes` more bytes were read, as stored on disk.
    ///
    /// # Errors
    ///
    /// Return an error to stop: reading then ends as if the source had failed with this error.
    fn advance(&mut self, bytes: usize) -> Result<()>;

    /// Called when there are `bytes` more bytes to read than [`total_bytes`](crate::total_bytes) counted.
    fn expect(&mut self, bytes: u64);

    /// Called with the name of the text that is being read; the name may contain any characters.
    fn say(&mut self, what: &str);
}

/// Ignores the progress and never stops.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Progress for Unwatched {
    fn advance(&mut self, _bytes: usize) -> Result<()> {
        Ok(())
    }

    fn expect(&mut self, _bytes: u64) {}

    fn say(&mut self, _what: &str) {}
}

/// Counts the bytes that are read, as stored on disk.
pub(super) struct Counted<'a, R> {
    pub(super) source: R,
    pub(super) progress: &'a mut dyn Progress,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let len = self.source.read(buffer)?;
        self.progress.advance(len)?;
        Ok(len)
    }
}

impl<R: Seek> Seek for Counted<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        self.source.seek(to)
    }
}
