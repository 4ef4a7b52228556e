//! The interface of a format: how it is recognized, its reader, and the receiver of the records.

use std::fmt;

use super::line_limits::kept;
use super::reading::Reading;
use super::sight::{Head, Sight};
use super::{Kind, Location, Number, Record, Repeats};

/// The receiver of a reader's records.
pub trait Sink {
    /// Reports the format of the following records, when it is detected.
    fn format(&mut self, _format: &'static Format) {}

    /// Accepts one record at a location of the input.
    fn push(&mut self, at: &Location, record: Record<'_>);

    /// Accepts the first rows of `rows`, which are lines from `at` on, and returns their number. The others come as
    /// records. Accepting no rows is always correct but slower.
    fn repeat(&mut self, _at: &Location, _rows: Repeats<'_>) -> usize {
        0
    }

    /// Accepts the first of some results that differ from the previous one only in their values; each of them and the
    /// previous one has one value. Returns their number. The others come as records. Accepting no results is always
    /// correct but slower.
    fn samples(&mut self, _at: &Location, _values: &[Number]) -> usize {
        0
    }
}

/// Reads one format from chunks of any length. However the input is cut, the sink gets the same records.
pub trait Reader: Send {
    /// Reads the next chunk. It is UTF-8 if the input is text, without byte-order marks.
    fn feed(&mut self, chunk: &[u8], sink: &mut dyn Sink);

    /// Reads the text that was held back, at the end of the input.
    fn finish(&mut self, sink: &mut dyn Sink);

    /// Returns the last line, or whatever the format counts in, that was completely read.
    fn position(&self) -> Location;
}

impl<F: FnMut(&Location, Record<'_>)> Sink for F {
    fn push(&mut self, at: &Location, record: Record<'_>) {
        self(at, record);
    }
}

/// Only shows the position, so that formats need no code for more and the web app does not load it.
impl fmt::Debug for dyn Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Reader({:?})", self.position())
    }
}

/// A format of benchmark results.
#[derive(Debug)]
#[non_exhaustive]
pub struct Format {
    /// A short name.
    pub name: &'static str,
    /// A description.
    pub about: &'static str,
    /// How to measure an input in it.
    pub example: &'static str,
    /// A command that prints the results of one run on standard output, so that `benchlens run` can repeat it,
    /// interleaved with the command of another version. `None` if the harness has no such command.
    pub run_command: Option<&'static str>,
    /// Whether whole lines from the middle of an input can be read without the lines before them.
    pub cuts_at_lines: bool,
    /// The kind of an input in this format without results.
    pub(super) without_results: Kind,
    /// Returns whether a line that begins with this byte can be anything but noise.
    pub(super) may_be_data: fn(u8) -> bool,
    /// Returns whether an input has this format, from its first bytes.
    pub(super) sight: fn(&Head<'_>) -> Sight,
    /// Returns a reader for one input.
    pub(super) reader: fn(&Reading) -> Box<dyn Reader>,
}

impl Format {
    /// Returns a reader for one input, or for whole lines of it if the format can be cut there.
    pub fn reader(&self) -> Box<dyn Reader> {
        (self.reader)(&Reading::default())
    }

    /// Returns how many bytes from the beginning of a line are enough, if the whole line is very long.
    pub fn line_bytes(&self, line: &[u8]) -> usize {
        kept(line.first().is_none_or(|&first| (self.may_be_data)(first)))
    }
}
