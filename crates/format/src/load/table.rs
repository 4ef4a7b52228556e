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
    /// The bytes that may separate fields. The first one with which the header has all columns does.
    pub(super) separators: &'static [u8],
    /// The columns that every table of this kind has.
    pub(super) columns: &'static [&'static str],
    /// Columns that it may have.
    pub(super) more: &'static [&'static str],
    /// The first columns of tables without a header. Empty if all tables have one.
    pub(super) order: &'static [&'static str],
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
        match lines.next().map(|line| self.header(line)) {
            Some(Some(_)) => Sight::Yes,
            Some(None) => Sight::No,
            None => Sight::Unsure,
        }
    }

    /// Returns a reader of such tables.
    pub(super) fn reader(&'static self, options: &LoadOptions) -> Box<dyn Reader> {
        LineReader::boxed(Rows::new(self), options)
    }

    /// Returns the columns that a header names.
    fn header(&self, header: &[u8]) -> Option<Columns> {
        let mut fields = Fields::default();
        self.separators.iter().find_map(|&separator| {
            fields.split(header, separator);
            let names: Vec<&[u8]> = fields.get().iter().map(|name| &name[..]).collect();
            self.columns(separator, &names)
        })
    }

    /// Returns the columns of a table whose first row has no names.
    fn without_header(&self, row: &[u8]) -> Option<Columns> {
        let names: Vec<&[u8]> = self.order.iter().map(|name| name.as_bytes()).collect();
        let mut fields = Fields::default();
        let widths = self.separators.iter().map(|&separator| {
            fields.split(row, separator);
            (fields.get().len(), separator)
        });
        let (width, separator) = widths.max_by_key(|(width, _)| *width)?;
        Some(Columns { width, ..self.columns(separator, &names)? })
    }

    /// Returns the columns with these names, if all that are needed are among them.
    fn columns(&self, separator: u8, names: &[&[u8]]) -> Option<Columns> {
        let index = |name: &&str| names.iter().position(|field| *field == name.as_bytes());
        let indexes: Vec<_> = self.columns.iter().chain(self.more).map(index).collect();
        let has_all = indexes.iter().take(self.columns.len()).all(Option::is_some);
        has_all.then_some(Columns { separator, width: names.len(), indexes })
    }
}

/// The columns of a file.
#[derive(Debug, Default)]
struct Columns {
    separator: u8,
    width: usize,
    /// The index of each column that a reader uses. Empty if the file is not such a table.
    indexes: Vec<Option<usize>>,
}

/// Reads the rows of a table.
#[derive(Debug)]
pub(super) struct Rows {
    table: &'static Table,
    header: Vec<u8>,
    /// Known after the first row.
    columns: Option<Columns>,
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
        Rows { table, header, columns: None, open, open_lines: 0, is_again: false, fields, ends }
    }

    /// Finds the columns from the first row.
    fn begin(&mut self, row: &[u8]) -> Result<(), String> {
        let header = self.table.header(row);
        if header.is_some() || self.table.order.is_empty() {
            self.header = row.to_vec();
        }
        let found = header.or_else(|| self.table.without_header(row));
        let is_found = found.is_some();
        self.columns = Some(found.unwrap_or_default());
        let needed = || self.table.columns.join("`, `");
        is_found
            .then_some(())
            .ok_or_else(|| unexpected(row, &format!("a header with `{}`", needed())))
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
                out.skipped(&message);
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
        if self.columns.is_none() && !line.trim_ascii().is_empty() {
            out.metadata(b"harness", self.table.harness.as_bytes());
            self.begin(line)?;
        }
        let Some(Columns { separator, width: expected, indexes }) = &self.columns else {
            return Ok(());
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
            if !self.fields.split(&self.open, *separator) {
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
            self.ends.extend(memchr::memchr_iter(*separator, line));
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
        if width != *expected && !(self.table.has_open_end && *expected < width) {
            return Err(format!(
                "found {width} fields, expected {expected} as in the first row: skipped"
            ));
        }
        (self.table.read)(cells, run)
    }

    fn end(&mut self, run: &mut Run, out: &mut Out<'_>) {
        while !self.open.is_empty() {
            if let Err(message) = self.abandon(run, out) {
                out.skipped(&message);
            }
        }
        for note in self.table.notes {
            if *note != CLOSED_LOOP || run.is_uncorrected() {
                out.note(note);
            }
        }
    }
}
