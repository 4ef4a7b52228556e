//! What takes the texts of inputs: a store, or whatever else does something with results as they come.

use std::io::{Read, Result};

use benchlens_core::format::Location;
use benchlens_core::{Store, StoreBuilder};

use super::read::read_text;
use super::threads::Threads;

/// Takes inputs one after the other: see [`StoreBuilder`], which is one.
pub trait Taker {
    /// Begins an input: what messages call it, and its label.
    fn begin(&mut self, name: &[u8], label: &[u8]);

    /// Begins a file of the input, which is a folder.
    fn member(&mut self, name: &[u8]);

    /// Takes a text of which `head` was read already; what was taken before an error counts.
    fn text(&mut self, head: &[u8], rest: &mut (dyn Read + Send), threads: &Threads) -> Result<()>;

    /// Takes all inputs of a table, each with a label, between inputs.
    fn table(&mut self, table: &Store, labels: &[Vec<u8>]);

    /// Takes one input of a table into the current file of the input.
    fn replay(&mut self, table: &Store, input: usize);

    /// Ends a file of the input; says how many results the input has until now.
    fn end_member(&mut self) -> u64;

    /// Ends the input.
    fn end(&mut self);

    /// Ends the input, and forgets it if it had nothing.
    fn end_if_found(&mut self);

    /// Tells that no more of the file can be read, and why.
    fn unreadable(&mut self, message: &[u8]);

    /// Reports that a part of the input cannot be read, and why.
    fn lost(&mut self, message: &[u8]);

    /// How far the input was completely read.
    fn position(&self) -> Location;

    /// What is known of the inputs so far.
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

    fn position(&self) -> Location {
        self.position()
    }

    fn store(&self) -> &Store {
        self.store()
    }
}
