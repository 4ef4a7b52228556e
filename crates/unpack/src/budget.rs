//! Limits the size of the output in proportion to the input.

use std::io::{Read, Result, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::limits::{FREE_BYTES, RATIO_MAX};
use super::trouble::Trouble;

/// The bytes that an input and its nested containers have used so far.
#[derive(Debug, Default)]
pub(crate) struct Budget {
    read: AtomicU64,
    unpacked: AtomicU64,
}

impl Budget {
    /// Returns the number of bytes read from the outermost source.
    pub(crate) fn so_far(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    fn read(&self, bytes: usize) {
        self.read.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    fn unpack(&self, bytes: usize) -> Result<()> {
        let unpacked = self.unpacked.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
        let earned = self.read.load(Ordering::Relaxed).saturating_mul(RATIO_MAX);
        if FREE_BYTES < unpacked && earned < unpacked {
            return Err(Trouble::Bomb.into());
        }
        Ok(())
    }
}

/// Counts the bytes that are read from the outermost source.
pub(crate) struct Metered<R> {
    pub(crate) source: R,
    pub(crate) budget: Arc<Budget>,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let len = self.source.read(buffer)?;
        self.budget.read(len);
        Ok(len)
    }
}

impl<R: Seek> Seek for Metered<R> {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        self.source.seek(to)
    }
}

/// Limits the output of a decoder, and replaces its errors by our own.
pub(crate) struct Guarded<R> {
    pub(crate) decoder: R,
    pub(crate) budget: Arc<Budget>,
}

impl<R: Read> Read for Guarded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let len = self.decoder.read(buffer).map_err(Trouble::of_decoder)?;
        self.budget.unpack(len)?;
        Ok(len)
    }
}
