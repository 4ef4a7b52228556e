//! Converts the results of any input to Go benchmark text.
//!
//! Takes the bytes of inputs and a filter; gives text that every tool for Go benchmarks reads. For Go's own logs, the
//! text is byte for byte the output of `benchfilter` of `golang.org/x/perf`. Guarantees that memory does not grow with
//! the number of results, because only the configuration and names are kept. Must not know tables or statistics.

mod config;
mod lines;
mod words;

use crate::base::Error;
use crate::format::{AutoReader, Location, Problem, ReadOptions, Reader as _, Sink as _};
use crate::project::Filter;
use crate::store::{Store, StoreBuilder};

use lines::Lines;

/// Converts inputs one after another to Go benchmark text.
///
/// For each input, call [`begin`](Converter::begin), then [`feed`](Converter::feed) with its bytes, in chunks of any
/// length, then [`end`](Converter::end). You can take the text at any time.
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
    /// Whether a file has begun but not ended.
    is_open: bool,
    lines: Lines,
}

impl Converter {
    /// Returns a converter of the results that a filter keeps. With `with_metadata` the text also contains data that
    /// Go's logs do not have: metadata, as configuration, and the blocks of recordings, as comments.
    ///
    /// # Errors
    ///
    /// Returns an error with its position if the filter is not valid.
    pub fn new(filter: &str, with_metadata: bool) -> Result<Converter, Error> {
        Converter::seeded(0, filter, with_metadata)
    }

    /// Returns the same converter with a seed for hashing: see [`StoreBuilder::seeded`].
    ///
    /// # Errors
    ///
    /// Returns an error with its position if the filter is not valid.
    pub fn seeded(seed: u64, filter: &str, with_metadata: bool) -> Result<Converter, Error> {
        let filter = Filter::compile("filter", filter)?;
        Ok(Converter {
            options: ReadOptions::default(),
            reader: AutoReader::default(),
            is_open: false,
            lines: Lines::new(seed, filter, with_metadata),
        })
    }

    /// Sets options that describe inputs before they are read.
    #[must_use]
    pub fn with_options(self, options: ReadOptions) -> Converter {
        Converter { options, ..self }
    }

    /// Starts an input. Messages call it `name`, and `label` is its `.file`.
    pub fn begin(&mut self, name: &[u8], label: &[u8]) {
        self.reader = AutoReader::new(self.options.clone());
        self.is_open = true;
        self.lines.begin(label);
        self.account().begin(name, label);
    }

    /// Starts a file of an input that is a folder: see [`StoreBuilder::member`].
    pub fn member(&mut self, name: &[u8]) {
        self.end_member();
        self.reader = AutoReader::new(self.options.clone());
        self.is_open = true;
        self.lines.begin_member();
        self.account().member(name);
    }

    /// Reads the next bytes of the input, which may be cut anywhere.
    pub fn feed(&mut self, chunk: &[u8]) {
        self.account().note_head(chunk);
        self.reader.feed(chunk, &mut self.lines);
    }

    /// Reads an input of a store instead of bytes, between [`begin`](Converter::begin) and [`end`](Converter::end).
    pub fn replay(&mut self, store: &Store, input: usize) {
        store.replay(input, &mut self.lines);
    }

    /// Reports that the rest of the current input, or of its current file, cannot be read, and why. Everything that
    /// was read before is kept.
    pub fn unreadable(&mut self, message: &[u8]) {
        let at = self.reader.position();
        let problem = Problem::Unreadable { message: message.to_vec() };
        self.lines.push(&at, problem.into());
    }

    /// Reports that a part of the current input cannot be read, and why.
    pub fn lost(&mut self, message: &[u8]) {
        self.end_member();
        self.account().lost(message);
    }

    /// Reports that files of the current input have no results: see [`StoreBuilder::skipped`].
    pub fn skipped(&mut self, message: &[u8]) {
        self.end_member();
        self.account().skipped(message);
    }

    /// Ends the input and forgets it if it contained nothing: see [`StoreBuilder::end_if_found`].
    pub fn end_if_found(&mut self) {
        self.end_member();
        self.account().end_if_found();
    }

    /// Ends the input.
    pub fn end(&mut self) {
        self.end_member();
        self.account().end();
    }

    /// Ends the current file of the input, if it has not ended.
    pub fn end_member(&mut self) {
        // A reader that has reported its end would report it again.
        if std::mem::take(&mut self.is_open) {
            self.reader.finish(&mut self.lines);
        }
        self.lines.count_results();
    }

    /// Returns the text since the last call. The text always ends at the end of a line.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.lines.out)
    }

    /// Accepts the buffer that [`take`](Converter::take) returned, and reuses it for the text that follows.
    pub fn reuse(&mut self, mut room: Vec<u8>) {
        if self.lines.out.is_empty() {
            room.clear();
            self.lines.out = room;
        }
    }

    /// Returns the position up to which the current input was read.
    pub fn position(&self) -> Location {
        self.reader.position()
    }

    /// Returns a store without results that contains the inputs, the number of results in each, and the diagnostics.
    pub fn store(&self) -> &Store {
        self.lines.account.store()
    }

    fn account(&mut self) -> &mut StoreBuilder {
        &mut self.lines.account
    }
}
