//! The receiver of the texts of inputs: a store, or another consumer that processes results immediately.

use std::io::{Read, Result};

use benchlens_core::format::Location;
use benchlens_core::{Store, StoreBuilder};

use super::read::read_text;
use super::threads::Threads;

/// Receives inputs sequentially: see [`StoreBuilder`], which implements it.
pub trait Taker {
    /// Begins an input, with its name in messages and its label.
    fn begin(&mut self, name: &[u8], label: &[u8]);

    /// Begins a file of the input, which is a folder.
    fn member(&mut self, name: &[u8]);

    /// Adds a text of which `head` has already been read; the part before an error is kept.
    fn text(&mut self, head: &[u8], rest: &mut (dyn Read + Send), threads: &Threads) -> Result<()>;

    /// Adds all inputs of a table, each with a label. Call this between inputs.
    fn table(&mut self, table: &Store, labels: &[Vec<u8>]);

    /// Adds one input of a table to the current file of the input.
    fn replay(&mut self, table: &Store, input: usize);

    /// Ends a file of the input; returns the number of results in the input so far.
    fn end_member(&mut self) -> u64;

    /// Ends the input.
    fn end(&mut self);

    /// Ends the input, and removes it if it contained nothing.
    fn end_if_found(&mut self);

    /// Reports that the rest of the file cannot be read, and why.
    fn unreadable(&mut self, message: &[u8]);

    /// Reports that a part of the input cannot be read, and why.
    fn lost(&mut self, message: &[u8]);

    /// Reports that files of the input have no results, although they should, and why.
    fn skipped(&mut self, message: &[u8]);

    /// Returns how far the input was read completely.
    fn position(&self) -> Location;

    /// Returns the inputs so far.
    fn store(&self) -> &Store;
}

impl Taker for StoreBuilder {
    fn begin(&mut self, name: &[u8], label: &[u8]) {
        self.begin(name, label);
    }

    fn member(&mut self, name: &[u8]) {
        self.member(name);
    }

    fn text(&mut self, head: &[u8], rest: &mut (dyn Read + Send), threads: &Threads) -> Result<()> {
        read_text(head, rest, self, threads)
    }

    fn table(&mut self, table: &Store, labels: &[Vec<u8>]) {
        self.append_labelled(table, labels);
    }

    fn replay(&mut self, table: &Store, input: usize) {
        table.replay(input, self);
    }

    fn end_member(&mut self) -> u64 {
        self.end_member()
    }

    fn end(&mut self) {
        self.end();
    }

    fn end_if_found(&mut self) {
        self.end_if_found();
    }

    fn unreadable(&mut self, message: &[u8]) {
        self.unreadable(message);
    }

    fn lost(&mut self, message: &[u8]) {
        self.lost(message);
    }

    fn skipped(&mut self, message: &[u8]) {
        self.skipped(message);
    }

    fn position(&self) -> Location {
        self.position()
    }

    fn store(&self) -> &Store {
        self.store()
    }
}
