//! Conversion: the results of any input as Go benchmark text.
//!
//! Takes the bytes of inputs and a filter; gives text that every tool for Go benchmarks reads. Of Go's own logs it is
//! byte for byte what `benchfilter` of `golang.org/x/perf` prints. Nothing is kept but the configuration: the memory
//! that it takes does not grow with the number of results. Must not know tables or statistics.

mod config;
mod lines;
mod words;

use crate::base::Error;
use crate::format::{AutoReader, Location, ReadOptions, Reader as _, Record, Sink as _};
use crate::project::Filter;
use crate::store::{Store, StoreBuilder};

use lines::Lines;

/// Converts inputs that come one after the other.
///
/// For each input call [`begin`](Converter::begin), then [`feed`](Converter::feed) with its bytes, in chunks cut
/// anywhere, then [`end`](Converter::end). Take the text as often as you like.
///
/// ```
/// let mut converter = benchlens_core::Converter::new(".unit:ns/op", false)?;
/// converter.begin(b"new.txt", b"new");
/// converter.feed(b"goos: linux\nBenchmarkA-8   100   12.50 ns/op   0 B/op\nPASS\n");
/// converter.end();
/// assert_eq!(converter.take(), b"goos: linux\n\nBenchmarkA-8 100 12.5 ns/op\n");
/// # Ok::<(), benchlens_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Converter {
    options: ReadOptions,
    reader: AutoReader,
    /// Whether a file was begun and not ended.
    is_open: bool,
    lines: Lines,
}

impl Converter {
    /// A converter of what a filter keeps. `with_metadata` says whether the text also has what Go's logs do not:
    /// metadata, as configuration, and the blocks of recordings, as comments.
    ///
    /// # Errors
    ///
    /// What is wrong with the filter, and where.
    pub fn new(filter: &str, with_metadata: bool) -> Result<Converter, Error> {
        Converter::seeded(0, filter, with_metadata)
    }

    /// The same with a seed of hashing: see [`StoreBuilder::seeded`].
    ///
    /// # Errors
    ///
    /// What is wrong with the filter, and where.
    pub fn seeded(seed: u64, filter: &str, with_metadata: bool) -> Result<Converter, Error> {
        let filter = Filter::compile("filter", filter)?;
        Ok(Converter {
            options: ReadOptions::default(),
            reader: AutoReader::default(),
            is_open: false,
            lines: Lines::new(seed, filter, with_metadata),
        })
    }

    /// The same with what is known of inputs before they are read.
    #[must_use]
    pub fn with_options(self, options: ReadOptions) -> Converter {
        Converter { options, ..self }
    }

    /// Starts an input: `name` is what messages call it, `label` is its `.file`.
    pub fn begin(&mut self, name: &[u8], label: &[u8]) {
        self.reader = AutoReader::new(self.options.clone());
        self.is_open = true;
        self.lines.begin(label);
        self.account().begin(name, label);
    }

    /// Starts a file of the input, which is a folder: see [`StoreBuilder::member`].
    pub fn member(&mut self, name: &[u8]) {
        self.end_member();
        self.reader = AutoReader::new(self.options.clone());
        self.is_open = true;
        self.lines.begin_member();
        self.account().member(name);
    }

    /// Reads the next bytes of the input, cut anywhere.
    pub fn feed(&mut self, chunk: &[u8]) {
        self.account().note_head(chunk);
        self.reader.feed(chunk, &mut self.lines);
    }

    /// Takes an input of a store in place of bytes, between [`begin`](Converter::begin) and [`end`](Converter::end).
    pub fn replay(&mut self, store: &Store, input: usize) {
        store.replay(input, &mut self.lines);
    }

    /// Tells that no more of the current input, or of the current file of it, can be read, and why. What was read
    /// before counts.
    pub fn unreadable(&mut self, message: &[u8]) {
        let at = self.reader.position();
        self.lines.push(&at, Record::Unreadable { message });
    }

    /// Reports that a part of the current input cannot be read, and why.
    pub fn lost(&mut self, message: &[u8]) {
        self.end_member();
        self.account().lost(message);
    }

    /// Ends the input, and forgets it if it had nothing: see [`StoreBuilder::end_if_found`].
    pub fn end_if_found(&mut self) {
        self.end_member();
        self.account().end_if_found();
    }

    /// Ends the input.
    pub fn end(&mut self) {
        self.end_member();
        self.account().end();
    }

    /// Ends the current file of the input, if it was not ended.
    pub fn end_member(&mut self) {
        // A reader that has told of its end would tell once more.
        if std::mem::take(&mut self.is_open) {
            self.reader.finish(&mut self.lines);
        }
        self.lines.count_results();
    }

    /// The text since this was called last. It ends where a line ends.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.lines.out)
    }

    /// Gives back room that [`take`](Converter::take) took, for the text that follows.
    pub fn reuse(&mut self, mut room: Vec<u8>) {
        if self.lines.out.is_empty() {
            room.clear();
            self.lines.out = room;
        }
    }

    /// How far the current input was completely read.
    pub fn position(&self) -> Location {
        self.reader.position()
    }

    /// A store without results that has the inputs, how many results each has, and the diagnostics.
    pub fn store(&self) -> &Store {
        self.lines.account.store()
    }

    fn account(&mut self) -> &mut StoreBuilder {
        &mut self.lines.account
    }
}
