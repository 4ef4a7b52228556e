//! Tables with a request in each row: CSV with or without a header.

use super::CLOSED_LOOP;
use super::lines::{LineReader, Lines};
use super::quantiles::LoadOptions;
use super::run::Run;
use super::values::unexpected;
use crate::Reader;
use crate::csv::Fields;
use crate::json::Out;
use crate::lines::split_line;
use crate::sight::{Head, Sight};

/// How to read a table.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) harness: &'static str,
    pub(super) separator: u8,
    /// Whether the first row names the columns; otherwise `columns` are the first columns.
    pub(super) has_header: bool,
    /// The columns that every table of this kind has.
    pub(super) columns: &'static [&'static str],
    /// Columns that it may have.
    pub(super) more: &'static [&'static str],
    /// Reads a row: the cells of `columns`, then those of `more`, which are empty if the table does not have them.
    pub(super) read: fn(&[&[u8]], &mut Run) -> Result<(), String>,
    /// Whether the last column may contain separators, because the tool does not quote it.
    pub(super) has_open_end: bool,
    /// Notes about all measurements of this kind.
    pub(super) notes: &'static [&'static str],
}

impl Table {
    /// Returns whether the first line has all columns.
    pub(super) fn sight(&self, head: &Head<'_>) -> Sight {
        let mut lines = head.lines().filter(|line| !line.trim_ascii().is_empty());
        match lines.next().map(|line| self.indexes(line)) {
            Some(Ok(_)) => Sight::Yes,
            Some(Err(_)) => Sight::No,
            None => Sight::Unsure,
        }
    }

    /// Returns a reader of such tables.
    pub(super) fn reader(&'static self, options: &LoadOptions) -> Box<dyn Reader> {
        LineReader::boxed(Rows::new(self), options)
    }

    /// Returns the index of each column in a header.
    fn indexes(&self, header: &[u8]) -> Result<Vec<Option<usize>>, String> {
        let mut fields = Fields::default();
        fields.split(header, self.separator);
        let all = self.columns.iter().chain(self.more);
        let index = |name: &&str| fields.get().iter().position(|field| field == name.as_bytes());
        let indexes: Vec<Option<usize>> = all.map(index).collect();
        match indexes.iter().zip(self.columns).find(|(index, _)| index.is_none()) {
            Some((_, name)) => Err(unexpected(header, &format!("a header with `{name}`"))),
            None => Ok(indexes),
        }
    }
}

/// Reads the rows of a table.
#[derive(Debug)]
pub(super) struct Rows {
    table: &'static Table,
    header: Vec<u8>,
    /// The index of each column, once the header is known.
    indexes: Option<Vec<Option<usize>>>,
    width: usize,
    /// The beginning of a row whose quotes have not ended.
    open: Vec<u8>,
    open_lines: usize,
    /// Whether lines are read that were a part of such a row.
    is_again: bool,
    fields: Fields,
    /// The ends of the fields in a row without quotes.
    ends: Vec<usize>,
}

impl Rows {
    fn new(table: &'static Table) -> Rows {
        let (header, open) = (Vec::new(), Vec::new());
        let (fields, ends) = (Fields::default(), Vec::new());
        Rows {
            table,
            header,
            indexes: None,
            width: 0,
            open,
            open_lines: 0,
            is_again: false,
            fields,
            ends,
        }
    }

    /// Ends a row whose quotes do not end: only its first line is lost.
    fn abandon(&mut self, run: &mut Run, out: &mut Out<'_>) -> Result<(), String> {
        let open = std::mem::take(&mut self.open);
        self.open_lines = 0;
        // No row of these lines may stay open again, so each line is read at most twice.
        self.is_again = true;
        let mut rest = split_line(&open).1;
        while !rest.is_empty() {
            let line;
            (line, rest) = split_line(rest);
            if let Err(message) = self.line(line, run, out) {
                out.unreadable(&message);
            }
        }
        self.is_again = false;
        Err("a row above begins quotes that do not end: skipped".into())
    }
}

/// The maximum length of a row with line ends in its quotes, and the maximum number of its lines.
const OPEN_MAX: usize = 1 << 16;
const OPEN_LINES_MAX: usize = 100;

/// The maximum number of columns that a reader uses.
const CELLS_MAX: usize = 12;

impl Lines for Rows {
    fn line(&mut self, line: &[u8], run: &mut Run, out: &mut Out<'_>) -> Result<(), String> {
        let Some(indexes) = &self.indexes else {
            if line.trim_ascii().is_empty() {
                return Ok(());
            }
            out.metadata(b"harness", self.table.harness.as_bytes());
            self.fields.split(line, self.table.separator);
            self.width = self.fields.get().len();
            if !self.table.has_header {
                self.indexes = Some((0..self.table.columns.len()).map(Some).collect());
                return self.line(line, run, out);
            }
            let found = self.table.indexes(line);
            self.indexes = Some(found.as_ref().map_or_else(|_| Vec::new(), Vec::clone));
            self.header = line.to_vec();
            return found.map(|_| ());
        };
        // A table without known columns was reported, and files may be concatenated with their headers.
        if indexes.is_empty() || line.is_empty() || line == self.header {
            return Ok(());
        }
        let mut cells = [&b""[..]; CELLS_MAX];
        let cells = &mut cells[..indexes.len()];
        let is_quoted = !self.open.is_empty() || memchr::memchr(b'"', line).is_some();
        let width = if is_quoted {
            if !self.open.is_empty() {
                self.open.push(b'\n');
            }
            self.open.extend_from_slice(line);
            if !self.fields.split(&self.open, self.table.separator) {
                if self.is_again {
                    self.open.clear();
                    return Err("the row begins quotes that do not end: skipped".into());
                }
                self.open_lines += 1;
                let is_long = OPEN_MAX < self.open.len() || OPEN_LINES_MAX < self.open_lines;
                return if is_long { self.abandon(run, out) } else { Ok(()) };
            }
            self.open.clear();
            self.open_lines = 0;
            let fields = self.fields.get();
            for (cell, index) in cells.iter_mut().zip(indexes) {
                *cell = index.and_then(|index| fields.get(index)).map_or(&b""[..], |field| field);
            }
            fields.len()
        } else {
            self.ends.clear();
            self.ends.extend(memchr::memchr_iter(self.table.separator, line));
            self.ends.push(line.len());
            for (cell, index) in cells.iter_mut().zip(indexes) {
                let Some(index) = *index else { continue };
                let start = index.checked_sub(1).and_then(|before| self.ends.get(before));
                let start = start.map_or(0, |end| end + 1);
                let end = self.ends.get(index);
                *cell = end.map_or(&b""[..], |end| &line[start..*end]);
            }
            self.ends.len()
        };
        if width != self.width && !(self.table.has_open_end && self.width < width) {
            let expected = self.width;
            return Err(format!(
                "found {width} fields, expected {expected} as in the first row: skipped"
            ));
        }
        (self.table.read)(cells, run)
    }

    fn end(&mut self, run: &mut Run, out: &mut Out<'_>) {
        while !self.open.is_empty() {
            if let Err(message) = self.abandon(run, out) {
                out.unreadable(&message);
            }
        }
        for note in self.table.notes {
            if *note != CLOSED_LOOP || run.is_uncorrected() {
                out.note(note);
            }
        }
    }
}
