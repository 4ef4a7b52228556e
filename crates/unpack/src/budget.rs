//! How much may come out of what goes in.

use std::io::{Read, Result, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::limits::{FREE_BYTES, RATIO_MAX};
use super::trouble::Trouble;

/// What an input has cost so far, with everything in it.
#[derive(Debug, Default)]
pub(crate) struct Budget {
    read: AtomicU64,
    unpacked: AtomicU64,
}

impl Budget {
    /// How many bytes of the outermost source were read.
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

/// Counts what is read from the outermost source.
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

/// Watches what a decoder gives, and says in our words what is wrong with its data.
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
