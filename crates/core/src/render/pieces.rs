//! Output in large pieces, written by threads.

use std::io::{Result, Write};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::base::parallel;

/// The minimum size of a piece.
const PIECE_BYTES: usize = 1 << 20;

/// Collects output and hands it over in large pieces.
pub(super) struct Pieces<'w> {
    pub(super) out: &'w mut dyn Write,
    pub(super) buffer: Vec<u8>,
}

impl<'w> Pieces<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> Self {
        Pieces { out, buffer: Vec::new() }
    }

    /// Adds whole lines, and returns their memory for reuse.
    pub(super) fn add(&mut self, mut text: Vec<u8>) -> Result<Vec<u8>> {
        if self.buffer.is_empty() {
            std::mem::swap(&mut self.buffer, &mut text);
        } else {
            self.buffer.extend_from_slice(&text);
        }
        self.flush_if_large()?;
        text.clear();
        Ok(text)
    }

    /// Writes the collected lines if they are large. Call it between lines.
    pub(super) fn flush_if_large(&mut self) -> Result<()> {
        if PIECE_BYTES <= self.buffer.len() { self.flush() } else { Ok(()) }
    }

    pub(super) fn flush(&mut self) -> Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

/// The number of rows that a thread writes at a time.
const BATCH_ROWS: usize = 256;

/// Writes rows 0 to `count`, a batch of indexes at a time, shared by threads.
pub(super) fn in_batches(
    out: &mut Pieces<'_>,
    threads: usize,
    count: usize,
    write: &(dyn Fn(Range<usize>, &mut Vec<u8>) + Sync),
) -> Result<()> {
    let batches: Vec<usize> = (0..count).step_by(BATCH_ROWS).collect();
    let indices = |start: usize| start..count.min(start + BATCH_ROWS);
    if threads <= 1 {
        for start in batches {
            write(indices(start), &mut out.buffer);
            out.flush_if_large()?;
        }
        return Ok(());
    }
    // Allocating memory costs more than writing to it.
    let spare: Mutex<Vec<Vec<u8>>> = Mutex::default();
    let spare = || spare.lock().unwrap_or_else(PoisonError::into_inner);
    // Each window has a few batches a thread, because more would only wait in memory.
    for window in batches.chunks(8 * threads) {
        let batch = |(): &mut (), i: usize| {
            let mut buffer = spare().pop().unwrap_or_default();
            write(indices(window[i]), &mut buffer);
            buffer
        };
        for text in parallel::map(window.len(), threads, || (), batch) {
            let emptied = out.add(text)?;
            spare().push(emptied);
        }
    }
    Ok(())
}
