//! Reads one input with several threads.
//!
//! Threads alternate at the source: each reads a block of complete lines, lets the next thread read, and parses its
//! block. Parsed blocks are merged in their order, so that the store is the same for any number of threads.

use std::collections::BTreeMap;
use std::io::{Read, Result};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use benchlens_core::StoreBuilder;
use benchlens_core::format::{Format, HEAD_BYTES};
use benchlens_core::store::{Segment, read_segments};

use super::blocks::{BLOCK_BYTES, Block, Blocks};
use super::threads::Threads;

/// Reads a text. `head` has already been read; it is [`HEAD_BYTES`] long unless it is the whole text. The part before
/// an error is in the builder.
pub(super) fn read_text(
    head: &[u8],
    source: &mut (dyn Read + Send),
    builder: &mut StoreBuilder,
    threads: &Threads,
) -> Result<()> {
    // Small inputs end with their head.
    let can_share = HEAD_BYTES <= head.len() && 1 < threads.count();
    let format = builder.options().cut_at_lines(head).filter(|_| can_share);
    match format {
        // Nothing is read between inputs.
        None => feed_text(head, source, &mut |chunk| builder.feed(chunk).is_ok()),
        Some(format) => {
            builder.note_head(head);
            let seed = builder.seed();
            let whole = Whole { format, seed, head, source };
            share(whole, builder, threads.count())
        }
    }
}

/// Reads the rest of a text on one thread, after `head` has already been read, until it ends or `take` stops.
///
/// # Errors
///
/// Returns an error if the source cannot be read any further.
pub fn feed_text(
    head: &[u8],
    source: &mut dyn Read,
    take: &mut dyn FnMut(&[u8]) -> bool,
) -> Result<()> {
    if !take(head) || head.len() < HEAD_BYTES {
        // The source has ended and is not read again, because a user at a terminal would have to end it twice.
        return Ok(());
    }
    let mut block = Block::default();
    loop {
        block.clear();
        let read = block.read(source, BLOCK_BYTES);
        if !take(block.bytes()) || read? < BLOCK_BYTES {
            return Ok(());
        }
    }
}

/// An input that several threads read together.
struct Whole<'a> {
    format: &'a Format,
    seed: u64,
    /// The bytes that have already been read.
    head: &'a [u8],
    source: &'a mut (dyn Read + Send),
}

fn share(whole: Whole<'_>, builder: &mut StoreBuilder, threads: usize) -> Result<()> {
    let Whole { format, seed, head, source } = whole;
    let turn =
        Mutex::new(Turn { blocks: Blocks::new(format, head, source), next: 0, failed: Ok(()) });
    let merge = Mutex::new(Merge { builder, next: 0, waiting: BTreeMap::new() });
    let work = || {
        let mut block = Block::default();
        loop {
            // This is a separate statement, because a loop's condition would hold the lock during parsing.
            let taken = lock(&turn).take(&mut block);
            let Some(number) = taken else { break };
            let segments = read_segments(format, seed, block.bytes());
            lock(&merge).add(number, segments);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // If the system refuses to start a thread, the others do its work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    let Turn { blocks, failed, .. } = turn.into_inner().unwrap_or_else(PoisonError::into_inner);
    if failed.is_err() {
        // As on one thread, an incomplete line does not count as read.
        let rest = read_segments(format, seed, blocks.rest());
        let merge = merge.into_inner().unwrap_or_else(PoisonError::into_inner);
        rest.into_iter().for_each(|segment| merge.builder.append_cut(segment));
    }
    failed
}

/// The thread that may read from the source.
struct Turn<'a> {
    blocks: Blocks<'a>,
    next: usize,
    failed: Result<()>,
}

impl Turn<'_> {
    /// Reads the next block; returns its number, or nothing at the end.
    fn take(&mut self, block: &mut Block) -> Option<usize> {
        if self.failed.is_err() {
            return None;
        }
        self.failed = self.blocks.next(block);
        if block.bytes().is_empty() {
            return None;
        }
        self.next += 1;
        Some(self.next - 1)
    }
}

/// Merges parsed blocks into the store.
struct Merge<'a> {
    builder: &'a mut StoreBuilder,
    next: usize,
    /// Parsed blocks that follow a block that is still being parsed.
    waiting: BTreeMap<usize, Vec<Segment>>,
}

impl Merge<'_> {
    fn add(&mut self, number: usize, segments: Vec<Segment>) {
        self.waiting.insert(number, segments);
        while let Some(segments) = self.waiting.remove(&self.next) {
            segments.into_iter().for_each(|segment| self.builder.append(segment));
            self.next += 1;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
