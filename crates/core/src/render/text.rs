//! Aligned text, in benchstat's arrangement.
//!
//! Physical columns: the row label; per logical column the centre, its range and its notes; behind
//! the first one also the delta, its odds and their notes; an edge at the right.

use std::io::Result;

use super::Pieces;
use super::layout::{Align, Layout, Margin, Piece};
use crate::base::{Text, parallel};
use crate::grid::{Grid, GridRow, NoteId, Numbers, Span, summary};
use crate::table::Report;

pub(super) fn render(report: &Report, threads: usize, out: &mut Pieces<'_>) -> Result<Vec<u8>> {
    let tables: Vec<usize> = (0..report.tables.len()).collect();
    // As many tables at a time as there are threads: more would only wait in memory.
    for window in tables.chunks(threads.max(1)) {
        if let [index] = *window {
            table(report, index, out)?;
            continue;
        }
        let rendered = parallel::map(
            window.len(),
            threads,
            || (),
            |(), i| {
                let mut text = Vec::new();
                let mut pieces = Pieces::new(&mut text);
                let result = table(report, window[i], &mut pieces).and_then(|()| pieces.flush());
                result.map(|()| text)
            },
        );
        for text in rendered {
            out.flush()?;
            out.out.write_all(&text?)?;
        }
    }
    let told = report.analysis.as_ref().is_some_and(|analysis| analysis.in_text);
    let lines = if told { summary(report) } else { Vec::new() };
    for (i, line) in lines.iter().enumerate() {
        if i == 0 {
            out.buffer.push(b'\n');
        }
        out.buffer.extend_from_slice(line);
        out.buffer.push(b'\n');
    }
    Ok(Vec::new())
}

/// One table with what stands above and below it.
fn table(report: &Report, index: usize, out: &mut Pieces<'_>) -> Result<()> {
    if index != 0 {
        out.buffer.push(b'\n');
    }
    let grid = Grid::new(report, index, Numbers::Scaled);
    for (name, value) in &grid.keys {
        for part in [name.as_bytes(), b": ", value.as_bytes(), b"\n"] {
            out.buffer.extend_from_slice(part);
        }
    }
    Sheet::new(&grid).render(out)?;
    for (note, text) in grid.note_texts() {
        out.buffer.extend_from_slice(superscript(note).as_bytes());
        out.buffer.push(b' ');
        out.buffer.extend_from_slice(text);
        out.buffer.push(b'\n');
        out.flush_if_large()?;
    }
    Ok(())
}

/// Offsets of the physical columns within a logical one.
const RANGE: usize = 1;
const NOTES: usize = 2;
const DELTA: usize = 3;
const ODDS: usize = 4;
const DELTA_NOTES: usize = 5;

/// The physical column at which a logical one begins.
fn start(column: usize) -> usize {
    match column {
        0 => 1,
        _ => 4 + 6 * (column - 1),
    }
}

/// What is done with the cells of a line.
type Each<'f> = dyn FnMut(&[Piece<'_>]) -> Result<()> + 'f;

struct Sheet<'a, 'r> {
    grid: &'a Grid<'r>,
    /// Per column the first level at which its key differs from that of the column before.
    breaks: Vec<usize>,
}

impl<'a, 'r> Sheet<'a, 'r> {
    fn new(grid: &'a Grid<'r>) -> Self {
        let common = |a: &[Text], b: &[Text]| a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let neighbours = grid.columns.windows(2).map(|pair| common(pair[0], pair[1]));
        Sheet { grid, breaks: std::iter::once(0).chain(neighbours).collect() }
    }

    fn render(&self, out: &mut Pieces<'_>) -> Result<()> {
        let columns = self.grid.columns.len();
        let mut layout = Layout::new(start(columns) + 1);
        for column in 0..columns {
            (start(column) + 1..start(column + 1)).for_each(|physical| layout.shrink(physical));
        }
        self.each_line(&mut |pieces| {
            pieces.iter().for_each(|piece| layout.measure(piece));
            Ok(())
        })?;
        layout.settle();
        self.each_line(&mut |pieces| {
            let mut line = layout.line(&mut out.buffer);
            pieces.iter().for_each(|piece| line.print(piece));
            line.end();
            out.flush_if_large()
        })
    }

    /// Calls `f` with the cells of each line, from left to right.
    fn each_line(&self, f: &mut Each<'_>) -> Result<()> {
        for level in 0..self.grid.levels {
            f(&self.header(level))?;
        }
        f(&self.units())?;
        let mut scratch = Scratch::default();
        for row in &self.grid.rows {
            self.row(row, &mut scratch, f)?;
        }
        if !self.grid.geomeans.is_empty() {
            self.geomeans(f)?;
        }
        Ok(())
    }

    /// The values of one column field; equal neighbours under the same parent are one.
    fn header(&self, level: usize) -> Vec<Piece<'_>> {
        let columns = &self.grid.columns;
        let mut pieces = Vec::new();
        let mut first = 0;
        while first < columns.len() {
            let same = |&&differs: &&usize| level < differs;
            let end = first + 1 + self.breaks[first + 1..].iter().take_while(same).count();
            pieces.push(Piece {
                column: start(first),
                span: start(end) - start(first),
                align: Align::Center,
                margin: Margin::BORDER,
                text: columns[first][level].as_bytes(),
            });
            first = end;
        }
        pieces.push(self.edge());
        pieces
    }

    fn units(&self) -> Vec<Piece<'_>> {
        let mut pieces = Vec::new();
        for column in 0..self.grid.columns.len() {
            pieces.push(Piece {
                column: start(column),
                span: 3,
                align: Align::Center,
                margin: Margin::BORDER,
                text: self.grid.unit.as_bytes(),
            });
            if column != 0 {
                pieces.push(Piece {
                    column: start(column) + DELTA,
                    span: 3,
                    align: Align::Left,
                    margin: Margin::SPACES,
                    text: b"vs base",
                });
            }
        }
        pieces.push(self.edge());
        pieces
    }

    fn edge(&self) -> Piece<'_> {
        let column = start(self.grid.columns.len());
        Piece { column, span: 1, align: Align::Left, margin: Margin::EDGE, text: b"" }
    }

    fn row(&self, row: &GridRow, scratch: &mut Scratch, f: &mut Each<'_>) -> Result<()> {
        let text = |span: Span| self.grid.text(span);
        scratch.clear();
        for cell in &row.cells {
            scratch.notes(cell.notes.iter().flatten().copied());
            if let Some(comparison) = &cell.comparison {
                scratch.parenthesized(text(comparison.odds));
                scratch.notes(comparison.note.into_iter());
            }
        }
        let mut own = scratch.parts();
        let mut pieces = Vec::with_capacity(1 + 6 * row.cells.len());
        pieces.push(cell(0, Align::Left, text(row.label)));
        for grid_cell in &row.cells {
            let at = start(grid_cell.column);
            pieces.push(cell(at, Align::Right, text(grid_cell.center)));
            let range = cell(at + RANGE, Align::Right, text(grid_cell.range));
            pieces.push(Piece { margin: Margin::RANGE, ..range });
            pieces.push(cell(at + NOTES, Align::Left, own.next().unwrap_or_default()));
            if let Some(comparison) = &grid_cell.comparison {
                pieces.push(cell(at + DELTA, Align::Right, text(comparison.delta)));
                pieces.push(cell(at + ODDS, Align::Left, own.next().unwrap_or_default()));
                pieces.push(cell(at + DELTA_NOTES, Align::Left, own.next().unwrap_or_default()));
            }
        }
        f(&pieces)
    }

    fn geomeans(&self, f: &mut Each<'_>) -> Result<()> {
        let mut scratch = Scratch::default();
        for geomean in &self.grid.geomeans {
            scratch.notes(geomean.notes.iter().copied());
        }
        let mut pieces = vec![cell(0, Align::Left, b"geomean")];
        for ((i, geomean), notes) in self.grid.geomeans.iter().enumerate().zip(scratch.parts()) {
            let at = start(i);
            pieces.push(cell(at, Align::Right, self.grid.text(geomean.center)));
            if let Some((known, ratio)) = geomean.ratio {
                let align = if known { Align::Right } else { Align::Left };
                pieces.push(cell(at + DELTA, align, self.grid.text(ratio)));
            }
            pieces.push(cell(start(i + 1) - 1, Align::Left, notes));
        }
        f(&pieces)
    }
}

/// A cell of one column: one space to its left, unless it is empty or the first.
fn cell(column: usize, align: Align, text: &[u8]) -> Piece<'_> {
    let margin = if column == 0 || text.is_empty() { Margin::NONE } else { Margin::SPACE };
    Piece { column, span: 1, align, margin, text }
}

/// Texts that the grid does not hold in the form in which they are printed.
#[derive(Default)]
struct Scratch {
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl Scratch {
    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    fn notes(&mut self, notes: impl Iterator<Item = NoteId>) {
        for (i, note) in notes.enumerate() {
            if i != 0 {
                self.text.push(b' ');
            }
            self.text.extend_from_slice(superscript(note).as_bytes());
        }
        self.ends.push(self.text.len());
    }

    fn parenthesized(&mut self, text: &[u8]) {
        self.text.push(b'(');
        self.text.extend_from_slice(text);
        self.text.push(b')');
        self.ends.push(self.text.len());
    }

    /// The texts in the order in which they were made.
    fn parts(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.text[start..end])
    }
}

fn superscript(note: NoteId) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = note.to_string();
    digits.bytes().map(|b| DIGITS[usize::from(b - b'0')]).collect()
}
