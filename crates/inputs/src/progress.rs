//! How far reading is, for whoever shows it or may stop it.

use std::io::{Read, Result, Seek, SeekFrom};

/// Is told how far reading is. Threads that read together take turns at it.
pub trait Progress: Send {
    /// So many more bytes were read, as they are on the disk.
    ///
    /// # Errors
    ///
    /// That no more is wanted: reading ends as if the source had failed like this.
    fn advance(&mut self, bytes: usize) -> Result<()>;

    /// There are so many more bytes to read than [`total_bytes`](crate::total_bytes) knew.
    fn expect(&mut self, bytes: u64);

    /// What is being read now; a name in it may hold anything.
    fn say(&mut self, what: &str);
}

/// Nobody watches, and nobody stops it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Progress for Unwatched {
    fn advance(&mut self, _bytes: usize) -> Result<()> {
        Ok(())
    }

    fn expect(&mut self, _bytes: u64) {}

    fn say(&mut self, _what: &str) {}
}

/// Counts what is read, as it is on the disk.
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
