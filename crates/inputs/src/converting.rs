//! Converts inputs to Go benchmark text while they are read.

use std::io::{ErrorKind, Read, Write};

use benchlens_core::format::Location;
use benchlens_core::{Converter, Store};

use super::Leftovers;
use super::argument::InputArgument;
use super::progress::Progress;
use super::read::feed_text;
use super::taker::Taker;
use super::threads::Threads;

/// Go benchmark text that is written while inputs are read.
#[derive(Debug)]
pub struct Converting<W> {
    /// The converter, with the results that it has seen.
    pub converter: Converter,
    out: W,
    /// The result of writing so far.
    pub written: std::io::Result<()>,
}

impl<W: Write> Converting<W> {
    /// Returns a conversion that writes to `out`.
    pub fn new(converter: Converter, out: W) -> Converting<W> {
        Converting { converter, out, written: Ok(()) }
    }

    /// Converts inputs in their order.
    pub fn feed(&mut self, inputs: &[InputArgument], progress: &mut dyn Progress) -> Leftovers {
        let mut leftovers = super::feed(inputs, self, &Threads(Some(1)), progress);
        if self.written.is_err() {
            // A closed pipe on the output is not a failure of the input.
            leftovers.failure = None;
        }
        leftovers
    }

    /// Writes the pending text and returns whether writing still succeeds.
    fn print(&mut self) -> bool {
        if self.written.is_ok() {
            let text = self.converter.take();
            self.written = self.out.write_all(&text);
            self.converter.reuse(text);
        }
        self.written.is_ok()
    }
}

impl<W: Write> Taker for Converting<W> {
    fn begin(&mut self, name: &[u8], label: &[u8]) {
        self.converter.begin(name, label);
    }

    fn member(&mut self, name: &[u8]) {
        self.converter.member(name);
    }

    fn text(
        &mut self,
        head: &[u8],
        rest: &mut (dyn Read + Send),
        _threads: &Threads,
    ) -> std::io::Result<()> {
        feed_text(head, rest, &mut |chunk| {
            self.converter.feed(chunk);
            self.print()
        })?;
        // After a failed write, stop reading; this error only ends the reader and is never printed.
        if self.written.is_ok() { Ok(()) } else { Err(ErrorKind::BrokenPipe.into()) }
    }

    fn table(&mut self, table: &Store, labels: &[Vec<u8>]) {
        for (input, label) in labels.iter().enumerate() {
            let name = table.inputs()[input].name.clone();
            self.begin(&name, label);
            self.replay(table, input);
            self.end();
        }
    }

    fn replay(&mut self, table: &Store, input: usize) {
        self.converter.replay(table, input);
        self.print();
    }

    fn end_member(&mut self) -> u64 {
        self.converter.end_member();
        self.print();
        self.converter.store().inputs().last().map_or(0, |input| input.results)
    }

    fn end(&mut self) {
        self.converter.end();
        self.print();
    }

    fn end_if_found(&mut self) {
        self.converter.end_if_found();
        self.print();
    }

    fn unreadable(&mut self, message: &[u8]) {
        self.converter.unreadable(message);
    }

    fn lost(&mut self, message: &[u8]) {
        self.converter.lost(message);
    }

    fn skipped(&mut self, message: &[u8]) {
        self.converter.skipped(message);
    }

    fn position(&self) -> Location {
        self.converter.position()
    }

    fn store(&self) -> &Store {
        self.converter.store()
    }
}
