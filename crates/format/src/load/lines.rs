//! Reads files of load generators line by line.

use std::borrow::Cow;

use super::quantiles::LoadOptions;
use super::run::Run;
use crate::json::{Out, OutState, Stop, found_at};
use crate::lines::{LineBuffer, checked, split_line, without_return};
use crate::{Location, Reader, Record, Sink};

/// A format in which each line is a request, or says something about the run.
pub(super) trait Lines: Send {
    /// Reads a line without its end. `run` accepts requests.
    ///
    /// # Errors
    ///
    /// Returns a message that says what was found and expected.
    fn line(&mut self, line: &[u8], run: &mut Run, out: &mut Out<'_>) -> Result<(), String>;

    /// Handles the end of the input, before the requests of `run` become results.
    fn end(&mut self, _run: &mut Run, _out: &mut Out<'_>) {}
}

/// Reads a format of lines from chunks of any length.
pub(super) struct LineReader {
    lines: LineBuffer,
    read: Read,
}

struct Read {
    format: Box<dyn Lines>,
    run: Run,
    known: OutState,
}

impl LineReader {
    pub(super) fn boxed(format: impl Lines + 'static, options: &LoadOptions) -> Box<dyn Reader> {
        let run = Run::new(options);
        let read = Read { format: Box::new(format), run, known: OutState::default() };
        Box::new(LineReader { lines: LineBuffer::default(), read })
    }
}

impl Reader for LineReader {
    fn feed(&mut self, chunk: &[u8], sink: &mut dyn Sink) {
        let LineReader { lines, read } = self;
        lines.feed(chunk, |_| true, &mut |text, before| read.read(text, before, sink));
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        let LineReader { lines, read } = self;
        lines.finish_into(sink, |_| true, &mut |text, before, sink| read.read(text, before, sink));
        let Read { format, run, known } = read;
        let mut out = Out::new(sink, known, Location::Input);
        format.end(run, &mut out);
        out.tell_skipped();
        run.emit(None, &mut out);
        out.end();
    }

    fn position(&self) -> Location {
        self.lines.position()
    }
}

impl Read {
    /// Reads whole lines; returns their number.
    fn read(&mut self, text: &[u8], before: u64, sink: &mut dyn Sink) -> u64 {
        let Read { format, run, known } = self;
        let (mut line, mut rest) = (before, text);
        while !rest.is_empty() {
            let text;
            (text, rest) = split_line(rest);
            line += 1;
            let at = Location::Line(line);
            match checked(text) {
                Ok(text) => {
                    let mut out = Out::new(sink, known, at);
                    if let Err(message) = format.line(without_return(text), run, &mut out) {
                        out.skipped(&message);
                    }
                }
                Err(error) => sink.push(&at, Record::malformed(error)),
            }
        }
        line - before
    }
}

/// Joins the lines of JSON objects: each is a line, or indented over several lines as `jq` and Python write it.
#[derive(Debug, Default)]
pub(super) struct Objects {
    /// The beginning of an indented object.
    open: Vec<u8>,
}

/// The maximum size of an indented object.
const OBJECT_MAX: usize = 1 << 20;

impl Objects {
    /// Adds a line. Returns a line that does not belong to an indented object, or a complete object.
    pub(super) fn add<'a>(&mut self, line: &'a [u8], out: &mut Out<'_>) -> Option<Cow<'a, [u8]>> {
        // Objects within objects are indented.
        if line.starts_with(b"{") || OBJECT_MAX < self.open.len() {
            self.end(out);
        }
        let text = line.trim_ascii_end();
        if self.open.is_empty() && text != b"{" {
            return Some(Cow::Borrowed(line));
        }
        self.open.extend_from_slice(line);
        self.open.push(b'\n');
        (text == b"}").then(|| Cow::Owned(std::mem::take(&mut self.open)))
    }

    /// Reports an object that has no end.
    pub(super) fn end(&mut self, out: &mut Out<'_>) {
        if !std::mem::take(&mut self.open).is_empty() {
            out.skipped(CUT);
        }
    }
}

const CUT: &str = "the object ends in the middle: skipped";

/// Returns a message about a line of JSON.
pub(super) fn stopped(line: &[u8], stop: Stop) -> String {
    match stop {
        Stop::Cut => CUT.into(),
        Stop::Lacks { expected } => format!("expected {expected}: skipped"),
        Stop::Wrong { expected, left } => {
            format!("found {}, expected {expected}: skipped", found_at(line, left))
        }
    }
}
