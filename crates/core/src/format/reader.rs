//! The interface of a format: how it is recognized, its reader, and the receiver of the records.

use std::fmt;

use super::line_limits::kept;
use super::sight::{Head, Sight};
use super::{Kind, Location, Number, Record, Repeats};

/// The receiver of a reader's records.
pub trait Sink {
    /// Is told the format of the records that follow, where it is found out.
    fn format(&mut self, _format: &'static Format) {}

    /// Takes one record from a place of the input.
    fn push(&mut self, at: &Location, record: Record<'_>);

    /// Takes the first rows of `rows`, which are lines from `at` on, and says how many. The others
    /// come as records. Not to take any is always right, and slower.
    fn repeat(&mut self, _at: &Location, _rows: Repeats<'_>) -> usize {
        0
    }

    /// Takes the first of some results that differ from the one before in their values alone, of which each
    /// has one and it had one, and says how many. The others come as records. Not to take any is always
    /// right, and slower.
    fn samples(&mut self, _at: &Location, _values: &[Number]) -> usize {
        0
    }
}

/// Reads one format from chunks cut anywhere. However the input is cut, the sink gets the same
/// records.
pub trait Reader: Send {
    /// Reads the next chunk. It is UTF-8 as far as the input is text: byte-order marks are gone.
    fn feed(&mut self, chunk: &[u8], sink: &mut dyn Sink);

    /// Reads what was held back: nothing follows.
    fn finish(&mut self, sink: &mut dyn Sink);

    /// How far it got: the last line, or whatever the format counts in, that was completely read.
    fn position(&self) -> Location;
}

impl<F: FnMut(&Location, Record<'_>)> Sink for F {
    fn push(&mut self, at: &Location, record: Record<'_>) {
        self(at, record);
    }
}

/// Only how far it got: a format need not tell more, and a page need not load it.
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
    /// How to record an input in it.
    pub example: &'static str,
    /// A command that prints the results of one run on standard output, so that `benchlens run` can repeat it,
    /// interleaved with that of another version. None if the harness has no such command.
    pub run_command: Option<&'static str>,
    /// Whether whole lines from the middle of an input can be read without the lines before them.
    pub cuts_at_lines: bool,
    /// What an input in it is called if it has no result.
    pub(super) without_results: Kind,
    /// Whether a line that begins with this byte can be anything but noise.
    pub(super) may_be_data: fn(u8) -> bool,
    /// Whether an input has this format, from its first bytes.
    pub(super) sight: fn(&Head<'_>) -> Sight,
    /// A reader for one input.
    pub(super) reader: fn() -> Box<dyn Reader>,
}

impl Format {
    /// A reader for one input, or for whole lines of it if the format can be cut there.
    pub fn reader(&self) -> Box<dyn Reader> {
        (self.reader)()
    }

    /// Whether its names are those of Go's benchmarks, which are written as they are.
    pub(crate) fn has_go_names(&self) -> bool {
        ["go", "go-json"].contains(&self.name)
    }

    /// How many bytes from the beginning of a line are enough, where the whole line is very long.
    pub fn line_bytes(&self, line: &[u8]) -> usize {
        kept(line.first().is_none_or(|&first| (self.may_be_data)(first)))
    }
}
