//! Converts events to records.

use super::event::{Event, Invalid, parse, unescape, unescaped};
use crate::clock::microseconds;
use crate::lines::{LineBuffer, checked, split_line};
use crate::{Location, Notice, Problem, Reader as _, Record, Repeats, Sink, SyntaxError, gobench};
use benchlens_base::Numbered;

/// Reads the output of `go test -json` from chunks of any length.
///
/// The text of each package is joined from its events, whatever comes between them, and read as Go's benchmark text;
/// the location of a result is the line of the event that completes it. Each package is a context of its own, so that
/// no configuration leaks into another.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    lines: LineBuffer,
    packages: Packages,
}

impl crate::Reader for Reader {
    fn feed(&mut self, chunk: &[u8], sink: &mut dyn Sink) {
        let Reader { lines, packages } = self;
        lines.feed(chunk, may_be_data, &mut |text, before| packages.read(text, before, sink));
        packages.flush(sink);
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        let Reader { lines, packages } = self;
        let begins_data = |line: &[u8]| line.starts_with(b"{") || gobench::begins_data(line);
        lines.finish_into(sink, begins_data, &mut |text, before, sink| {
            packages.read(text, before, sink)
        });
        packages.finish(lines.read(), sink);
    }

    fn position(&self) -> Location {
        self.lines.position()
    }
}

pub(super) fn may_be_data(first: u8) -> bool {
    first == b'{' || gobench::may_be_data(first)
}

/// The texts of all packages.
#[derive(Debug, Default)]
struct Packages {
    all: Vec<Package>,
    /// The names of packages with a `=` before each; lines that are not events have the empty name.
    names: Numbered,
    /// The package whose text is in `batch`.
    current: usize,
    /// The package whose context the sink has; `None` if it has no name.
    reported: Option<usize>,
    /// Text that its package has not read yet, because reading many short texts would take far longer.
    batch: Vec<u8>,
    /// The line of the input at which each line of `batch` ends.
    ends: Vec<u64>,
    /// The time of the first event with output, and the time of the last one as written.
    first_time: Option<i64>,
    last_time: Vec<u8>,
}

/// The maximum size of the text that is held back.
const BATCH_BYTES: usize = 1 << 18;

#[derive(Debug, Default)]
struct Package {
    /// `None` for lines that are not events.
    name: Option<Vec<u8>>,
    text: gobench::Reader,
    /// Whether its text or this reader has named the package.
    is_named: bool,
}

impl Packages {
    /// Reads whole lines; returns their number.
    fn read(&mut self, text: &[u8], before: u64, sink: &mut dyn Sink) -> u64 {
        let mut line = before;
        let mut rest = text;
        while !rest.is_empty() {
            let text;
            (text, rest) = split_line(rest);
            line += 1;
            let read = checked(text).and_then(|text| self.read_line(text, line, sink));
            if let Err(error) = read {
                self.flush(sink);
                sink.push(&Location::Line(line), Record::malformed(error));
            }
        }
        line - before
    }

    fn read_line(
        &mut self,
        text: &[u8],
        line: u64,
        sink: &mut dyn Sink,
    ) -> Result<(), SyntaxError> {
        let wrong = |Invalid| SyntaxError::JsonSyntax;
        if text.first() == Some(&b'{') {
            if let Some(event) = parse(text).map_err(wrong)? {
                self.read_event(&event, line, sink).map_err(wrong)?;
            }
        } else if let Some(notice) = gobench::recorded(text) {
            self.flush(sink);
            sink.push(&Location::Line(line), Record::Notice(notice));
        } else if text.first().is_some_and(|&first| gobench::may_be_data(first)) {
            self.enter(None, sink);
            self.batch.extend_from_slice(text);
            self.batch.push(b'\n');
            self.ends.push(line);
        }
        Ok(())
    }

    fn read_event(
        &mut self,
        event: &Event<'_>,
        line: u64,
        sink: &mut dyn Sink,
    ) -> Result<(), Invalid> {
        match event.action {
            b"output" if !event.output.is_empty() => {
                self.first_time = self.first_time.or_else(|| microseconds(event.time));
                self.last_time.clear();
                self.last_time.extend_from_slice(event.time);
                let package = unescaped(event.package)?;
                self.enter(Some(&package), sink);
                let from = self.batch.len();
                unescape(event.output, &mut self.batch)?;
                let ends = memchr::memchr_iter(b'\n', &self.batch[from..]);
                self.ends.extend(ends.map(|_| line));
            }
            b"fail" => {
                let name = match event.test {
                    b"" => unescaped(event.package)?,
                    test if test.starts_with(b"Benchmark") => unescaped(test)?,
                    // The event of its package reports the failure.
                    _ => return Ok(()),
                };
                self.flush(sink);
                sink.push(&Location::Line(line), Record::failed(name));
            }
            _ => {}
        }
        Ok(())
    }

    /// Prepares for text of a package, or of no package for lines that are not events.
    fn enter(&mut self, name: Option<&[u8]>, sink: &mut dyn Sink) {
        let current = self.all.get(self.current);
        let is_current = current.is_some_and(|package| package.name.as_deref() == name);
        if !is_current {
            self.flush(sink);
            let key = name.map(|name| [b"=", name].concat()).unwrap_or_default();
            self.current = self.names.number(&key) as usize;
            if self.all.len() <= self.current {
                self.add(name);
            }
        } else if BATCH_BYTES <= self.batch.len() {
            self.flush(sink);
        }
    }

    fn add(&mut self, name: Option<&[u8]>) {
        let name = name.map(<[u8]>::to_vec);
        // Without a name there is nothing to set.
        let is_named = name.as_ref().is_none_or(Vec::is_empty);
        self.all.push(Package { name, is_named, ..Package::default() });
    }

    /// Reads the text that was held back.
    fn flush(&mut self, sink: &mut dyn Sink) {
        if !self.batch.is_empty() {
            let batch = std::mem::take(&mut self.batch);
            self.with_current(sink, |text, sink| text.feed(&batch, sink));
            self.batch = batch;
            self.batch.clear();
            self.ends.clear();
        }
    }

    /// Reads the rest of each package; `last` is the last line of the input.
    fn finish(&mut self, last: u64, sink: &mut dyn Sink) {
        self.flush(sink);
        self.ends.push(last);
        for package in 0..self.all.len() {
            self.current = package;
            self.with_current(sink, |text, sink| text.finish(sink));
        }
        if let (Some(first), Some(end)) = (self.first_time, microseconds(&self.last_time)) {
            sink.push(&Location::Line(last), Record::Notice(Notice::Times { first, last: end }));
        }
    }

    fn with_current(
        &mut self,
        sink: &mut dyn Sink,
        f: impl FnOnce(&mut gobench::Reader, &mut dyn Sink),
    ) {
        let Packages { all, ends, reported, current, .. } = self;
        let Package { name, text, is_named } = &mut all[*current];
        let is_reported = *reported == Some(*current);
        let before = text.position().line().unwrap_or_default();
        let name = name.as_deref().unwrap_or_default();
        let mut sink = InPackage { sink, name, is_reported, is_named, before, ends };
        f(text, &mut sink);
        *reported = if sink.is_reported { Some(*current) } else { *reported };
    }
}

/// Passes on the records of one package, with the locations in the input.
struct InPackage<'p> {
    sink: &'p mut dyn Sink,
    name: &'p [u8],
    is_reported: bool,
    is_named: &'p mut bool,
    /// The number of previous lines in the text of the package.
    before: u64,
    ends: &'p [u64],
}

impl InPackage<'_> {
    fn place(&self, at: &Location) -> Location {
        let line = at.line().unwrap_or_default().saturating_sub(self.before + 1);
        let line = self.ends.get(line as usize).or(self.ends.last());
        Location::Line(line.copied().unwrap_or_default())
    }
}

impl Sink for InPackage<'_> {
    fn push(&mut self, at: &Location, record: Record<'_>) {
        // The events report a failure with the package's name, and no text precedes that of a package.
        if matches!(
            record,
            Record::Notice(Notice::Problem(Problem::Failed { .. })) | Record::Rest(_)
        ) {
            return;
        }
        let at = self.place(at);
        if !self.is_reported {
            self.is_reported = true;
            self.sink.push(&at, Record::Context(self.name));
        }
        if !*self.is_named {
            match record {
                Record::Config { key: b"pkg", .. } => *self.is_named = true,
                Record::Result(_) => {
                    *self.is_named = true;
                    self.sink.push(&at, Record::Config { key: b"pkg", value: self.name });
                }
                Record::Config { .. }
                | Record::Metadata { .. }
                | Record::Context(_)
                | Record::Rest(_)
                | Record::Notice(_) => {}
            }
        }
        self.sink.push(&at, record);
    }

    fn repeat(&mut self, at: &Location, rows: Repeats<'_>) -> usize {
        let at = self.place(at);
        self.sink.repeat(&at, rows)
    }
}
