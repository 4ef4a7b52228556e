//! Comma-separated values, in benchstat's arrangement.
//!
//! Records are ragged: a row ends with its last cell. After the label, the baseline has two fields and every other
//! column four. Warnings have no field, so they name their cell as a spreadsheet does.

use std::io::Result;

use super::pieces::Pieces;
use crate::grid::{Grid, GridColumn, GridRow, NoteId, Numbers};
use crate::table::Report;

pub(super) fn render(report: &Report, out: &mut Pieces<'_>) -> Result<Vec<u8>> {
    let mut csv = Csv { out, warnings: Vec::new(), lines: 0, fields: 0 };
    for index in 0..report.tables.len() {
        if index != 0 {
            csv.end_record()?;
        }
        csv.table(&Grid::new(report, index, Numbers::Raw))?;
    }
    Ok(csv.warnings)
}

struct Csv<'p, 'w> {
    out: &'p mut Pieces<'w>,
    warnings: Vec<u8>,
    /// The number of lines written.
    lines: u64,
    /// The number of fields written in this line.
    fields: usize,
}

/// Returns the field at which each column begins, and one more for the end.
fn starts(grid: &Grid<'_>) -> Vec<usize> {
    let width = |column: &GridColumn<'_>| if column.is_compared { 2 * DELTA } else { DELTA };
    let mut starts = vec![1];
    starts.extend(grid.columns.iter().scan(1, |at, column| {
        *at += width(column);
        Some(*at)
    }));
    starts
}

/// The offset of `vs base` from the start of its column.
const DELTA: usize = 2;

impl Csv<'_, '_> {
    fn table(&mut self, grid: &Grid<'_>) -> Result<()> {
        for (name, value) in &grid.keys {
            self.field(&[name.as_bytes(), b": ", value.as_bytes()].concat());
            self.end_record()?;
        }
        let starts = starts(grid);
        let end = starts[grid.columns.len()];
        for level in 0..grid.levels {
            self.field(b"");
            for (column, &start) in grid.columns.iter().zip(&starts) {
                self.pad(start);
                self.field(column.key[level].as_bytes());
            }
            self.pad(end);
            self.end_record()?;
        }
        self.field(b"");
        for column in &grid.columns {
            self.field(grid.unit.as_bytes());
            self.field(b"CI");
            if column.is_compared {
                self.field(grid.versus.as_bytes());
                self.field(b"P");
            }
        }
        self.end_record()?;
        for row in &grid.rows {
            self.row(grid, &starts, row)?;
        }
        self.geomeans(grid, &starts)
    }

    fn row(&mut self, grid: &Grid<'_>, starts: &[usize], row: &GridRow) -> Result<()> {
        self.field(grid.text(row.label));
        for cell in grid.cells(row) {
            let at = starts[cell.column];
            self.pad(at);
            self.field(grid.text(cell.center));
            self.field(grid.text(cell.range));
            for note in cell.notes.into_iter().flatten() {
                self.warn(grid, at, note);
            }
            if let Some(comparison) = &cell.comparison {
                self.field(grid.text(comparison.delta));
                self.field(grid.text(comparison.test));
                if let Some(note) = comparison.note {
                    self.warn(grid, at + DELTA, note);
                }
            }
        }
        self.end_record()
    }

    fn geomeans(&mut self, grid: &Grid<'_>, starts: &[usize]) -> Result<()> {
        self.field(b"geomean");
        for (geomean, &start) in grid.geomeans.iter().zip(starts) {
            self.pad(start);
            self.field(grid.text(geomean.center));
            if let Some((_, change)) = geomean.change {
                self.pad(start + DELTA);
                self.field(grid.text(change));
            }
            for &note in &geomean.notes {
                self.warn(grid, start, note);
            }
        }
        self.pad(starts[grid.columns.len()]);
        self.end_record()
    }

    fn field(&mut self, text: &[u8]) {
        let out = &mut self.out.buffer;
        if self.fields != 0 {
            out.push(b',');
        }
        self.fields += 1;
        write_field(out, text);
    }

    /// Adds empty fields up to this number.
    fn pad(&mut self, fields: usize) {
        while self.fields < fields {
            self.field(b"");
        }
    }

    fn end_record(&mut self) -> Result<()> {
        self.out.buffer.push(b'\n');
        self.lines += 1;
        self.fields = 0;
        self.out.flush_if_large()
    }

    fn warn(&mut self, grid: &Grid<'_>, field: usize, note: NoteId) {
        let place = format!("{}{}: ", column_name(field), self.lines + 1);
        self.warnings.extend_from_slice(place.as_bytes());
        self.warnings.extend_from_slice(grid.note_text(note));
        self.warnings.push(b'\n');
    }
}

/// Writes a field, with quotes if it needs them.
pub(super) fn write_field(out: &mut Vec<u8>, text: &[u8]) {
    if !needs_quotes(text) {
        return out.extend_from_slice(text);
    }
    out.push(b'"');
    for &byte in text {
        if byte == b'"' {
            out.push(b'"');
        }
        out.push(byte);
    }
    out.push(b'"');
}

fn needs_quotes(text: &[u8]) -> bool {
    let starts_with_space = || {
        let text = String::from_utf8_lossy(&text[..text.len().min(4)]);
        text.chars().next().is_some_and(char::is_whitespace)
    };
    text == b"\\." || text.iter().any(|b| b",\"\r\n".contains(b)) || starts_with_space()
}

/// Returns the name of a column in a spreadsheet: A … Z, AA … ZZ, AAA …
fn column_name(mut index: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b'A' + (index % 26) as u8));
        match (index / 26).checked_sub(1) {
            Some(rest) => index = rest,
            None => return letters.into_iter().rev().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_named_as_in_spreadsheets() {
        let names = [0, 25, 26, 27, 51, 52, 701, 702].map(column_name);
        assert_eq!(names, ["A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
    }

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        let quoted = ["a,b", "\"", "a\nb", " a", "\u{2003}a", "\\.", "\r"];
        let plain = ["", "a b", "a ", "\\", "é"];
        assert!(quoted.iter().all(|t| needs_quotes(t.as_bytes())));
        assert!(!plain.iter().any(|t| needs_quotes(t.as_bytes())));
    }
}
